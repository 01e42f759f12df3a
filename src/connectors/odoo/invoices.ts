import type { InvoiceInput, InvoicePatch } from "../../contract/inputs/sales.ts";
import type * as records from "../../contract/records/sales.ts";
import { days, values } from "../../kit/columns.ts";
import { termOf } from "../../kit/dates.ts";
import { refusingNegativeTotals } from "../../kit/documents/negativeTotal.ts";
import { dayAs, encoder } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { day, plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { printedDocument } from "./attachments.ts";
import { getOf, type Kind, listOf, partReadsOf, readsOf } from "./conventions.ts";
import * as documents from "./documents.ts";
import { identity, linkedId, totals } from "./fields.ts";
import { accountOfLine, lineFields, namedLine } from "./lines.ts";
import { changeDocument, createDocument, documentEncoders } from "./posting.ts";
import type { Line, Move } from "./types.ts";

const invoiceLine = mapping<records.InvoiceLineItem, Line>({
  ...lineFields,
  ...accountOfLine,
  ...values({ discountItemPercentage: "discount", grossAmount: "price_total", itemsAmount: "price_subtotal" }),
  lineItemId: ({ id }) => String(id),
  name: namedLine.itemName,
});

const { accountId: _accountId, id: _id, ...receivableFields } = documents.payableFields;

const soldFields = twoWay({
  invoiceDate: day("invoice_date"),
  paymentTermId: linkedId("invoice_payment_term_id"),
  reference: plainValue("ref"),
});

const invoice: Kind<records.Invoice, Move> = {
  ...documents.documentsOf("out_invoice"),
  map: mapping<records.Invoice, Move>({
    ...receivableFields,
    ...soldFields.reads,
    ...days({ shippingDate: "delivery_date" }),
    invoiceId: ({ id }) => String(id),
    invoiceNumber: documents.numberOf,
    lineAmountTypes: (move) =>
      documents.itemsOf(move).some(({ tax_ids: taxes }) => taxes?.some((tax) => tax.price_include))
        ? "INCLUSIVE"
        : "EXCLUSIVE",
    lineItems: nestedList(invoiceLine, documents.itemsOf),
    // Documents that are not posted may have no date yet.
    paymentTermDuration: (move) => termOf(move.invoice_date, move.invoice_date_due),
    ...values({
      sumNetAmount: "amount_untaxed",
      totalAmount: "amount_total",
      totalTaxAmount: "amount_tax",
    }),
  }),
};

const creditNote: Kind<records.CreditNote, Move> = {
  ...documents.creditsOf("out_refund"),
  map: mapping<records.CreditNote, Move>({
    ...identity,
    ...documents.documentFields,
    ...documents.creditFields,
    ...totals,
    ...days({ creditNoteDate: "invoice_date" }),
    creditNoteLines: nestedList(mapping<records.CreditNoteLine, Line>(namedLine), documents.itemsOf),
    creditNoteNumber: documents.numberOf,
    paymentTermId: soldFields.reads.paymentTermId,
    reference: soldFields.reads.reference,
  }),
};

const soldEncoders = (change = false) => ({
  ...documentEncoders("invoices", change),
  ...soldFields.writes,
  dueDate: dayAs("invoice_date_due"),
});

export const invoices = {
  "invoices.list": listOf(invoice, {
    filters: { ...documents.states, dueDateFrom: (day) => [["invoice_date_due", ">=", day]] },
    orders: { invoiceDate: "invoice_date", invoiceNumber: "name", createdDate: "create_date" },
  }),
  "invoices.get": getOf(invoice),
  "invoices.create": refusingNegativeTotals(
    { system: "Odoo", applies: ({ body: { status } }) => status !== "DRAFT" },
    createDocument<InvoiceInput, records.Invoice>(invoice, {
      type: "out_invoice",
      encoder: encoder<InvoiceInput>(soldEncoders()),
      stub: (invoiceId) => ({ invoiceId }),
      requires: ["contactId"],
    }),
  ),
  "invoices.patch": changeDocument<InvoicePatch, records.Invoice>(invoice, encoder<InvoicePatch>(soldEncoders(true))),
  "invoices.document.get": printedDocument(invoice, [
    "The PDF that Odoo stored when the invoice was sent. From version 17 on, an invoice that was not sent is printed as pro forma.",
  ]),
  ...operationsOf("invoices.lineItems", partReadsOf({ of: invoice, parts: documents.itemsOf, map: invoiceLine })),
  ...operationsOf("creditNotes", readsOf(creditNote)),
};
