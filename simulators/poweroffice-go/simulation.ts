/** PowerOffice Go's API v2, as in the vendor's descriptions and developer pages (NOTES.md of the connector). */
import { findOr } from "../engine/resources.ts";
import { type Answer, del, get, patch, post, type Route, type RouteRequest } from "../engine/routes.ts";
import { type Row, rows, text } from "../engine/values.ts";
import { simulate } from "../engine/vendor.ts";
import { openBooks } from "./books.ts";
import { addNumbered, type Books, type Table } from "./company.ts";
import { after, equal, type Filters, flagged, fromDay, inRanges, listPage, oneOf, toDay } from "./query.ts";
import { inUse, invalid, limitedUser, missing, refusals, wrongKeys } from "./refusals.ts";
import * as rules from "./rules.ts";
import { type Shape, shown } from "./shapes.ts";

type Request = RouteRequest<Table>;

const credentials = {
  username: "simulated-poweroffice-application",
  clientSecret: "simulated-poweroffice-subscription",
  apiKey: "simulated-poweroffice-client",
};
const lifetime = 1200;

interface List {
  readonly path: string;
  readonly table: Table & Shape;
  readonly kind: string;
  readonly filters: Filters;
  readonly required?: readonly string[];
  /** There is no path for a single record. */
  readonly only?: "list";
}

const changed = { lastChangedDateTimeOffsetGreaterThan: after("LastChangedDateTimeOffset") };
const created = { createdDateTimeOffsetGreaterThan: after("CreatedDateTimeOffset") };
const isOpen = flagged(({ Balance }) => Number(Balance) !== 0);
const invoiceFilters: Filters = {
  balanceLastChangedDateTimeOffsetGreaterThan: after("BalanceLastChangedDateTimeOffset"),
  fromDate: fromDay("VoucherDate"),
  toDate: toDay("VoucherDate"),
  onlyUnpaidInvoices: isOpen,
  voucherNos: inRanges("VoucherNo"),
};
const postingDays: Filters = { fromDate: fromDay("PostingDate"), toDate: toDay("PostingDate") };
const bothDays = ["fromDate", "toDate"];

const lists: readonly List[] = [
  {
    path: "Customers",
    table: "customers",
    kind: "Customer",
    filters: {
      ...changed,
      customerNos: inRanges("Number"),
      externalImportReference: equal("ExternalImportReference"),
      customerCreatedDateTimeOffsetGreaterThan: after("CustomerCreatedDateTimeOffset"),
    },
  },
  {
    path: "Suppliers",
    table: "suppliers",
    kind: "Supplier",
    filters: {
      ...changed,
      supplierNos: inRanges("Number"),
      externalImportReference: equal("ExternalImportReference"),
      supplierCreatedDateTimeOffsetGreaterThan: after("SupplierCreatedDateTimeOffset"),
    },
  },
  {
    path: "GeneralLedgerAccounts",
    table: "accounts",
    kind: "GeneralLedgerAccount",
    filters: { ...changed, accountNos: inRanges("AccountNo") },
  },
  {
    path: "Products",
    table: "products",
    kind: "Product",
    filters: { ...changed, ...created, codes: oneOf("Code"), names: oneOf("Name"), type: equal("ProductType") },
  },
  {
    path: "VatCodes",
    table: "vatCodes",
    kind: "VatCode",
    filters: { includeExpired: () => true, isActive: equal("IsActive") },
    only: "list",
  },
  { path: "ClientBankAccounts", table: "bankAccounts", kind: "ClientBankAccount", filters: {} },
  { path: "PaymentTerms", table: "terms", kind: "PaymentTerm", filters: {} },
  {
    path: "Departments",
    table: "departments",
    kind: "Department",
    filters: { ...changed, ...created, codes: oneOf("Code"), isActive: equal("IsActive") },
  },
  { path: "Locations", table: "locations", kind: "Location", filters: { ...created, codes: oneOf("Code") } },
  {
    path: "Projects",
    table: "projects",
    kind: "Project",
    filters: { ...changed, ...created, projectCodes: oneOf("Code") },
  },
  {
    path: "SalesOrders",
    table: "orders",
    kind: "SalesOrder",
    filters: { ...changed, customerNos: inRanges("CustomerNo"), orderStatus: equal("SalesOrderStatus") },
  },
  {
    path: "OutgoingInvoices",
    table: "outgoing",
    kind: "OutgoingInvoice",
    filters: {
      ...invoiceFilters,
      customerNos: inRanges("CustomerNo"),
      invoiceIds: oneOf("Id"),
      invoiceNos: inRanges("InvoiceNo"),
      sentDateTimeOffsetGreaterThan: after("SentDateTimeOffset"),
    },
  },
  {
    path: "IncomingInvoices",
    table: "incoming",
    kind: "IncomingInvoice",
    filters: { ...invoiceFilters, supplierNos: inRanges("SupplierNo"), voucherTypes: oneOf("VoucherType") },
  },
  {
    path: "AccountTransactions",
    table: "transactions",
    kind: "AccountTransaction",
    filters: {
      ...changed,
      ...created,
      ...postingDays,
      accountNos: inRanges("AccountNo"),
      voucherNos: inRanges("VoucherNo"),
      voucherTypes: oneOf("VoucherType"),
    },
    required: bothDays,
    only: "list",
  },
  {
    path: "Customerledger/Statement",
    table: "customerEntries",
    kind: "CustomerLedgerEntry",
    filters: {
      ...changed,
      ...created,
      ...postingDays,
      voucherTypes: oneOf("VoucherType"),
      invoiceNos: oneOf("InvoiceNo"),
    },
    required: bothDays,
    only: "list",
  },
  {
    path: "Supplierledger/Statement",
    table: "supplierEntries",
    kind: "SupplierLedgerEntry",
    filters: {
      ...changed,
      ...created,
      ...postingDays,
      voucherTypes: oneOf("VoucherType"),
      invoiceNos: oneOf("InvoiceNo"),
    },
    required: bothDays,
    only: "list",
  },
];

const at = (request: Request, table: Table, kind: string): Row =>
  findOr(request, table, () => missing(kind, request.params["id"]));

const reading: Route<Table>[] = lists.flatMap(({ path, table, kind, only, ...list }) => {
  const show = (row: Row) => shown(table, row);
  const all = get<Table>(`v2/${path}`, (request) =>
    listPage(request, request.company.tables[table].all(), { ...list, show }),
  );
  if (only === "list") return [all];
  return [all, get<Table>(`v2/${path}/:id`, (request) => ({ body: show(at(request, table, kind)) }))];
});

/** A change is a JSON Patch, and says so. */
function changesIn(request: Request, shape: Shape, kind: string): Row {
  if (!String(request.raw.headers["content-type"]).startsWith("application/json-patch+json"))
    throw invalid(kind, "The content type has to be application/json-patch+json.");
  return rules.patched(shape, kind, request.bodyItems());
}

const parties = (["customers", "suppliers"] as const).flatMap((table): Route<Table>[] => {
  const [path, kind] = table === "customers" ? ["Customers", "Customer"] : ["Suppliers", "Supplier"];
  return [
    post(`v2/${path}`, ({ company, body }) => {
      const made = rules.makeParty(company, table, rules.taken(table, kind, body()));
      return { status: 201, body: shown(table, company.add(table, made)) };
    }),
    patch(`v2/${path}/:id`, (request) => {
      const { company } = request;
      const before = at(request, table, kind);
      const changes = changesIn(request, table, kind);
      rules.checkParty(company, table, changes, before);
      const { MailAddress } = changes;
      const address = MailAddress === undefined ? {} : { MailAddress: rules.addressOf(company, MailAddress) };
      return { body: shown(table, company.save(table, { ...before, ...changes, ...address })) };
    }),
    del(`v2/${path}/:id`, (request) => {
      const { company } = request;
      const row = at(request, table, kind);
      const entries = company.tables[table === "customers" ? "customerEntries" : "supplierEntries"];
      if (entries.find(`${kind}Id`, row["Id"]) !== undefined) throw inUse(kind, row["Id"]);
      company.remove(table, row);
      return { status: 200 };
    }),
  ];
});

function checkProduct({ tables }: Books, { StandardSalesAccountId: account }: Row): Row {
  if (account === undefined || account === null) return {};
  const found = tables.accounts.get(account);
  if (found === undefined) throw missing("GeneralLedgerAccount", account);
  return { StandardSalesAccountId: found["Id"], StandardSalesAccount: found["AccountNo"] };
}

const products: Route<Table>[] = [
  // The only create that is answered with 200.
  post("v2/Products", ({ company, body }) => {
    const given = rules.taken("products", "Product", body());
    if (!given["Name"]) throw invalid("Product", "Name is required.");
    if (given["Code"] && company.tables.products.find("Code", given["Code"]) !== undefined)
      throw invalid("Product", `Code ${text(given["Code"])} is in use.`);
    const blank = { ProductType: "Product", IsArchived: false, IsStockItem: false };
    const made = addNumbered(company, "products", { ...blank, ...given, ...checkProduct(company, given) });
    return { body: shown("products", made) };
  }),
  patch("v2/Products/:id", (request) => {
    const { company } = request;
    const before = at(request, "products", "Product");
    const changes = changesIn(request, "products", "Product");
    return {
      body: shown("products", company.save("products", { ...before, ...changes, ...checkProduct(company, changes) })),
    };
  }),
  post("v2/PaymentTerms", ({ company, body }) => {
    const given = rules.taken("terms", "PaymentTerm", body());
    if (!given["Name"] || given["CreditDays"] === undefined)
      throw invalid("PaymentTerm", "Name and CreditDays are required.");
    const made = addNumbered(company, "terms", { IsActive: true, IsDefault: false, ...given });
    return { status: 201, body: shown("terms", made) };
  }),
];

const completeOrder = (row: Row): Row => ({
  ...shown("orders", row),
  SalesOrderLines: rows(row["lines"]).map((line) => shown("orderLines", line)),
});

const orders: Route<Table>[] = [
  get("v2/SalesOrders/:id/Complete", (request) => ({ body: completeOrder(at(request, "orders", "SalesOrder")) })),
  post("v2/SalesOrders/Complete", ({ company, body }) => ({
    status: 201,
    body: completeOrder(company.add("orders", rules.makeOrder(company, body()))),
  })),
  del("v2/SalesOrders/:id", (request): Answer => {
    request.company.remove("orders", at(request, "orders", "SalesOrder"));
    return { status: 200 };
  }),
  post("v2/SalesOrders/:id/createAndSendInvoice", (request) => {
    const { company } = request;
    const { VoucherDate, OverrideDueDate } = request.body();
    const order = at(request, "orders", "SalesOrder");
    const due = text(OverrideDueDate);
    rules.send(company, order, { date: text(VoucherDate) || company.today(), ...(due !== "" && { due }) });
    return { status: 202, body: { Id: order["Id"] } };
  }),
];

const lines: Route<Table> = get("v2/OutgoingInvoices/:id/Lines", (request) =>
  listPage(request, rows(at(request, "outgoing", "OutgoingInvoice")["lines"]), {
    filters: {},
    show: (row) => shown("outgoingLines", row),
  }),
);

const vouchers: Route<Table>[] = (["ManualJournal", "BankJournal"] as const).map((type) =>
  post(`v2/Vouchers/${type}s`, ({ company, body }) => {
    const { LastChangedDateTimeOffset: _changed, ...voucher } = company.atOnce(() =>
      rules.bookFromOutside(company, type, body()),
    );
    return { status: 201, body: voucher };
  }),
);

const settings: Route<Table>[] = [
  get("v2/ClientIntegrationInformation", ({ company }) => ({
    body: {
      ActiveClientSubscriptions: ["Accounting"],
      ClientId: "5c1d6f0a-7a35-4b0e-9a43-1c1d0b9d5d11",
      ClientName: company.facts["name"],
      InvalidPrivileges: [],
      ValidPrivileges: ["Customer_Full", "Supplier_Full", "Product_Full", "SalesOrders_Full", "OutgoingInvoice"],
    },
  })),
  get("v2/FinancialSettings", () => ({ body: { CurrencyCode: "NOK", FinancialYearEndMonth: "December" } })),
  get("v2/LockDateSettings", ({ company }) => ({ body: { LockDate: company.facts["lockDate"] } })),
];

export const simulation = simulate<Table>({
  slug: "poweroffice-go",
  base: "/goapi.poweroffice.net",
  companies: openBooks,
  company: (_request, [client]) => client,
  refusals: () => refusals,
  limitedUser,
  session: {
    credentials,
    start: ["POST", "OAuth/Token"],
    tokenIn: ({ headers }) => /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1],
    isRight: ({ raw: { headers, body } }) => {
      const basic = Buffer.from(`${credentials.username}:${credentials.apiKey}`).toString("base64");
      const isForm = headers["content-type"] === "application/x-www-form-urlencoded";
      const form = new URLSearchParams(Buffer.isBuffer(body) ? body.toString() : "");
      const isKnown =
        headers.authorization === `Basic ${basic}` && headers["ocp-apim-subscription-key"] === credentials.clientSecret;
      if (isForm && form.get("grant_type") === "client_credentials" && isKnown) return true;
      throw wrongKeys();
    },
    ends: ({ world }) => world.now() + lifetime * 1000,
    answer: (token) => ({ access_token: token, token_type: "bearer", expires_in: lifetime }),
  },
  tableOfList: {
    "accounts.list": "accounts",
    "bills.list": "incoming",
    "creditNotes.list": "outgoing",
    "customers.list": "customers",
    "invoices.list": "outgoing",
    "items.list": "products",
    "journalEntries.list": "vouchers",
    "payments.list": "customerEntries",
    "paymentTerms.list": "terms",
    "projects.list": "projects",
    "salesOrders.list": "orders",
    "suppliers.list": "suppliers",
    "vendorCredits.list": "incoming",
  },
  screens: {
    save: ({ company, table, row }) => {
      company.save(table, row);
      if (table !== "vouchers") return;
      for (const posting of company.tables.transactions.under("VoucherNo", row["VoucherNo"]))
        company.save("transactions", posting);
    },
  },
  closeBooks: (client, until) => {
    const { lockDate } = client.facts;
    client.facts["lockDate"] = until;
    return () => {
      client.facts["lockDate"] = lockDate;
    };
  },
  acts: { receiveBill: (client, details) => void rules.receive(client, details) },
  routes: () => [...settings, ...orders, lines, ...reading, ...parties, ...products, ...vouchers],
  // The key of the subscription is checked before the token.
  admit:
    () =>
    ({ headers, url }) =>
      headers["ocp-apim-subscription-key"] === credentials.clientSecret || url.includes("/OAuth/")
        ? {}
        : { refused: refusals.unauthorized },
});
