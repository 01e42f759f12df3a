/** What lines of journal entries and of expenses have in common. */
import type { JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { TaxRate } from "../../contract/records/ledger.ts";
import { as, encoder, invalid, numberAs, spread } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { refAs } from "./fields.ts";
import type { LineDetail, Ref } from "./types.ts";

export type PostingInput = JournalLineItemInput;

export const taxRate = mapping<TaxRate, Ref>({ code: ({ value }) => value });
export const codeOf = ({ TaxCodeRef }: LineDetail): Ref | undefined => (TaxCodeRef?.value ? TaxCodeRef : undefined);

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
