import type { CreditNoteLine, CreditNote as CreditNoteRecord } from "../../contract/records/sales.ts";
import { values } from "../../kit/columns.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { entitySet, modified } from "./conventions.ts";
import { addresses, day, documentFields, guid, state, terms } from "./fields.ts";
import { line } from "./lines.ts";
import type { Line, SalesCreditMemo } from "./types.ts";

/** Amounts are positive, as on the printed credit memo. */
const creditNote = mapping<CreditNoteRecord, SalesCreditMemo>({
  ...documentFields,
  ...state,
  ...terms.reads,
  ...addresses("billTo"),
  contactId: (memo) => guid(memo.customerId),
  creditNoteDate: (memo) => day(memo.creditMemoDate),
  creditNoteLines: nestedList(mapping<CreditNoteLine, Line>(line), (memo) => memo.salesCreditMemoLines),
  ...values({ creditNoteNumber: "number", reference: "externalDocumentNumber" }),
});

const set = entitySet("/salesCreditMemos", { id: "creditNoteId", map: creditNote, expand: "salesCreditMemoLines" });

export const creditNotes = { "creditNotes.list": set.list({ filters: modified }), "creditNotes.get": set.get() };
