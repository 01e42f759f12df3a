import type { CreditNoteLine, CreditNote as CreditNoteRecord } from "../../contract/records/sales.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { at, list, modified, single } from "./conventions.ts";
import { addresses, day, guid, identity, updated } from "./fields.ts";
import * as trade from "./trade.ts";
import type { SalesCreditMemo, SalesLine } from "./vendorTrade.ts";

const line = mapping<CreditNoteLine, SalesLine>({ ...trade.line, unitAmount: ({ unitPrice }) => amount(unitPrice) });

/** Amounts are positive, as on the printed credit memo. */
const creditNote = mapping<CreditNoteRecord, SalesCreditMemo>({
  ...identity,
  ...updated,
  ...trade.currency,
  ...trade.status,
  ...trade.terms,
  ...trade.totals,
  ...addresses("billTo"),
  contactId: (memo) => guid(memo.customerId),
  creditNoteDate: (memo) => day(memo.creditMemoDate),
  creditNoteLines: each(line, (memo) => memo.salesCreditMemoLines),
  creditNoteNumber: ({ number }) => number,
  paymentStatus: trade.settledStatus,
  reference: (memo) => memo.externalDocumentNumber,
});

const expand = "salesCreditMemoLines";

export const creditNotes = {
  "creditNotes.list": list("salesCreditMemos", { map: creditNote, expand, filters: modified }),
  "creditNotes.get": single(at("salesCreditMemos", "creditNoteId"), { map: creditNote, expand }),
};
