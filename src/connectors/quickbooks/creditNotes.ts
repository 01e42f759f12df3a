import type { CreditNoteLine, CreditNote as CreditNoteRecord } from "../../contract/records/sales.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { claim } from "./claims.ts";
import { list, modified, single } from "./conventions.ts";
import * as fields from "./fields.ts";
import { refs } from "./fields.ts";
import { itemName, linesOf, tradeLine } from "./lines.ts";
import type { Line, Transaction } from "./types.ts";

const line = mapping<CreditNoteLine, Line>({ ...tradeLine, itemName });

const creditNote = mapping<CreditNoteRecord, Transaction>({
  ...fields.identity,
  ...fields.stamps,
  ...fields.addresses,
  ...fields.totals,
  ...fields.discount,
  ...claim,
  ...refs({ contactId: "CustomerRef", paymentTermId: "SalesTermRef" }),
  creditNoteDate: fields.issuedOn,
  creditNoteLines: each(line, linesOf),
  creditNoteNumber: ({ DocNumber }) => DocNumber,
  currency: fields.currencyOf,
});

export const creditNotes = {
  "creditNotes.list": list("CreditMemo", {
    map: creditNote,
    filters: modified,
    rules: ["Credit memos: what a customer can still use up. Refunds that were paid out at once are not among them."],
  }),
  "creditNotes.get": single("CreditMemo", { id: "creditNoteId", map: creditNote }),
};
