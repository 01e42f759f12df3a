/** The whole suite against a real Dolibarr, started from its source: `npm run test:live -- dolibarr`. */
import { afterAll } from "vitest";
import { conformance } from "../../../test/conformance/conformance.ts";
import { day, midnight } from "../../../test/conformance/days.ts";
import type { Facts, Known } from "../../../test/conformance/facts.ts";
import { liveSimulation } from "../../../test/conformance/live.ts";
import { startDolibarr } from "../../../test/live/dolibarr.ts";
import { readBooks } from "../../../test/live/dolibarrBooks.ts";
import { writeBooks } from "../../../test/live/dolibarrWrites.ts";
import { dolibarr } from "./connector.ts";

const started = await startDolibarr();
afterAll(() => started.stop());

// Runs first, while the books are unchanged.
readBooks(started);
writeBooks(started);

const year = new Date().getUTCFullYear() - 1;

const error = (code: number, message: string) => ({ status: code, body: { error: { code, message } } });

const tables: Readonly<Record<string, string>> = {
  bills: "facture_fourn",
  bankAccounts: "bank_account",
  contacts: "societe",
  creditNotes: "facture",
  customers: "societe",
  invoices: "facture",
  items: "product",
  offers: "propal",
  projects: "projet",
  purchaseOrders: "commande_fournisseur",
  salesOrders: "commande",
  suppliers: "societe",
  vendorCredits: "facture_fourn",
};

const customer = (known: Known) => known.id("customers.list", ({ companyName }) => companyName === "Miroir Double SAS");
const supplier = (known: Known) => known.id("suppliers.list", ({ companyName }) => companyName === "Colis Lents");

const reachable = {
  addresses: [
    {
      addressLine1: "3, rue de l’Exemple",
      addressLine2: "Bâtiment C",
      city: "Exempleville",
      postalCode: "00010",
      countryCode: "FR" as const,
      type: "BILLING" as const,
    },
  ],
  contactPersons: [
    {
      firstName: "Zoé",
      lastName: "Modèle",
      salutation: "MME",
      emailAddresses: [{ email: "zoe@exemple.example", type: "OFFICE" as const }],
      phoneNumbers: [{ number: "0611223344", type: "MOBILE" as const }],
    },
  ],
  contactType: "COMPANY" as const,
  emailAddresses: [{ email: "bonjour@exemple.example", type: "OFFICE" as const }],
  phoneNumbers: [
    { number: "0102030405", type: "OFFICE" as const },
    { number: "0198765432", type: "FAX" as const },
  ],
};
const trader = (known: Known) => ({
  ...reachable,
  companyName: `Fougère ${known.fresh()}`,
  vatId: "FR00123456789",
});
const sold = async (known: Known) => ({
  description: "Table en chêne",
  quantity: 2,
  taxRatePercentage: 20,
  unitAmount: 350.5,
  itemId: await known.id("items.list"),
});
const bill = async (known: Known) => ({
  billDate: midnight(-30),
  dueDate: midnight(365),
  billNumber: `F ${known.fresh()}`,
  contactId: await supplier(known),
  currency: "EUR",
  name: "Bois",
  lineItems: [{ ...(await sold(known)), totalDiscountPercentage: 5 }],
});
const vendorCredit = async (known: Known) => ({
  vendorCreditDate: midnight(-30),
  vendorCreditNumber: `A ${known.fresh()}`,
  contactId: await supplier(known),
  name: "Retour",
  lineItems: [await sold(known)],
});
const settled = ({ id }: Pick<Known, "id">) =>
  id(
    "invoices.list",
    ({ status, currency, invoiceNumber }) =>
      status === "PARTIALLY_PAID" && currency === "EUR" && invoiceNumber !== "FA2510-0001",
  );

const requests: Facts["requests"] = {
  "contacts.create": (known) => ({
    ...reachable,
    companyName: `Érable ${known.fresh()}`,
    isCustomer: true,
    isSupplier: false,
    website: "https://erable.example",
  }),
  "contacts.update": { ...reachable, companyName: "Érable SARL" },
  "contacts.patch": { website: "https://erable.example/neuf" },
  "customers.create": trader,
  "customers.update": { ...reachable, companyName: "Fougère SARL" },
  "customers.patch": { companyName: "Fougère & Fils" },
  "suppliers.create": trader,
  "suppliers.update": { ...reachable, companyName: "Fougère SARL" },
  "suppliers.patch": { vatId: "FR00999999999" },
  "items.create": (known) => ({
    itemNumber: `T-${known.fresh()}`,
    name: "Tabouret",
    type: "PRODUCT",
    priceIncludesTax: false,
    unitSalesPrice: 49.9,
    unitPurchasePrice: 20.25,
    taxRatePercentage: 20,
    incomeAccountId: "707",
    expenseAccountId: "607",
  }),
  "items.patch": { name: "Tabouret bas", priceIncludesTax: false, unitSalesPrice: 39.9, type: "PRODUCT" },
  "invoices.create": async (known) => ({
    contactId: await customer(known),
    currency: "USD",
    invoiceDate: midnight(-30),
    dueDate: midnight(365),
    reference: `PO ${known.fresh()}`,
    paymentTermId: await known.id("paymentTerms.list"),
    status: "OPEN",
    lineAmountTypes: "EXCLUSIVE",
    lineItems: [{ ...(await sold(known)), discountItemPercentage: 10 }],
  }),
  "bills.create": bill,
  "bills.update": async (known) => ({ ...(await bill(known)), lineItems: [await sold(known), await sold(known)] }),
  "vendorCredits.create": vendorCredit,
  "vendorCredits.update": vendorCredit,
  "offers.create": async (known) => ({
    addresses: [],
    contactId: await customer(known),
    currency: "EUR",
    offerDate: midnight(-30),
    status: "DRAFT",
    reference: `Demande ${known.fresh()}`,
    lineItems: [{ ...(await sold(known)), totalDiscountPercentage: 5 }],
  }),
  "salesOrders.create": async (known) => ({
    contactId: await customer(known),
    currency: "EUR",
    orderDate: midnight(-30),
    deliveryDate: midnight(365),
    comment: "Sonner deux fois",
    projectId: await known.id("projects.list"),
    status: "OPEN",
    lineItems: [{ ...(await sold(known)), totalDiscountPercentage: 5 }],
  }),
  "projects.create": async (known) => ({
    name: "Grange",
    number: `G-${known.fresh()}`,
    description: "Charpente",
    contactId: await customer(known),
    startDate: midnight(-30),
    endDate: midnight(365),
    status: "ACTIVE",
    // Version 18 has no parents.
    ...(!started.version.startsWith("18.") && { parentProjectId: await known.id("projects.list") }),
  }),
  "payments.create": async (known) => ({
    documentType: "INVOICE",
    paymentType: "VIR",
    paymentLines: [
      {
        amount: 0.5,
        paymentDate: day(-26),
        invoiceId: await settled(known),
        accountId: await known.id("bankAccounts.list"),
      },
    ],
  }),
  "files.create": async (known) => ({ documentType: "BILL", resourceId: await known.id("bills.list") }),
};

conformance({
  connector: dolibarr,
  simulation: liveSimulation({
    slug: "dolibarr",
    url: started.url,
    credentials: { baseUrl: "http://books.example", apiKey: started.value("KEY") },
    touch: (id, list, at) => {
      const table = tables[list.split(".")[0] ?? ""] ?? "";
      started.sql(`update llx_${table} set tms = from_unixtime(${Math.floor(at / 1000)}) where rowid = ${Number(id)}`);
    },
    refusals: {
      unauthorized: error(401, "Unauthorized: Error user not valid (not found with api key or bad status)"),
      forbidden: error(403, "Forbidden"),
      invalid: error(500, "Internal Server Error: Error creating invoice"),
      rateLimited: { status: 429, headers: { "retry-after": "7" }, body: "" },
      broken: { status: 500, body: "" },
    },
  }),
  requests,
  withFile: ["files.create"],
  always: {
    "payments.list": async (known) => ({ invoiceId: await settled(known) }),
    "trialBalance.list": { fiscalYearStartDate: `${year}-01-01` },
  },
  values: { "payments.list": { invoiceId: "4" } },
  excuses: {
    "/^(?:journalEntries|trialBalance)\\.list: filter fiscalYearStartDate/": "the seeded ledger has one year",
    "items.list: lastModifiedAt=":
      "the time zone of its timestamps is unknown, so changes of the last hours are always listed",
    "purchaseOrders.list: lastModifiedAt=": "orders have no time of change, and the filter takes only days",
    "/^\\w+(?:\\.lineItems)?\\.list: claims /": "the seeded books do not have every field",
    "/^(?:accounts|journals|journalEntries|trialBalance)\\.\\w+: rawData/": "the ledger is tab-separated text",
  },
});
