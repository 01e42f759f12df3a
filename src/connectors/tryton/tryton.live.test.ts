/** The whole suite opposite a real Tryton that is up already (NOTES.md says how to run it). */
import { conformance } from "../../../test/conformance/conformance.ts";
import type { Known } from "../../../test/conformance/facts.ts";
import { liveSimulation } from "../../../test/conformance/live.ts";
import { runningTryton } from "../../../test/live/tryton.ts";
import { tryton } from "./connector.ts";

const started = runningTryton();

const error = (...said: readonly unknown[]) => ({ status: 200, body: { id: 1, error: said } });
const page = (status: number, title: string) => ({
  ...{ status, headers: { "content-type": "text/html" } },
  body: `<!doctype html><title>${status} ${title}</title><h1>${title}</h1>`,
});

const methodOf = (body: Buffer): string => (JSON.parse(body.toString()) as { method: string }).method;
const reading = /\.(search_read|search_count|read|get_preferences|today|on_change\w*|execute)$/;

const revenue = (known: Known) => known.id("accounts.list", ({ class: of }) => of === "REVENUE");
const cost = (known: Known) => known.id("accounts.list", ({ class: of }) => of === "EXPENSE");
const tax = (known: Known) => known.id("taxRates.list", ({ percentage }) => percentage === 20);
const customer = (known: Known) => known.id("customers.list", ({ addresses }) => addresses !== undefined);
const dimension = async (known: Known) => [{ id: await known.id("dimensions.list") }];
const party = (known: Known) => ({
  ...{ contactType: "COMPANY" as const, companyName: `Muster & Söhne ${known.fresh()}`, number: `K-${known.fresh()}` },
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

conformance({
  connector: tryton,
  simulation: liveSimulation({
    slug: "tryton",
    url: started.url,
    credentials: { baseUrl: "http://books.example", ...started.credentials },
    companies: [{ id: "1" }],
    isSignIn: ({ body }) => methodOf(body) === "common.db.login",
    isReading: ({ body }) => reading.test(methodOf(body)),
    refusals: {
      unauthorized: { status: 401, body: "" },
      forbidden: page(403, "Forbidden"),
      invalid: error("UserError", ['The field "Party" on "Invoice" is required.', "", null]),
      rateLimited: { ...page(429, "Too Many Requests"), headers: { "retry-after": "7" } },
      broken: page(500, "Internal Server Error"),
    },
  }),
  always: { "trialBalance.list": { fiscalYearStartDate: "2025-01-01" } },
  values: { "trialBalance.list": { fiscalYearStartDate: "2026-01-01" } },
  requests: {
    "accounts.create": ({ fresh }) => ({ name: `Reisen ${fresh()}`, number: `53${fresh()}`, type: "EXPENSE" }),
    "contacts.create": (known) => ({ ...party(known), website: "https://muster.example" }),
    "customers.create": (known) => ({ ...party(known), vatId: "FR23334175221" }),
    "suppliers.create": party,
    "items.create": async (known) => ({
      ...{ name: `Kabel ${known.fresh()}`, itemNumber: known.fresh(), type: "PRODUCT", unitName: "UNIT" },
      ...{ unitSalesPrice: 3.5, unitPurchasePrice: 1.25, incomeAccountId: await revenue(known) },
    }),
    "invoices.create": async (known) => ({
      ...{ contactId: await customer(known), currency: "USD", invoiceDate: new Date().toISOString(), status: "OPEN" },
      ...{ reference: known.fresh(), paymentTermId: await known.id("paymentTerms.list") },
      lineItems: [
        {
          ...{ accountId: await revenue(known), description: "Beratung", quantity: 2, unitAmount: 10.5 },
          ...{ taxCode: await tax(known), dimensions: await dimension(known) },
        },
        {
          itemId: await known.id("items.list", ({ incomeAccountId }) => incomeAccountId !== undefined),
          quantity: 1,
          unitAmount: 25,
        },
      ],
    }),
    "bills.create": async (known) => ({
      ...{ contactId: await customer(known), currency: "USD", billDate: "2025-04-01T00:00:00Z" },
      ...{ billNumber: known.fresh(), status: "DRAFT" },
      lineItems: [
        {
          ...{ accountId: await cost(known), description: "Papier", quantity: 2, unitAmount: 10.5 },
          ...{ taxCode: await tax(known), dimensions: await dimension(known) },
        },
      ],
    }),
    "journalEntries.create": async (known) => ({
      ...{ transactionDate: "2025-06-01T00:00:00Z", description: `Abschreibung ${known.fresh()}`, journalCode: "CASH" },
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
  },
});
