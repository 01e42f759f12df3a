/** apis.e-conomic.com: services with versions of their own, as the vendor's descriptions of 2026-08 have them. */
import { findOr } from "../engine/resources.ts";
import { del, get, post, put, type Route } from "../engine/routes.ts";
import { only, type Row, rows, text, without, words } from "../engine/values.ts";
import type { Office } from "../engine/vendor.ts";
import { bookingRoutes, entryTypes } from "./bookings.ts";
import { asPdf, newer, versioned, withKeys } from "./lists.ts";
import { problems } from "./refusals.ts";
import { keys, type Name } from "./shapes.ts";

/** A list, and single records by their number. */
const reading = (path: string, table: Name, filterable: readonly string[] = []): Route<Name>[] => [
  get(path, (ask) => newer(ask, ask.company.tables[table].all().map(versioned), keys[table], filterable)),
  get(`${path}/:id`, (ask) => ({ body: versioned(findOr(ask, table, problems.notFound)) })),
];

/** Answered with the number only. */
const making = (path: string, table: Name, required: readonly string[]): Route<Name> =>
  post(path, (ask) => {
    const given = without(ask.body(), ["objectVersion", "lastUpdated"]);
    const missing = required.find((field) => given[field] === undefined);
    if (missing !== undefined) throw problems.invalid(missing, `The field ${missing} is required.`);
    if (ask.company.tables[table].has(given["number"])) throw problems.invalid("number", "The number is in use.");
    const { number } = ask.company.add(table, given);
    return { status: 201, body: { number } };
  });

const flags = ["isBarred", "isBlockedForDirectEntries", "isDepartmentMandatory", "isUnitMandatory"];
const entryFields = words(
  "entryNumber|accountNumber|date|dueDate|type|voucherNumber|customerNumber|customerInvoiceNumber|supplierNumber|supplierInvoiceNumber|remainder|amount",
);

/** An entry of the ledger as the newer API has it. */
function flat(entry: Row): Row {
  const { account, bookedInvoice, currency, customer, date, dueDate, entryType, project, supplier, vatAccount } = entry;
  return {
    ...only(entry, ["entryNumber", "amount", "amountInBaseCurrency", "text", "voucherNumber"]),
    ...only(entry, ["supplierInvoiceNumber", "remainder"]),
    ...{ accountNumber: account, currencyCode: currency, type: entryTypes.indexOf(text(entryType)) },
    ...{ date: `${text(date)}T00:00:00Z`, ...(dueDate !== undefined && { dueDate: `${text(dueDate)}T00:00:00Z` }) },
    ...{ customerNumber: customer, supplierNumber: supplier, customerInvoiceNumber: bookedInvoice },
    ...{ projectNumber: project, vatAccountNumber: vatAccount, objectVersion: "1" },
  };
}

/** One webhook for each event; what is posted is a template of the subscriber's. */
function webhooks({ companies, postman }: Office<Name>): Route<Name>[] {
  const path = "webhooksapi/v1.0.0/webhooks";
  for (const company of companies)
    company.listen((_company, { table, row, kind }) => {
      const hook = company.tables.webhooks.get("CUSTOMER_UPDATED");
      if (table !== "customers" || hook === undefined) return;
      const number = text(row["customerNumber"]);
      const body = text(hook["postData"])
        .replaceAll("[OLDNUMBER]", kind === "created" ? "" : number)
        .replaceAll("[NEWNUMBER]", kind === "deleted" ? "" : number);
      const headers = Object.fromEntries(rows(hook["customHeaders"]).map(({ key, value }) => [text(key), text(value)]));
      postman.later(() => postman.deliver({ url: text(hook["url"]), body, headers }));
    });
  return [
    ...reading(path, "webhooks", ["eventType", "name"]),
    post(path, (ask) => {
      const { eventType, ...given } = ask.body();
      if (eventType !== "CUSTOMER_UPDATED") throw problems.invalid("eventType", "There is no such event type.");
      if (ask.company.tables.webhooks.has(eventType))
        throw problems.conflict("There is a webhook for this event already.");
      ask.company.add("webhooks", { ...given, eventType, isDisabled: false });
      return { status: 201, body: { eventType } };
    }),
    put(path, (ask) => {
      const { eventType, objectVersion, ...given } = ask.body();
      const kept = ask.company.tables.webhooks.get(eventType);
      if (kept === undefined) throw problems.notFound();
      if (objectVersion !== versioned(kept)["objectVersion"])
        throw problems.conflict("The resource has been updated by another user.");
      ask.company.save("webhooks", { ...kept, ...given });
      return { status: 204 };
    }),
    del(`${path}/:id`, (ask) => {
      ask.company.tables.webhooks.drop(findOr(ask, "webhooks", problems.notFound));
      return { status: 204 };
    }),
  ];
}

export const newerRoutes = (office: Office<Name>): Route<Name>[] =>
  withKeys([
    ...reading("accountsapi/v7.0.0/Accounts", "accounts", ["number", "name", "lastUpdated", "currency"]),
    making("accountsapi/v7.0.0/Accounts", "accounts", ["number", "type", ...flags]),
    ...reading("customersapi/v3.1.0/Contacts", "customerContacts", ["number", "customerNumber", "lastUpdated"]),
    ...reading("suppliersapi/v2.0.0/Contacts", "supplierContacts", ["number", "supplierNumber", "lastUpdated"]),
    ...reading("suppliersapi/v2.0.0/Groups", "supplierGroups", ["number"]),
    ...reading("projectsapi/v1.1.0/Projects", "projects", ["number", "lastUpdated"]),
    making("projectsapi/v1.1.0/Projects", "projects", ["number", "name", "projectGroupNumber"]),
    ...reading("projectsapi/v1.1.0/ProjectGroups", "projectGroups", ["number"]),
    ...reading("dimensionsapi/v5.3.1/dimensions", "dimensions", ["number"]),
    ...reading("dimensionsapi/v5.3.1/values", "values", ["dimensionNumber", "key"]),
    get("documentsapi/v4.0.1/AttachedDocuments", (ask) =>
      newer(ask, ask.company.tables.documents.all(), "number", ["number", "voucherNumber", "accountingYear"]),
    ),
    get("documentsapi/v4.0.1/AttachedDocuments/:id/pdf", (ask) =>
      asPdf(`Bilag ${text(findOr(ask, "documents", problems.notFound)["voucherNumber"])}`),
    ),
    get("bookedEntriesapi/v4.0.0/booked-entries", (ask) =>
      newer(ask, ask.company.tables.entries.all().map(flat), "entryNumber", entryFields),
    ),
    ...bookingRoutes,
    ...webhooks(office),
  ]);
