/** The API of Visma eAccounting in version 2, after its description, its pages and what was measured in its sandbox (NOTES.md of the connector). */
import { changeBriefly } from "../engine/closing.ts";
import { pdf } from "../engine/files.ts";
import { findOr } from "../engine/resources.ts";
import { type Answer, del, get, post, put, type Route, type RouteRequest } from "../engine/routes.ts";
import { dayLater, type Row, rows, text } from "../engine/values.ts";
import { simulate } from "../engine/vendor.ts";
import { access } from "./access.ts";
import { openBooks } from "./books.ts";
import { type Books, companyName, shown, type Table } from "./company.ts";
import { articleFrom, customerFrom, projectFrom, supplierFrom } from "./masters.ts";
import { page } from "./query.ts";
import { limitedUser, missing, refusals } from "./refusals.ts";
import * as rules from "./rules.ts";

type Request = RouteRequest<Table>;

const listed = ({ company, query }: Request, all: readonly Row[]): Answer => page(all.map(shown), query, company.now());

const list = (table: Table): Route<Table> =>
  get(table, (request) => listed(request, request.company.tables[table].all()));
const single = (table: Table): Route<Table> =>
  get(`${table}/:id`, (request) => ({ body: shown(findOr(request, table, missing)) }));

type Making = (company: Books, body: Row, row?: Row) => Row;

const create = (table: Table, make: Making): Route<Table> =>
  post(table, ({ company, body }) => ({ status: 201, body: shown(company.add(table, make(company, body()))) }));

const change = (table: Table, make: Making): Route<Table> =>
  put(`${table}/:id`, (request) => {
    const row = findOr(request, table, missing);
    Object.assign(row, make(request.company, request.body(), row));
    return { body: shown(request.company.save(table, row)) };
  });

/** Invoices that changed since then, by a parameter of their own. */
const invoiceList = get<Table>("customerinvoices", (request) => {
  const { modifiedSinceUtc: since } = request.query;
  const all = request.company.tables.customerinvoices.all();
  return listed(
    request,
    since === undefined ? all : all.filter(({ ModifiedUtc }) => Date.parse(text(ModifiedUtc)) >= Date.parse(since)),
  );
});

/** The list of supplier invoices leaves out what is left of some. */
const supplierInvoiceList = get<Table>("supplierinvoices", (request) =>
  listed(
    request,
    request.company.tables.supplierinvoices.all().map((row, index) => {
      if (index % 4 !== 2) return row;
      const { RemainingAmount: _left, RemainingAmountInvoiceCurrency: _own, ...rest } = row;
      return rest;
    }),
  ),
);

const vouchers: Route<Table>[] = [
  list("vouchers"),
  get("vouchers/:year", (request) => {
    const { company, params } = request;
    const year = company.tables.fiscalyears.get(params["year"]);
    if (year === undefined) throw missing();
    const isIn = ({ VoucherDate }: Row) => rules.yearOf(company, text(VoucherDate))["Id"] === year["Id"];
    return listed(request, company.tables.vouchers.where(isIn));
  }),
  get("vouchers/:year/:id", (request) => {
    const row = findOr(request, "vouchers", missing);
    if (rules.yearOf(request.company, text(row["VoucherDate"]))["Id"] !== request.params["year"]) throw missing();
    return { body: shown(row) };
  }),
  post("vouchers", ({ company, body, query }) => ({
    status: 201,
    body: shown(rules.makeVoucher(company, body(), query["useDefaultVoucherSeries"] !== "false")),
  })),
];

const accounts: Route<Table>[] = [
  list("accounts"),
  get("accounts/:year", (request) => {
    const { tables } = request.company;
    if (!tables.fiscalyears.has(request.params["year"])) throw missing();
    return listed(request, tables.accounts.under("FiscalYearId", request.params["year"]));
  }),
  get("accounts/:year/:number", ({ company, params }) => {
    const { year, number } = params;
    const row = company.tables.accounts.under("FiscalYearId", year).find(({ Number: written }) => written === number);
    if (row === undefined) throw missing();
    return { body: shown(row) };
  }),
  get("accountbalances/:date", (request) =>
    listed(request, rules.balancesAt(request.company, request.params["date"] ?? "")),
  ),
];

const storage = "eaccountingstoragese.vismaonline.com/temp/fileanonymous";

const invoices: Route<Table>[] = [
  invoiceList,
  single("customerinvoices"),
  get("customerinvoices/:id/pdf", (request) => ({
    body: { Url: `https://${storage}/${text(findOr(request, "customerinvoices", missing)["Id"])}` },
  })),
  post("customerinvoices/:id/payments", (request) => ({
    status: 201,
    body: rules.pay(request.company, "customerinvoices", findOr(request, "customerinvoices", missing), request.body()),
  })),
  list("customerinvoicedrafts"),
  single("customerinvoicedrafts"),
  create("customerinvoicedrafts", rules.makeDraft),
  del("customerinvoicedrafts/:id", ({ company, params }) => {
    rules.removeDraft(company, params["id"]);
    return { status: 204 };
  }),
  post("customerinvoicedrafts/:id/convert", (request) => {
    const draft = findOr(request, "customerinvoicedrafts", missing);
    const keepsDate = request.query["keepOriginalDraftDate"] === "true";
    return { status: 201, body: shown(rules.convert(request.company, draft, keepsDate)) };
  }),
  supplierInvoiceList,
  single("supplierinvoices"),
  post("supplierinvoices", ({ company, body }) => ({
    status: 201,
    body: shown(rules.makeSupplierInvoice(company, body())),
  })),
  post("supplierinvoices/:id/payments", (request) => ({
    status: 201,
    body: rules.pay(request.company, "supplierinvoices", findOr(request, "supplierinvoices", missing), request.body()),
  })),
];

const settings = get<Table>("companysettings", ({ company }) => {
  const { facts, tables } = company;
  const lockedUntil = text(facts["lockedUntil"]);
  return {
    body: {
      Name: companyName,
      Email: "post@exempel.example",
      CountryCode: "SE",
      CurrencyCode: "SEK",
      TermsOfPaymentId: tables.termsofpayments.all()[0]?.["Id"],
      CorporateIdentityNumber: "000000-0000",
      AccountingLockedTo: lockedUntil === "" ? null : `${lockedUntil}T00:00:00`,
      AccountingLockInterval: 0,
      ProductVariant: 1,
      ActivatedModules: [],
      ShowPricesExclVatPC: facts["showPricesExclVat"],
      DomesticCurrencyRounding: 0,
      CompanyStatus: 1,
    },
  };
});

/** A user saves a record without changing it, or with another day or name where the vendor keeps no time of the change. */
function save({ company, table, row }: { readonly company: Books; readonly table: Table; readonly row: Row }): void {
  if (table === "fiscalyears") row["EndDate"] = dayLater(text(row["EndDate"]), 1);
  if (table === "termsofpayments" || table === "units") row["Name"] = `${text(row["Name"])}*`;
  if (table === "costcenters")
    row["Items"] = rows(row["Items"]).map((item) => ({ ...item, Name: `${text(item["Name"])}*` }));
  company.save(table, row);
}

export const simulation = simulate<Table>({
  slug: "visma-eaccounting",
  ...access,
  companies: (world) => [openBooks(world)],
  company: (_request, [only]) => only,
  refusals: () => refusals,
  limitedUser,
  closeBooks: ({ facts }, until) => changeBriefly([facts], { lockedUntil: until }),
  screens: { save },
  tableOfList: {
    "accounts.list": "accounts",
    "bankAccounts.list": "bankaccounts",
    "bills.list": "supplierinvoices",
    "creditNotes.list": "customerinvoices",
    "customers.list": "customers",
    "fiscalYears.list": "fiscalyears",
    "invoices.list": "customerinvoices",
    "items.list": "articles",
    "journalEntries.list": "vouchers",
    "paymentTerms.list": "termsofpayments",
    "projects.list": "projects",
    "suppliers.list": "suppliers",
    "units.list": "units",
    "vendorCredits.list": "supplierinvoices",
  },
  outside:
    ({ companies }) =>
    (app) => {
      app.get<{ Params: { id: string } }>(`/${storage}/:id`, async ({ params: { id } }, reply) => {
        const invoice = companies[0]?.tables.customerinvoices.get(id);
        if (invoice === undefined) return reply.code(404).send();
        return reply.type("application/pdf").send(pdf(`Faktura ${text(invoice["InvoiceNumber"])}`));
      });
    },
  routes: () => [
    settings,
    ...accounts,
    ...vouchers,
    ...invoices,
    ...(["customers", "suppliers", "articles", "projects"] as const).flatMap((table) => [list(table), single(table)]),
    ...(["termsofpayments", "units", "fiscalyears", "bankaccounts", "articleaccountcodings"] as const).flatMap(
      (table) => [list(table), single(table)],
    ),
    list("costcenters"),
    create("customers", customerFrom),
    change("customers", customerFrom),
    create("suppliers", supplierFrom),
    change("suppliers", supplierFrom),
    create("articles", articleFrom),
    change("articles", articleFrom),
    create("projects", (company, body) => projectFrom(company, body)),
  ],
});
