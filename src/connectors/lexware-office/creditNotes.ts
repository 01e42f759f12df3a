import * as records from "../../contract/records/sales.ts";
import { type Session } from "../../contract/session.ts";
import { accountingDay } from "../../kit/dates.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import {
  documentDay,
  documentFields,
  documentTotals,
  entryFields,
  type Placed,
  placedIn,
  pricedLineFields,
  readDocument,
} from "./salesDocuments.ts";
import type { Entry, SalesDocument, Whole } from "./vendorDocuments.ts";
import {
  entries,
  entryOf,
  entryPayment,
  entryStatus,
  secondLook,
  single,
  wholePayment,
  wholeStatus,
} from "./voucherlist.ts";

const summary = mapping<records.CreditNote, Entry>({
  ...entryFields,
  ...entryStatus,
  ...entryPayment,
  id: ({ id }) => id,
  creditNoteDate: (entry) => accountingDay(entry.voucherDate),
  creditNoteNumber: (entry) => entry.voucherNumber,
  totalGrossAmount: (entry) => amount(entry.totalAmount),
});

/** Its lines have no discount. */
const { unitDiscountPercentage: _, ...undiscounted } = pricedLineFields;

const line = mapping<records.CreditNoteLine, Placed>({ ...undiscounted, itemName: ({ line }) => line.name });

const creditNote = mapping<records.CreditNote, Whole<SalesDocument>>({
  ...documentFields,
  ...documentTotals,
  ...wholeStatus,
  ...wholePayment,
  id: ({ document }) => document.id,
  creditNoteDate: documentDay,
  creditNoteLines: each(line, placedIn),
  creditNoteNumber: ({ document }) => document.voucherNumber,
});

async function read(id: string, session: Session): Promise<Whole<SalesDocument>> {
  const { document } = await readDocument(path`/credit-notes/${id}`, session);
  const isOpen = document.voucherStatus === "open";
  return { document, entry: isOpen ? await entryOf(session, "creditnote", document) : undefined };
}

export const creditNotes = {
  "creditNotes.list": entries({ types: "creditnote", map: summary }),
  "creditNotes.get": single({ read, map: creditNote, rules: [secondLook] }),
};
