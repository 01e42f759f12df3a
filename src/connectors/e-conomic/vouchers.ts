/** Journal entries are created as vouchers, which wait in a journal until somebody books them. */
import type { JournalEntryInput, JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { Dimension, JournalEntry, TaxRate } from "../../contract/records/ledger.ts";
import { type Session } from "../../contract/session.ts";
import { calendarDay } from "../../kit/dates.ts";
import { encodedTogether, encoder, fieldAs, invalidField, nested, sentSeparately } from "../../kit/encode.ts";
import { decimal } from "../../kit/money.ts";
import { yearOf } from "./attachments.ts";
import { categories } from "./catalogue.ts";
import { create, firstOf } from "./conventions.ts";
import { departmentNumber } from "./documents.ts";
import { wholeNumber } from "./fields.ts";
import { type Draft, draftOf, journalEntry, lineFields, raw, type Voucher, withVat } from "./journalEntries.ts";
import type { Journal, Text } from "./types.ts";

const dimensionEncoder = encoder<Dimension>({ id: sentSeparately, categoryName: sentSeparately });
const lineEncoder = encoder<JournalLineItemInput>({
  ...lineFields.writes,
  currency: fieldAs("currency", "code"),
  // Sent as the sign of the amount.
  debitCreditIndicator: sentSeparately,
  dimensions: nested(dimensionEncoder, (dimensions: readonly Dimension[], _input: unknown, field) => {
    const projects = dimensions.filter(({ categoryName }) => categoryName === categories.project);
    const departments = dimensions.filter(({ categoryName }) => categoryName !== categories.project);
    return {
      ...(departments.length > 0 && { departmentalDistribution: departmentNumber(departments, field) }),
      ...(projects[0] && { project: { projectNumber: wholeNumber(projects[0].id ?? "", field) } }),
    };
  }),
  taxRate: nested(encoder<TaxRate>({ id: fieldAs("vatAccount", "vatCode") }), ({ id }: TaxRate) =>
    id === undefined ? {} : { vatAccount: { vatCode: id } },
  ),
  totalGrossAmount: (value, input) => amountAs(value, input),
  totalNetAmount: (value, input) => (input.totalGrossAmount === undefined ? amountAs(value, input) : {}),
});

function amountAs(value: number, { debitCreditIndicator }: JournalLineItemInput): object {
  return { amount: Number(decimal(debitCreditIndicator === "CREDIT" ? -value : value)) };
}

const linesAs = nested(
  lineEncoder,
  (lines: readonly JournalLineItemInput[], { transactionDate, description, currency }: JournalEntryInput, field) => ({
    entries: {
      financeVouchers: lines.map((line) => ({
        ...(currency !== undefined && { currency: { code: currency } }),
        ...(description !== undefined && { text: description }),
        ...lineEncoder(line, field),
        ...(transactionDate !== undefined && { date: calendarDay(transactionDate) }),
      })),
    },
  }),
);

export interface Prepared {
  readonly journal: string;
  readonly year: string;
}

/** The journal with this code, or the first one, and the accounting year of the day. */
export async function journalAndYear(session: Session, code: string | undefined, day: Text): Promise<Prepared> {
  const year = await yearOf(session, day);
  if (year === undefined)
    throw invalidField("The target system has no accounting year that contains this day.", "transactionDate");
  if (code !== undefined) return { journal: String(wholeNumber(code, "journalCode")), year: year.year };
  const journal = await firstOf<Journal>(session, "/journals");
  return { journal: String(journal?.journalNumber ?? ""), year: year.year };
}

export const vouchers = {
  "journalEntries.create": create<JournalEntryInput, JournalEntry, Voucher>(
    (_call, { journal }: Prepared) => `/journals/${journal}/vouchers`,
    {
      encoder: encoder<JournalEntryInput>({
        ...encodedTogether(["currency", "description", "journalCode", "transactionDate"], sentSeparately),
        journalLineItems: linesAs,
      }),
      prepare: ({ body }, session) => journalAndYear(session, body.journalCode, body.transactionDate),
      body: (encoded, prepared) => ({ accountingYear: { year: (prepared as Prepared).year }, ...encoded }),
      // The reply is a list, although one voucher was sent.
      record: (reply: readonly Draft[]) => (reply[0] === undefined ? undefined : draftOf(reply[0])),
      afterwards: (voucher, _call, session) => withVat(voucher, session),
      map: journalEntry,
      raw,
      requires: ["transactionDate", "journalLineItems", "journalLineItems.accountId"],
      rules: [
        "The voucher waits in the journal that journalCode names, or in the first one, until somebody books it at the target system. Until then it is provisional and not in the list.",
        "With a tax rate the amount is gross and the target system books the tax itself.",
      ],
    },
  ),
};
