import { description } from "../../../simulators/e-conomic/description.ts";
import { simulation } from "../../../simulators/e-conomic/simulation.ts";
import { conformance } from "../../../test/conformance/conformance.ts";
import { day, midnight } from "../../../test/conformance/days.ts";
import type { Facts, Known } from "../../../test/conformance/facts.ts";
import { eConomic } from "./connector.ts";

const customer = (known: Known) => known.id("customers.list", ({ contactType }) => contactType === "COMPANY");
/** Numbers are the vendor's keys, so each is used once. */
const counted = { last: 500_000 };
const digits = (): string => String(++counted.last);

const address = {
  addressLine1: "Prøvevej 8",
  addressLine2: "1. th.",
  city: "Aarhus",
  countryCode: "DK",
  postalCode: "8000",
  type: "BILLING" as const,
};
const reachable = {
  addresses: [address],
  contactType: "COMPANY" as const,
  vatId: "12345678",
  emailAddresses: [{ email: "post@eksempel.example" }, { email: "faktura@eksempel.example" }],
};
const phones = [
  { number: "86001122", type: "BUSINESS" as const },
  { number: "40001122", type: "MOBILE" as const },
];

const sold = async (known: Known) => ({
  description: "Skammel i birk",
  quantity: 2,
  unitAmount: 350.5,
  itemId: await known.id("items.list"),
});
const billing = { addressLine1: "Prøvevej 8", city: "Aarhus", countryCode: "DK", postalCode: "8000", type: "BILLING" };

const requests: Facts["requests"] = {
  "bills.create": async (known) => ({
    billDate: midnight(-31),
    dueDate: midnight(0),
    billNumber: `LF-${known.fresh()}`,
    contactId: await known.id("suppliers.list"),
    currency: "DKK",
    reference: "Rengøring",
    journalCode: "1",
    lineItems: [{ accountId: "1310", taxCode: "I25", totalGrossAmount: 250 }],
  }),
  "payments.create": async (known) => ({
    currency: "DKK",
    documentType: "BILL",
    journalCode: "1",
    paymentLines: [
      {
        accountId: "5820",
        amount: 250,
        contactId: await known.id("suppliers.list"),
        description: "Betaling",
        paymentDate: day(-27),
      },
    ],
  }),
  "accounts.create": () => ({
    name: "Reklame",
    number: `8${digits()}`,
    class: "EXPENSE",
    description: "Plakater",
    status: "ACTIVE",
    currency: "DKK",
  }),
  "customers.create": (known) => ({
    ...reachable,
    phoneNumbers: phones,
    companyName: `Hviduglen ${known.fresh()}`,
    number: `4${digits()}`,
  }),
  "customers.update": { ...reachable, companyName: "Hviduglen Havecenter ApS", phoneNumbers: phones },
  "customers.patch": {
    companyName: "Hviduglen Optik ApS",
    addresses: [{ ...address, city: "Odense", postalCode: "5000" }],
  },
  "invoices.create": async (known) => ({
    contactId: await customer(known),
    currency: "DKK",
    reference: `PO ${known.fresh()}`,
    name: "Hviduglen ApS",
    invoiceDate: midnight(-31),
    dueDate: "2030-01-31T00:00:00Z",
    shippingDate: midnight(-32),
    addresses: [billing],
    lineAmountTypes: "EXCLUSIVE",
    status: "DRAFT",
    paymentTermId: "4",
    lineItems: [{ ...(await sold(known)), discountItemPercentage: 10, dimensions: [{ id: "department-1" }] }],
  }),
  "invoices.patch": async (known) => ({
    reference: "Ny",
    invoiceDate: midnight(-30),
    name: "Gråuglen ApS",
    paymentTermId: "1",
    lineItems: [await sold(known)],
  }),
  "items.create": (known) => ({
    itemNumber: `K-${known.fresh()}`,
    name: "Skammel i ask",
    unitSalesPrice: 420,
    unitPurchasePrice: 180.25,
  }),
  "items.patch": { name: "Skammel i elm", unitSalesPrice: 455.5, unitPurchasePrice: 190 },
  "journalEntries.create": async (known) => {
    const description = `Husleje ${known.fresh()}`;
    const line = { description, totalNetAmount: 125.5, currency: "DKK" as const };
    const account = (wanted: string) => known.id("accounts.list", ({ number }) => number === wanted);
    return {
      description,
      transactionDate: midnight(-16),
      journalCode: "2",
      currency: "DKK",
      journalLineItems: [
        {
          ...line,
          accountId: await account("3410"),
          debitCreditIndicator: "DEBIT",
          dimensions: [
            { id: "department-1", categoryName: "Department" },
            { id: await known.id("projects.list"), categoryName: "Project" },
          ],
        },
        { ...line, accountId: await account("5820"), debitCreditIndicator: "CREDIT" },
      ],
    };
  },
  "offers.create": async (known) => ({
    contactId: await customer(known),
    currency: "DKK",
    offerDate: midnight(-31),
    reference: known.fresh(),
    addresses: [billing],
    name: "Hviduglen ApS",
    status: "DRAFT",
    lineItems: [{ ...(await sold(known)), totalDiscountPercentage: 5 }],
  }),
  "paymentTerms.create": () => ({
    name: `Netto 21 ${digits()}`,
    paymentDays: 21,
    dueType: "DUE_IN_DAYS",
    description: "Fra fakturaen",
  }),
  "projects.create": async (known) => ({
    name: `Bad ${known.fresh()}`,
    number: `3${digits()}`,
    contactId: await customer(known),
    code: "B-1",
    description: "Nyt bad",
    parentProjectId: await known.id("projects.list"),
  }),
  "salesOrders.create": async (known) => ({
    contactId: await customer(known),
    comment: "Ring på",
    currency: "DKK",
    status: "DRAFT",
    addresses: [billing],

    orderDate: midnight(-31),
    deliveryDate: midnight(-24),
    projectId: await known.id("projects.list"),
    lineItems: [{ ...(await sold(known)), totalDiscountPercentage: 5 }],
  }),
  "suppliers.create": (known) => ({
    ...reachable,
    companyName: `Gråodderen ${known.fresh()}`,
    number: `6${digits()}`,
    phoneNumbers: [{ number: "87001122", type: "BUSINESS" }],
    bankAccount: { iban: "DK5000400440116243" },
  }),
  "suppliers.update": { ...reachable, companyName: "Gråodderen Fryseri ApS" },
  "suppliers.patch": { companyName: "Gråodderen Røgeri ApS", phoneNumbers: [{ number: "87003344", type: "BUSINESS" }] },
};

conformance({
  connector: eConomic,
  simulation,
  description,
  requests,
  excuses: {
    "journalEntries.list: the simulator cannot touch":
      "lastModifiedAt is compared with the day of the entry, and booked entries cannot be changed",
    "journalEntries.create: the new record is not in journalEntries.list":
      "only booked entries are listed, and the new voucher waits in its journal",
    "journalEntries.create: answers 201, but made nothing": "for the same reason: the suite looks for it in the list",
  },
  vendorId: (id) => id.replace(/^(?:draft|booked|customer|supplier)-/, ""),
});
