import type { CreditNoteLine, CreditNote as CreditNoteRecord } from "../../contract/records/sales.ts";
import { days, values } from "../../kit/columns.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { named } from "../../kit/views.ts";
import { claim } from "./claims.ts";
import { resource } from "./conventions.ts";
import * as fields from "./fields.ts";
import { itemName, linesOf, tradeLine } from "./lines.ts";
import type { Line, Transaction } from "./types.ts";

const line = mapping<CreditNoteLine, Line>({ ...tradeLine, itemName });

const creditNote = mapping<CreditNoteRecord, Transaction>({
  ...fields.document,
  ...fields.addresses,
  ...fields.discount,
  ...claim,
  ...fields.refs({ contactId: "CustomerRef", paymentTermId: "SalesTermRef" }),
  ...days({ creditNoteDate: "TxnDate" }),
  ...values({ creditNoteNumber: "DocNumber" }),
  creditNoteLines: nestedList(line, linesOf),
});

const { list, get } = resource("CreditMemo", "creditNoteId", creditNote);
const rules = [
  "Credit notes are QuickBooks' credit memos. Refund receipts, which are paid out immediately, are not included.",
];

export const creditNotes = named("creditNotes", { list: list({ rules }), get: get() });
