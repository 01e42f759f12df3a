/** Manual journal entries. QuickBooks shows the postings of documents only in its reports. */
import type { JournalEntryInput } from "../../contract/inputs/ledger.ts";
import type { JournalEntry, JournalLineItem } from "../../contract/records/ledger.ts";
import { amounts } from "../../kit/columns.ts";
import { lastDayOfYear } from "../../kit/dates.ts";
import { encoder, listAs } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { same, twoWay, word } from "../../kit/twoWay.ts";
import { named } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { addFiles, filesOf } from "./attachments.ts";
import { fromDay, quoted, resource } from "./conventions.ts";
import * as fields from "./fields.ts";
import { type PostingInput, postingEncoders, postingFields } from "./postings.ts";
import type { Line, Transaction } from "./types.ts";

const detail = "JournalEntryLineDetail";
const sides = vocabulary({ Debit: "DEBIT", Credit: "CREDIT" });
const entityOf = (type: string) => (line: Line) => {
  const { Entity } = line[detail] ?? {};
  return Entity?.Type === type ? fields.refOf(Entity.EntityRef) : undefined;
};

const lineFields = twoWay({
  debitCreditIndicator: word(sides, `${detail}.PostingType`),
});
const line = mapping<JournalLineItem, Line>({
  ...postingFields,
  ...lineFields.reads,
  ...amounts({ totalTaxAmount: `${detail}.TaxAmount` }),
  customerId: entityOf("Customer"),
  supplierId: entityOf("Vendor"),
});

const entryFields = twoWay({
  description: same("PrivateNote"),
  number: same("DocNumber"),
});
const journalEntry = mapping<JournalEntry, Transaction>({
  ...fields.identity,
  ...fields.stamps,
  ...fields.currency.reads,
  ...fields.posted.reads,
  ...entryFields.reads,
  isProvisional: () => false,
  journalLineItems: nestedList(line, ({ Line }) => Line?.filter(({ DetailType }) => DetailType === detail)),
});

const entityAs = (type: string) => (value: string) => ({ [detail]: { Entity: { Type: type, EntityRef: { value } } } });

const lineEncoder = encoder<PostingInput>(
  {
    ...postingEncoders(detail),
    ...lineFields.writes,
    customerId: entityAs("Customer"),
    dimensions: fields.dimensionsAs(detail, ["Class", "Department"]),
    supplierId: entityAs("Vendor"),
  },
  () => ({ DetailType: detail }),
);

const entryEncoder = encoder<JournalEntryInput>({
  ...fields.currency.writes,
  ...fields.posted.writes,
  ...entryFields.writes,
  journalLineItems: listAs("Line", lineEncoder),
});

const { list, get, create } = resource("JournalEntry", "journalEntryId", journalEntry);

export const journalEntries = {
  ...named("journalEntries", {
    list: list({
      filters: {
        fiscalYearStartDate: (day) => `TxnDate >= ${quoted(day)} and TxnDate <= ${quoted(lastDayOfYear(day))}`,
        transactionDateFrom: fromDay("TxnDate"),
      },
      rules: [
        "Only manual entries are listed. QuickBooks shows the postings of invoices, bills and payments only in reports (see trialBalance).",
      ],
    }),
    get: get(),
    create: create({
      encoder: entryEncoder,
      afterwards: ({ Id }, call, session) => addFiles("JournalEntry", Id, call, session),
      requires: ["journalLineItems"],
      rules: [
        "Entries are posted immediately. A line on a receivables account needs a customerId, a line on a payables account a supplierId.",
      ],
    }),
  }),
  ...named("journalEntries.attachments", filesOf("JournalEntry", "journalEntryId")),
};
