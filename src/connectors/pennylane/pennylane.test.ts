import { simulation } from "../../../simulators/pennylane/simulation.ts";
import { conformance } from "../../../test/conformance/conformance.ts";
import { midnight } from "../../../test/conformance/days.ts";
import type { Facts, Known } from "../../../test/conformance/facts.ts";
import { pennylane } from "./connector.ts";

const digits = (known: Known): string => known.fresh().replaceAll(/\D/g, "");
const revenue = (known: Known) => known.id("accounts.list", ({ class: of }) => of === "REVENUE");
const cost = (known: Known) =>
  known.id("accounts.list", ({ class: of, status }) => of === "EXPENSE" && status === "ACTIVE");

const address = {
  addressLine1: "9 rue du Moulin",
  city: "Ville-Inventée",
  countryCode: "FR",
  postalCode: "00009",
} as const;

const isCompany = ({ contactType }: { readonly contactType?: unknown }) => contactType === "COMPANY";

const requests: Facts["requests"] = {
  "accounts.create": (known) => ({ name: `Compte ${known.fresh()}`, number: `628${digits(known)}9` }),
  "customers.create": (known) => ({
    addresses: [{ ...address, type: "BILLING" }],
    bankAccount: { iban: "FR7600000000000000000000002" },
    companyName: `Client ${known.fresh()}`,
    contactType: "COMPANY",
    emailAddresses: [{ email: "compta@client.example" }],
    number: `C-${digits(known)}`,
    phoneNumbers: [{ number: "0000-1" }],
    vatId: "FR00000000009",
  }),
  "customers.patch": (known: Known) => ({ number: `C-${digits(known)}` }),
  "invoices.create": async (known) => ({
    contactId: await known.id("customers.list", isCompany),
    currency: "EUR",
    discountPercentage: 10,
    dueDate: midnight(-1),
    invoiceDate: midnight(-31),
    lineItems: [
      {
        accountId: await revenue(known),
        description: "Deux jours sur place",
        discountItemPercentage: 5,
        name: "Conseil",
        quantity: 2,
        taxRatePercentage: 20,
        unitAmount: 150,
        unitName: "day",
      },
      { itemId: await known.id("items.list"), quantity: 1 },
    ],
    name: `Travaux ${known.fresh()}`,
  }),
  "invoices.patch": (known: Known) => ({ name: `Travaux ${known.fresh()}` }),
  "items.create": async (known) => ({
    incomeAccountId: await revenue(known),
    itemNumber: `ART-${known.fresh()}`,
    name: "Article inventé",
    priceIncludesTax: false,
    taxCode: "FR_200",
    unitName: "PIECE",
    unitSalesPrice: 12.5,
  }),
  "items.patch": (known: Known) => ({ name: `Article ${known.fresh()}` }),
  "journalEntries.create": async (known) => {
    const side = { accountId: await cost(known), description: "Correction", totalNetAmount: 12.5 };
    return {
      description: `Écriture ${known.fresh()}`,
      journalCode: "OD",
      journalLineItems: [
        { ...side, debitCreditIndicator: "DEBIT" },
        { ...side, debitCreditIndicator: "CREDIT" },
      ],
      transactionDate: midnight(-16),
    };
  },
  "suppliers.create": (known) => ({
    addresses: [address],
    bankAccount: { iban: "FR7600000000000000000000003" },
    companyName: `Fournisseur ${known.fresh()}`,
    contactType: "COMPANY",
    emailAddresses: [{ email: "ventes@fournisseur.example" }],
    vatId: "FR00000000008",
  }),
  "suppliers.patch": (known: Known) => ({ companyName: `Fournisseur ${known.fresh()}` }),
};

conformance({
  connector: pennylane,
  simulation,
  requests,
  excuses: {
    "/^taxRates\\.(?:list|get): rawData/":
      "The vendor has no list of VAT rates: they are words of its API (the reference of POST /customer_invoices), so there is no raw data.",
  },
});
