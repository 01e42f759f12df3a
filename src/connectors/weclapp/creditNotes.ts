import type { CreditNoteLine, CreditNote as CreditNoteRecord } from "../../contract/records/sales.ts";
import { values } from "../../kit/columns.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { resource } from "./conventions.ts";
import { accountingDay } from "./days.ts";
import { documentFields, positive } from "./fields.ts";
import { isCreditNote, salesOpenItems, salesRefers, states } from "./invoices.ts";
import * as lines from "./lines.ts";
import { paymentStatusOf } from "./payable.ts";
import type { BusinessDocument, Item } from "./types.ts";

const creditNoteLine = mapping<CreditNoteLine, Item>({ ...positive(lines.tradeLine), itemName: lines.title });

const creditNote = mapping<CreditNoteRecord, BusinessDocument>({
  ...positive(documentFields),
  ...values({ contactId: "customerId", creditNoteNumber: "invoiceNumber", paymentTermId: "termOfPaymentId" }),
  ...values({ reference: "orderNumberAtCustomer" }),
  creditNoteDate: (native) => accountingDay(native.invoiceDate),
  creditNoteLines: each(
    creditNoteLine,
    lines.linesIn(({ salesInvoiceItems }) => salesInvoiceItems),
  ),
  paymentStatus: paymentStatusOf,
  status: states.of,
});

const credits = resource({
  ...{ entity: "salesInvoice", id: "creditNoteId", map: creditNote, refers: salesRefers, join: salesOpenItems },
  query: { "salesInvoiceType-eq": "CREDIT_NOTE" },
  is: isCreditNote,
});

export const creditNotes = {
  "creditNotes.list": credits.list(),
  "creditNotes.get": credits.get,
};
