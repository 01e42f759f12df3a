import { expect, test } from "vitest";
import { simulation } from "../../../simulators/bexio/simulation.ts";
import { conformance } from "../../../test/conformance/conformance.ts";
import { day, midnight } from "../../../test/conformance/days.ts";
import type { Facts, Known } from "../../../test/conformance/facts.ts";
import { findingsOf } from "../../../test/conformance/findings.ts";
import { bexio } from "./connector.ts";
import { bexioToken } from "./key.ts";

const revenue = (known: Known) => known.id("accounts.list", ({ class: kind }) => kind === "REVENUE");
const cost = (known: Known) => known.id("accounts.list", ({ class: kind }) => kind === "EXPENSE");
const taxOn = (known: Known, wanted: string) =>
  known.id("taxRates.list", ({ usage, percentage }) => usage === wanted && percentage === 8.1);
const company = (known: Known) => known.id("contacts.list", ({ contactType }) => contactType === "COMPANY");

const sold = async (known: Known) => ({
  accountId: await revenue(known),
  description: "Montage, zwei Stunden",
  quantity: 2,
  taxCode: await taxOn(known, "INVOICE"),
  unitAmount: 10.5,
});
const bought = async (known: Known) => ({
  accountId: await cost(known),
  description: "Papier",
  taxCode: await known.id("taxRates.list", ({ name }) => String(name).startsWith("VM81")),
  totalNetAmount: 21.35,
});

const bill = async (known: Known) => ({
  billDate: midnight(-40),
  billNumber: `R-${known.fresh()}`,
  contactId: await company(known),
  currency: "CHF" as const,
  dueDate: midnight(-10),
  lineItems: [await bought(known)],
  reference: "Büromaterial",
});

const contactBody = (known: Known) => ({
  addresses: [
    {
      addressLine1: "Dorfstrasse 7",
      addressLine2: "Postfach",
      city: "Erfundenwil",
      countryCode: "CH",
      postalCode: "9999",
    },
  ],
  companyName: `Arvenholz ${known.fresh()}`,
  contactType: "COMPANY" as const,
  emailAddresses: [{ email: "post@arve.example", type: "BUSINESS" as const }],
  number: known.fresh(),
  phoneNumbers: [{ number: "+41 00 000 00 00", type: "BUSINESS" as const }],
});

const requests: Facts["requests"] = {
  "bills.create": bill,
  "bills.update": bill,
  "contacts.create": contactBody,
  "contacts.patch": contactBody,
  "customers.create": contactBody,
  "customers.patch": contactBody,
  "suppliers.create": contactBody,
  "suppliers.patch": contactBody,
  "invoices.create": async (known) => ({
    contactId: await company(known),
    currency: "CHF",
    dueDate: midnight(12),
    invoiceDate: midnight(-20),
    lineAmountTypes: "EXCLUSIVE",
    lineItems: [{ ...(await sold(known)), discountItemPercentage: 5 }],
    paymentTermId: await known.id("paymentTerms.list"),
    reference: `Bestellung ${known.fresh()}`,
  }),
  "invoices.patch": (known) => ({ reference: `Geändert ${known.fresh()}` }),
  "items.create": async (known) => ({
    expenseAccountId: await cost(known),
    incomeAccountId: await revenue(known),
    itemNumber: `ART-${known.fresh()}`,
    name: "Alpenkäse, 1 kg",
    taxCode: await taxOn(known, "INVOICE"),
    type: "PRODUCT",
    unitPurchasePrice: 7.25,
    unitSalesPrice: 12.95,
  }),
  "journalEntries.create": async (known) => ({
    currency: "CHF",
    description: `Abschreibung ${known.fresh()}`,
    journalLineItems: [
      { accountId: await cost(known), debitCreditIndicator: "DEBIT", totalNetAmount: 12.5 },
      {
        accountId: await known.id("accounts.list", ({ class: kind }) => kind === "ASSET"),
        debitCreditIndicator: "CREDIT",
        totalNetAmount: 12.5,
      },
    ],
    number: `B-${known.fresh()}`,
    transactionDate: midnight(-16),
  }),
  "offers.create": async (known) => ({
    addresses: [],
    contactId: await company(known),
    currency: "CHF",
    lineItems: [await sold(known)],
    offerDate: midnight(-20),
    reference: `Anfrage ${known.fresh()}`,
  }),
  "payments.create": async (known) => ({
    documentType: "INVOICE",
    paymentLines: [
      {
        accountId: await known.id("bankAccounts.list"),
        amount: 1,
        invoiceId: await known.id("invoices.list", ({ status, currency }) => status === "OPEN" && currency === "CHF"),
        paymentDate: day(-1),
      },
    ],
  }),
};

/** A contact has two addresses, and bexio searches one of them. */
const firstEmail = { email: "post@0.example" };

const facts = {
  simulation,
  folder: "src/connectors/bexio",
  requests,
  withFile: ["files.create"],
  changeable: {
    "bills.update": ({ status }) => status === "DRAFT",
    "invoices.patch": ({ status }) => status === "DRAFT",
  },
  values: {
    "contacts.list": firstEmail,
    "customers.list": firstEmail,
    "journalEntries.list": { fiscalYearStartDate: `${day(0).slice(0, 4)}-01-01` },
    "suppliers.list": firstEmail,
    "taxRates.list": { isActive: "false" },
  },
} satisfies Partial<Facts>;

conformance({
  ...facts,
  connector: bexio,
  excuses: {
    "taxRates.list: filter isActive=false": "The contract's tax rate has no field that shows whether it is active.",
  },
});

test("connects with a personal access token and lists the same records", async () => {
  const edition = { ...facts, connector: bexioToken, simulation: { ...simulation, slug: bexioToken.id } };
  expect(await findingsOf(edition, ["fact sheet", "lists"])).toEqual({});
  expect(bexioToken.operations).toBe(bexio.operations);
});
