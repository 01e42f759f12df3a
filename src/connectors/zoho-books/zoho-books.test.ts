import { simulation } from "../../../simulators/zoho-books/simulation.ts";
import { conformance } from "../../../test/conformance/conformance.ts";
import type { Known } from "../../../test/conformance/facts.ts";
import { zohoBooks } from "./connector.ts";

const midnight = (days: number): string =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`;

const accountOf = (known: Known, type: string) =>
  known.id("accounts.list", (account) => account["type"] === type && account["status"] === "ACTIVE");
const tax = (known: Known) => known.id("taxRates.list", ({ percentage }) => percentage === 20);
const inPounds = ({ currency }: { readonly currency?: unknown }) => currency === "GBP";

const address = { addressLine1: "Erfundene Gasse 7", city: "Musterhausen", countryCode: "GB", postalCode: "XX0 0XX" };

const party = (known: Known) => ({
  addresses: [
    { ...address, type: "BILLING" as const },
    { ...address, addressLine2: "Haus B", type: "DELIVERY" as const },
  ],
  companyName: `Neuland ${known.fresh()}`,
  contactPersons: [{ firstName: "Änne", lastName: "Beispiel", salutation: "Ms." }],
  contactType: "COMPANY" as const,
  emailAddresses: [{ email: "info@neuland.example" }],
  number: known.fresh(),
  phoneNumbers: [
    { number: "0000 1", type: "BUSINESS" as const },
    { number: "0000 2", type: "MOBILE" as const },
  ],
});

const invoice = async (known: Known) => ({
  contactId: await known.id("customers.list"),
  currency: "GBP",
  dueDate: midnight(20),
  invoiceDate: midnight(-10),
  invoiceNumber: `R-${known.fresh()}`,
  lineAmountTypes: "EXCLUSIVE",
  lineItems: [
    {
      accountId: await accountOf(known, "REVENUE"),
      description: "Erfunden",
      discountItemPercentage: 10,
      itemId: await known.id("items.list"),
      name: "Beratung",
      quantity: 2,
      taxCode: await tax(known),
      unitAmount: 99.5,
    },
  ],
  reference: `PO ${known.fresh()}`,
  status: "DRAFT" as const,
});

const purchased = async (known: Known) => ({
  accountId: await accountOf(known, "EXPENSE"),
  description: "Papier",
  itemId: await known.id("items.list"),
  itemName: "Papier",
  quantity: 3,
  taxCode: await tax(known),
  unitAmount: 12.25,
});

const bill = async (known: Known) => ({
  billDate: midnight(-10),
  billNumber: known.fresh(),
  contactId: await known.id("suppliers.list"),
  currency: "GBP",
  dueDate: midnight(20),
  lineItems: [await purchased(known)],
  reference: `Lieferung ${known.fresh()}`,
  status: "OPEN" as const,
});

const vendorCredit = async (known: Known) => ({
  contactId: await known.id("suppliers.list"),
  currency: "GBP",
  lineItems: [await purchased(known)],
  reference: `Retoure ${known.fresh()}`,
  status: "OPEN" as const,
  vendorCreditDate: midnight(-9),
  vendorCreditNumber: known.fresh(),
});

const isOpen = ({ status }: { readonly status?: unknown }) => /^(?:OPEN|OVERDUE)$/.test(String(status));

conformance({
  connector: zohoBooks,
  simulation,
  requests: {
    "accounts.create": async (known) => ({
      currency: "GBP",
      description: "Erfunden",
      name: `Konto ${known.fresh()}`,
      number: known.fresh(),
      parentAccountId: await accountOf(known, "EXPENSE"),
      type: "EXPENSE",
    }),
    "bills.create": bill,
    "bills.update": bill,
    "contacts.create": (known) => ({ ...party(known), isCustomer: true, website: "https://neuland.example" }),
    "contacts.patch": (known: Known) => ({ companyName: `Altland ${known.fresh()}` }),
    "customers.create": party,
    "customers.patch": (known: Known) => ({ companyName: `Kundschaft ${known.fresh()}` }),
    "invoices.create": invoice,
    "invoices.patch": (known: Known) => ({ reference: `PO ${known.fresh()}` }),
    "items.create": async (known) => ({
      expenseAccountId: await accountOf(known, "COST_OF_GOODS_SOLD"),
      incomeAccountId: await accountOf(known, "REVENUE"),
      itemNumber: `A-${known.fresh()}`,
      name: `Ware ${known.fresh()}`,
      taxCode: await tax(known),
      type: "PRODUCT",
      unitPurchasePrice: 7.5,
      unitSalesPrice: 12.5,
    }),
    "items.patch": (known: Known) => ({ name: `Ware ${known.fresh()}` }),
    "journalEntries.create": async (known) => ({
      currency: "GBP",
      description: `Buchung ${known.fresh()}`,
      documentId: `R-${known.fresh()}`,
      exchangeRate: "1",
      isProvisional: false,
      journalLineItems: [
        {
          accountId: await accountOf(known, "EXPENSE"),
          debitCreditIndicator: "DEBIT",
          description: "Reise",
          taxRate: { code: await tax(known), id: await tax(known) },
          totalNetAmount: 100,
        },
        {
          accountId: await accountOf(known, "REVENUE"),
          debitCreditIndicator: "CREDIT",
          taxRate: { code: await tax(known), id: await tax(known) },
          totalNetAmount: 100,
        },
      ],
      transactionDate: midnight(-12),
    }),
    "payments.create": async (known) => ({
      currency: "GBP",
      documentType: "INVOICE",
      exchangeRate: 1,
      paymentLines: [
        {
          accountId: await accountOf(known, "BANK"),
          amount: 1,
          description: "Beleg",
          invoiceId: await known.id("invoices.list", (row) => isOpen(row) && inPounds(row)),
          paymentDate: midnight(-1).slice(0, 10),
        },
      ],
      paymentType: "banktransfer",
    }),
    "suppliers.create": party,
    "suppliers.patch": (known: Known) => ({ companyName: `Lieferant ${known.fresh()}` }),
    "vendorCredits.create": vendorCredit,
    "vendorCredits.update": vendorCredit,
  },
  excuses: {
    "evidence: the simulator's /creditnotes/* has creditnote.line_items[].discount as text":
      "the recorded credit note has no discount (0), and lines of recorded invoices have both types",
  },
  values: { "journalEntries.list": { fiscalYearStartDate: `${new Date().getFullYear()}-04-01` } },
  vendorId: (id, list) => (list.startsWith("payments.") ? (id.split("-").at(-1) ?? id) : id),
});
