import type { WriteCall } from "../../contract/connector.ts";
import type { JournalEntryInput, JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { Dimension, JournalEntry, JournalLineItem } from "../../contract/records/ledger.ts";
import type { Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { calendarDay, lastDayOfYear } from "../../kit/dates.ts";
import { encoder, fieldsAs, invalidField, nested, sentSeparately } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { idAs } from "../../kit/models/reading.ts";
import { appendMarker, removeMarker } from "../../kit/models/writing.ts";
import { balance, decimal } from "../../kit/money.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { attachmentOf, attachTo, fileOf, filesOf } from "./attachments.ts";
import { type Domain, getOf, idFor, type Kind, listOf, readOne } from "./conventions.ts";
import { currencyOf, day, identity, stamps, textOf, wholeOf } from "./fields.ts";
import { act, dayValue, decimalValue } from "./rpc.ts";
import type { Identified, Move, MoveLine } from "./types.ts";
import { createOf, orTakenBack } from "./writing.ts";

const dimension = mapping<Dimension, NonNullable<MoveLine["analytic_lines"]>[number]>({
  id: ({ account }) => textOf(account?.id),
  ...values({ categoryName: "account.root.name", code: "account.code", name: "account.name" }),
});

const lineFields = twoWay({ description: plainValue("description") });
const entryFields = twoWay({ transactionDate: day("date") });

const journalLine = mapping<JournalLineItem, MoveLine>({
  ...identity,
  ...stamps,
  ...lineFields.reads,
  ...values({ accountCode: "account.code" }),
  accountId: ({ account }) => textOf(account?.id),
  accountNumber: ({ account }) => wholeOf(account?.code),
  currency: currencyOf,
  customerId: ({ account, party }) => (account?.type?.receivable ? textOf(party?.id) : undefined),
  debitCreditIndicator: ({ debit, credit }) => balance(debit, credit).debitCreditIndicator,
  dimensions: nestedList(dimension, (line) => line.analytic_lines),
  supplierId: ({ account, party }) => (account?.type?.payable ? textOf(party?.id) : undefined),
  totalNetAmount: ({ debit, credit }) => balance(debit, credit).amount,
});

/** The record that the entry was posted from. For an invoice, its own id. */
const originOf = ({ origin }: Move): string | undefined => /^account\.invoice,(\d+)$/.exec(origin ?? "")?.[1];

const entry: Kind<JournalEntry, Move> = {
  model: "account.move",
  fields: `number post_number date description state origin journal(code type) period.name
    lines(account(code type(receivable payable)) currency.code credit debit description party.name
      analytic_lines.account(name code root.name))`,
  company: "company",
  parts: ["lines"],
  map: mapping<JournalEntry, Move>({
    ...identity,
    ...stamps,
    accountingPeriodId: ({ period }) => textOf(period?.id),
    description: ({ description }) => removeMarker(description),
    documentId: originOf,
    isProvisional: ({ state }) => state === "draft",
    ...values({ journalCode: "journal.code", journalType: "journal.type" }),
    journalLineItems: nestedList(journalLine, ({ lines }) => lines?.toSorted((before, after) => before.id - after.id)),
    number: (move) => move.post_number ?? move.number,
    ...entryFields.reads,
  }),
};

const inYear = (first: string): Domain => [
  ["date", ">=", dayValue(first)],
  ["date", "<=", dayValue(lastDayOfYear(first))],
];

const lineEncoder = encoder<JournalLineItemInput>({
  ...fieldsAs(idAs, { accountId: "account", customerId: "party", supplierId: "party" }),
  // Encoded together with the amount.
  debitCreditIndicator: sentSeparately,
  ...lineFields.writes,
  totalNetAmount: (value, { debitCreditIndicator: side }) => {
    const [amountSide, emptySide] = side === "CREDIT" ? ["credit", "debit"] : ["debit", "credit"];
    return { [amountSide]: decimalValue(decimal(value)), [emptySide]: decimalValue("0") };
  },
});

/** The journal of the body, or the first general one. */
function journalFor(code: string | undefined, session: Session): Promise<number> {
  const domain: Domain = code === undefined ? [["type", "=", "general"]] : [["code", "=", code]];
  const refusal = invalidField("This target system has no journal with this code.", "journalCode");
  return idFor(session, { model: "account.journal" }, domain, refusal);
}

function periodFor(date: string | undefined, session: Session): Promise<number> {
  const day = dayValue(calendarDay(date ?? ""));
  const around = [
    ["start_date", "<=", day],
    ["end_date", ">=", day],
    ["type", "=", "standard"],
  ];
  const refusal = invalidField("No accounting period covers this day.", "transactionDate");
  return idFor(session, { model: "account.period", company: "company" }, around, refusal);
}

/** Posts the entry unless it is posted, and adds the files. */
async function finish({ id }: Identified, call: WriteCall<JournalEntryInput>, session: Session): Promise<void> {
  const needsPosting = call.body.isProvisional !== true && (await readOne<Move>(session, entry, id))?.state === "draft";
  if (needsPosting) await orTakenBack(session, entry.model, id, () => act(session, "model.account.move.post", [id]));
  await attachTo(entry, id, call, session);
}

export const journalEntries = {
  "journalEntries.list": listOf(entry, {
    filters: {
      fiscalYearStartDate: inYear,
      transactionDateFrom: (day) => [["date", ">=", dayValue(day)]],
    },
  }),
  "journalEntries.get": getOf(entry),
  "journalEntries.create": createOf<JournalEntryInput, JournalEntry, Move, object>(entry, {
    encoder: encoder<JournalEntryInput>({
      description: sentSeparately,
      isProvisional: sentSeparately,
      journalCode: sentSeparately,
      journalLineItems: nested(lineEncoder, (lines: readonly JournalLineItemInput[], _input: unknown, field) => ({
        lines: [["create", lines.map((line) => lineEncoder(line, field))]],
      })),
      ...entryFields.writes,
    }),
    prepare: async ({ body }, session) => ({
      company: Number(session.company),
      journal: await journalFor(body.journalCode, session),
      period: await periodFor(body.transactionDate, session),
    }),
    marked: (reference) => [["description", "like", `%${reference}`]],
    values: (encoded, filled, { body: { description }, marker }) => ({
      ...encoded,
      ...filled,
      description: appendMarker(description, marker),
    }),
    afterwards: finish,
    requires: ["transactionDate", "journalLineItems"],
    rules: [
      "The entry is posted unless isProvisional is true. If Tryton refuses to post it, for example because it does not balance, Kontor deletes it again.",
      "Tryton's description ends with a reference that Kontor needs; answers leave it out.",
    ],
  }),
  "journalEntries.attachments.list": filesOf(entry),
  "journalEntries.attachments.get": fileOf(entry),
  "journalEntries.attachments.create": attachmentOf(entry),
};
