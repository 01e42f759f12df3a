import { simulation } from "../../../simulators/odoo/simulation.ts";
import { conformance } from "../../../test/conformance/conformance.ts";
import { day, midnight } from "../../../test/conformance/days.ts";
import type { Facts, Known } from "../../../test/conformance/facts.ts";
import { odoo } from "./connector.ts";

const digits = (known: Known): string => known.fresh().replaceAll(/\D/g, "").slice(-6);
const account = (known: Known, code: string) => known.id("accounts.list", ({ number }) => number === code);
const tax = (known: Known, taxName: string) => known.id("taxRates.list", ({ name }) => name === taxName);
const customer = (known: Known) => known.id("customers.list", ({ contactType }) => contactType === "COMPANY");
const supplier = (known: Known) => known.id("suppliers.list");

const address = {
  addressLine1: "Sample Street 8",
  addressLine2: "Back door",
  city: "Ghent",
  countryCode: "BE" as const,
  postalCode: "9000",
};
const phoneNumbers = [{ number: "+32 2 555 22 22" }, { number: "+32 470 22 22 22", type: "MOBILE" as const }];
const reachable = (known: Known) => ({
  addresses: [address],
  companyName: `Copper Owl ${known.fresh()}`,
  contactType: "COMPANY" as const,
  phoneNumbers,
  number: `N${digits(known)}`,
  emailAddresses: [{ email: "owl@example.test" }],
  contactPersons: [{ lastName: "Robin Sample", emailAddresses: [{ email: "robin@example.test" }], phoneNumbers }],
});
const trader = (known: Known) => ({
  ...reachable(known),
  vatId: "BE0477472701",
  bankAccount: { iban: "BE71096123456769", holder: "Copper Owl" },
});
const changes = {
  companyName: "Copper Owl and Daughters",
  phoneNumbers: [{ number: "+32 2 555 33 33" }],
  addresses: [{ ...address, city: "Brussels", postalCode: "1000" }],
};

const offered = async (known: Known, name: string) => ({
  description: "Shelves, fitted",
  quantity: 2,
  unitAmount: 350.5,
  taxCode: await tax(known, name),
  itemId: await known.id("items.list"),
});
const line = async (known: Known, name: string) => ({
  ...(await offered(known, name)),
  dimensions: [{ id: await known.id("dimensions.list") }],
});

const bought = async (known: Known) => ({
  contactId: await supplier(known),
  currency: "EUR",
  journalCode: "BILL",
  dueDate: midnight(30),
  paymentReference: "+++1/2+++",
  status: "DRAFT" as const,
  lineItems: [
    { ...(await line(known, "21% purchases")), accountId: await account(known, "610000"), totalDiscountPercentage: 5 },
  ],
});

const payable = (known: Known) =>
  known.id("invoices.list", ({ status, currency }) => status === "OVERDUE" && currency === "EUR");

const requests: Facts["requests"] = {
  "accounts.create": (known) => ({ name: "Advertising", number: `61${digits(known)}`, type: "EXPENSE" }),
  "contacts.create": (known) => ({
    ...reachable(known),
    isCustomer: true,
    isSupplier: false,
    website: "https://owl.example.test",
  }),
  "contacts.patch": { ...changes, website: "https://owls.example.test" },
  "customers.create": trader,
  "contacts.update": { ...changes, contactType: "COMPANY", website: "https://owls.example.test" },
  "customers.update": { ...changes, contactType: "COMPANY", vatId: "BE0477472702" },
  "suppliers.update": { ...changes, contactType: "COMPANY", number: "N78" },
  "customers.patch": { ...changes, vatId: "BE0477472702" },
  "suppliers.create": trader,
  "suppliers.patch": { ...changes, number: "N77" },
  "invoices.create": async (known) => ({
    contactId: await customer(known),
    currency: "USD",
    journalCode: "INV",
    reference: `PO ${known.fresh()}`,
    invoiceDate: midnight(0),
    dueDate: midnight(14),
    status: "DRAFT",
    lineItems: [
      { ...(await line(known, "21%")), accountId: await account(known, "400000"), discountItemPercentage: 10 },
    ],
  }),
  "bills.create": async (known) => ({
    ...(await bought(known)),
    billDate: midnight(0),
    billNumber: `B${known.fresh()}`,
  }),
  "bills.update": { billNumber: "B-77", paymentReference: "+++7/7+++", dueDate: midnight(40) },
  "vendorCredits.update": async (known) => ({
    vendorCreditDate: midnight(1),
    vendorCreditNumber: `V${known.fresh()}`,
    lineItems: [{ ...(await line(known, "21% purchases")), accountId: await account(known, "610000"), quantity: 3 }],
  }),
  "invoices.patch": async (known) => ({
    reference: `PO ${known.fresh()}`,
    invoiceDate: midnight(1),
    lineItems: [{ ...(await line(known, "6%")), accountId: await account(known, "400000"), quantity: 4 }],
  }),
  "vendorCredits.create": async (known) => ({
    ...(await bought(known)),
    vendorCreditDate: midnight(0),
    vendorCreditNumber: `V${known.fresh()}`,
  }),
  "items.create": async (known) => ({
    name: "Stool",
    itemNumber: `S${known.fresh()}`,
    type: "PRODUCT",
    unitName: "UNIT",
    unitPurchasePrice: 12.4,
    unitSalesPrice: 29.9,
    taxCode: await tax(known, "21%"),
    incomeAccountId: await account(known, "400000"),
    expenseAccountId: await account(known, "600000"),
  }),
  "items.patch": { name: "Stool, oiled", unitName: "HOUR", type: "SERVICE", unitSalesPrice: 31 },
  "journalEntries.create": async (known) => ({
    description: `Rent ${known.fresh()}`,
    journalCode: "MISC",
    transactionDate: midnight(0),
    isProvisional: false,
    journalLineItems: [
      {
        accountId: await account(known, "610000"),
        debitCreditIndicator: "DEBIT",
        totalNetAmount: 99.9,
        description: "October",
        dimensions: [{ id: await known.id("dimensions.list") }],
      },
      {
        accountId: await account(known, "440000"),
        debitCreditIndicator: "CREDIT",
        totalNetAmount: 99.9,
        supplierId: await supplier(known),
      },
    ],
  }),
  "offers.create": async (known) => ({
    addresses: [],
    currency: "EUR",
    contactId: await customer(known),
    offerDate: midnight(0),
    reference: `C ${known.fresh()}`,
    lineItems: [{ ...(await offered(known, "21%")), totalDiscountPercentage: 5 }],
  }),
  "salesOrders.create": async (known) => ({
    contactId: await customer(known),
    currency: "EUR",
    orderDate: midnight(0),
    status: "OPEN",
    deliveryDate: midnight(14),
    comment: "Ring twice & wait",
    billingContactId: await customer(known),
    shippingContactId: await customer(known),
    lineItems: [{ ...(await offered(known, "21%")), totalDiscountPercentage: 5 }],
  }),
  "projects.create": async (known) => ({
    name: `Reading room ${known.fresh()}`,
    description: "Shelves <oak>",
    contactId: await customer(known),
    startDate: midnight(0),
    endDate: midnight(60),
  }),
  "files.create": async (known) => ({ documentType: "BILL", resourceId: await known.id("bills.list") }),
  "journalEntries.attachments.create": {},
  "payments.create": async (known) => ({
    currency: "EUR",
    journalCode: "BNK1",
    paymentLines: [{ invoiceId: await payable(known), amount: 1.5, paymentDate: day(1), description: "In part" }],
  }),
};

/** The first day of a calendar year. The invented companies always have entries in the previous year. */
const year = (back: number) => `${new Date().getUTCFullYear() - back}-01-01`;

conformance({
  connector: odoo,
  simulation,
  requests,
  withFile: ["files.create", "journalEntries.attachments.create"],
  always: { "trialBalance.list": { fiscalYearStartDate: year(1) } },
  values: { "taxRates.list": { isActive: "true" }, "trialBalance.list": { fiscalYearStartDate: year(0) } },
  excuses: {
    "taxRates.list: filter isActive":
      "the contract's tax rates have no status field; the connector passes the filter to Odoo",
  },
});
