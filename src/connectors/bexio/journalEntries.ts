import type { WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { JournalEntryInput, JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { JournalEntry, JournalLineItem } from "../../contract/records/ledger.ts";
import { type Session } from "../../contract/session.ts";
import { accountingDay, lastDayOfYear } from "../../kit/dates.ts";
import { dayAs, type Encoded, encoder, fieldAs, nested, sentSeparately } from "../../kit/encode.ts";
import { byGroups } from "../../kit/lists/groupedPaging.ts";
import { groupsBy } from "../../kit/lists/groups.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, type Decimal, sum } from "../../kit/money.ts";
import { write } from "../../kit/writing.ts";
import { refuseClosedDay } from "./catalogue.ts";
import { baseCurrency, list } from "./conventions.ts";
import { currencyAs, currencyOf, idNumber, withCreditAccount, withCurrency, withDebitAccount } from "./fields.ts";
import type { Account, Booking, Currency, ManualEntry } from "./types.ts";

/** The bookings of a document on one day: an entry. */
type Entry = readonly Booking[];

/** One side of an entry on one account. */
interface Side {
  readonly side: "DEBIT" | "CREDIT";
  readonly account: number;
  readonly row: Account | undefined;
  readonly amount: Decimal;
  readonly booking: Booking;
}

const line = mapping<JournalLineItem, Side>({
  accountId: ({ account }) => String(account),
  accountNumber: ({ row }) => (row?.account_no ? Number(row.account_no) : undefined),
  currency: ({ booking }) => currencyOf(booking),
  debitCreditIndicator: ({ side }) => side,
  description: ({ booking }) => booking.description,
  totalNetAmount: ({ amount: total }) => amount(total),
});

/** A booking is one amount from one account to another. Tax is a booking of its own. */
function sidesOf(booking: Booking): readonly Side[] {
  const { debit_account_id: debit, credit_account_id: credit, amount: total } = booking;
  return [
    ...(debit ? [{ side: "DEBIT" as const, account: debit, row: booking.debit, amount: total, booking }] : []),
    ...(credit ? [{ side: "CREDIT" as const, account: credit, row: booking.credit, amount: total, booking }] : []),
  ];
}

/** One line for each account and side: an invoice's receivable is one amount, although its tax is booked by itself. */
function linesOf(bookings: Entry): readonly Side[] {
  const groups = groupsBy(bookings.flatMap(sidesOf), ({ side, account }) => `${side} ${account}`);
  return groups.map(([, group]) => ({ ...group[0], amount: sum(group.map((each) => each.amount)) }));
}

/** The document of a booking that bexio made itself: bills have uuids. */
const documentOf = ([booking]: Entry): string | undefined => {
  const { ref_class: kind, ref_id: id, ref_uuid: uuid } = booking ?? {};
  if (kind === "KbInvoice") return id ? String(id) : undefined;
  return kind === "KbBill" ? (uuid ?? undefined) : undefined;
};

/** The first booking of an entry has everything that all of them share. */
const entry = mapping<JournalEntry, Entry>({
  id: ([booking]) => String(booking?.id ?? ""),
  currency: ([booking]) => booking && currencyOf(booking),
  description: ([booking]) => booking?.description,
  documentId: documentOf,
  exchangeRate: ([booking]) => amount(booking?.currency_factor),
  journalLineItems: nestedList(line, linesOf),
  transactionDate: ([booking]) => accountingDay(booking?.date),
});

const isSame = (left: Booking, right: Booking): boolean =>
  Boolean(left.ref_class) &&
  left.ref_class === right.ref_class &&
  left.ref_id === right.ref_id &&
  left.ref_uuid === right.ref_uuid &&
  left.date === right.date &&
  left.currency_id === right.currency_id;

const paging = byGroups<Booking>({
  skip: "offset",
  size: "limit",
  largest: 2000,
  records: (body: unknown) => body,
  isSame,
});

const lookups = [withCurrency, withDebitAccount, withCreditAccount];

const lineEncoder = encoder<JournalLineItemInput>({
  accountId: sentSeparately,
  debitCreditIndicator: sentSeparately,
  description: sentSeparately,
  totalNetAmount: sentSeparately,
});

/** bexio's simplest entry: one amount, a debit account and a credit account. */
const linesAs = nested(
  lineEncoder,
  (lines: readonly JournalLineItemInput[], input: JournalEntryInput, field: string): object => {
    const [debit, ...moreDebits] = lines.filter(({ debitCreditIndicator: side }) => side === "DEBIT");
    const [credit, ...moreCredits] = lines.filter(({ debitCreditIndicator: side }) => side === "CREDIT");
    if (debit === undefined || credit === undefined || lines.length !== 2 || moreDebits.length + moreCredits.length > 0)
      throw cannotStore(
        "An entry has one debit and one credit line of the same amount in bexio. Send an entry for each pair of accounts.",
        field,
      );
    if (debit.totalNetAmount !== credit.totalNetAmount)
      throw cannotStore("Both lines need the same amount.", `${field}[1].totalNetAmount`);
    return {
      amount: debit.totalNetAmount,
      credit_account_id: idNumber(credit.accountId ?? "", `${field}[${lines.indexOf(credit)}].accountId`),
      debit_account_id: idNumber(debit.accountId ?? "", `${field}[${lines.indexOf(debit)}].accountId`),
      description: debit.description ?? credit.description ?? input.description ?? "",
    };
  },
);

interface EncodedEntry {
  readonly date?: string;
  readonly reference_nr?: string;
}

/** The rate of the company's own currency is 1. */
function manualEntry(encoded: Encoded, prepared: unknown, { body }: WriteCall<JournalEntryInput>): object {
  const base = prepared as Currency | undefined;
  const { date, reference_nr: reference, ...booking } = encoded as EncodedEntry & Encoded;
  const isForeign = body.currency !== undefined && body.currency !== base?.name;
  if (isForeign && body.exchangeRate === undefined)
    throw cannotStore("An entry in another currency needs exchangeRate.", "exchangeRate");
  const factor = isForeign ? Number(body.exchangeRate) : 1;
  return {
    type: "manual_single_entry",
    date,
    ...(reference !== undefined && { reference_nr: reference }),
    entries: [{ currency_id: base?.id, ...booking, currency_factor: factor }],
  };
}

export const journalEntries = {
  "journalEntries.list": list({
    path: "/3.0/accounting/journal",
    map: entry,
    paging,
    filters: {
      fiscalYearStartDate: (first) => ({ from: first, to: lastDayOfYear(first) }),
      transactionDateFrom: (from) => ({ from }),
    },
    lookups,
    rules: [
      "The target system books in pairs of accounts. Neighbouring bookings of a document on one day are one entry.",
    ],
  }),
  "journalEntries.create": write<JournalEntryInput, JournalEntry, Entry>({
    method: "POST",
    path: "/3.0/accounting/manual_entries",
    encoder: encoder<JournalEntryInput>({
      currency: currencyAs,
      description: sentSeparately,
      exchangeRate: sentSeparately,
      journalLineItems: linesAs,
      number: fieldAs("reference_nr"),
      transactionDate: dayAs("date"),
    }),
    prepare: async ({ body: { transactionDate = "" } }, session: Session) => {
      await refuseClosedDay(transactionDate, "transactionDate", session);
      return baseCurrency(session);
    },
    body: manualEntry,
    record: ({ entries }: ManualEntry) => (entries?.length ? entries : undefined),
    map: entry,
    lookups,
    requires: ["transactionDate", "journalLineItems"],
    rules: ["An entry has exactly two lines of the same amount, one debit and one credit."],
  }),
};
