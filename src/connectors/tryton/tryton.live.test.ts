/** The whole suite against a real Tryton, which has to be installed: `npm run test:live -- tryton`. */
import { afterAll } from "vitest";
import { conformance } from "../../../test/conformance/conformance.ts";
import type { Facts, Known } from "../../../test/conformance/facts.ts";
import { liveSimulation } from "../../../test/conformance/live.ts";
import { startTryton } from "../../../test/live/tryton.ts";
import { tryAsNewUser } from "../../../test/live/trytonAsNewUser.ts";
import { tryton } from "./connector.ts";

const started = await startTryton();
afterAll(() => started.stop());

// Runs first, while the books are unchanged.
tryAsNewUser(started);

const error = (...details: readonly unknown[]) => ({ status: 200, body: { id: 1, error: details } });
const page = (status: number, title: string) => ({
  status,
  headers: { "content-type": "text/html" },
  body: `<!doctype html><title>${status} ${title}</title><h1>${title}</h1>`,
});

const methodOf = (body: Buffer): string => (JSON.parse(body.toString()) as { method: string }).method;
/** Opening and closing a wizard changes nothing. Its other steps do. */
const reading =
  /\.(search_read|search_count|read|get_preferences|today|on_change\w*)$|^report\.|^wizard\..*\.(create|delete)$/;

const models: Readonly<Record<string, string>> = {
  accounts: "account.account",
  bankAccounts: "bank.account",
  bills: "account.invoice",
  contacts: "party.party",
  creditNotes: "account.invoice",
  customers: "party.party",
  dimensions: "analytic_account.account",
  invoices: "account.invoice",
  items: "product.product",
  journalEntries: "account.move",
  journals: "account.journal",
  openItems: "account.invoice",
  paymentTerms: "account.invoice.payment_term",
  payments: "account.move.line",
  purchaseOrders: "purchase.purchase",
  salesOrders: "sale.sale",
  suppliers: "party.party",
  taxRates: "account.tax",
  vendorCredits: "account.invoice",
};

const year = new Date().getUTCFullYear();
const revenue = (known: Known) => known.id("accounts.list", ({ class: of }) => of === "REVENUE");
const cost = (known: Known) => known.id("accounts.list", ({ number }) => number === "5100");
const tax = (known: Known) => known.id("taxRates.list", ({ percentage }) => percentage === 20);
const customer = (known: Known) => known.id("customers.list", ({ number }) => number === "C001");
const item = (known: Known) => known.id("items.list", ({ incomeAccountId }) => incomeAccountId !== undefined);
const dimension = async (known: Known) => [{ id: await known.id("dimensions.list") }];
const party = (known: Known) => ({
  contactType: "COMPANY" as const,
  companyName: `Muster & Söhne ${known.fresh()}`,
  number: `K-${known.fresh()}`,
  addresses: [
    {
      addressLine1: "Hauptstraße 1",
      addressLine2: "Hof",
      city: "Paris",
      countryCode: "FR" as const,
      postalCode: "75001",
    },
  ],
  emailAddresses: [{ email: "post@muster.example" }],
  phoneNumbers: [{ number: "+33 1 23 45 67 89", type: "MOBILE" as const }],
});
const moved = (known: Known) => ({
  ...party(known),
  addresses: [
    { addressLine1: "Rue 2", city: "Lyon", countryCode: "FR" as const, postalCode: "69001" },
    { addressLine1: "Allee 3", city: "Berlin", countryCode: "DE" as const, postalCode: "10115" },
  ],
  emailAddresses: [{ email: "neu@muster.example" }, { email: "alt@muster.example" }],
});
const trader = (known: Known) => ({ ...party(known), vatId: "FR23334175221" });
const movedTrader = (known: Known) => ({ ...moved(known), vatId: "FR40303265045" });

const accountLine = async (known: Known, account: string) => ({
  accountId: account,
  description: "Beratung",
  quantity: 2,
  unitAmount: 10.5,
  taxCode: await tax(known),
  dimensions: await dimension(known),
});
const bill = async (known: Known) => ({
  contactId: await customer(known),
  currency: "USD",
  billDate: `${year - 1}-04-01T00:00:00Z`,
  billNumber: known.fresh(),
  status: "DRAFT" as const,
  paymentTermCode: await known.id("paymentTerms.list"),
  lineItems: [await accountLine(known, await cost(known))],
});
const vendorCredit = async (known: Known) => ({
  contactId: await customer(known),
  currency: "USD",
  vendorCreditDate: `${year - 1}-04-01T00:00:00Z`,
  vendorCreditNumber: known.fresh(),
  status: "DRAFT" as const,
  lineItems: [await accountLine(known, await cost(known))],
});

const requests: Facts["requests"] = {
  "accounts.create": ({ fresh }) => ({ name: `Reisen ${fresh()}`, number: `53${fresh()}`, type: "EXPENSE" }),
  "contacts.create": (known) => ({ ...party(known), website: "https://muster.example" }),
  "contacts.update": (known) => ({ ...moved(known), website: "https://neu.example" }),
  "contacts.patch": ({ fresh }: Known) => ({ companyName: `Neu ${fresh()}` }),
  "customers.create": trader,
  "customers.update": movedTrader,
  "customers.patch": () => ({ emailAddresses: [] }),
  "suppliers.create": trader,
  "suppliers.update": movedTrader,
  "suppliers.patch": () => ({ phoneNumbers: [{ number: "+1 202 555 0111", type: "FAX" as const }] }),
  "items.create": async (known) => ({
    name: `Kabel ${known.fresh()}`,
    itemNumber: known.fresh(),
    type: "PRODUCT",
    unitName: "UNIT",
    unitSalesPrice: 3.5,
    unitPurchasePrice: 1.25,
    incomeAccountId: await revenue(known),
  }),
  "items.patch": ({ fresh }) => ({
    name: `Kabel ${fresh()}`,
    itemNumber: fresh(),
    unitSalesPrice: 4.25,
    unitPurchasePrice: 2.5,
  }),
  "invoices.create": async (known) => ({
    contactId: await customer(known),
    currency: "USD",
    invoiceDate: new Date().toISOString(),
    status: "DRAFT",
    reference: known.fresh(),
    paymentTermId: await known.id("paymentTerms.list"),
    lineItems: [
      await accountLine(known, await revenue(known)),
      { itemId: await item(known), quantity: 1, unitAmount: 25 },
    ],
  }),
  "invoices.patch": async (known) => ({
    reference: known.fresh(),
    invoiceDate: new Date().toISOString(),
    status: "OPEN",
    lineItems: [{ itemId: await item(known), quantity: 3, unitAmount: 12.5, description: "Neu" }],
  }),
  "bills.create": bill,
  "bills.update": bill,
  "vendorCredits.create": vendorCredit,
  "vendorCredits.update": vendorCredit,
  "salesOrders.create": async (known) => ({
    contactId: await customer(known),
    currency: "USD",
    orderDate: `${year}-02-01T00:00:00Z`,
    status: "IN_REVIEW",
    comment: "Bis mittags",
    lineItems: [{ itemId: await item(known), description: "Zwei", quantity: 2, unitAmount: 12.5 }],
  }),
  "payments.create": async (known) => ({
    currency: "USD",
    documentType: "INVOICE",
    journalCode: "CASH",
    paymentLines: [
      {
        invoiceId: await known.id("invoices.list", ({ status }) => status === "PARTIALLY_OVERDUE"),
        amount: 1.25,
        paymentDate: `${year}-01-15`,
        description: "Überweisung",
      },
    ],
  }),
  "journalEntries.create": async (known) => ({
    transactionDate: `${year}-01-01T00:00:00Z`,
    description: `Abschreibung ${known.fresh()}`,
    journalCode: "CASH",
    isProvisional: false,
    journalLineItems: [
      { accountId: await cost(known), debitCreditIndicator: "DEBIT", totalNetAmount: 12.5, description: "Auto" },
      {
        accountId: await known.id("accounts.list", ({ number }) => number === "1010"),
        debitCreditIndicator: "CREDIT",
        totalNetAmount: 12.5,
      },
    ],
  }),
  "paymentTerms.create": ({ fresh }) => ({ name: `14 Tage ${fresh()}`, paymentDays: 14, description: "netto" }),
};

conformance({
  connector: tryton,
  simulation: liveSimulation({
    slug: "tryton",
    url: started.url,
    credentials: { baseUrl: "http://books.example", ...started.credentials },
    companies: [{ id: "2" }],
    isSignIn: ({ body }) => methodOf(body) === "common.db.login",
    isReading: ({ body }) => reading.test(methodOf(body)),
    expireTokens: started.endSessions,
    touch: (id, list, at) => started.touch(models[list.split(".")[0] ?? ""] ?? "", id, at),
    refusals: {
      unauthorized: { status: 401, body: "" },
      forbidden: page(403, "Forbidden"),
      invalid: error("UserError", ['The field "Party" on "Invoice" is required.', "", null]),
      rateLimited: { ...page(429, "Too Many Requests"), headers: { "retry-after": "7" } },
      broken: page(500, "Internal Server Error"),
    },
  }),
  always: { "trialBalance.list": { fiscalYearStartDate: `${year - 1}-01-01` } },
  values: {
    "taxRates.list": { isActive: "false" },
    "trialBalance.list": { fiscalYearStartDate: `${year}-01-01` },
  },
  excuses: {
    "taxRates.list: filter isActive=false": "The contract's tax rate has no field that shows whether it is in use.",
  },
  requests,
  withFile: ["journalEntries.attachments.create"],
});
