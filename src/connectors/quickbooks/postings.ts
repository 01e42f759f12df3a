/** What lines of journal entries and of expenses have in common. */
import type { JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { TaxRate } from "../../contract/records/ledger.ts";
import { amounts, values } from "../../kit/columns.ts";
import { as, encoder, invalid, numberAs, spread } from "../../kit/encode.ts";
import { mapping, one } from "../../kit/mapping.ts";
import { dimensions, refAs, refOf } from "./fields.ts";
import { detailOf } from "./lines.ts";
import type { Line, Ref } from "./types.ts";

export type PostingInput = JournalLineItemInput;

const taxRate = mapping<TaxRate, Ref>(values({ code: "value" }));

export const postingFields = {
  ...values({ id: "Id", description: "Description" }),
  ...amounts({ totalNetAmount: "Amount" }),
  accountId: (line: Line) => refOf(detailOf(line).AccountRef),
  dimensions: dimensions(detailOf),
  taxRate: one(taxRate, (line: Line) => {
    const { TaxCodeRef: code } = detailOf(line);
    return code?.value ? code : undefined;
  }),
};

export const postingEncoders = (detail: string) => ({
  accountId: refAs(detail, "AccountRef"),
  debitCreditIndicator: (side: string, _input: unknown, field: string) => {
    if (side === "DEBIT" || side === "CREDIT") return {};
    throw invalid("A line is on the side of DEBIT or of CREDIT.", field);
  },
  description: as("Description"),
  taxRate: spread(encoder<TaxRate>({ code: refAs(detail, "TaxCodeRef") })),
  totalNetAmount: numberAs("Amount"),
});
