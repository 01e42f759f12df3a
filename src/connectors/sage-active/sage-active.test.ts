import { simulation } from "../../../simulators/sage-active/simulation.ts";
import { conformance } from "../../../test/conformance/conformance.ts";
import type { Known } from "../../../test/conformance/facts.ts";
import { sageActive } from "./connector.ts";

const midnight = (days: number): string =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`;

const tax = (known: Known) =>
  known.id("taxRates.list", ({ percentage, name }) => percentage === 20 && name === "TVA 20 %");
const account = (known: Known, type: string) =>
  known.id("accounts.list", (row) => row["type"] === type && row["status"] === "ACTIVE");
const taxedItem = (known: Known) => known.id("items.list", ({ taxRatePercentage }) => taxRatePercentage === 20);

const address = {
  addressLine1: "1 rue Neuve",
  addressLine2: "Bâtiment C",
  city: "NULLEVILLE",
  countryCode: "FR",
  postalCode: "00009",
};

const party = (known: Known) => ({
  companyName: `Neuve ${known.fresh()} SARL`,
  contactPersons: [
    {
      firstName: "Ène",
      lastName: "Exemple",
      emailAddresses: [{ email: "ene@exemple.example" }],
      phoneNumbers: [{ number: "0000 1", type: "MOBILE" as const }],
    },
  ],
  contactType: "COMPANY" as const,
  number: `N${known.fresh()}`,
  vatId: `FR00${known.fresh()}`,
});

conformance({
  connector: sageActive,
  simulation,
  requests: {
    "accounts.create": (known) => ({ name: `Compte ${known.fresh()}`, number: `6251${known.fresh()}` }),
    "bills.create": async (known) => ({
      billDate: midnight(-10),
      billNumber: known.fresh(),
      contactId: await known.id("suppliers.list"),
      currency: "EUR",
      deliveryDate: midnight(-11),
      dueDate: midnight(20),
      lineItems: [
        { accountId: await account(known, "EXPENSE"), quantity: 3, taxCode: await tax(known), unitAmount: 12.25 },
      ],
      status: "OPEN" as const,
    }),
    "customers.create": (known) => ({
      ...party(known),
      addresses: [
        { ...address, type: "BILLING" as const },
        { ...address, type: "DELIVERY" as const },
      ],
    }),
    "customers.patch": (known: Known) => ({ companyName: `Ancienne ${known.fresh()} SARL` }),
    "invoices.create": async (known) => ({
      contactId: await known.id("customers.list"),
      currency: "EUR",
      dueDate: midnight(20),
      invoiceDate: midnight(-10),
      lineAmountTypes: "EXCLUSIVE",
      lineItems: [
        {
          discountItemPercentage: 10,
          itemId: await taxedItem(known),
          name: "Conseil",
          quantity: 2,
          taxCode: await tax(known),
          unitAmount: 99.5,
        },
      ],
      reference: `PO ${known.fresh()}`,
      shippingDate: midnight(-11),
      status: "DRAFT" as const,
    }),
    "items.create": async (known) => ({
      incomeAccountId: await account(known, "REVENUE"),
      itemNumber: `A${known.fresh()}`,
      name: `Article ${known.fresh()}`,
      taxCode: await tax(known),
      type: "SERVICE",
      unitSalesPrice: 12.5,
    }),
    "journalEntries.create": async (known) => ({
      currency: "EUR",
      description: `Écriture ${known.fresh()}`,
      documentId: `D-${known.fresh()}`,
      journalCode: "OD",
      journalLineItems: [
        {
          accountId: await account(known, "EXPENSE"),
          debitCreditIndicator: "DEBIT",
          description: "Voyage",
          totalNetAmount: 100,
        },
        { accountId: await account(known, "BANK"), debitCreditIndicator: "CREDIT", totalNetAmount: 100 },
      ],
      transactionDate: midnight(-12),
    }),
    "suppliers.create": (known) => ({ ...party(known), addresses: [{ ...address, type: "BILLING" as const }] }),
    "suppliers.patch": (known: Known) => ({ companyName: `Ancien ${known.fresh()} SARL` }),
  },
});
