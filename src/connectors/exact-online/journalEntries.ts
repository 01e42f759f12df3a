/** Reads the entries of all journals with their lines. New entries go into a general journal. */
import type { ListCall, ListHandler, WriteCall } from "../../contract/connector.ts";
import type { JournalEntryInput, JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { JournalEntry, JournalLineItem, TaxRate } from "../../contract/records/ledger.ts";
import { type Session } from "../../contract/session.ts";
import { absoluteAmounts, values } from "../../kit/columns.ts";
import { calendarDay, lastDayOfYear, microsoftDay } from "../../kit/dates.ts";
import { encoder, fieldAs, inParent, nested, sentSeparately } from "../../kit/encode.ts";
import { itemsInWindow } from "../../kit/lists/paging.ts";
import { mapping, nestedList, nestedRecord } from "../../kit/mapping.ts";
import { amount, bySign, type Decimal, decimal, sum } from "../../kit/money.ts";
import { listing, readCached } from "../../kit/reading.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import * as conventions from "./conventions.ts";
import * as read from "./fields.ts";
import { journalOf, journalTypes } from "./journals.ts";
import type { Body, Division, Integer, Text, Transaction, TransactionLine } from "./types.ts";
import { transactionFields, transactionLineFields } from "./types.ts";

const taxRate = mapping<TaxRate, TransactionLine>({
  ...read.codes({ code: "VATCode" }),
  ...values({ name: "VATCodeDescription" }),
  taxRatePercentage: ({ VATPercentage }) => read.percent(VATPercentage)?.toString(),
});

/** The types of entries whose account is a customer, and those whose account is a supplier. */
const sales: readonly Integer[] = [20, 21];
const purchases: readonly Integer[] = [30, 31];

const accountNumber = (code: Text): number | undefined =>
  code && /^\s*\d{1,15}\s*$/.test(code) ? Number(code) : undefined;

const lineFields = twoWay({
  accountId: plainValue("GLAccount"),
  description: plainValue("Description"),
});
const journalLine = mapping<JournalLineItem, TransactionLine>({
  ...lineFields.reads,
  ...read.identity,
  ...read.stamps,
  ...read.codes({ accountCode: "GLAccountCode", thirdPartyCode: "AccountCode" }),
  ...values({ documentId: "Document", itemId: "Item" }),
  ...read.numbers({ documentNumber: "InvoiceNumber" }),
  ...absoluteAmounts({ totalNetAmount: "AmountDC" }),
  accountNumber: ({ GLAccountCode }) => accountNumber(GLAccountCode),
  customerId: ({ Account, Type }) => (sales.includes(Type) ? Account : undefined),
  debitCreditIndicator: ({ AmountDC }) => bySign(AmountDC)?.debitCreditIndicator,
  dimensions: nestedList(read.dimension, read.assignments),
  supplierId: ({ Account, Type }) => (purchases.includes(Type) ? Account : undefined),
  taxRate: nestedRecord(taxRate, (line) => (line.VATCode ? line : undefined)),
});

const opening: readonly Integer[] = [10, 328];
/** From the closing of a period (310) to the closing of the year. */
const isClosing = (type: Integer): boolean => type !== null && type !== undefined && type >= 310 && type < 328;
const open = 20;

const latest = (moments: readonly (string | undefined)[]): string | undefined =>
  moments.reduce((last, at) => ((at ?? "") > (last ?? "") ? at : last), undefined);
const lines = ({ TransactionLines }: Transaction) => conventions.linesOf(TransactionLines);

/** The lines in the currency in which the entry is shown. */
const linesShown = (native: Transaction): readonly TransactionLine[] | undefined =>
  native.also?.rate === undefined
    ? lines(native)
    : lines(native)?.map((line) => ({ ...line, AmountDC: line.AmountFC }));

/** The foreign currency of an entry that balances in it, and its rate. Exchange differences have no foreign amount. */
function foreignOf(native: Transaction, books: Text): { readonly currency: Text; readonly rate: Decimal } | undefined {
  const [first, ...others] = lines(native) ?? [];
  const currency = read.trimmed(first?.Currency);
  if (first === undefined || !currency || currency === books) return undefined;
  const all = [first, ...others];
  const isOneCurrency = all.every((line) => read.trimmed(line.Currency) === currency);
  const isComplete = all.every((line) => !amount(line.AmountDC) || amount(line.AmountFC));
  const isBalanced = sum(all.map(({ AmountFC }) => AmountFC)) === 0;
  return isOneCurrency && isComplete && isBalanced ? { currency, rate: first.ExchangeRate } : undefined;
}

const entryFields = twoWay({
  journalCode: read.code("JournalCode"),
});
const journalEntry = mapping<JournalEntry, Transaction>({
  ...entryFields.reads,
  ...values({ id: "EntryID", description: "Description", documentId: "Document", journalType: "TypeDescription" }),
  ...read.stamps,
  ...read.currencies({ currency: "also.currency" }),
  ...read.numbers({ number: "EntryNumber" }),
  ...read.days({ transactionDate: "Date" }),
  exchangeRate: ({ also }) => (amount(also?.rate) === undefined ? undefined : decimal(Number(also?.rate))),
  isProvisional: ({ Status }) => Status === open,
  journalLineItems: nestedList(journalLine, linesShown),
  recordType: ({ Type }) => (opening.includes(Type) ? "OPENING" : isClosing(Type) ? "CLOSING" : "STANDARD"),
  // A line may change without its entry.
  updatedDate: (native) => latest([native, ...(lines(native) ?? [])].map(read.stamps.updatedDate)),
});

/** The currency of the division. */
export async function companyCurrency(session: Session): Promise<string | undefined> {
  const currency = await readCached(session, "books currency", async () => {
    const query = { $select: "Code,Currency", $filter: `Code eq ${Number(session.company)}` };
    return conventions.recordIn((await session.read("/system/Divisions", query)) as Body<Division>)?.Currency ?? null;
  });
  return read.trimmed(currency);
}

/** Amounts are in the currency of the transaction if it balances there, otherwise in that of the division. */
async function withCurrency(natives: readonly Transaction[], session: Session): Promise<readonly Transaction[]> {
  if (natives.length === 0) return natives;
  const currency = await companyCurrency(session);
  return natives.map((native) => ({ ...native, also: foreignOf(native, currency) ?? { currency } }));
}

const path = "/financialtransaction/Transactions";
const transactions = conventions.resource(path, {
  id: "journalEntryId",
  key: "EntryID",
  map: journalEntry,
  fields: transactionFields,
  add: withCurrency,
  below: { TransactionLines: transactionLineFields },
  createAt: "/generaljournalentry/GeneralJournalEntries",
});

const listed = transactions.list({
  filters: { transactionDateFrom: conventions.fromDay("Date"), fiscalYearStartDate: conventions.yearFrom("Date") },
  rules: [
    "Amounts are in the currency of the transaction if all lines share it, otherwise in that of the company's books. Postings that the target system adds itself, such as tax, are separate lines.",
  ],
});

/** The vendor's row version at a moment; undefined if nothing has changed since. */
async function versionAt(session: Session, at: Date): Promise<string | undefined> {
  const query = { modified: `datetime'${at.toISOString().slice(0, 19)}'`, endPoint: "'TransactionLines'" };
  type Version = { readonly TimeStampAsBigInt?: string | number | null };
  const body = (await session.read("/read/sync/Sync/SyncTimestamp", query)) as Body<Version>;
  return conventions.recordIn(body)?.TimeStampAsBigInt?.toString();
}

/**
 * The ids of entries that changed since, or whose lines did. Lines are found by row version, a thousand a call, because
 * they may change without their entry.
 */
async function changedSince(session: Session, at: Date, { filters }: ListCall): Promise<readonly string[]> {
  const $select = "EntryID,Date";
  const $filter = conventions.changedSince(at);
  const rows = [...(await conventions.allOf<Transaction>(session, path, { $select, $filter }))];
  const version = await versionAt(session, at);
  if (version !== undefined) {
    const query = { $select: `${$select},Timestamp`, $filter: `Timestamp ge ${version}L` };
    rows.push(...(await conventions.allOf<Transaction>(session, "/sync/Financial/TransactionLines", query)));
  }
  const { transactionDateFrom: from = "", fiscalYearStartDate: first = "" } = filters;
  const last = first === "" ? "9999" : lastDayOfYear(first);
  const fits = (row: Transaction): boolean => {
    const day = microsoftDay(row.Date)?.slice(0, 10) ?? "";
    return day >= from && day >= first && day <= last;
  };
  return [...new Set(rows.filter(fits).flatMap(({ EntryID }) => EntryID ?? []))].toSorted();
}

const list: ListHandler<JournalEntry> = {
  ...listed,
  list: async (call, session) => {
    const { lastModifiedAt } = call.filters;
    if (lastModifiedAt === undefined) return listed.list(call, session);
    const ids = await changedSince(session, lastModifiedAt, call);
    const found = await conventions.matching<Transaction>(session, {
      path,
      query: transactions.query,
      field: "EntryID",
      values: itemsInWindow(ids, call.window).map(conventions.guid),
    });
    const natives = found.toSorted((left, right) => ((left.EntryID ?? "") < (right.EntryID ?? "") ? -1 : 1));
    return { ...listing(journalEntry, await withCurrency(natives, session)), raw: natives, total: ids.length };
  },
};

/** Net, or gross if the tax code includes tax. */
const amountAs = (value: number, { debitCreditIndicator }: JournalLineItemInput): object => ({
  AmountFC: Number(decimal(debitCreditIndicator === "CREDIT" ? -value : value)),
});

const lineEncoder = encoder<JournalLineItemInput>({
  ...lineFields.writes,
  customerId: fieldAs("Account"),
  supplierId: fieldAs("Account"),
  // The sign of the amount.
  debitCreditIndicator: sentSeparately,
  dimensions: read.dimensionsAs,
  taxRate: inParent(encoder<TaxRate>({ code: fieldAs("VATCode") })),
  totalNetAmount: amountAs,
  totalGrossAmount: (value, input) => (input.totalNetAmount === undefined ? amountAs(value, input) : {}),
});

const linesAs = nested(
  lineEncoder,
  (lines: readonly JournalLineItemInput[], { description, transactionDate }: JournalEntryInput, field) => ({
    GeneralJournalEntryLines: lines.map((line) => ({
      // The vendor's entries have no description, only their lines.
      ...(description !== undefined && { Description: description }),
      ...lineEncoder(line, field),
      ...(transactionDate !== undefined && { Date: calendarDay(transactionDate) }),
    })),
  }),
);

const entryEncoder = encoder<JournalEntryInput>({
  ...entryFields.writes,
  currency: fieldAs("Currency"),
  journalLineItems: linesAs,
  exchangeRate: (rate) => ({ ExchangeRate: Number(rate) }),
  // Sent with the lines.
  description: sentSeparately,
  transactionDate: sentSeparately,
});

type EntryCall = WriteCall<JournalEntryInput>;

const prepare = ({ body }: EntryCall, session: Session): Promise<string> =>
  journalOf(session, { type: journalTypes.general, journalCode: body.journalCode });

export const journalEntries = operationsOf("journalEntries", {
  list,
  get: transactions.get(),
  create: transactions.create<JournalEntryInput>({
    encoder: entryEncoder,
    prepare,
    body: (encoded, journal) => ({ ...encoded, JournalCode: journal as string }),
    requires: ["transactionDate", "journalLineItems", "journalLineItems.accountId"],
    rules: [
      "journalCode has to be a general journal; without it, the only one is used. For lines with a tax rate the journal has to allow VAT; the target system posts the tax itself.",
      "description becomes the description of every line that has none.",
    ],
  }),
});
