import { description } from "../../../simulators/lexware-office/description.ts";
import { simulation } from "../../../simulators/lexware-office/simulation.ts";
import { conformance } from "../../../test/conformance/conformance.ts";
import { midnight } from "../../../test/conformance/days.ts";
import type { Known } from "../../../test/conformance/facts.ts";
import { lexwareOffice } from "./connector.ts";

const address = { addressLine1: "Übungsweg 1", addressLine2: "Hinterhaus", city: "Köln", countryCode: "DE" };

const company = {
  contactType: "COMPANY" as const,
  companyName: "Probe & Söhne <KG>",
  addresses: [
    { ...address, postalCode: "50667", type: "BILLING" as const },
    { ...address, postalCode: "50668", type: "DELIVERY" as const },
  ],
  contactPersons: [
    {
      salutation: "Frau",
      firstName: "Ada",
      lastName: "Übung",
      emailAddresses: [{ email: "ada@probe.example" }],
      phoneNumbers: [{ number: "0221 1" }],
    },
  ],
  emailAddresses: [{ email: "info@probe.example", type: "BUSINESS" as const }],
  phoneNumbers: [{ number: "0221 0", type: "OFFICE" as const }],
};
const person = {
  contactType: "CONTACT_PERSON" as const,
  contactPersons: [{ salutation: "Herr", firstName: "Kim", lastName: "Muster" }],
  emailAddresses: [{ email: "kim@probe.example", type: "PRIVATE" as const }],
};

const spending = ({ id }: Known) => id("accounts.list", (account) => account["class"] === "EXPENSE");

const purchase = async (known: Known) => ({
  contactId: await known.id("suppliers.list"),
  currency: "EUR",
  dueDate: midnight(400),
  lineItems: [
    {
      accountId: await spending(known),
      taxRatePercentage: 19,
      totalGrossAmount: 119,
      totalNetAmount: 100,
      totalTaxAmount: 19,
    },
    { accountId: await spending(known), taxRatePercentage: 7, totalGrossAmount: 10.7 },
  ],
  reference: "Bestellung 7",
  totalGrossAmount: 129.7,
  totalTaxAmount: 19.7,
});

const bill = async (known: Known) => ({
  ...(await purchase(known)),
  billDate: midnight(-30),
  billNumber: known.fresh(),
});
const vendorCredit = async (known: Known) => ({
  ...(await purchase(known)),
  vendorCreditDate: midnight(-30),
  vendorCreditNumber: known.fresh(),
});

const soldLine = { quantity: 3, taxRatePercentage: 7, unitAmount: 10.5, unitName: "Kiste", description: "lose" };

conformance({
  connector: lexwareOffice,
  simulation,
  description,
  withFile: ["bookingProposals.create", "expenses.create"],
  always: {
    "bookingProposals.create": { bookingType: "INVOICE" },
  },
  requests: {
    "bills.create": bill,
    "bills.update": bill,
    "vendorCredits.create": vendorCredit,
    "vendorCredits.update": async (known) => {
      const { contactId: _, ...others } = await vendorCredit(known);
      return { ...others, name: "Wanderhändler" };
    },
    "bookingProposals.create": async ({ id, fresh }) => ({
      bookingProposalDate: midnight(-30),
      contactName: "Laufkundschaft",
      currency: "EUR",
      deliveryDate: midnight(-31),
      dueDate: midnight(400),
      lineItems: [
        {
          accountId: await id("accounts.list", (account) => account["class"] === "REVENUE"),
          taxRatePercentage: 19,
          totalNetAmount: 0.1,
        },
      ],
      notes: "Über den Ladentisch",
      number: fresh(),
      status: "OPEN",
    }),
    "expenses.create": async (known) => ({
      currency: "EUR",
      description: "Maut",
      documentId: known.fresh(),
      expenseLines: [
        { accountId: await spending(known), taxRate: { taxRatePercentage: "19" }, totalGrossAmount: 11.9 },
      ],
      supplierId: await known.id("suppliers.list"),
      totalGrossAmount: 11.9,
      transactionDate: midnight(-30),
      type: "REFUND",
    }),
    "contacts.create": { ...company, isCustomer: true, isSupplier: false },
    "contacts.update": { ...person, isCustomer: true, isSupplier: true },
    "contacts.patch": { emailAddresses: [{ email: "neu@probe.example", type: "OTHER" }] },
    "customers.create": { ...company, vatId: "DE999999999" },
    "customers.update": { ...company, companyName: "Probe AG", vatId: "DE999999998" },
    "customers.patch": { phoneNumbers: [{ number: "0221 2", type: "FAX" }] },
    "suppliers.create": person,
    "suppliers.update": person,
    "suppliers.patch": { addresses: [{ countryCode: "AT", type: "BILLING" }] },
    "items.create": ({ fresh }) => ({
      itemNumber: fresh(),
      name: "Käse",
      priceIncludesTax: true,
      taxRatePercentage: 7,
      type: "PRODUCT",
      unitName: "PIECE",
      unitSalesPrice: 10.7,
    }),
    "items.patch": { name: "Käse, alt", unitName: "KILOGRAM", priceIncludesTax: false, unitSalesPrice: 9.95 },
    "invoices.create": async ({ id }) => ({
      addresses: [{ ...address, postalCode: "50667" }],
      contactId: await id("customers.list"),
      currency: "EUR",
      discountPercentage: 10,
      dueDate: midnight(400),
      invoiceDate: midnight(-30),
      lineAmountTypes: "INCLUSIVE",
      lineItems: [
        { ...soldLine, name: "Käse", discountItemPercentage: 5 },
        { ...soldLine, name: "Beratung", itemId: await id("items.list", ({ type }) => type === "SERVICE") },
      ],
      name: "Probe & Söhne",
      shippingDate: midnight(-32),
      shippingEndDate: midnight(-31),
      shippingType: "SERVICE_PERIOD",
      status: "OPEN",
      taxRule: "GROSS",
    }),
    "offers.create": {
      addresses: [{ ...address, postalCode: "50667" }],
      currency: "EUR",
      lineItems: [
        { ...soldLine, name: "Käse", unitDiscountPercentage: 5 },
        { name: "Frei Haus", type: "COMMENT" },
      ],
      name: "Laufkundschaft",
      offerDate: midnight(-15),
      status: "SENT",
      totalDiscountPercentage: 2.5,
    },
    "salesOrders.create": async ({ id }) => ({
      contactId: await id("customers.list"),
      currency: "EUR",
      deliveryDate: midnight(15),
      lineItems: [{ ...soldLine, itemName: "Käse", itemId: await id("items.list", ({ type }) => type === "PRODUCT") }],
      orderDate: midnight(-15),
      status: "DRAFT",
    }),
  },
  excuses: {
    "evidence: the simulator's /payments/* has openAmount as text":
      "the vendor's documentation shows it as text for invoices",
    "webhooks: UPDATED PAYMENT": "a change of a document is not a payment; a separate test covers payment.changed",
    "webhooks: DELETED INVOICE": "only drafts can be deleted; the simulator voids the one that the suite picks",
    "webhooks: DELETED CREDIT_NOTE": "only drafts can be deleted; the simulator voids the one that the suite picks",
  },
});
