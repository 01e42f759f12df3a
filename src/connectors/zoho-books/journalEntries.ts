/** Manual journals. Lists have no lines, so each journal of a page is read. */
import type { WriteCall } from "../../contract/connector.ts";
import type { JournalEntryInput, JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { JournalEntry, JournalLineItem, TaxRate } from "../../contract/records/ledger.ts";
import type { Session } from "../../contract/session.ts";
import { days, values } from "../../kit/columns.ts";
import { lastDayOfYear } from "../../kit/dates.ts";
import { encoder, fieldAs, inParent, listAs, numberAs, sentSeparately } from "../../kit/encode.ts";
import { incomplete } from "../../kit/lists/incomplete.ts";
import { mapping, nestedList, nestedRecord } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { enumValue, plainValue, twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { eachRead, list, modified, readRecord, resource } from "./conventions.ts";
import { currencyAs, currencyOf, stamps } from "./fields.ts";
import type { Journal, JournalLine, JournalTax } from "./types.ts";

const folder = "/journals";
const kind = "journal";

const sides = vocabulary({ debit: "DEBIT", credit: "CREDIT" });

/** A line, or the tax that Zoho Books posts beside the lines to an account that it does not name. */
type Posting = JournalLine & JournalTax;

const lineFields = twoWay({
  accountId: plainValue("account_id"),
  debitCreditIndicator: enumValue(sides, "debit_or_credit"),
  description: plainValue("description"),
});

const taxRate = mapping<TaxRate, Posting>({
  ...values({ id: "tax_id", code: "tax_id", name: "tax_name" }),
  taxRatePercentage: ({ tax_percentage: rate }) => (amount(rate) === undefined ? undefined : String(amount(rate))),
});

const line = mapping<JournalLineItem, Posting>({
  ...lineFields.reads,
  ...values({ id: "line_id" }),
  taxRate: nestedRecord(taxRate, (posting) => (posting.tax_id ? posting : undefined)),
  totalNetAmount: ({ amount: net, tax_amount: tax }) => amount(net ?? tax),
});

const postingsOf = ({ line_items: lines, taxes }: Journal): readonly Posting[] => [
  ...(lines ?? []),
  ...(taxes ?? []).map((tax) => ({ ...tax, description: tax.tax_name })),
];

const entryFields = twoWay({
  description: plainValue("notes"),
  number: plainValue("entry_number"),
});

const journalEntry = mapping<JournalEntry, Journal>({
  ...stamps,
  ...entryFields.reads,
  ...days({ transactionDate: "journal_date" }),
  ...values({ id: "journal_id", documentId: "reference_number" }),
  currency: currencyOf,
  exchangeRate: ({ exchange_rate: rate }) => amount(rate)?.toString(),
  isProvisional: ({ status }) => status === "draft",
  journalLineItems: nestedList(line, postingsOf),
});

const readJournal = (session: Session, id: string): Promise<Journal> =>
  readRecord<Journal>(session, path`/journals/${id}`, kind);

const everyJournal = (listed: readonly Journal[], session: Session) =>
  eachRead(listed, ({ journal_id: id }) => readJournal(session, id));

const lineEncoder = encoder<JournalLineItemInput>({
  ...lineFields.writes,
  taxRate: inParent(encoder<TaxRate>({ code: fieldAs("tax_id"), id: sentSeparately })),
  totalNetAmount: numberAs("amount"),
});

const entryEncoder = encoder<JournalEntryInput>({
  currency: currencyAs,
  description: entryFields.writes.description,
  documentId: fieldAs("reference_number"),
  exchangeRate: (rate: string) => ({ exchange_rate: Number(rate) }),
  isProvisional: (isProvisional) => ({ status: isProvisional ? "draft" : "published" }),
  journalLineItems: listAs("line_items", lineEncoder),
  transactionDate: (moment: string) => ({ journal_date: moment.slice(0, 10) }),
});

const journals = resource<JournalEntry, Journal>(folder, "journalEntryId", { kind, map: journalEntry });

/** Zoho Books posts a journal at once unless it is a draft. */
const published = ({ body }: WriteCall<JournalEntryInput>) =>
  body.isProvisional === undefined ? { status: "published" } : {};

export const journalEntries = {
  "journalEntries.list": incomplete(
    "Only manual journals are listed. Zoho Books shows the postings of invoices, bills and payments only in its reports and in the transactions of each account.",
    list<JournalEntry, Journal>("journals", {
      path: folder,
      map: journalEntry,
      filters: {
        ...modified,
        fiscalYearStartDate: (first) => ({ date_start: first, date_end: lastDayOfYear(first) }),
        transactionDateFrom: (from) => ({ date_start: from }),
      },
      defaultOrder: "journal_date",
      join: everyJournal,
      rules: ["The target system's list has no lines, so each journal of a page is read."],
    }),
  ),
  "journalEntries.get": journals.get(),
  "journalEntries.create": journals.create<JournalEntryInput>({
    encoder: entryEncoder,
    also: published,
    lookups: [],
    readBack: (reply: { readonly journal?: Journal }, _call, session) =>
      readJournal(session, reply.journal?.journal_id ?? ""),
    undo: (id, session) => session.send({ method: "DELETE", path: path`/journals/${id}` }),
    requires: ["transactionDate", "journalLineItems", "journalLineItems.accountId"],
    rules: [
      "The journal is published unless isProvisional is true. The target system posts the tax of a line itself, as a line without accountId.",
    ],
  }),
};
