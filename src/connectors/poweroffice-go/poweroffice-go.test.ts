import { simulation } from "../../../simulators/poweroffice-go/simulation.ts";
import { conformance } from "../../../test/conformance/conformance.ts";
import { day, midnight, newYear } from "../../../test/conformance/days.ts";
import type { Facts, Known } from "../../../test/conformance/facts.ts";
import { powerofficeGo } from "./connector.ts";

const account = (known: Known, wanted: string) => known.id("accounts.list", ({ number }) => number === wanted);
const customer = (known: Known) => known.id("customers.list", ({ contactType }) => contactType === "COMPANY");
const digits = (known: Known): string => known.fresh().replaceAll(/\D/g, "").slice(-3).padStart(3, "0");

const address = {
  addressLine1: "Prøvegata 8",
  addressLine2: "Oppgang A",
  city: "Bergen",
  countryCode: "NO",
  postalCode: "5003",
  type: "BILLING" as const,
};
const business = { email: "post@eksempel.example", type: "BUSINESS" as const };
const reachable = {
  addresses: [address],
  contactType: "COMPANY" as const,
  vatId: "912345678",
  phoneNumbers: [{ number: "+4722001122", type: "BUSINESS" as const }],
};

const requests: Facts["requests"] = {
  "customers.create": (known) => ({
    ...reachable,
    companyName: `Hvitugla ${known.fresh()}`,
    number: `18${digits(known)}`,
    emailAddresses: [business, { email: "faktura@eksempel.example", type: "INVOICE" as const }],
  }),
  "customers.patch": {
    companyName: "Hvitugla Hagesenter AS",
    addresses: [{ ...address, city: "Oslo", postalCode: "0150" }],
  },
  "items.create": async (known) => ({
    itemNumber: `K-${known.fresh()}`,
    name: "Krakk i ask",
    type: "PRODUCT",
    unitSalesPrice: 420,
    unitPurchasePrice: 180.25,
    incomeAccountId: await account(known, "3000"),
  }),
  "items.patch": (known) => ({ name: "Krakk i alm", itemNumber: `P-${known.fresh()}`, unitSalesPrice: 455.5 }),
  "journalEntries.create": async (known) => {
    const of = (category: string) =>
      known.id("dimensions.list", ({ categoryName, status }) => categoryName === category && status === "ACTIVE");
    const line = { description: "Avskrivning", totalNetAmount: 125.5 };
    return {
      description: `Bilag ${known.fresh()}`,
      transactionDate: midnight(-16),
      journalLineItems: [
        {
          ...line,
          accountId: await account(known, "6300"),
          debitCreditIndicator: "DEBIT",
          dimensions: [
            { id: await of("Department"), categoryName: "Department" },
            { id: await of("Location"), categoryName: "Location" },
            { id: await of("Project"), categoryName: "Project" },
          ],
        },
        { ...line, accountId: await account(known, "1200"), debitCreditIndicator: "CREDIT" },
      ],
    };
  },
  "payments.create": async (known) => ({
    documentType: "INVOICE",
    paymentLines: [
      {
        amount: 1,
        paymentDate: day(-27),
        description: "Innbetaling",
        accountId: await account(known, "1920"),
        invoiceId: await known.id(
          "invoices.list",
          ({ status, currency }) => status === "OVERDUE" && currency === "NOK",
        ),
      },
    ],
  }),
  "paymentTerms.create": (known) => ({ name: `21 dager ${known.fresh()}`, paymentDays: 21 }),
  "salesOrders.create": async (known) => ({
    contactId: await customer(known),
    currency: "NOK",
    orderDate: midnight(-31),
    deliveryDate: midnight(-24),
    projectId: await known.id("projects.list"),
    status: "DRAFT",
    lineItems: [
      {
        description: "Krakk i bjørk",
        itemId: await known.id("items.list"),
        quantity: 2,
        totalDiscountPercentage: 5,
        unitAmount: 350.5,
      },
    ],
  }),
  "suppliers.create": (known) => ({
    ...reachable,
    companyName: `Gråoteren ${known.fresh()}`,
    number: `28${digits(known)}`,
    emailAddresses: [business],
  }),
  "suppliers.patch": {
    companyName: "Gråoteren Fryseri AS",
    phoneNumbers: [{ number: "+4722003344", type: "BUSINESS" }],
  },
};

conformance({
  connector: powerofficeGo,
  simulation,
  requests,
  excuses: {
    "taxRates.list: filter isActive=false": "The contract's tax rate has no field that shows whether it is active.",
  },
  // A payment is an entry of one of two ledgers.
  vendorId: (id, list) => (list === "payments.list" ? id.replace(/^[A-Z]+-/, "") : id),
  // By default the last twelve months are listed: in the first half of a year, that is nearly the same as last year.
  values: {
    "taxRates.list": { isActive: "false" },
    "journalEntries.list": { fiscalYearStartDate: newYear(new Date().getUTCMonth() < 6 ? 2 : 1) },
  },
});
