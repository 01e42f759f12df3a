/** Manual journal entries. QuickBooks shows the postings of documents only in its reports. */
import type { WriteCall } from "../../contract/connector.ts";
import type { JournalEntryInput } from "../../contract/inputs/ledger.ts";
import type { JournalEntry, JournalLineItem } from "../../contract/records/ledger.ts";
import { lastDayOfYear } from "../../kit/dates.ts";
import { type Encoded, encoder, invalidField, listAs } from "../../kit/encode.ts";
import { incomplete } from "../../kit/lists/incomplete.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, portion, sum } from "../../kit/money.ts";
import { enumValue, plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { addFiles, filesOf } from "./attachments.ts";
import { percentagesOf } from "./catalogue.ts";
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

/** A posting, or the tax that QuickBooks posts with it to an account that it does not name. */
interface PostedLine extends Line {
  readonly isTax?: true;
}

const lineFields = twoWay({
  debitCreditIndicator: enumValue(sides, `${detail}.PostingType`),
});
const taxAmountOf = (line: Line) => line[detail]?.TaxAmount;
const line = mapping<JournalLineItem, PostedLine>({
  ...postingFields,
  ...lineFields.reads,
  id: ({ Id, isTax }) => (isTax ? undefined : Id),
  accountId: (posted) => (posted.isTax ? undefined : postingFields.accountId(posted)),
  totalNetAmount: (posted) => amount(posted.isTax ? taxAmountOf(posted) : posted.Amount),
  customerId: entityOf("Customer"),
  supplierId: entityOf("Vendor"),
});

const entryFields = twoWay({
  description: plainValue("PrivateNote"),
  number: plainValue("DocNumber"),
});
const journalEntry = mapping<JournalEntry, Transaction>({
  ...fields.identity,
  ...fields.stamps,
  ...fields.currency.reads,
  ...fields.posted.reads,
  ...entryFields.reads,
  isProvisional: () => false,
  journalLineItems: nestedList(line, ({ Line }) =>
    Line?.filter(({ DetailType }) => DetailType === detail).flatMap((posted): PostedLine[] =>
      (amount(taxAmountOf(posted)) ?? 0) === 0 ? [posted] : [posted, { ...posted, isTax: true }],
    ),
  ),
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

type EntryCall = WriteCall<JournalEntryInput>;

const hasTax = ({ taxRate }: PostingInput): boolean => taxRate?.code !== undefined;

/** QuickBooks does not compute the tax of a posting, so its amount comes from the body or from the code's percentage. */
function taxIn(posting: PostingInput, percentages: ReadonlyMap<string, number | undefined>, field: string): number {
  const { taxRate, totalNetAmount: net = 0, totalGrossAmount: gross, totalTaxAmount: tax } = posting;
  if (tax !== undefined) return tax;
  const percentage = percentages.get(taxRate?.code ?? "");
  if (percentage !== undefined) return portion(net, percentage);
  if (gross !== undefined) return sum([gross, -net]);
  throw invalidField(`The percentage of tax code ${taxRate?.code} is not known. Send totalTaxAmount.`, field);
}

/** A line with a tax code has to say whether the tax is of a purchase or a sale, and how much it is. */
function withTax(encoded: Encoded, percentages: unknown, { body }: EntryCall): object {
  const { journalLineItems: postings = [] } = body;
  if (!postings.some(hasTax)) return encoded;
  const sent = (encoded["Line"] ?? []) as readonly Line[];
  const Line = sent.map((posted, index) => {
    const posting = postings[index];
    if (posting === undefined || !hasTax(posting)) return posted;
    const TaxApplicableOn = posting.debitCreditIndicator === "CREDIT" ? "Sales" : "Purchase";
    const field = `journalLineItems[${index}].taxRate`;
    const TaxAmount = taxIn(posting, percentages as ReadonlyMap<string, number | undefined>, field);
    return { ...posted, [detail]: { ...posted[detail], TaxApplicableOn, TaxAmount } };
  });
  return { ...encoded, GlobalTaxCalculation: "TaxExcluded", Line };
}

const { list, get, create } = resource("JournalEntry", "journalEntryId", journalEntry);

export const journalEntries = {
  ...operationsOf("journalEntries", {
    list: incomplete(
      "Only manual entries are listed. QuickBooks shows the postings of invoices, bills and payments only in reports (see trialBalance).",
      list({
        filters: {
          fiscalYearStartDate: (day) => `TxnDate >= ${quoted(day)} and TxnDate <= ${quoted(lastDayOfYear(day))}`,
          transactionDateFrom: fromDay("TxnDate"),
        },
      }),
    ),
    get: get(),
    create: create<JournalEntryInput>({
      encoder: entryEncoder,
      prepare: async ({ body }, session) =>
        body.journalLineItems?.some(hasTax) ? percentagesOf(session, "PurchaseTaxRateList") : undefined,
      body: withTax,
      afterwards: ({ Id }, call, session) => addFiles("JournalEntry", Id, call, session),
      requires: ["journalLineItems"],
      rules: [
        "A line with a tax code is taxed as a purchase if it is a debit, otherwise as a sale. QuickBooks posts the tax itself, and its line has no accountId.",
        "Entries are posted immediately. A line on a receivables account needs a customerId, a line on a payables account a supplierId.",
      ],
    }),
  }),
  ...operationsOf("journalEntries.attachments", filesOf("JournalEntry", "journalEntryId")),
};
