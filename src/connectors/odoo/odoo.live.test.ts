/** The whole suite against a real Odoo, started from its source: `npm run test:live -- odoo`. */
import { afterAll } from "vitest";
import { refusals } from "../../../simulators/odoo/refusals.ts";
import { conformance } from "../../../test/conformance/conformance.ts";
import { day, midnight } from "../../../test/conformance/days.ts";
import type { Facts, Known } from "../../../test/conformance/facts.ts";
import { liveSimulation } from "../../../test/conformance/live.ts";
import { startOdoo } from "../../../test/live/odoo.ts";
import { readBooks } from "../../../test/live/odooBooks.ts";
import { writeBooks } from "../../../test/live/odooWrites.ts";
import { odoo } from "./connector.ts";

const started = await startOdoo();
afterAll(() => started.stop());

// Runs first, while the books are unchanged.
readBooks(started);
writeBooks(started);

const company = started.value("COMPANY_EUR");
const valueOf = (query: string): string => started.sql(query)[0]?.[0] ?? "";
const priceIncludes =
  started.version < 18 ? "price_include" : "coalesce(price_include_override = 'tax_included', false)";
const taxOf = (use: string): string =>
  valueOf(
    `select id from account_tax where company_id = ${company} and type_tax_use = '${use}' and amount = 19 and not ${priceIncludes} order by sequence, id limit 1`,
  );
const accountOf = (type: string): string =>
  valueOf(`select id from ${started.accounts} where company_id = ${company} and account_type = '${type}' limit 1`);
const itemOf = (code: string): string => valueOf(`select id from product_product where default_code = '${code}'`);
const saleTax = taxOf("sale");
const purchaseTax = taxOf("purchase");
const revenue = accountOf("income");
const cost = accountOf("expense");
const payable = accountOf("liability_payable");
const item = itemOf("BE-1");
const customer = valueOf("select id from res_partner where name like 'Nebelhorn%'");
const supplier = valueOf("select id from res_partner where name like 'Tauwerk%'");
const dimension = valueOf(`select id from account_analytic_account where code = 'KS-1'`);

// Few entries have a file, and the suite looks at some only.
const [[journalEntryId = "", attachmentId = ""] = []] = started.sql(
  `select res_id, id from ir_attachment where res_model = 'account.move' and res_field is null order by id limit 1`,
);

const digits = (known: Known): string => known.fresh().replaceAll(/\D/g, "").slice(-6);

const address = {
  addressLine1: "Kaiweg 8",
  addressLine2: "Hinterhaus",
  city: "Musterhafen",
  countryCode: "DE" as const,
  postalCode: "00003",
};
const phoneNumbers = [{ number: "+49 30 000002" }, { number: "+49 170 000002", type: "MOBILE" as const }];
const reachable = (known: Known) => ({
  addresses: [address],
  companyName: `Möwe & Söhne ${known.fresh()}`,
  contactType: "COMPANY" as const,
  phoneNumbers,
  number: `N${digits(known)}`,
  emailAddresses: [{ email: "moewe@example.com" }],
  contactPersons: [{ lastName: "Robin Muster", emailAddresses: [{ email: "robin@example.com" }], phoneNumbers }],
});
const trader = (known: Known) => ({
  ...reachable(known),
  vatId: "DE136695976",
  bankAccount: { iban: "DE02120300000000202051", holder: "Möwe" },
});
const changes = {
  companyName: "Möwe & Töchter",
  phoneNumbers: [{ number: "+49 30 000003" }],
  addresses: [{ ...address, city: "Probestadt", postalCode: "00004" }],
};
const offered = { description: "Tau, gespleißt", quantity: 2, unitAmount: 350.5, taxCode: saleTax, itemId: item };
const sold = { ...offered, accountId: revenue, dimensions: [{ id: dimension }] };
const bought = { ...sold, taxCode: purchaseTax, accountId: cost };
const purchase = {
  contactId: supplier,
  currency: "EUR",
  journalCode: "BILL",
  dueDate: midnight(30),
  paymentReference: "RF 1/2",
  status: "DRAFT" as const,
  lineItems: [{ ...bought, totalDiscountPercentage: 5 }],
};

const requests: Facts["requests"] = {
  "accounts.create": (known) => ({ name: "Werbung", number: `4690${digits(known)}`, type: "EXPENSE" }),
  "contacts.create": (known) => ({
    ...reachable(known),
    isCustomer: true,
    isSupplier: false,
    website: "https://moewe.example.com",
  }),
  "contacts.patch": { ...changes, website: "https://moewen.example.com" },
  "contacts.update": { ...changes, contactType: "COMPANY", website: "https://moewen.example.com" },
  "customers.create": trader,
  "customers.update": { ...changes, contactType: "COMPANY", vatId: "DE136695976" },
  "customers.patch": { ...changes, vatId: "DE136695976" },
  "suppliers.create": trader,
  "suppliers.update": { ...changes, contactType: "COMPANY", number: "N78" },
  "suppliers.patch": { ...changes, number: "N77" },
  "invoices.create": (known) => ({
    contactId: customer,
    currency: "USD",
    journalCode: "INV",
    reference: `PO ${known.fresh()}`,
    invoiceDate: midnight(0),
    dueDate: midnight(14),
    status: "DRAFT",
    lineItems: [{ ...sold, discountItemPercentage: 10 }],
  }),
  "invoices.patch": (known) => ({
    reference: `PO ${known.fresh()}`,
    invoiceDate: midnight(1),
    lineItems: [{ ...sold, quantity: 4 }],
  }),
  "bills.create": (known) => ({ ...purchase, billDate: midnight(0), billNumber: `B${known.fresh()}` }),
  "bills.update": (known) => ({ billNumber: `B${known.fresh()}`, paymentReference: "RF 7/7", dueDate: midnight(40) }),
  "vendorCredits.create": (known) => ({
    ...purchase,
    vendorCreditDate: midnight(0),
    vendorCreditNumber: `V${known.fresh()}`,
  }),
  "vendorCredits.update": (known) => ({
    vendorCreditDate: midnight(1),
    vendorCreditNumber: `V${known.fresh()}`,
    lineItems: [{ ...bought, quantity: 3 }],
  }),
  "items.create": (known) => ({
    name: "Hocker",
    itemNumber: `S${known.fresh()}`,
    type: "PRODUCT",
    unitName: "UNIT",
    unitPurchasePrice: 12.4,
    taxCode: saleTax,
    incomeAccountId: revenue,
    expenseAccountId: cost,
  }),
  "items.patch": { name: "Hocker, geölt" },
  "journalEntries.create": (known) => ({
    description: `Miete ${known.fresh()}`,
    journalCode: "MISC",
    transactionDate: midnight(0),
    isProvisional: false,
    journalLineItems: [
      {
        accountId: cost,
        debitCreditIndicator: "DEBIT",
        totalNetAmount: 99.9,
        description: "Oktober",
        dimensions: [{ id: dimension }],
      },
      { accountId: payable, debitCreditIndicator: "CREDIT", totalNetAmount: 99.9, supplierId: supplier },
    ],
  }),
  "offers.create": (known) => ({
    addresses: [],
    currency: "EUR",
    contactId: customer,
    offerDate: midnight(0),
    reference: `C ${known.fresh()}`,
    lineItems: [{ ...offered, totalDiscountPercentage: 5 }],
  }),
  "salesOrders.create": () => ({
    contactId: customer,
    currency: "EUR",
    orderDate: midnight(0),
    status: "OPEN",
    deliveryDate: midnight(14),
    comment: "Zweimal klingeln & warten",
    billingContactId: customer,
    shippingContactId: customer,
    lineItems: [{ ...offered, totalDiscountPercentage: 5 }],
  }),
  "projects.create": (known) => ({
    name: `Lesesaal ${known.fresh()}`,
    description: "Regale <Eiche>",
    contactId: customer,
    startDate: midnight(0),
    endDate: midnight(60),
  }),
  "files.create": async (known) => ({ documentType: "BILL", resourceId: await known.id("bills.list") }),
  "journalEntries.attachments.create": {},
  "payments.create": async (known) => ({
    currency: "EUR",
    journalCode: "BNK1",
    paymentLines: [
      {
        invoiceId: await known.id(
          "invoices.list",
          ({ status, currency }) => ["OPEN", "OVERDUE"].includes(String(status)) && currency === "EUR",
        ),
        amount: 1.5,
        paymentDate: day(-1),
        description: "Teilzahlung",
      },
    ],
  }),
};

const tables: Readonly<Record<string, string>> = {
  accounts: "account_account",
  bankAccounts: "account_journal",
  bills: "account_move",
  contacts: "res_partner",
  creditNotes: "account_move",
  customers: "res_partner",
  dimensions: "account_analytic_account",
  invoices: "account_move",
  items: "product_product",
  journalEntries: "account_move",
  journals: "account_journal",
  offers: "sale_order",
  openItems: "account_move",
  paymentTerms: "account_payment_term",
  payments: "account_payment",
  projects: "project_project",
  purchaseOrders: "purchase_order",
  salesOrders: "sale_order",
  suppliers: "res_partner",
  taxRates: "account_tax",
  vendorCredits: "account_move",
};

interface RpcBody {
  readonly params?: { readonly service?: string; readonly args?: readonly unknown[] };
}
const paramsOf = (body: Buffer): NonNullable<RpcBody["params"]> =>
  body.length === 0 ? {} : ((JSON.parse(body.toString()) as RpcBody).params ?? {});
const isHandshake = (url: string, body: Buffer): boolean =>
  url.includes("/version_info") || (url.endsWith("/jsonrpc") && paramsOf(body).service === "common");
const reading = /^(?:search_read|search_count|read|read_group|fields_get|context_get|has_group)$/;
const isReading = (url: string, body: Buffer): boolean =>
  isHandshake(url, body) || url.includes("/my/") || reading.test(String(paramsOf(body).args?.[4]));

const { notFound: _notFound, ...used } = refusals;
const lastYear = new Date().getUTCFullYear() - 1;

conformance({
  connector: odoo,
  simulation: liveSimulation({
    slug: "odoo",
    url: started.url,
    credentials: { ...started.credentials, baseUrl: "http://books.example" },
    companies: [{ id: company }],
    isSignIn: ({ url, body }) => isHandshake(url, body),
    isReading: ({ url, body }) => isReading(url, body),
    touch: (id, list, at) => {
      const stamp = new Date(at).toISOString().replace("T", " ").slice(0, 19);
      const table = tables[list.split(".")[0] ?? ""] ?? "";
      started.sql(`update ${table} set write_date = '${stamp}' where id = ${Number(id.replaceAll(/\D/g, ""))}`);
    },
    refusals: used,
  }),
  requests,
  withFile: ["files.create", "journalEntries.attachments.create"],
  ids: {
    "journalEntries.attachments.list": { journalEntryId },
    "journalEntries.attachments.get": { journalEntryId, attachmentId },
  },
  always: { "trialBalance.list": { fiscalYearStartDate: `${lastYear}-01-01` } },
  values: {
    "taxRates.list": { isActive: "true" },
    "trialBalance.list": { fiscalYearStartDate: `${lastYear - 1}-01-01` },
  },
  excuses: {
    "taxRates.list: filter isActive":
      "the contract's tax rates have no status field; the connector passes the filter to Odoo",
    "/^items\\.\\w+: unitSalesPrice could not be read/": "list prices are in the first company's currency",
    "/differs from [\\w.]+: (?:journalLineItems\\[\\d+\\]\\.)?updatedDate/":
      "to print a document, Odoo gives it a link, which counts as a change",
    "/^(?:accounts|salesOrders|suppliers|vendorCredits)\\.list: filter \\w+ cannot be (?:seen|tried)/":
      "the seeded books have one value for it, or none",
    "/^[\\w.]+\\.list: claims /": "the seeded books do not have every field",
  },
});
