/** Other ways to the same books, as other vendors would offer them. */
import type { Connector } from "../../contract/connector.ts";
import { access, apiKey } from "./access.ts";
import { accounts } from "./accounts.ts";
import { bills } from "./bills.ts";
import { bookingProposals } from "./bookingProposals.ts";
import { sandbox } from "./connector.ts";
import { contacts } from "./contacts.ts";
import { expensesPaidBy } from "./expenses.ts";
import { invoices } from "./invoices.ts";
import {
  bookedJournalEntries,
  draftJournalEntries,
  exportedJournalEntries,
  journalEntriesInCrowns,
} from "./journalEntries.ts";
import { exportedTrialBalance, ledger } from "./ledger.ts";
import { purchaseOrders } from "./orders.ts";
import { exportedPaymentTerms } from "./paymentTerms.ts";

/**
 * The same with a key that the user copies, for platforms that want to try the key-entry page. Its booking proposals can
 * be asked for changes of whole days only, as those of one vendor.
 */
export const sandboxKey: Connector = {
  ...access,
  signIn: apiKey,
  id: "sandbox-key",
  name: "Sandbox (API key)",
  about: "The demo accounting system again, joined with an API key instead of a sign-in. Make one at /sandbox/keys.",
  operations: {
    ...sandbox.operations,
    "bookingProposals.list": {
      ...bookingProposals["bookingProposals.list"],
      modifiedBy: "midnight",
      rules: ["lastModifiedAt has to be a whole day, in the form 2026-02-22T00:00:00Z, without milliseconds."],
    },
  },
};

/** The same books as an export interface: fiscal year by fiscal year, with contacts and little else. */
export const sandboxExport: Connector = {
  ...access,
  signIn: apiKey,
  id: "sandbox-export",
  name: "Sandbox Export",
  about: "The sandbox's books as an export interface: one fiscal year at a time.",
  batches: true,
  operations: {
    ...exportedJournalEntries,
    ...exportedPaymentTerms,
    ...exportedTrialBalance,
    "contacts.list": contacts["contacts.list"],
  },
};

const reading = { "accounts.list": accounts["accounts.list"], "fiscalYears.list": ledger["fiscalYears.list"] };
const unsorted = { orders: [], rules: ["The list cannot be sorted."] };

/** Booked entries year by year, for systems that return nothing else. */
export const sandboxLedger: Connector = {
  ...access,
  signIn: apiKey,
  id: "sandbox-ledger",
  name: "Sandbox Ledger",
  about: "The sandbox's booked entries, by default those of the current year; no native data, no sorting.",
  rawData: false,
  operations: {
    ...reading,
    ...bookedJournalEntries,
    ...expensesPaidBy({
      cash: "CASH",
      collection: "COLLECTION",
      credit: "CREDIT",
      check: "COLLECTION",
      credit_card: "CREDIT",
    }),
    "bills.list": { ...bills["bills.list"], ...unsorted },
    "bookingProposals.list": { ...bookingProposals["bookingProposals.list"], ...unsorted },
    "invoices.list": { ...invoices["invoices.list"], ...unsorted },
  },
};

/** The chart of accounts, the fiscal years and the journal entries, which differ by edition. */
const journalEdition = (
  facts: Pick<Connector, "id" | "name" | "about">,
  journalEntries: Connector["operations"],
): Connector => ({
  ...access,
  signIn: apiKey,
  ...facts,
  operations: { ...reading, ...journalEntries },
});

export const sandboxDrafts = journalEdition(
  { id: "sandbox-drafts", name: "Sandbox Drafts", about: "The sandbox's entries that are not booked yet." },
  draftJournalEntries,
);

export const sandboxCrowns = journalEdition(
  {
    id: "sandbox-nok",
    name: "Sandbox NOK",
    about: "The sandbox's entries converted to Norwegian kroner.",
  },
  journalEntriesInCrowns,
);

const withPackage = {
  rules: ["The company needs the package Rechnungswesen. Without it, requests fail with target_forbidden."],
};

/** A long-lived token that belongs to a tenant. */
export const sandboxToken: Connector = {
  ...access,
  signIn: {
    kind: "apiKey",
    longLived: true,
    asks: [{ name: "tenantId", secret: false }, ...apiKey.asks],
    headers: { ...apiKey.headers, "x-sandbox-tenant": "{tenantId}", "x-sandbox-packages": "checked" },
  },
  id: "sandbox-token",
  name: "Sandbox (token)",
  about: "The demo accounting system with a tenant's long-lived token, tenant-production or tenant-test.",
  operations: {
    ...sandbox.operations,
    ...expensesPaidBy({
      cash: "CASH",
      credit_card: "CREDIT_CARD",
      check: "CHECK",
      collection: "CHECK",
      credit: "CREDIT_CARD",
    }),
    "purchaseOrders.list": { ...purchaseOrders["purchaseOrders.list"], ...withPackage },
    "purchaseOrders.get": { ...purchaseOrders["purchaseOrders.get"], ...withPackage },
    "purchaseOrders.lineItems.list": { ...purchaseOrders["purchaseOrders.lineItems.list"], ...withPackage },
    "purchaseOrders.lineItems.get": { ...purchaseOrders["purchaseOrders.lineItems.get"], ...withPackage },
  },
};
