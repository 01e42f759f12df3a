/** The collections that can be written. */
import type { NativeRecord } from "../books/basics/types.ts";
import { makeAccount, makeBankAccount } from "./accounts.ts";
import { makeTransaction } from "./bankTransactions.ts";
import { makeProposal, proposalNumbers } from "./bookingProposals.ts";
import type { WriteContext } from "./context.ts";
import { removeDocument, writeDocument } from "./documents.ts";
import { makeExpense } from "./expenses.ts";
import { makeEntry } from "./journalEntries.ts";
import { type NumberRange, numberRange } from "./numbering.ts";
import { makeOrder } from "./orders.ts";
import { makeContact, makeParty } from "./parties.ts";
import { makePayment, removePayment } from "./payments.ts";
import { writeInvoice } from "./settling/cashSales.ts";
import { factsOf } from "./settling/documentStatus.ts";
import type { Shape } from "./shapes/fields.ts";
import { shapes } from "./shapes/shapes.ts";

export type Verb = "POST" | "PUT" | "PATCH" | "DELETE";

export interface WritableCollection {
  readonly shape: Shape;
  /** The prefix of its ids. */
  readonly prefix: string;
  readonly verbs: readonly Verb[];
  readonly lineVerbs?: readonly Verb[];
  /** The number range for records without a number. */
  readonly number?: NumberRange;
  /** Unique fields, each with the collections that share them. A PUT does not clear them. */
  readonly unique: Readonly<Record<string, string>>;
  readonly defaults?: object;
  /** Completes the record and applies its consequences: postings, open items, other records. */
  readonly make?: (
    context: WriteContext,
    input: NativeRecord,
    before?: NativeRecord,
  ) => Promise<NativeRecord> | NativeRecord;
  readonly remove?: (context: WriteContext, record: NativeRecord) => Promise<void>;
  /** Stored in the ledger instead of the records table. */
  readonly isEntry?: true;
  /** May be sent as a form together with its files. */
  readonly withFiles?: true;
  /** May be written in bulk by a job. */
  readonly bulk?: true;
}

const document = (collection: "invoices" | "bills" | "credit-notes" | "vendor-credits") => ({
  unique: { [factsOf(collection).number]: collection },
  make: (context: WriteContext, input: NativeRecord, before?: NativeRecord) =>
    writeDocument(context, collection, input, before),
});

const party = (prefix: string, collection: "customers" | "suppliers"): WritableCollection => ({
  shape: shapes.parties,
  prefix,
  verbs: ["POST", "PUT", "PATCH"],
  unique: { number: "contacts customers suppliers" },
  make: makeParty(collection),
});

export const writableCollections: Readonly<Record<string, WritableCollection>> = {
  accounts: {
    shape: shapes.accounts,
    prefix: "acc",
    verbs: ["POST"],
    unique: { number: "accounts" },
    make: (_desk, input) => makeAccount(input),
  },
  "bank-accounts": {
    shape: shapes.bankAccounts,
    prefix: "bank",
    verbs: ["POST"],
    unique: { number: "bank-accounts" },
    make: makeBankAccount,
  },
  bills: {
    shape: shapes.bills,
    prefix: "bill",
    verbs: ["POST", "PUT", "DELETE"],
    lineVerbs: ["POST", "PUT"],
    ...document("bills"),
    remove: (context, record) => removeDocument(context, "bills", record),
  },
  "booking-proposals": {
    shape: shapes.bookingProposals,
    prefix: "bp",
    verbs: ["POST"],
    number: proposalNumbers,
    unique: { number: "booking-proposals" },
    make: makeProposal,
    withFiles: true,
  },
  contacts: {
    shape: shapes.contacts,
    prefix: "con",
    verbs: ["POST", "PUT", "PATCH"],
    unique: { number: "contacts customers suppliers" },
    make: makeContact,
    bulk: true,
  },
  "credit-notes": {
    shape: shapes.creditNotes,
    prefix: "cn",
    verbs: ["POST", "DELETE"],
    ...document("credit-notes"),
    remove: (context, record) => removeDocument(context, "credit-notes", record),
  },
  customers: party("cus", "customers"),
  expenses: { shape: shapes.expenses, prefix: "exp", verbs: ["POST"], unique: {}, make: makeExpense, withFiles: true },
  invoices: {
    shape: shapes.invoices,
    prefix: "inv",
    verbs: ["POST", "PATCH"],
    lineVerbs: ["POST", "PATCH"],
    ...document("invoices"),
    make: writeInvoice,
  },
  items: {
    shape: shapes.items,
    prefix: "item",
    verbs: ["POST", "PATCH"],
    number: numberRange("item_number", "A-", "items", 1001),
    unique: { item_number: "items" },
    defaults: { type: "product", price_includes_tax: false },
  },
  "journal-entries": {
    shape: shapes.journalEntries,
    prefix: "je",
    verbs: ["POST"],
    unique: {},
    make: makeEntry,
    isEntry: true,
    withFiles: true,
    bulk: true,
  },
  offers: {
    shape: shapes.offers,
    prefix: "offer",
    verbs: ["POST"],
    number: numberRange("offer_number", "AN-", "offers"),
    unique: { offer_number: "offers" },
    defaults: { status: "draft" },
    make: makeOrder,
  },
  payments: {
    shape: shapes.payments,
    prefix: "pay",
    verbs: ["POST", "DELETE"],
    unique: {},
    make: makePayment,
    remove: removePayment,
  },
  "payment-terms": {
    shape: shapes.paymentTerms,
    prefix: "term",
    verbs: ["POST"],
    unique: { code: "payment-terms" },
    defaults: { due_type: "due_in_days", discount_periods: [] },
  },
  projects: {
    shape: shapes.projects,
    prefix: "prj",
    verbs: ["POST"],
    unique: { code: "projects", number: "projects" },
    defaults: { status: "active", currency: "EUR" },
  },
  "sales-orders": {
    shape: shapes.salesOrders,
    prefix: "so",
    verbs: ["POST"],
    unique: {},
    defaults: { status: "open" },
    make: makeOrder,
  },
  suppliers: party("sup", "suppliers"),
  transactions: {
    shape: shapes.transactions,
    prefix: "trn",
    verbs: ["POST", "PATCH"],
    unique: {},
    make: makeTransaction,
    withFiles: true,
  },
  "vendor-credits": {
    shape: shapes.vendorCredits,
    prefix: "vc",
    verbs: ["POST", "PUT", "DELETE"],
    ...document("vendor-credits"),
    remove: (context, record) => removeDocument(context, "vendor-credits", record),
  },
};
