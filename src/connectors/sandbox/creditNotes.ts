import * as enums from "../../contract/enums.ts";
import type { CreditNoteLine, CreditNote as CreditNoteRecord } from "../../contract/records/sales.ts";
import { accountingDay } from "../../kit/dates.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { list, modified, oneOf } from "./conventions.ts";
import { addresses, identity, itemName, stamps, totals, tradeLine } from "./fields.ts";
import type { TradeLine } from "./types.ts";
import type { CreditNote } from "./vendorTrade.ts";

const paymentStatusOf = oneOf(enums.paymentStatus);
const statusOf = oneOf(enums.documentStatus);

const line = mapping<CreditNoteLine, TradeLine>({ ...tradeLine, ...itemName });

const creditNote = mapping<CreditNoteRecord, CreditNote>({
  ...identity,
  ...stamps,
  ...addresses,
  ...totals,
  contactId: (note) => note.contact_id,
  creditNoteDate: (note) => accountingDay(note.credit_note_date),
  creditNoteLines: each(line, (note) => note.credit_note_lines),
  creditNoteNumber: (note) => note.credit_note_number,
  currency: ({ currency }) => currency,
  paymentStatus: (note) => paymentStatusOf(note.payment_status),
  paymentTermId: (note) => note.payment_term_id,
  reference: ({ reference }) => reference,
  status: (note) => statusOf(note.status),
});

export const creditNotes = {
  "creditNotes.list": list({ path: "/credit-notes", map: creditNote, filters: modified }),
  "creditNotes.get": get({ path: ({ ids }) => path`/credit-notes/${ids["creditNoteId"]}`, map: creditNote }),
};
