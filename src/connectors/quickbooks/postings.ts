/** Fields of the lines of journal entries and expenses. */
import type { JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { TaxRate } from "../../contract/records/ledger.ts";
import { values } from "../../kit/columns.ts";
import { encoder, inParent, onlyAccepts } from "../../kit/encode.ts";
import { mapping, nestedRecord } from "../../kit/mapping.ts";
import { number, plainValue, twoWay } from "../../kit/twoWay.ts";
import { dimensions, refAs, refOf } from "./fields.ts";
import { detailOf } from "./lines.ts";
import type { Line, Ref } from "./types.ts";

export type PostingInput = JournalLineItemInput;

const taxRate = mapping<TaxRate, Ref>(values({ code: "value" }));

const lineFields = twoWay({
  description: plainValue("Description"),
  totalNetAmount: number("Amount"),
});

export const postingFields = {
  ...lineFields.reads,
  ...values({ id: "Id" }),
  accountId: (line: Line) => refOf(detailOf(line).AccountRef),
  dimensions: dimensions(detailOf),
  taxRate: nestedRecord(taxRate, (line: Line) => {
    const { TaxCodeRef: code } = detailOf(line);
    return code?.value ? code : undefined;
  }),
};

export const postingEncoders = (detail: string) => ({
  ...lineFields.writes,
  accountId: refAs(detail, "AccountRef"),
  debitCreditIndicator: onlyAccepts(["DEBIT", "CREDIT"]),
  taxRate: inParent(encoder<TaxRate>({ code: refAs(detail, "TaxCodeRef") })),
});
