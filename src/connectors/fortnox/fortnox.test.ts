import { description } from "../../../simulators/fortnox/description.ts";
import { simulation } from "../../../simulators/fortnox/simulation.ts";
import { conformance } from "../../../test/conformance/conformance.ts";
import { midnight } from "../../../test/conformance/days.ts";
import type { Facts, Known } from "../../../test/conformance/facts.ts";
import { fortnox } from "./connector.ts";

/** The time at the beginning of a fresh value has letters, and the counter behind it is never used twice. */
const digits = (known: Known): string => `9${known.fresh().slice(5).padStart(5, "0")}`;
const revenue = (known: Known) =>
  known.id("accounts.list", ({ class: of, status }) => of === "REVENUE" && status === "ACTIVE");
const cost = (known: Known) =>
  known.id("accounts.list", ({ class: of, status }) => of === "EXPENSE" && status === "ACTIVE");
const dimensions = async (known: Known) => [
  { id: await known.id("dimensions.list", ({ categoryName }) => categoryName === "Project") },
];

const sold = async (known: Known) => ({
  accountId: await revenue(known),
  description: "Påhittad tjänst",
  quantity: 2,
  taxRatePercentage: 25,
  unitAmount: 150,
});

const requests: Facts["requests"] = {
  "accounts.create": (known) => ({
    name: `Konto ${known.fresh()}`,
    number: `69${digits(known).slice(-2).padStart(2, "0")}`,
  }),
  "bills.create": async (known) => ({
    billDate: midnight(-40),
    billNumber: `L-${known.fresh()}`,
    contactId: await known.id("suppliers.list"),
    currency: "SEK",
    dueDate: midnight(-10),
    lineItems: [
      {
        accountId: await cost(known),
        description: "Kontorsmateriel",
        dimensions: await dimensions(known),
        quantity: 3,
        taxRatePercentage: 25,
        unitAmount: 80,
      },
    ],
    paymentReference: "1234567897",
  }),
  "customers.create": (known) => ({
    addresses: [{ addressLine1: "Påhittsgatan 7", city: "Påhittköping", countryCode: "SE", postalCode: "000 00" }],
    companyName: `Kund ${known.fresh()}`,
    contactType: "COMPANY",
    emailAddresses: [{ email: "info@kund.example", type: "BUSINESS" }],
    number: digits(known),
    phoneNumbers: [{ number: "0000-1", type: "BUSINESS" }],
    vatId: "SE000000000001",
  }),
  "customers.patch": (known: Known) => ({ companyName: `Kund ${known.fresh()}` }),
  "invoices.create": async (known) => ({
    contactId: await known.id("customers.list"),
    currency: "SEK",
    dueDate: midnight(-1),
    invoiceDate: midnight(-31),
    lineItems: [{ ...(await sold(known)), dimensions: await dimensions(known) }],
    reference: `PO ${known.fresh()}`,
  }),
  "invoices.patch": (known: Known) => ({ reference: `PO ${known.fresh()}` }),
  "items.create": (known) => ({
    expenseAccountId: "4000",
    incomeAccountId: "3001",
    itemNumber: `ART-${known.fresh()}`,
    name: "Påhittad vara",
    stockCount: 3,
    taxRatePercentage: 25,
    type: "PRODUCT",
    unitName: "PIECE",
    unitPurchasePrice: 12.5,
  }),
  "items.patch": (known: Known) => ({ name: `Vara ${known.fresh()}` }),
  "journalEntries.create": async (known) => {
    const side = { accountId: await cost(known), description: "Rättning", totalNetAmount: 12.5 };
    return {
      description: `Verifikat ${known.fresh()}`,
      journalCode: "A",
      journalLineItems: [
        { ...side, debitCreditIndicator: "DEBIT", dimensions: await dimensions(known) },
        { ...side, debitCreditIndicator: "CREDIT" },
      ],
      transactionDate: midnight(-16),
    };
  },
  "offers.create": async (known) => ({
    addresses: [],
    contactId: await known.id("customers.list"),
    currency: "SEK",
    lineItems: [await sold(known)],
    offerDate: midnight(-3),
    reference: `Förfrågan ${known.fresh()}`,
  }),
  "paymentTerms.create": (known) => ({ code: digits(known), name: `${digits(known)} dagar` }),
  "payments.create": async (known) => ({
    documentType: "INVOICE",
    paymentLines: [
      {
        amount: 1,
        invoiceId: await known.id(
          "invoices.list",
          ({ status, currency }) => /OPEN|OVERDUE|PARTIALLY/.test(String(status)) && currency === "SEK",
        ),
        paymentDate: midnight(-2).slice(0, 10),
      },
    ],
    paymentType: "BG",
  }),
  "projects.create": (known) => ({
    description: "Anteckning",
    name: `Projekt ${known.fresh()}`,
    number: digits(known),
  }),
  "salesOrders.create": async (known) => ({
    comment: "Noteras",
    contactId: await known.id("customers.list"),
    currency: "SEK",
    lineItems: [{ description: "Påhittad tjänst", quantity: 2, taxRatePercentage: 25, unitAmount: 150 }],
    orderDate: midnight(-3),
  }),
  "suppliers.create": (known) => ({
    addresses: [{ addressLine1: "Påhittsgatan 7", city: "Påhittköping", countryCode: "SE", postalCode: "000 00" }],
    bankAccount: { bic: "EXMPSESSXXX", iban: "SE4550000000058398257466", name: "Exempelbanken" },
    companyName: `Leverantör ${known.fresh()}`,
    contactType: "COMPANY",
    emailAddresses: [{ email: "info@lev.example", type: "BUSINESS" }],
    number: digits(known),
    phoneNumbers: [{ number: "0000-1", type: "BUSINESS" }],
    vatId: "SE000000000001",
  }),
  "suppliers.patch": (known: Known) => ({ companyName: `Leverantör ${known.fresh()}` }),
};

conformance({
  connector: fortnox,
  simulation,
  description,
  requests,
  excuses: {
    "/^customers\\.get: \\d+ differs from customers\\.list: (?:addresses|emailAddresses|phoneNumbers) has/":
      "Lists have the first address, e-mail address and phone number only (recorded); a rule says so.",
    "/^suppliers\\.get: \\d+ differs from suppliers\\.list: phoneNumbers has/":
      "Lists have one phone number only (the vendor's OpenAPI description); a rule says so.",
  },
  vendorId: (id, list) =>
    /^(?:payments|bills|vendorCredits)\./.test(list) ? id.replace(/^(?:invoice|bill)-/, "") : id,
});
