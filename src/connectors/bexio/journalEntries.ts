import type { WriteCall } from "../../contract/connector.ts";
import { cannotStore, Failure } from "../../contract/failure.ts";
import type { JournalEntryInput, JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { JournalEntry, JournalLineItem } from "../../contract/records/ledger.ts";
import { type Session } from "../../contract/session.ts";
import { amounts, days, values } from "../../kit/columns.ts";
import { lastDayOfYear } from "../../kit/dates.ts";
import { dayAs, type Encoded, encoder, fieldAs, nested, sentSeparately } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { write } from "../../kit/writing.ts";
import { baseCurrency, list } from "./conventions.ts";
import { currencyAs, currencyOf, idNumber, ids, withCreditAccount, withCurrency, withDebitAccount } from "./fields.ts";
import type { Account, Booking, Currency, ManualEntry } from "./types.ts";

/** One side of a booking. */
interface Side {
  readonly side: "DEBIT" | "CREDIT";
  readonly account: number;
  readonly row: Account | undefined;
  readonly booking: Booking;
}

const line = mapping<JournalLineItem, Side>({
  accountId: ({ account }) => String(account),
  accountNumber: ({ row }) => (row?.account_no ? Number(row.account_no) : undefined),
  currency: ({ booking }) => currencyOf(booking),
  debitCreditIndicator: ({ side }) => side,
  description: ({ booking }) => booking.description,
  totalNetAmount: ({ booking }) => amount(booking.amount),
});

/** A booking is one amount from one account to another. Tax is a booking of its own. */
function sidesOf(booking: Booking): readonly Side[] {
  const { debit_account_id: debit, credit_account_id: credit } = booking;
  return [
    ...(debit ? [{ side: "DEBIT" as const, account: debit, row: booking.debit, booking }] : []),
    ...(credit ? [{ side: "CREDIT" as const, account: credit, row: booking.credit, booking }] : []),
  ];
}

/** The document of a booking that bexio made itself: bills have uuids. */
const documentOf = ({ ref_class: kind, ref_id: id, ref_uuid: uuid }: Booking): string | undefined => {
  if (kind === "KbInvoice") return id ? String(id) : undefined;
  return kind === "KbBill" ? (uuid ?? undefined) : undefined;
};

const entry = mapping<JournalEntry, Booking>({
  ...ids({ id: "id" }),
  ...values({ description: "description" }),
  ...days({ transactionDate: "date" }),
  ...amounts({ exchangeRate: "currency_factor" }),
  currency: currencyOf,
  documentId: documentOf,
  journalLineItems: nestedList(line, sidesOf),
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
    filters: {
      fiscalYearStartDate: (first) => ({ from: first, to: lastDayOfYear(first) }),
      transactionDateFrom: (from) => ({ from }),
    },
    lookups,
    rules: ["The target system books in pairs: each entry has one debit and one credit line."],
  }),
  "journalEntries.create": write<JournalEntryInput, JournalEntry, Booking>({
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
    prepare: (_call, session: Session) => baseCurrency(session),
    body: manualEntry,
    record: ({ entries }: ManualEntry) => {
      const [booking] = entries ?? [];
      if (booking === undefined) throw new Failure("target_bad_response", "The target system's reply has no booking.");
      return booking;
    },
    map: entry,
    lookups,
    requires: ["transactionDate", "journalLineItems"],
    rules: ["An entry has exactly two lines of the same amount, one debit and one credit."],
  }),
};
