/** FreshBooks' API, after its documentation, its Postman collection and the samples of its SDKs (NOTES.md of the connector). */
import { byNumber, wholeNumber } from "../engine/pages.ts";
import { type RecordedList, recorded } from "../engine/recorded.ts";
import { findOr } from "../engine/resources.ts";
import { type Answer, get, post, type Query, type Route, type RouteRequest } from "../engine/routes.ts";
import { isRow, row as object, type Row, text, without } from "../engine/values.ts";
import { access } from "./access.ts";
import { openBooks } from "./books.ts";
import * as documents from "./documents.ts";
import { enter } from "./journal.ts";
import { blank, recordings } from "./recordings.ts";
import { errors, invalid, missing } from "./refusals.ts";
import { type Books, ledger, type Name, names, result, shapes, shown } from "./shapes.ts";
import { webhookRoutes } from "./webhooks.ts";

type Test = (row: Row, wanted: string) => boolean;
const equals =
  (field: string): Test =>
  (row, wanted) =>
    text(row[field]) === wanted;

/** A filter that a list does not know is ignored. */
const filters: Readonly<Record<string, Test>> = {
  "search[updated_min]": (row, wanted) => text(row["updated"] ?? row["updated_at"]).slice(0, 10) >= wanted,
  "search[issue_date_min]": (row, wanted) => text(row["issue_date"]) >= wanted,
  "search[from_credit]": equals("from_credit"),
  "search[invoiceid]": equals("invoiceid"),
  "search[sku]": equals("sku"),
};

const filtered = (all: readonly Row[], query: Query): readonly Row[] =>
  all.filter(
    (row) =>
      row["vis_state"] !== 1 &&
      Object.entries(query).every(([name, wanted = ""]) => filters[name]?.(row, wanted) ?? true),
  );

const withLines: readonly Name[] = ["invoices", "credit_notes"];

/** Sales documents have their lines only if they are asked for. */
const seen = (name: Name, row: Row, query: Query = {}): Row =>
  withLines.includes(name) && query["include[]"] !== "lines" ? without(shown(row), ["lines"]) : shown(row);

function page(all: readonly Row[], { query }: RouteRequest<Name>, name: Name): Answer {
  const number = wholeNumber(query["page"], 1);
  const size = wholeNumber(query["per_page"], 15, 100);
  const found = filtered(all, query);
  const { rows, pages, total } = byNumber(found, number, size);
  return {
    body: result({ [name]: rows.map((row) => seen(name, row, query)), page: number, pages, per_page: size, total }),
  };
}

const single = (name: Name, row: Row, query?: Query): Row => result({ [shapes[name].one]: seen(name, row, query) });

function sent(request: RouteRequest<Name>, name: Name): Row {
  const body = request.body()[name === "credit_notes" ? "credit_note" : shapes[name].one];
  if (isRow(body)) return body;
  throw invalid(`Required field '${shapes[name].one}' missing.`, shapes[name].one, 1001);
}

const listOf = (name: Name): RecordedList<Name> => ({
  path: shapes[name].path,
  id: shapes[name].id,
  missing: () => missing(name),
});

const hides = (body: Row): boolean => body["vis_state"] === 1;

type Making = (company: Books, body: Row) => Row;

const master = (name: Name, defaults: Row, check: Making): RecordedList<Name> => ({
  ...listOf(name),
  create: (company, body) => {
    const id = company.next("id");
    const made = blank(name, { ...defaults, ...check(company, body), vis_state: 0 });
    return {
      ...made,
      [shapes[name].id]: id,
      ...(name === "clients" && { userid: id }),
      ...(name === "items" && { itemid: id }),
    };
  },
  update: (company, row, body) => void Object.assign(row, check(company, { ...row, ...body })),
});

const checkClient: Making = (_company, body) => {
  if (["organization", "email", "fname", "lname"].every((field) => text(body[field]) === ""))
    throw invalid("Either organization, email or name is required.", "organization", 1001);
  return body;
};

const checkVendor: Making = (_company, body) => {
  if (text(body["vendor_name"]) === "") throw invalid("Required field 'vendor_name' missing.", "vendor_name", 1001);
  return body;
};

/** Whatever currency is sent, the price is in the company's. */
const checkItem: Making = (company, body) => {
  if (text(body["name"]) === "") throw invalid("Required field 'name' missing.", "name", 1001);
  const tax = body["tax1"];
  if (tax !== undefined && tax !== 0 && !company.tables.taxes.has(tax))
    throw invalid(`Invalid value '${text(tax)}' for field 'tax1'.`, "tax1");
  const { amount = "0.00" } = object(body["unit_cost"]);
  return { ...body, unit_cost: { amount: text(amount), code: "USD" }, inventory: text(body["inventory"]) };
};

const texts = (fields: string): Row => Object.fromEntries(fields.split(" ").map((field) => [field, ""]));

const lists: Readonly<Record<Name, RecordedList<Name>>> = {
  ...(Object.fromEntries(names.map((name) => [name, listOf(name)])) as Record<Name, RecordedList<Name>>),
  clients: master(
    "clients",
    {
      currency_code: "USD",
      vat_number: null,
      ...texts("bus_phone email fax fname lname mob_phone organization p_city p_code p_country p_street p_street2"),
    },
    checkClient,
  ),
  bill_vendors: master("bill_vendors", { currency_code: "USD", tax_defaults: [] }, checkVendor),
  items: master("items", { description: "", qty: "1", sku: "", tax1: 0, tax2: 0 }, checkItem),
  invoices: {
    ...listOf("invoices"),
    create: (company, body) => documents.makeInvoice(company, body),
    update: (company, row, body) => documents.changeInvoice(company, row, body),
  },
  credit_notes: {
    ...listOf("credit_notes"),
    create: (company, body) => documents.makeCredit(company, { credit_type: "goodwill", ...body }),
  },
  bills: {
    ...listOf("bills"),
    create: (company, body) => documents.makeBill(company, body),
    update: (company, row, body) => documents.changeBill(company, row, body),
  },
  expenses: { ...listOf("expenses"), create: (company, body) => documents.makeExpense(company, body) },
  payments: {
    ...listOf("payments"),
    create: (company, body) => documents.makePayment(company, body),
    update: (company, row, body) => {
      if (!hides(body)) throw invalid("Payments are changed in FreshBooks.", "payment");
      row["vis_state"] = 1;
      documents.settleInvoice(company, row);
    },
  },
  bill_payments: {
    ...listOf("bill_payments"),
    create: (company, body) => documents.makeBillPayment(company, body),
    update: (company, row, body) => {
      if (!hides(body)) throw invalid("Payments are changed in FreshBooks.", "bill_payment");
      row["vis_state"] = 1;
      documents.settleBill(company, row);
    },
  },
};

function written({ company }: RouteRequest<Name>, row: Row, isNew: boolean): Answer {
  const name = names.find((each) => company.tables[each].known(row) === row) ?? "clients";
  if (isNew && name === "payments") documents.settleInvoice(company, row);
  if (isNew && name === "credit_notes") documents.addCreditPayment(company, row, {});
  if (isNew && name === "bill_payments") documents.settleBill(company, row);
  return { body: single(name, row) };
}

const readWithLines = (name: Name): Route<Name> =>
  get(`${shapes[name].path}/:id`, (request) => {
    const row = findOr(request, name, () => missing(name));
    return { body: single(name, row, request.query) };
  });

const identity = (companies: readonly Books[]): Row => ({
  response: {
    id: 12_345,
    identity_id: 12_345,
    first_name: "Vera",
    last_name: "Beispiel",
    email: "vera@example.com",
    business_memberships: [
      ...companies.map(({ id, facts }, index) => ({
        id: 140_130 + index,
        role: "owner",
        unacknowledged_change: false,
        business: {
          id: facts["number"],
          business_uuid: facts["business"],
          name: facts["name"],
          account_id: id,
          timezone: "America/Toronto",
          date_format: "dd/mm/yyyy",
        },
      })),
      {
        id: 140_199,
        role: "client",
        business: { id: 437_000, business_uuid: null, name: "Only a client", account_id: null },
      },
    ],
    roles: companies.map(({ id }, index) => ({
      id: 61_270 + index,
      role: "admin",
      systemid: 1,
      userid: 1,
      accountid: id,
    })),
  },
});

const forbidden = errors(403, 1003, "The server understood the request but refuses to authorize it.");

const notAllowed = errors(200, 41001, "You do not have access to bills.");

export const simulation = recorded<Name>({
  slug: "freshbooks",
  ...access,
  lists,
  recordings,
  rowsPerList: 0,
  page,
  single: (row, name) => single(name, row),
  sent,
  written,
  update: "PUT",
  documentedRefusals: {
    rateLimited: { ...errors(429, 1010, "Rate limit exceeded."), headers: { "retry-after": "7" } },
    broken: errors(500, 1000, "Internal error."),
    forbidden,
  },
  limitedUser: { isRefused: ({ url }) => /\/bills\/bills\b/.test(url), refused: notAllowed },
  companies: openBooks,
  company: ({ url }, companies) => {
    const [, place = "", id = ""] = /\/(account|businesses)\/([^/?]+)/.exec(url) ?? [];
    if (place === "") return companies[0];
    return companies.find(
      (each) => (place === "account" ? each.id : each.facts["business"]) === decodeURIComponent(id),
    );
  },
  tableOfList: {
    "invoices.list": "invoices",
    "creditNotes.list": "credit_notes",
    "bills.list": "bills",
    "customers.list": "clients",
    "suppliers.list": "bill_vendors",
    "items.list": "items",
    "expenses.list": "expenses",
    "taxRates.list": "taxes",
    "accounts.list": "ledger_accounts",
  },
  subscriptionTable: "callbacks",
  screens: {
    save: ({ company, table, row }) => {
      // Credits have no time of change, so only other values show that a record was saved.
      if (table === "credit_notes") row["city"] = row["city"] === "Sampleville" ? "Exampleton" : "Sampleville";
      company.save(table, row);
      // A payment changes its bill.
      const bill = table === "bill_payments" ? company.tables.bills.get(row["billid"]) : undefined;
      if (bill !== undefined) company.save("bills", bill);
    },
    remove: ({ company, table, row }) => {
      row["vis_state"] = 1;
      company.save(table, row);
      if (table === "payments") documents.settleInvoice(company, row);
      if (table === "bill_payments") documents.settleBill(company, row);
    },
  },
  refused: (error) =>
    error instanceof SyntaxError ? errors(400, 1005, "Expecting value: line 1 column 1") : undefined,
  routes: (context) => [
    get("auth/api/v1/users/me", () => ({ body: identity(context.companies) })),
    get(ledger, ({ company }) => ({ body: { data: company.tables.ledger_accounts.all().map(shown) } })),
    post("accounting/account/:account/journal_entries/journal_entries", (request) => {
      const { journal_entry: entry } = request.body();
      return { body: result({ journal_entry: enter(request.company, object(entry)) }) };
    }),
    readWithLines("invoices"),
    readWithLines("credit_notes"),
    ...webhookRoutes(context),
  ],
});
