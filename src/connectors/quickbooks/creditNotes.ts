import type { CreditNoteLine, CreditNote as CreditNoteRecord } from "../../contract/records/sales.ts";
import { days, values } from "../../kit/columns.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { operationsOf } from "../../kit/views.ts";
import { claim } from "./claims.ts";
import { joined } from "./conventions.ts";
import * as fields from "./fields.ts";
import { itemName, linesOf, tradeLine } from "./lines.ts";
import type { Line, Transaction } from "./types.ts";

const line = mapping<CreditNoteLine, Line>({ ...tradeLine, itemName });

const creditNoteFields = {
  ...fields.document,
  ...fields.addresses,
  ...fields.discount,
  ...claim,
  ...fields.refs({ contactId: "CustomerRef", paymentTermId: "SalesTermRef" }),
  ...days({ creditNoteDate: "TxnDate" }),
  ...values({ creditNoteNumber: "DocNumber" }),
  creditNoteLines: nestedList(line, linesOf),
};
const creditNote = mapping<CreditNoteRecord, Transaction>(creditNoteFields);

/** A credit memo is cleared when it is used up. A refund receipt was paid out immediately. */
const creditMemo = mapping<CreditNoteRecord, Transaction>({
  ...creditNoteFields,
  paymentStatus: (native) => {
    const status = claim.paymentStatus(native);
    return status === "PAID" ? "CREDIT_NOTE_CLEARED" : status;
  },
});

const mappings = { CreditMemo: creditMemo, RefundReceipt: creditNote };
const { list, get } = joined(["CreditMemo", "RefundReceipt"], "creditNoteId", (entity) => mappings[entity]);
const rules = [
  "Credit notes are QuickBooks' credit memos, followed by its refund receipts, which are paid out immediately.",
];

export const creditNotes = operationsOf("creditNotes", { list: list({ rules }), get });
