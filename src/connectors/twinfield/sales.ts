/** Invoices and credit notes, as booked in the sales day books. */
import type { OpenAmount, PaidDocument } from "../../contract/connector.ts";
import type * as inputs from "../../contract/inputs/sales.ts";
import type * as records from "../../contract/records/sales.ts";
import type { Session } from "../../contract/session.ts";
import { encoder, onlyAccepts, sentSeparately, sentSeparatelyIn } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { write } from "../../kit/writing.ts";
import { type Booked, idOfBooked, rawOf, readBooked, transactionGet, transactionList } from "./conventions.ts";
import * as documents from "./documents.ts";
import { processAction, processPath } from "./soap.ts";

const invoiceLine = mapping<records.InvoiceLineItem, documents.DocumentLine>({
  ...documents.lineFields,
  lineItemId: documents.idOfLine,
  grossAmount: documents.grossOfLine,
  itemsAmount: documents.netOfLine,
});

const invoice = mapping<records.Invoice, Booked>({
  invoiceId: idOfBooked,
  contactId: documents.contactOf,
  createdDate: documents.createdOf,
  currency: documents.currencyOf,
  dueDate: documents.dueDateOf,
  invoiceDate: documents.dateOf,
  invoiceNumber: documents.numberOf,
  journalCode: documents.journalOf,
  lineItems: nestedList(invoiceLine, documents.documentLinesOf),
  paidDate: documents.paidDateOf,
  paymentStatus: documents.paymentStatusOf("CLEARED_WITH_CREDIT_NOTE"),
  paymentTermDuration: documents.termInDays,
  reference: documents.paymentReferenceOf,
  status: documents.statusOf,
  sumNetAmount: documents.netOf,
  totalAmount: documents.grossOf,
  totalTaxAmount: documents.taxOf,
  updatedDate: documents.updatedOf,
});

const creditLine = mapping<records.CreditNoteLine, documents.DocumentLine>({
  id: documents.idOfLine,
  description: documents.lineFields.description,
  taxCode: documents.lineFields.taxCode,
  taxRatePercentage: documents.lineFields.taxRatePercentage,
  totalGrossAmount: documents.grossOfLine,
  totalNetAmount: documents.netOfLine,
  totalTaxAmount: documents.taxOfLine,
});

const creditNote = mapping<records.CreditNote, Booked>({
  id: idOfBooked,
  contactId: documents.contactOf,
  createdDate: documents.createdOf,
  creditNoteDate: documents.dateOf,
  creditNoteLines: nestedList(creditLine, documents.documentLinesOf),
  creditNoteNumber: documents.numberOf,
  currency: documents.currencyOf,
  paymentStatus: documents.paymentStatusOf("CREDIT_NOTE_CLEARED"),
  reference: documents.paymentReferenceOf,
  status: documents.statusOf,
  totalGrossAmount: documents.grossOf,
  totalNetAmount: documents.netOf,
  totalTaxAmount: documents.taxOf,
  updatedDate: documents.updatedOf,
});

const lineEncoder = encoder<inputs.InvoiceLineItemInput>({
  accountId: sentSeparately,
  description: sentSeparately,
  discountItemPercentage: sentSeparately,
  quantity: sentSeparately,
  taxCode: sentSeparately,
  unitAmount: sentSeparately,
});

const invoiceEncoder = encoder<inputs.InvoiceInput>({
  contactId: sentSeparately,
  currency: sentSeparately,
  dueDate: sentSeparately,
  invoiceDate: sentSeparately,
  invoiceNumber: sentSeparately,
  journalCode: sentSeparately,
  lineAmountTypes: onlyAccepts(["EXCLUSIVE"]),
  lineItems: sentSeparatelyIn(lineEncoder),
  reference: sentSeparately,
  status: onlyAccepts(["DRAFT", "OPEN"]),
});

const newInvoice = (body: inputs.InvoiceInput): documents.NewDocument => ({
  contactId: body.contactId,
  currency: body.currency,
  date: body.invoiceDate,
  dueDate: body.dueDate,
  number: body.invoiceNumber,
  paymentReference: body.reference,
  isProvisional: body.status === "DRAFT",
  lines: body.lineItems.map((line) => ({
    accountId: line.accountId,
    description: line.description ?? line.name,
    net: documents.netFor({
      quantity: line.quantity,
      unitAmount: line.unitAmount ?? 0,
      discount: line.discountItemPercentage,
    }),
    taxCode: line.taxCode,
  })),
});

const isInvoice = documents.isOn("debit");
const isCreditNote = documents.isOn("credit");

const statusRule =
  "A provisional transaction is a DRAFT. It is in the target system's reports, and can still be changed there.";

export async function openInvoice({ id }: PaidDocument, session: Session): Promise<OpenAmount> {
  return documents.openAmountOf(await readBooked(session, id));
}

export const sales = {
  "invoices.list": transactionList<records.Invoice>({
    map: invoice,
    browse: "100",
    category: "sales",
    side: "debit",
    rules: [statusRule],
  }),
  "invoices.get": transactionGet(invoice, isInvoice),
  "invoices.create": {
    ...write<inputs.InvoiceInput, records.Invoice, Booked>({
      method: "POST",
      path: processPath,
      headers: () => processAction,
      encoder: invoiceEncoder,
      prepare: ({ body }, session) => documents.prepareDocument(session, "sales", body),
      body: (_encoded, prepared, { body }) =>
        documents.documentFor(newInvoice(body), prepared as documents.Prepared, "debit"),
      readBack: documents.readStored,
      stub: () => ({}),
      map: invoice,
      raw: rawOf,
      requires: ["contactId", "invoiceNumber", "lineItems.accountId", "lineItems.unitAmount"],
      rules: [
        "The invoice is booked as final unless its status is DRAFT. The target system sends no document to the customer.",
        "journalCode is needed if the office has several sales day books.",
      ],
    }),
    rejectedFields: documents.rejectedFields({ date: "invoiceDate", number: "invoiceNumber" }),
  },
  "creditNotes.list": transactionList<records.CreditNote>({
    map: creditNote,
    browse: "100",
    category: "sales",
    side: "credit",
    rules: [statusRule],
  }),
  "creditNotes.get": transactionGet(creditNote, isCreditNote),
};
