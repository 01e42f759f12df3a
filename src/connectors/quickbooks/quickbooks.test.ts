import { simulation } from "../../../simulators/quickbooks/simulation.ts";
import { conformance } from "../../../test/conformance/conformance.ts";
import { day, midnight } from "../../../test/conformance/days.ts";
import type { Facts, Known } from "../../../test/conformance/facts.ts";
import { quickbooks } from "./connector.ts";

const account = (known: Known, type: string) =>
  known.id("accounts.list", (row) => row["type"] === type && row["status"] === "ACTIVE" && row["currency"] === "GBP");
const dimension = (known: Known, category: string) =>
  known.id("dimensions.list", ({ categoryName, status }) => categoryName === category && status === "ACTIVE");
const vat = (known: Known) =>
  known.id("taxRates.list", ({ percentage, usage }) => percentage === 20 && usage === "ALL");

const address = {
  addressLine1: "8 Trial Lane",
  addressLine2: "Rear",
  city: "Testbury",
  countryCode: "GB",
  postalCode: "EX3 3CC",
};
const reachable = {
  addresses: [
    { ...address, type: "BILLING" as const },
    { ...address, city: "Sampleford", type: "DELIVERY" as const },
  ],
  contactPersons: [{ firstName: "Alex", lastName: "Sample", salutation: "Dr" }],
  contactType: "COMPANY" as const,
  emailAddresses: [{ email: "post@sample.example" }],
  phoneNumbers: [
    { number: "01632 960001", type: "BUSINESS" as const },
    { number: "07700 900001", type: "MOBILE" as const },
    { number: "01632 960002", type: "FAX" as const },
  ],
};
const customer = (known: Known) => known.id("customers.list", ({ contactType }) => contactType === "COMPANY");
const supplier = (known: Known) => known.id("suppliers.list", ({ contactType }) => contactType === "COMPANY");

const sold = async (known: Known) => ({
  description: "Oak stool",
  quantity: 2,
  unitAmount: 35.25,
  taxCode: await vat(known),
  itemId: await known.id("items.list", ({ type }) => type === "SERVICE"),
});
const soldInClass = async (known: Known) => ({
  ...(await sold(known)),
  dimensions: [{ id: await dimension(known, "Class"), categoryName: "Class" }],
});
const bought = async (known: Known) => ({
  description: "Window cleaning",
  totalNetAmount: 80.5,
  taxCode: await vat(known),
  accountId: await account(known, "EXPENSE"),
  dimensions: [{ id: await dimension(known, "Class"), categoryName: "Class" }],
});
const days = { invoiceDate: midnight(-31), dueDate: "2040-11-15T00:00:00Z" };
const money = { currency: "GBP" } as const;

const bill = async (known: Known) => ({
  ...money,
  contactId: await supplier(known),
  accountId: await account(known, "ACCOUNTS_PAYABLE"),

  billDate: midnight(-45),
  dueDate: midnight(-15),
  billNumber: `R-${known.fresh()}`.slice(0, 21),
  reference: "Order 9",
  paymentTermCode: await known.id("paymentTerms.list", ({ name }) => name === "Net 30"),
  lineItems: [await bought(known)],
});
const vendorCredit = async (known: Known) => ({
  ...money,
  contactId: await supplier(known),
  accountId: await account(known, "ACCOUNTS_PAYABLE"),

  vendorCreditDate: midnight(-42),
  vendorCreditNumber: `C-${known.fresh()}`.slice(0, 21),
  reference: "Returned",
  lineItems: [await bought(known)],
});

const requests: Facts["requests"] = {
  "accounts.create": async (known) => ({
    ...money,
    name: `Trade fairs ${known.fresh()}`,
    number: known.fresh().slice(-6),
    type: "EXPENSE" as const,
    description: "Stands",
    parentAccountId: await account(known, "EXPENSE"),
  }),
  "bills.create": bill,
  "bills.update": bill,
  "bills.lineItems.create": bought,
  "bills.lineItems.update": async (known) => ({ ...(await bought(known)), totalNetAmount: 91.25 }),
  "customers.create": (known) => ({ ...reachable, companyName: `White Owl ${known.fresh()}` }),
  "customers.update": (known) => ({ ...reachable, companyName: `White Owl Gardens ${known.fresh()}` }),
  "customers.patch": {
    emailAddresses: [{ email: "owl@sample.example" }],
    phoneNumbers: [{ number: "01632 960009", type: "BUSINESS" }],
  },
  "expenses.create": async (known) => ({
    ...money,
    accountId: await account(known, "BANK"),
    supplierId: await supplier(known),
    exchangeRate: "1",

    // QuickBooks has one text for both.
    description: "Counter",
    note: "Counter",
    documentId: known.fresh().slice(0, 21),
    paymentType: "CASH" as const,
    type: "EXPENSE" as const,
    transactionDate: midnight(-38),
    expenseLines: [
      {
        accountId: await account(known, "EXPENSE"),
        debitCreditIndicator: "DEBIT" as const,
        description: "Stamps",
        totalNetAmount: 12.4,
        taxRate: { code: await vat(known) },
        dimensions: [{ id: await dimension(known, "Class"), categoryName: "Class" }],
      },
    ],
  }),
  "files.create": { note: "Scanned" },
  "invoices.create": async (known) => ({
    ...money,
    ...days,
    contactId: await customer(known),
    invoiceNumber: known.fresh().slice(0, 21),
    status: "OPEN" as const,
    lineAmountTypes: "EXCLUSIVE",
    shippingDate: midnight(-32),
    paymentTermId: await known.id("paymentTerms.list", ({ name }) => name === "Net 30"),
    addresses: [{ ...address, type: "BILLING" }],
    lineItems: [await soldInClass(known)],
  }),
  "invoices.patch": async (known) => ({ dueDate: "2040-12-01T00:00:00Z", lineItems: [await sold(known)] }),
  "invoices.lineItems.create": soldInClass,
  "invoices.lineItems.patch": { quantity: 5, description: "Oak stools" },
  "items.create": async (known) => ({
    name: `Ash stool ${known.fresh()}`,
    itemNumber: known.fresh(),
    type: "PRODUCT" as const,
    stockCount: 4,

    unitSalesPrice: 42.5,
    unitPurchasePrice: 18.25,
    priceIncludesTax: false,
    inventoryStartDate: midnight(-46),
    assetAccountId: await account(known, "CURRENT_ASSET"),

    expenseAccountId: await account(known, "COST_OF_GOODS_SOLD"),
    incomeAccountId: await account(known, "REVENUE"),
    taxCode: await vat(known),
  }),
  "items.patch": (known) => ({ name: `Elm stool ${known.fresh()}`, unitSalesPrice: 45.5 }),
  "journalEntries.create": async (known) => {
    const line = { description: "Accrual", totalNetAmount: 125.5 };
    return {
      ...money,
      description: "Month end",
      number: known.fresh().slice(0, 21),
      exchangeRate: "1",
      transactionDate: midnight(-16),
      journalLineItems: [
        {
          ...line,
          accountId: await account(known, "EXPENSE"),
          debitCreditIndicator: "DEBIT",
          dimensions: [
            { id: await dimension(known, "Class"), categoryName: "Class" },
            { id: await dimension(known, "Department"), categoryName: "Department" },
          ],
        },
        {
          ...line,
          accountId: await account(known, "ACCOUNTS_PAYABLE"),
          debitCreditIndicator: "CREDIT",
          supplierId: await supplier(known),
        },
      ],
    };
  },
  "journalEntries.attachments.create": { note: "Voucher" },
  "offers.create": async (known) => ({
    ...money,
    contactId: await customer(known),
    offerNumber: known.fresh().slice(0, 21),
    status: "SENT" as const,

    offerDate: midnight(-31),
    addresses: [{ ...address, type: "BILLING" }],
    lineItems: [await sold(known)],
  }),
  "payments.create": async (known) => ({
    ...money,
    documentType: "INVOICE",
    exchangeRate: 1,
    paymentLines: [
      {
        amount: 1,
        paymentDate: day(-27),
        accountId: await account(known, "BANK"),
        description: "By transfer",
        invoiceId: await known.id(
          "invoices.list",
          ({ status, currency }) => status === "OVERDUE" && currency === "GBP",
        ),
      },
    ],
  }),
  "paymentTerms.create": (known) => ({
    name: `Net 45 ${known.fresh()}`,
    paymentDays: 45,
    discountDays: 10,
    discountPercentage: 3,
  }),
  "suppliers.create": (known) => ({ ...reachable, companyName: `Grey Otter ${known.fresh()}` }),
  "suppliers.update": (known) => ({ ...reachable, companyName: `Grey Otter Foods ${known.fresh()}` }),
  "suppliers.patch": { phoneNumbers: [{ number: "01632 960010", type: "BUSINESS" }] },
  "vendorCredits.create": async (known) => {
    const { totalNetAmount: _, ...line } = await bought(known);
    return { ...(await vendorCredit(known)), taxRule: "GROSS", lineItems: [{ ...line, totalGrossAmount: 96.59 }] };
  },
  "vendorCredits.update": vendorCredit,
};

conformance({
  connector: quickbooks,
  simulation,
  requests,
  withFile: ["expenses.create", "files.create", "journalEntries.attachments.create", "journalEntries.create"],
  // The company's fiscal years begin in April.
  values: {
    "journalEntries.list": { fiscalYearStartDate: "2025-04-01" },
    "taxRates.list": { isActive: "false" },
    "trialBalance.list": { fiscalYearStartDate: "2025-04-01" },
  },
  excuses: {
    "/^evidence: .* has Term\\.DiscountPercent as number/":
      "the vendor's sample has it as text, and Decimal reads both",
    "taxRates.list: filter isActive=false": "The contract's tax rate has no field that shows whether it is active.",
  },
  always: { "trialBalance.list": { fiscalYearStartDate: "2026-04-01" } },
});
