import { expect, test } from "vitest";
import { description } from "../../../simulators/moneybird/description.ts";
import { simulation } from "../../../simulators/moneybird/simulation.ts";
import { conformance } from "../../../test/conformance/conformance.ts";
import { day, midnight } from "../../../test/conformance/days.ts";
import type { Facts, Known } from "../../../test/conformance/facts.ts";
import { findingsOf } from "../../../test/conformance/findings.ts";
import { moneybird } from "./connector.ts";
import { moneybirdToken } from "./key.ts";

const revenue = (known: Known) => known.id("accounts.list", ({ type }) => type === "REVENUE");
const cost = (known: Known) => known.id("accounts.list", ({ type }) => type === "EXPENSE");
const taxOn = (known: Known, wanted: string) =>
  known.id("taxRates.list", ({ usage, percentage }) => usage === wanted && percentage === 21);
const someContact = (known: Known) => known.id("contacts.list", ({ contactType }) => contactType === "COMPANY");
const projectOf = async (known: Known) => [
  { id: await known.id("projects.list", ({ status }) => status === "ACTIVE") },
];

const sold = async (known: Known) => ({
  accountId: await revenue(known),
  description: "Zonnescherm, terracotta",
  quantity: 2,
  taxCode: await taxOn(known, "INVOICE"),
  unitAmount: 10.5,
});
const bought = async (known: Known) => ({
  accountId: await cost(known),
  deferredStartDate: midnight(15),
  deferredEndDate: midnight(45),
  description: "Kantoorartikelen",
  dimensions: await projectOf(known),
  quantity: 3,
  taxCode: await taxOn(known, "BILL"),
  unitAmount: 7.25,
});

const requests: Facts["requests"] = {
  "accounts.create": (known) => ({
    code: "WBedAlkOal",
    name: `Overige kosten ${known.fresh()}`,
    number: `47${known.fresh().replaceAll(/\D/g, "")}`,
    type: "EXPENSE",
  }),
  "bills.create": async (known) => ({
    billDate: midnight(-46),
    billNumber: `L-${known.fresh()}`,
    contactId: await someContact(known),
    currency: "EUR",
    dueDate: midnight(-16),
    lineItems: [await bought(known)],
  }),
  "bills.update": async (known) => ({
    billDate: midnight(-45),
    billNumber: `L-${known.fresh()}`,
    lineItems: [{ ...(await bought(known)), quantity: 4 }],
  }),
  "bills.lineItems.create": bought,
  "bills.lineItems.update": async (known) => ({ ...(await bought(known)), unitAmount: 8.75 }),
  "expenses.create": async (known) => ({
    currency: "EUR",
    description: `Lunch ${known.fresh()}`,
    expenseLines: [
      {
        accountId: await cost(known),
        description: "Lunch onderweg",
        dimensions: await projectOf(known),
        taxRate: { id: await taxOn(known, "BILL") },
        totalNetAmount: 21.35,
      },
    ],
    supplierId: await someContact(known),
    transactionDate: midnight(-42),
  }),
  "invoices.create": async (known) => ({
    contactId: await someContact(known),
    currency: "EUR",
    dueDate: midnight(-17),
    invoiceDate: midnight(-31),
    lineAmountTypes: "EXCLUSIVE",
    lineItems: [{ ...(await sold(known)), dimensions: await projectOf(known) }],
    reference: `Opdracht ${known.fresh()}`,
  }),
  "invoices.patch": (known: Known) => ({ reference: `Gewijzigd ${known.fresh()}` }),
  "invoices.lineItems.create": sold,
  "invoices.lineItems.patch": async (known: Known) => ({ ...(await sold(known)), quantity: 5 }),
  "items.create": async (known) => ({
    incomeAccountId: await revenue(known),
    itemNumber: `ART-${known.fresh()}`,
    name: "Tulpenbollen, 25 stuks",
    taxCode: await taxOn(known, "INVOICE"),
    type: "PRODUCT",
    unitSalesPrice: 12.95,
  }),
  "journalEntries.create": async (known) => {
    const side = { accountId: await cost(known), description: "Afschrijving", totalNetAmount: 12.5 };
    return {
      description: `Memoriaal ${known.fresh()}`,
      journalLineItems: [
        { ...side, debitCreditIndicator: "DEBIT", dimensions: await projectOf(known) },
        { ...side, debitCreditIndicator: "CREDIT" },
      ],
      transactionDate: midnight(-16),
    };
  },
  "offers.create": async (known) => ({
    addresses: [],
    contactId: await someContact(known),
    currency: "EUR",
    lineItems: [await sold(known)],
    offerDate: midnight(-31),
    reference: `Offerte ${known.fresh()}`,
  }),
  "payments.create": async (known) => ({
    documentType: "INVOICE",
    paymentLines: [
      {
        amount: 1,
        invoiceId: await known.id("invoices.list", ({ status }) => status === "OPEN"),
        paymentDate: day(-27),
      },
    ],
    paymentType: "bank_transfer",
  }),
};

/** People besides the contact are not searched at the vendor. */
const byContact = { name: "Birkenweiler", email: "info@cus-4." } as const;

const facts = {
  simulation,
  folder: "src/connectors/moneybird",
  requests,
  withFile: ["expenses.create", "journalEntries.create"],
  values: {
    "contacts.list": byContact,
    "customers.list": byContact,
    // Any twelve months do: of these some entries are, on every day of a year.
    "journalEntries.list": { fiscalYearStartDate: day(-465) },
    "suppliers.list": byContact,
    "taxRates.list": { isActive: "false" },
  },
} satisfies Partial<Facts>;

conformance({
  ...facts,
  connector: moneybird,
  description,
  excuses: {
    "taxRates.list: filter isActive=false": "The contract's tax rate has no field that shows whether it is active.",
  },
});

test("connects with a personal token and lists the same records", async () => {
  const edition = { ...facts, connector: moneybirdToken, simulation: { ...simulation, slug: moneybirdToken.id } };
  expect(await findingsOf(edition, ["fact sheet", "lists"])).toEqual({});
  expect(moneybirdToken.operations).toBe(moneybird.operations);
});
