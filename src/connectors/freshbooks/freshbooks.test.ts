import { simulation } from "../../../simulators/freshbooks/simulation.ts";
import { conformance } from "../../../test/conformance/conformance.ts";
import { midnight } from "../../../test/conformance/days.ts";
import type { Facts, Known } from "../../../test/conformance/facts.ts";
import { freshbooks } from "./connector.ts";

const cost = (known: Known) =>
  known.id("accounts.list", ({ class: of, parentAccountId }) => of === "EXPENSE" && Boolean(parentAccountId));
const isOpen = ({ status, currency }: { status?: unknown; currency?: unknown }) =>
  /OPEN|OVERDUE|PARTIALLY/.test(String(status)) && currency === "USD";

const place = { addressLine1: "7 Invented Street", city: "Exampleton", countryCode: "CA", postalCode: "X0X 0X0" };

const requests: Facts["requests"] = {
  "bills.create": async (known) => ({
    billDate: midnight(-40),
    billNumber: `B-${known.fresh()}`,
    contactId: await known.id("suppliers.list"),
    currency: "USD",
    dueDate: midnight(-10),
    lineItems: [
      {
        accountId: await cost(known),
        description: "Invented supplies",
        quantity: 3,
        taxCode: "HST",
        unitAmount: 80,
      },
    ],
  }),
  "customers.create": (known) => ({
    addresses: [
      { ...place, type: "BILLING" },
      { ...place, addressLine2: "Gate B", type: "DELIVERY" },
    ],
    companyName: `Client ${known.fresh()}`,
    contactPersons: [{ firstName: "Vera", lastName: "Beispiel" }],
    contactType: "COMPANY",
    emailAddresses: [{ email: "info@client.example", type: "BUSINESS" }],
    phoneNumbers: [
      { number: "555-0001", type: "BUSINESS" },
      { number: "555-0002", type: "MOBILE" },
    ],
    vatId: "TAX-0001",
  }),
  "customers.patch": (known: Known) => ({ companyName: `Client ${known.fresh()}` }),
  "expenses.create": async (known) => ({
    customerId: await known.id("customers.list"),
    description: "Gas for deliveries",
    expenseLines: [
      {
        accountId: await cost(known),
        debitCreditIndicator: "DEBIT",
        taxRate: { code: "HST" },
        totalGrossAmount: 113,
        totalTaxAmount: 13,
      },
    ],
    note: "Invented Gas Station",
    transactionDate: midnight(-5),
    type: "EXPENSE",
  }),
  "invoices.create": async (known) => ({
    addresses: [place],
    contactId: await known.id("customers.list"),
    currency: "USD",
    discountPercentage: 10,
    dueDate: midnight(30),
    invoiceDate: midnight(-31),
    lineItems: [{ name: "Backpack", description: "Invented goods", quantity: 2, taxCode: "HST", unitAmount: 150 }],
    reference: `PO ${known.fresh()}`,
    status: "OPEN",
  }),
  "invoices.patch": (known: Known) => ({ reference: `PO ${known.fresh()}` }),
  "items.create": (known) => ({
    itemNumber: `SKU-${known.fresh()}`,
    name: "Invented Backpack",
    stockCount: 3,
    taxCode: "HST",
    unitSalesPrice: 12.5,
  }),
  "items.patch": (known: Known) => ({ name: `Backpack ${known.fresh()}` }),
  "journalEntries.create": async (known) => {
    const side = { accountId: await cost(known), totalNetAmount: 12.5 };
    return {
      description: `Reclassification ${known.fresh()}`,
      journalLineItems: [
        { ...side, debitCreditIndicator: "DEBIT" },
        { ...side, debitCreditIndicator: "CREDIT" },
      ],
      transactionDate: midnight(-16),
    };
  },
  "payments.create": async (known) => ({
    documentType: "INVOICE",
    paymentLines: [
      {
        amount: 1,
        description: "Paid in part",
        invoiceId: await known.id("invoices.list", isOpen),
        paymentDate: midnight(-2).slice(0, 10),
      },
    ],
    paymentType: "Check",
  }),
  "suppliers.create": (known) => ({
    addresses: [place],
    companyName: `Vendor ${known.fresh()}`,
    contactPersons: [{ firstName: "Hanna", lastName: "Heft" }],
    contactType: "COMPANY",
    emailAddresses: [{ email: "info@vendor.example", type: "BUSINESS" }],
    phoneNumbers: [{ number: "555-0003", type: "BUSINESS" }],
  }),
  "suppliers.patch": (known: Known) => ({ companyName: `Vendor ${known.fresh()}` }),
};

conformance({
  connector: freshbooks,
  simulation,
  requests,
  excuses: {
    "/^evidence: the simulator's \\/bills\\/bills has .*\\.(?:category|quantity) as/":
      "The vendor's SDK shows the name of a category and a number, its Postman collection an object and text.",
  },
  vendorId: (id, list) => (list.startsWith("payments.") ? id.replace(/^(?:invoice|bill)-/, "") : id),
});
