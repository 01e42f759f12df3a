import { description } from "../../../simulators/tripletex/description.ts";
import { simulation } from "../../../simulators/tripletex/simulation.ts";
import { conformance } from "../../../test/conformance/conformance.ts";
import { day, midnight, newYear } from "../../../test/conformance/days.ts";
import type { Facts, Known } from "../../../test/conformance/facts.ts";
import { tripletex } from "./connector.ts";

const account = (known: Known, wanted: string) => known.id("accounts.list", ({ number }) => number === wanted);
const customer = (known: Known) => known.id("customers.list", ({ contactType }) => contactType === "COMPANY");
const digits = (known: Known): string => known.fresh().replaceAll(/\D/g, "").slice(-6);

const address = {
  addressLine1: "Prøvegata 8",
  addressLine2: "Oppgang A",
  city: "Bergen",
  countryCode: "NO",
  postalCode: "5003",
  type: "BILLING" as const,
};
const reachable = {
  addresses: [address],
  contactType: "COMPANY" as const,
  vatId: "912345678",
  emailAddresses: [
    { email: "post@eksempel.example", type: "BUSINESS" as const },
    { email: "faktura@eksempel.example", type: "INVOICE" as const },
  ],
  phoneNumbers: [
    { number: "22001122", type: "BUSINESS" as const },
    { number: "99001122", type: "MOBILE" as const },
  ],
};

const sold = async (known: Known) => ({
  description: "Krakk i bjørk",
  quantity: 2,
  taxCode: "3",
  unitAmount: 350.5,
  itemId: await known.id("items.list", ({ taxCode }) => taxCode === "3"),
});
const person = {
  contactPersons: [{ firstName: "Nora", lastName: "Berge" }],
  contactType: "CONTACT_PERSON" as const,
  emailAddresses: [{ email: "nora@eksempel.example" }],
  phoneNumbers: [{ number: "41001122", type: "MOBILE" as const }],
};

const requests: Facts["requests"] = {
  "accounts.create": (known) => ({
    name: "Reklame",
    number: `73${digits(known)}`,
    description: "Plakater",
    status: "ACTIVE",
  }),
  "contacts.create": person,
  "contacts.patch": { emailAddresses: [{ email: "berge@eksempel.example" }] },
  "customers.create": (known) => ({
    ...reachable,
    companyName: `Hvitugla ${known.fresh()}`,
    number: `5${digits(known)}`,
  }),
  "customers.patch": {
    companyName: "Hvitugla Hagesenter AS",
    addresses: [{ ...address, city: "Oslo", postalCode: "0150" }],
  },
  "invoices.create": async (known) => ({
    contactId: await customer(known),
    currency: "NOK",
    reference: `PO ${known.fresh()}`,
    invoiceDate: midnight(-31),
    dueDate: midnight(-17),
    shippingDate: midnight(-32),
    lineAmountTypes: "EXCLUSIVE",
    lineItems: [{ ...(await sold(known)), discountItemPercentage: 10 }],
  }),
  "items.create": async (known) => ({
    itemNumber: `K-${known.fresh()}`,
    name: "Krakk i ask",
    taxCode: "3",
    unitSalesPrice: 420,
    unitPurchasePrice: 180.25,
    incomeAccountId: await account(known, "3000"),
  }),
  "items.patch": (known) => ({ name: "Krakk i alm", itemNumber: `P-${known.fresh()}`, unitSalesPrice: 455.5 }),
  "journalEntries.create": async (known) => {
    const line = { description: "Avskrivning", totalNetAmount: 125.5 };
    const of = (category: string) =>
      known.id("dimensions.list", ({ categoryName, status }) => categoryName === category && status === "ACTIVE");
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
        accountId: await account(known, "1920"),
        invoiceId: await known.id("invoices.list", ({ status }) => status === "OVERDUE"),
      },
    ],
  }),
  "projects.create": async (known) => ({
    name: `Bad ${known.fresh()}`,
    number: `B${digits(known)}`,
    contactId: await customer(known),

    description: "Nytt bad",
    startDate: midnight(-46),
    endDate: midnight(15),
    status: "ACTIVE",
  }),
  "salesOrders.create": async (known) => ({
    contactId: await customer(known),
    comment: "Ring på",
    currency: "NOK",
    orderDate: midnight(-31),
    deliveryDate: midnight(-24),
    lineItems: [{ ...(await sold(known)), totalDiscountPercentage: 5 }],
  }),
  "suppliers.create": (known) => ({
    ...reachable,
    companyName: `Gråoteren ${known.fresh()}`,
    number: `6${digits(known)}`,
    bankAccount: { bic: "DNBANOKK", iban: "NO9386011117947" },
  }),
  "suppliers.patch": { companyName: "Gråoteren Fryseri AS", phoneNumbers: [{ number: "22003344", type: "BUSINESS" }] },
};

conformance({
  connector: tripletex,
  simulation,
  description,
  requests,
  // By default the last twelve months are listed: in the first half of a year, that is nearly the same as last year.
  values: { "journalEntries.list": { fiscalYearStartDate: newYear(new Date().getUTCMonth() < 6 ? 2 : 1) } },
});
