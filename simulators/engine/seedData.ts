/**
 * Seed data for the simulators, which they convert to their vendor's format. It comes from the sandbox's books: every
 * document is priced, numbered, settled and booked, and every journal entry balances.
 */
import { calendar } from "../../src/sandbox/books/basics/calendar.ts";
import { seedOf } from "../../src/sandbox/books/basics/random.ts";
import type { NativeEntry, NativeRecord } from "../../src/sandbox/books/basics/types.ts";
import { makeBills, makeVendorCredits } from "../../src/sandbox/books/documents/bills.ts";
import { fullScale, type Scale, smallScale } from "../../src/sandbox/books/documents/companyContext.ts";
import type { TradeDocument } from "../../src/sandbox/books/documents/document.ts";
import { documentBooks } from "../../src/sandbox/books/documents/documentBooks.ts";
import { makeCreditNotes, makeInvoices } from "../../src/sandbox/books/documents/invoices.ts";
import { ledger } from "../../src/sandbox/books/ledger/ledger.ts";
import { type Item, items } from "../../src/sandbox/books/masterdata/catalogue.ts";
import { accountRecords, taxRates } from "../../src/sandbox/books/masterdata/chart.ts";
import { makeParties, type Party, partyRecords } from "../../src/sandbox/books/masterdata/parties.ts";
import { routinePostings } from "../../src/sandbox/books/recurringPostings.ts";
import { day, rows, text } from "./values.ts";

/** A customer or a supplier, with the sandbox's record of it. */
export interface SeedParty extends Party {
  readonly record: NativeRecord;
}

export interface SeedPayment {
  readonly id: string;
  readonly date: string;
  /** In the document's currency, without a sign. */
  readonly amount: string;
}

/** An invoice, a bill, or a credit note of a customer or supplier. `plan` says how it ends. */
export interface SeedDocument extends TradeDocument {
  /** `draft`, `open`, `overdue`, `partially_paid`, `paid`, `voided`… */
  readonly status: string;
  readonly paidDate: string | null;
  readonly payments: readonly SeedPayment[];
  readonly created: number;
  readonly updated: number;
  /** Whether a file is attached. */
  readonly hasFile: boolean;
}

export interface SeedData {
  readonly customers: readonly SeedParty[];
  readonly suppliers: readonly SeedParty[];
  readonly items: readonly Item[];
  readonly taxRates: typeof taxRates;
  readonly invoices: readonly SeedDocument[];
  readonly creditNotes: readonly SeedDocument[];
  readonly bills: readonly SeedDocument[];
  readonly vendorCredits: readonly SeedDocument[];
  /** With their balances on the last day. */
  readonly accounts: readonly NativeRecord[];
  /** In the order of their numbers. */
  readonly entries: readonly NativeEntry[];
}

export interface SeedOptions {
  /** Different names give different data. */
  readonly name: string;
  /** The time at which the data ends. */
  readonly now: number;
  readonly size?: "large" | "small";
  /** Numbers of records that differ from those of the size. */
  readonly scale?: Partial<Scale>;
  /** The number of journal entries, if that is more than the documents need. */
  readonly entries?: number;
}

/** More than one page of nearly every list. */
const large: Scale = { ...fullScale, customers: 125, suppliers: 110, bills: [125, fullScale.bills[1]] };

export function makeSeedData({ name, now, size = "large", scale, entries = 0 }: SeedOptions): SeedData {
  const time = calendar(day(now));
  const counts: Scale = { ...(size === "large" ? large : smallScale), ...scale };
  const customers = makeParties("customer", counts.customers).map(withUniqueName);
  const suppliers = makeParties("supplier", counts.suppliers).map(withUniqueName);
  const context = { company: name, time, scale: counts, customers, suppliers };
  const invoices = makeInvoices(context);
  const bills = makeBills(context);
  const creditNotes = makeCreditNotes(context, invoices);
  const vendorCredits = makeVendorCredits(context, bills);
  const books = documentBooks(time, [...invoices, ...creditNotes, ...bills, ...vendorCredits]);
  const payments = Map.groupBy(
    books.payments.flatMap(({ id, payment_lines: lines }) => rows(lines).map((line) => ({ id, line }))),
    ({ line }) => text(line["invoice_id"]),
  );
  const withStatus = (document: TradeDocument): SeedDocument => {
    const { status, paid_date: paidDate, file_id: file, created_at, updated_at } = books.statusOf(document);
    const paid = (payments.get(document.id) ?? []).map(({ id, line }) => ({
      id,
      date: text(line["payment_date"]),
      amount: text(line["amount"]).replace("-", ""),
    }));
    return {
      ...document,
      created: uniqueTime(created_at, document.id),
      updated: uniqueTime(updated_at, document.id),
      // A written-off document has no status in the sandbox.
      status: status ?? "overdue",
      paidDate,
      payments: paid,
      hasFile: file !== null,
    };
  };
  // Made on demand: most simulators use only the documents and book them by their own rules.
  let book: ReturnType<typeof ledger> | undefined;
  const booked = () => (book ??= ledger(time, [...books.postings, ...routinePostings(context)], entries));
  const withRecord = (parties: readonly Party[]) => {
    const records = partyRecords(time, parties);
    return parties.map((party, index) => ({ ...party, record: records[index] as NativeRecord }));
  };
  return {
    customers: withRecord(customers),
    suppliers: withRecord(suppliers),
    items,
    taxRates,
    invoices: invoices.map(withStatus),
    creditNotes: creditNotes.map(withStatus),
    bills: bills.map(withStatus),
    vendorCredits: vendorCredits.map(withStatus),
    get accounts() {
      return accountRecords(time, booked().balances);
    },
    get entries() {
      return [...booked().entries()].map(inDocumentCurrency);
    },
  };
}

/** The sandbox's entries of documents are in the company's currency. Vendors name the document's and its rate. */
function inDocumentCurrency(entry: NativeEntry): NativeEntry {
  const { document_currency: currency, document_exchange_rate: rate } = entry;
  if (currency === null) return entry;
  return {
    ...entry,
    currency,
    exchange_rate: rate,
    journal_line_items: entry.journal_line_items.map((line) => ({ ...line, exchange_rate: rate })),
  };
}

/** The sandbox has thirty names only. */
const withUniqueName = (party: Party, index: number): Party =>
  index < 30 ? party : { ...party, name: `${party.name} ${index + 1}` };

/** The sandbox's times are whole minutes. The seed data has no two records with the same time. */
const uniqueTime = (at: string, id: string): number => Date.parse(at) + (seedOf(id) % 60_000);
