import type { JournalEntryInput, JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { Dimension, JournalEntry, JournalLineItem, TaxRate } from "../../contract/records/ledger.ts";
import { days, values } from "../../kit/columns.ts";
import { lastDayOfYear } from "../../kit/dates.ts";
import { allAs, as, dayAs, elsewhere, encoder, nested } from "../../kit/encode.ts";
import { mapping, nestedList, nestedRecord } from "../../kit/mapping.ts";
import { idAs } from "../../kit/models/reading.ts";
import { marking } from "../../kit/models/writing.ts";
import { balance, decimal } from "../../kit/money.ts";
import { named } from "../../kit/views.ts";
import { attachmentOf, attachTo, fileOf, filesOf } from "./attachments.ts";
import { createOf, getOf, type Kind, listOf } from "./conventions.ts";
import { journalSource, moveSource, numberOf } from "./documents.ts";
import { booksCurrency, identity, ids, named as nameOf, stamps, textOf, wholeOf } from "./fields.ts";
import { postingSource, rateOf } from "./lines.ts";
import { dimensionEncoder, distribution, journalFor, post } from "./posting.ts";
import type { AnalyticAccount, Line, Move, Tax } from "./types.ts";

const dimension = mapping<Dimension, AnalyticAccount>({
  ...identity,
  ...values({ categoryName: "plan_id.label", code: "code", name: "name" }),
});

const taxRate = mapping<TaxRate, Tax>({
  ...identity,
  ...nameOf,
  code: identity.id,
  taxRatePercentage: (tax) => rateOf(tax)?.toString(),
});

/** The tax that the line is the amount of, or the only tax on the line. */
const taxOf = ({ tax_line_id: tax, tax_ids: taxes }: Line): Tax | undefined =>
  tax ?? (taxes?.length === 1 ? taxes[0] : undefined);

const partnerOn = (type: string) => (line: Line) => (line.account_type === type ? textOf(line.partner_id) : undefined);

const journalLine = mapping<JournalLineItem, Line>({
  ...identity,
  ...stamps,
  ...values({ accountCode: "account_id.code", description: "name" }),
  ...ids({ accountId: "account_id", itemId: "product_id" }),
  accountNumber: ({ account_id: account }) => wholeOf(account?.code),
  ...booksCurrency,
  customerId: partnerOn("asset_receivable"),
  debitCreditIndicator: ({ debit, credit }) => balance(debit, credit).debitCreditIndicator,
  dimensions: nestedList(dimension, (line) => line.analytic_distribution),
  supplierId: partnerOn("liability_payable"),
  taxRate: nestedRecord(taxRate, taxOf),
  totalNetAmount: ({ debit, credit }) => balance(debit, credit).amount,
});

/** Sections and notes of an invoice have no account. */
const postingsOf = ({ line_ids: lines }: Move): readonly Line[] =>
  lines?.filter(({ account_id: account }) => account).toSorted((before, after) => before.id - after.id) ?? [];

const entry: Kind<JournalEntry, Move> = {
  ...moveSource,
  links: { journal_id: journalSource, line_ids: postingSource },
  domain: [["state", "in", ["draft", "posted"]]],
  map: mapping<JournalEntry, Move>({
    ...identity,
    ...stamps,
    ...booksCurrency,
    ...values({ description: "ref", journalCode: "journal_id.code", journalType: "journal_id.type" }),
    ...days({ dueDate: "invoice_date_due", transactionDate: "date" }),
    documentId: ({ id, move_type: type }) => (type === "entry" ? undefined : String(id)),
    isProvisional: ({ state }) => state === "draft",
    isReversal: (move) => move.reversed_entry_id !== undefined,
    journalLineItems: nestedList(journalLine, postingsOf),
    number: numberOf,
  }),
};

const from = (day: string) => ["date", ">=", day] as const;

const lineEncoder = encoder<JournalLineItemInput>({
  ...allAs(idAs, { accountId: "account_id", customerId: "partner_id", supplierId: "partner_id" }),
  // Encoded together with the amount.
  debitCreditIndicator: elsewhere,
  description: as("name"),
  dimensions: nested(dimensionEncoder, distribution),
  totalNetAmount: (value, { debitCreditIndicator: side }) => {
    const [amountSide, emptySide] = side === "CREDIT" ? ["credit", "debit"] : ["debit", "credit"];
    return { [amountSide]: Number(decimal(value)), [emptySide]: 0 };
  },
});

export const journalEntries = {
  "journalEntries.list": listOf(entry, {
    filters: {
      fiscalYearStartDate: (first) => [from(first), ["date", "<=", lastDayOfYear(first)]],
      transactionDateFrom: (day) => [from(day)],
    },
    rules: [
      "Lists the entries of all journals, including those of invoices, bills and payments. Cancelled entries are left out.",
      "Amounts are in the company's currency.",
    ],
  }),
  "journalEntries.get": getOf(entry),
  "journalEntries.create": createOf<JournalEntryInput, JournalEntry, Move, object>(entry, {
    encoder: encoder<JournalEntryInput>({
      description: as("ref"),
      isProvisional: elsewhere,
      journalCode: elsewhere,
      journalLineItems: nested(lineEncoder, (lines: readonly JournalLineItemInput[], _input: unknown, field) => ({
        line_ids: lines.map((line) => [0, 0, lineEncoder(line, field)]),
      })),
      transactionDate: dayAs("date"),
    }),
    prepare: ({ body }, session) => journalFor(session, body.journalCode),
    marked: (reference) => [["invoice_origin", "=", reference]],
    values: (encoded, journal, { marker }) => ({
      move_type: "entry",
      ...journal,
      ...encoded,
      invoice_origin: marking(marker),
    }),
    afterwards: async ({ id }, call, session) => {
      if (call.body.isProvisional !== true) await post(id, session);
      await attachTo(entry, id, call, session);
    },
    requires: ["transactionDate", "journalLineItems"],
    rules: [
      "The entry is posted unless isProvisional is true. If Odoo refuses to post it, Kontor deletes it again.",
      "Without a journalCode, the entry goes to the first general journal. Its source document holds a reference that Kontor needs.",
    ],
  }),
  ...named("journalEntries.attachments", { list: filesOf(entry), get: fileOf(entry), create: attachmentOf(entry) }),
};
