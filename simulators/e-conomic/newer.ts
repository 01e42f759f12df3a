/** apis.e-conomic.com: services that are versioned separately, as in the vendor's descriptions of 2026-08. */
import { byCursor } from "../engine/pages.ts";
import { type Dialect, findOr, type Resource, routesOf } from "../engine/resources.ts";
import { type Answer, get, post, put, type Route, type RouteRequest } from "../engine/routes.ts";
import { only, type Row, row, rows, text, without, words } from "../engine/values.ts";
import type { VendorContext } from "../engine/vendor.ts";
import { asPdf, filtered, hosted } from "./lists.ts";
import { problems } from "./refusals.ts";
import { bookEntry } from "./rules.ts";
import { modelOf, type Name, names } from "./shapes.ts";

/** The last page has no cursor, and sorting is ignored. The reply to a create has the number only. */
const dialect: Dialect<Name, Resource<Name>> = {
  list: ({ company, query: { filter, cursor } }, { table, show }, records) => {
    const { fields } = modelOf(table);
    const shown = records.map((record) => row(show?.(company, record)));
    // The vendor's pages have a thousand records; these have fewer, so that lists have several pages.
    const { rows: items, next } = byCursor(filtered(shown, filter, fields, problems.filter), cursor, 60, fields[0]);
    return { body: { cursor: next, items } };
  },
  body: (request) => without(request.body(), ["objectVersion", "lastUpdated"]),
  missing: problems.notFound,
  written: (_ask, { table }, made) => ({ status: 201, body: only(made, [modelOf(table).key]) }),
};

/** The number of a type is its position. */
const entryTypes = words(
  "|customerInvoice|customerPayment|supplierInvoice|supplierPayment|financeVoucher|reminder|openingEntry|transferredOpeningEntry|systemEntry|manualDebtorInvoice",
);

function book(request: RouteRequest<Name>): Answer {
  const { company, params } = request;
  const numbers = request.body()["entryNumbers"];
  if (!Array.isArray(numbers) || numbers.length === 0) throw problems.invalid("entryNumbers", "It must not be empty.");
  const chosen = company.tables.waiting.where(
    ({ journal, journalEntryNumber }) => text(journal) === params["id"] && numbers.includes(journalEntryNumber),
  );
  if (chosen.length !== numbers.length) throw problems.notFound();
  company.atOnce(() => {
    for (const entry of chosen) {
      company.tables.waiting.drop(entry);
      bookEntry(company, entry);
    }
  });
  return { status: 204 };
}

const midnight = (day: unknown) => (day === undefined ? undefined : `${text(day)}T00:00:00Z`);
const typeOf = ({ entryType }: Row): number => entryTypes.indexOf(text(entryType));

/** The fields that draft entries and booked entries share. */
const common = ({ account, amount, customer, supplier, date, voucherNumber }: Row): Row => ({
  accountNumber: account,
  amount,
  customerNumber: customer,
  supplierNumber: supplier,
  voucherNumber,
  date: midnight(date),
  objectVersion: "1",
});

const draftEntry = (record: Row): Row => ({
  ...common(record),
  entryNumber: record["journalEntryNumber"],
  entryTypeNumber: typeOf(record),
  contraAccountNumber: record["contraAccount"],
  currency: row(record["currency"])["code"],
  journalNumber: record["journal"],
});

const entry = (record: Row): Row => ({
  ...common(record),
  ...only(record, ["entryNumber", "amountInBaseCurrency", "text", "supplierInvoiceNumber"]),
  type: typeOf(record),
  currencyCode: record["currency"],
  remainder: record["remainder"],
  customerInvoiceNumber: record["bookedInvoice"],
  dueDate: midnight(record["dueDate"]),
  projectNumber: record["project"],
  vatAccountNumber: record["vatAccount"],
});

const making = (table: Name, required: string): Partial<Resource<Name>> => ({
  create: ({ tables }, body) => {
    const missing = words(required).find((field) => body[field] === undefined);
    if (missing !== undefined) throw problems.invalid(missing, `The field ${missing} is required.`);
    if (tables[table].has(body["number"])) throw problems.invalid("number", "The number is in use.");
    return body;
  },
});

const versioned = ({ version = "1", ...record }: Row): Row => ({ ...record, objectVersion: version });

/** Tables that differ from a plain list with single records. */
const particular: { readonly [Known in Name]?: Partial<Resource<Name>> } = {
  accounts: making("accounts", "number|type|isBarred|isBlockedForDirectEntries|isDepartmentMandatory|isUnitMandatory"),
  projects: making("projects", "number|name|projectGroupNumber"),
  documents: { show: (_company, paper) => paper },
  entries: { show: (_company, record) => entry(record) },
  waiting: { show: (_company, record) => draftEntry(record), remove: "plainly" },
  webhooks: {
    create: ({ tables }, body) => {
      if (tables.webhooks.size > 0) throw problems.conflict("There is a webhook for this event already.");
      return { ...body, isDisabled: false };
    },
    remove: "plainly",
  },
};

/** The body of a webhook call is a template that the subscriber supplied. */
function postChange({ companies, sender }: VendorContext<Name>): void {
  for (const company of companies)
    company.listen((_company, { table, row: { customerNumber }, kind }) => {
      const hook = company.tables.webhooks.get("CUSTOMER_UPDATED");
      if (table !== "customers" || hook === undefined) return;
      const body = text(hook["postData"])
        .replaceAll("[OLDNUMBER]", kind === "created" ? "" : text(customerNumber))
        .replaceAll("[NEWNUMBER]", kind === "deleted" ? "" : text(customerNumber));
      const headers = Object.fromEntries(rows(hook["customHeaders"]).map(({ key, value }) => [text(key), text(value)]));
      sender.later(() => sender.deliver({ url: text(hook["url"]), body, headers }));
    });
}

export function newerRoutes(context: VendorContext<Name>): Route<Name>[] {
  postChange(context);
  const services = names.filter((table) => modelOf(table).path.includes("api/"));
  return hosted("apis.e-conomic.com", [
    ...services.flatMap((table) => {
      const { path } = modelOf(table);
      return routesOf(dialect, { path, table, show: (_company, record) => versioned(record), ...particular[table] });
    }),
    get(`${modelOf("documents").path}/:id/pdf`, (request) =>
      asPdf(`Bilag ${text(findOr(request, "documents", problems.notFound)["voucherNumber"])}`),
    ),
    post("journalsapi/v15.0.0/journals/:id/bookdraftentries", book),
    put(modelOf("webhooks").path, (request) => {
      const { eventType, objectVersion, ...body } = request.body();
      const webhook = request.company.tables.webhooks.get(eventType);
      if (webhook === undefined) throw problems.notFound();
      if (objectVersion !== webhook["version"])
        throw problems.conflict("The resource has been updated by another user.");
      request.company.save("webhooks", { ...webhook, ...body });
      return { status: 204 };
    }),
  ]);
}
