import type { CreditNoteLine, CreditNote as CreditNoteRecord } from "../../contract/records/sales.ts";
import { values } from "../../kit/columns.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { operationsOf } from "../../kit/views.ts";
import { resource } from "./conventions.ts";
import { days } from "./days.ts";
import { documentFields, documentRefers, positive } from "./fields.ts";
import { isCreditNote, salesOpenItems, states } from "./invoices.ts";
import * as lines from "./lines.ts";
import { paymentState } from "./payable.ts";
import type { BusinessDocument, Item } from "./types.ts";

const creditNoteLine = mapping<CreditNoteLine, Item>(lines.namedLine);

const creditNote = mapping<CreditNoteRecord, BusinessDocument>({
  ...positive(documentFields),
  ...values({
    contactId: "customerId",
    creditNoteNumber: "invoiceNumber",
    paymentTermId: "termOfPaymentId",
    reference: "orderNumberAtCustomer",
  }),
  ...days({ creditNoteDate: "invoiceDate" }),
  creditNoteLines: nestedList(creditNoteLine, lines.creditLinesIn("salesInvoiceItems")),
  paymentStatus: paymentState,
  status: states.of,
});

const credits = resource({
  entity: "salesInvoice",
  id: "creditNoteId",
  map: creditNote,
  refers: documentRefers,
  join: salesOpenItems,
  query: { "salesInvoiceType-eq": "CREDIT_NOTE" },
  is: isCreditNote,
});

export const creditNotes = operationsOf("creditNotes", credits.reads());
