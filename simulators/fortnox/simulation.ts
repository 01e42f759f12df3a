/** Fortnox's API v3, after its OpenAPI description, its recorded replies and the live tests of its SDK (NOTES.md of the connector). */
import { changeBriefly } from "../engine/closing.ts";
import { pdf } from "../engine/files.ts";
import { byNumber, wholeNumber } from "../engine/pages.ts";
import { type RecordedList, recorded } from "../engine/recorded.ts";
import { findOr } from "../engine/resources.ts";
import { type Answer, get, post, put, type Query, type Route, type RouteRequest } from "../engine/routes.ts";
import { dayLater, isRow, row as object, type Row, text } from "../engine/values.ts";
import { offsetIn } from "../engine/zone.ts";
import { access } from "./access.ts";
import { openBooks } from "./books.ts";
import { blank, recordings } from "./recordings.ts";
import * as rules from "./rules.ts";
import { type Books, listed, type Name, names, shapes, shown } from "./shapes.ts";
import { outside } from "./topics.ts";

const offset = offsetIn("Europe/Stockholm");

/** `2026-11-19 08:30:00`, on Swedish clocks. */
function timeOf(local: string): number {
  const asUtc = Date.parse(`${local.replace(" ", "T")}Z`);
  if (Number.isNaN(asUtc)) throw rules.invalid("Ogiltig parameter i anropet.", 2000588);
  return asUtc - offset(asUtc - offset(asUtc));
}

type Test = (row: Row, wanted: string, name: Name) => boolean;

const contains =
  (field: string): Test =>
  (row, wanted) =>
    text(row[field]).toLowerCase().includes(wanted.toLowerCase());

/** The field with the day of a document. */
const dayOf = (row: Row): string =>
  text(row["InvoiceDate"] ?? row["OrderDate"] ?? row["OfferDate"] ?? row["TransactionDate"]);

const filters: Readonly<Record<string, Test>> = {
  lastmodified: (row, wanted) => Number(row["changed"]) >= timeOf(wanted),
  fromdate: (row, wanted) => dayOf(row) >= wanted,
  name: contains("Name"),
  email: contains("Email"),
  customernumber: contains("CustomerNumber"),
  articlenumber: contains("ArticleNumber"),
  invoicenumber: (row, wanted) => text(row["InvoiceNumber"]) === wanted,
  credit: (row, wanted) => text(row["Credit"]) === wanted,
  financialyear: (row, wanted, name) => {
    // The youngest accounts are in the chart of the last year only.
    if (name === "accounts") return Number(wanted) >= 7 || Number(row["Number"]) < 5530 || Number(row["Number"]) > 5999;
    return name !== "vouchers" || text(row["Year"]) === wanted;
  },
};

/** Only these lists know when a record changed. */
const dated: readonly Name[] = [
  "accounts",
  "articles",
  "customers",
  "invoices",
  "invoicepayments",
  "offers",
  "orders",
  "supplierinvoices",
  "vouchers",
];

const sortFields: Readonly<Record<string, string>> = { invoicedate: "InvoiceDate", documentnumber: "DocumentNumber" };

function sorted(all: readonly Row[], { sortby = "", sortorder }: Query): readonly Row[] {
  const field = sortFields[sortby];
  if (field === undefined) return all;
  const key = (row: Row) => (field === "DocumentNumber" ? text(row[field]).padStart(20, "0") : text(row[field]));
  const found = all.toSorted((left, right) => (key(left) < key(right) ? -1 : 1));
  return sortorder === "descending" ? found.toReversed() : found;
}

function page(all: readonly Row[], { query }: RouteRequest<Name>, name: Name): Answer {
  const { page: wanted, limit, sortby: _by, sortorder: _order, ...conditions } = query;
  if (conditions["lastmodified"] !== undefined && !dated.includes(name))
    throw rules.invalid("Ogiltig parameter i anropet.", 2000588);
  const found = all.filter((row) =>
    Object.entries(conditions).every(([filter, value = ""]) => filters[filter]?.(row, value, name) ?? true),
  );
  const number = wholeNumber(wanted, 1);
  const size = wholeNumber(limit, 100, 500);
  const { rows, total } = byNumber(sorted(found, query), number, size);
  const { many } = shapes[name];
  return {
    body: {
      MetaInformation: { "@TotalResources": total, "@TotalPages": Math.ceil(total / size), "@CurrentPage": number },
      [many]: rows.map((row) => ({ "@url": urlOf(name, row), ...listed(name, row) })),
    },
  };
}

const urlOf = (name: Name, row: Row): string =>
  name === "vouchers"
    ? `https://api.fortnox.se/3/vouchers/${text(row["VoucherSeries"])}/${text(row["VoucherNumber"])}?financialyear=${text(row["Year"])}`
    : `https://api.fortnox.se/3/${name}/${encodeURIComponent(rules.idOf(row, name))}`;

/** A reply with one record. It has every recorded field. */
const single = (name: Name, row: Row): Row => ({
  [shapes[name].one]: { "@url": urlOf(name, row), ...shown(row) },
});

/** The record in a body, which is wrapped. */
function sent(request: RouteRequest<Name>, name: Name): Row {
  const body = request.body()[shapes[name].one];
  if (isRow(body)) return body;
  throw rules.invalid("Ingen eller felaktig typ av data.", 2001392);
}

const listOf = (name: Name): RecordedList<Name> => ({
  path: name,
  id: shapes[name].id,
  missing: () => rules.missing(name),
});

type Making = (company: Books, body: Row) => Row;

/** Master data, with a number of its own unless the body has one. */
const master = (
  name: Name,
  defaults: Row,
  required: string,
  check: Making = (_company, body) => body,
): RecordedList<Name> => ({
  ...listOf(name),
  create: (company, body) => {
    if (text(body[required]) === "") throw rules.invalid(`Fältet ${required} måste anges.`, 2000359);
    const { id } = shapes[name];
    const number = rules.numberFor(company, name, body[id], 70_001);
    return blank(name, { ...defaults, ...check(company, body), [id]: id === "Number" ? Number(number) : number });
  },
  update: (company, row, body) => void Object.assign(row, check(company, body)),
});

const countryNames = new Intl.DisplayNames("sv", { type: "region", fallback: "none" });

const withCountry: Making = (_company, body) => {
  const { CountryCode: code } = body;
  if (code === undefined) return body;
  const name = /^[A-Z]{2}$/.test(text(code)) ? countryNames.of(text(code)) : undefined;
  if (name === undefined) throw rules.invalid("Ogiltig landskod.", 2000359);
  return { ...body, Country: name };
};

const document = (name: rules.Kind): RecordedList<Name> => ({
  ...listOf(name),
  create: (company, body) => rules.makeDocument(company, name, body),
  update: (company, row, body) => rules.changeDocument(company, name, row, body),
});

const supplierDefaults: Row = {
  Active: true,
  ...Object.fromEntries(
    "Address1 Address2 BG BIC Bank BankAccountNumber City Country CountryCode Email Fax IBAN OrganisationNumber PG Phone1 Phone2 TermsOfPayment VATNumber ZipCode"
      .split(" ")
      .map((field) => [field, ""]),
  ),
  Currency: "SEK",
};

const checkArticle: Making = (company, body) => {
  rules.checkAccount(company, body["SalesAccount"]);
  rules.checkAccount(company, body["PurchaseAccount"]);
  return body;
};

const lists: Readonly<Partial<Record<Name, RecordedList<Name>>>> = {
  ...Object.fromEntries(names.map((name) => [name, listOf(name)])),
  customers: master(
    "customers",
    { Active: true, Currency: "SEK", Type: "COMPANY", VATType: "SEVAT" },
    "Name",
    withCountry,
  ),
  suppliers: master("suppliers", supplierDefaults, "Name", withCountry),
  articles: master(
    "articles",
    { Active: true, PurchaseAccount: 4000, SalesAccount: 3001, Type: "STOCK", VAT: 25, SalesPrice: null },
    "Description",
    checkArticle,
  ),
  projects: master("projects", { Status: "ONGOING" }, "Description"),
  termsofpayments: master("termsofpayments", {}, "Code"),
  accounts: master("accounts", { Active: true, Year: 5 }, "Description"),
  invoices: document("invoices"),
  orders: document("orders"),
  offers: document("offers"),
  supplierinvoices: {
    ...listOf("supplierinvoices"),
    create: (company, body) => rules.makeSupplierInvoice(company, body),
  },
  invoicepayments: {
    ...listOf("invoicepayments"),
    create: (company, body) => rules.makePayment(company, "invoicepayments", body),
  },
  supplierinvoicepayments: {
    ...listOf("supplierinvoicepayments"),
    create: (company, body) => rules.makePayment(company, "supplierinvoicepayments", body),
  },
};

const act = (name: Name, action: string, work: (company: Books, row: Row) => Row): Route<Name> =>
  put(`${name}/:id/${action}`, (request) => {
    const row = findOr(request, name, () => rules.missing(name));
    return { body: single(name, work(request.company, row)) };
  });

const printed = (name: Name): Route<Name> =>
  get(`${name}/:id/preview`, (request) => {
    const row = findOr(request, name, () => rules.missing(name));
    return {
      headers: { "content-type": "application/pdf" },
      body: pdf(`${shapes[name].one} ${rules.idOf(row, name)}`),
    };
  });

const vouchers: Route<Name>[] = [
  get("vouchers/:series/:number", ({ company, params, query }) => {
    const { series = "", number = "" } = params;
    const row = company.tables.vouchers.get(`${query["financialyear"]}-${series}-${number}`);
    if (row === undefined) throw rules.missing("vouchers");
    return { body: single("vouchers", row) };
  }),
  post("vouchers", (request) => {
    const row = rules.makeVoucher(request.company, sent(request, "vouchers"), request.query["financialyear"]);
    return { status: 201, body: single("vouchers", row) };
  }),
];

const settings: Route<Name>[] = [
  get("companyinformation", ({ company }) => ({
    body: {
      CompanyInformation: {
        CompanyName: company.facts["CompanyName"],
        DatabaseNumber: company.facts["DatabaseNumber"],
        CountryCode: "SE",
      },
    },
  })),
  get("settings/lockedperiod", ({ company }) => ({
    body: { LockedPeriod: { EndDate: text(company.facts["lockedUntil"]) || null } },
  })),
];

const forbidden = {
  status: 400,
  body: {
    ErrorInformation: { error: 1, message: "Det finns ingen aktiv licens för önskat scope", code: 2001101 },
  },
};

export const simulation = recorded<Name>({
  slug: "fortnox",
  ...access,
  lists,
  recordings,
  rowsPerList: 0,
  page: (all, request, name) => page(all, request, name),
  single: (row, name) => single(name, object(row)),
  sent,
  update: "PUT",
  documentedRefusals: { forbidden },
  limitedUser: {
    isRefused: ({ url }) => /\/supplierinvoices\b/.test(url),
    refused: forbidden,
  },
  screens: {
    save: ({ company, table, row }) => {
      // Lists have no time of change, so only other values show that a record was saved.
      if (table === "invoices") row["DueDate"] = dayLater(text(row["DueDate"]), 1);
      if (table === "customers") row["City"] = row["City"] === "Nyköping" ? "Gävle" : "Nyköping";
      company.save(table, row);
      // A payment changes its supplier invoice.
      const bill =
        table === "supplierinvoicepayments" ? company.tables.supplierinvoices.get(row["InvoiceNumber"]) : undefined;
      if (bill !== undefined) company.save("supplierinvoices", bill);
    },
  },
  closeBooks: ({ facts }, until) => changeBriefly([facts], { lockedUntil: until }),
  companies: openBooks,
  outside,
  tableOfList: Object.fromEntries(
    (
      [
        ["invoices", "invoices"],
        ["creditNotes", "invoices"],
        ["salesOrders", "orders"],
        ["offers", "offers"],
        ["bills", "supplierinvoices"],
        ["vendorCredits", "supplierinvoices"],
        ["customers", "customers"],
        ["suppliers", "suppliers"],
        ["items", "articles"],
        ["accounts", "accounts"],
        ["projects", "projects"],
        ["fiscalYears", "financialyears"],
        ["journalEntries", "vouchers"],
      ] as const
    ).map(([list, table]) => [`${list}.list`, table]),
  ),
  refused: (error) =>
    error instanceof SyntaxError
      ? { status: 400, body: { ErrorInformation: { error: 1, message: "Error deserializing JSON", code: 2002115 } } }
      : undefined,
  routes: () => [
    ...settings,
    ...vouchers,
    printed("invoices"),
    printed("offers"),
    act("invoices", "bookkeep", rules.bookInvoice),
    act("invoices", "cancel", (company, row) => rules.cancel(company, "invoices", row)),
    act("invoices", "credit", rules.credit),
    act("supplierinvoices", "bookkeep", rules.bookSupplierInvoice),
    act("supplierinvoices", "cancel", (company, row) => rules.cancel(company, "supplierinvoices", row)),
    act("invoicepayments", "bookkeep", (company, row) => rules.bookPayment(company, "invoicepayments", row)),
    act("supplierinvoicepayments", "bookkeep", (company, row) =>
      rules.bookPayment(company, "supplierinvoicepayments", row),
    ),
  ],
});
