import type { InvoiceInput, InvoicePatch } from "../../contract/inputs/sales.ts";
import type {
  CreditNoteLine,
  CreditNote as CreditNoteRecord,
  InvoiceLineItem,
  Invoice as InvoiceRecord,
} from "../../contract/records/sales.ts";
import { accountingDay, daysBetween } from "../../kit/dates.ts";
import { as, dayAs, encoder } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { printedDocument } from "./attachments.ts";
import { getOf, type Kind, listOf, partOf, partsOf } from "./conventions.ts";
import {
  documentFields,
  documentsOf,
  itemsOf,
  numberOf,
  ofPaymentStatus,
  ofStatus,
  payableFields,
} from "./documents.ts";
import { idAs, identity, textOf, totals } from "./fields.ts";
import { accountOfLine, lineFields, namedLine } from "./lines.ts";
import { changeDocument, createDocument, documentEncoders } from "./posting.ts";
import type { Line, Move } from "./types.ts";

const invoiceLine = mapping<InvoiceLineItem, Line>({
  ...lineFields,
  ...accountOfLine,
  discountItemPercentage: ({ discount }) => discount,
  grossAmount: ({ price_total: gross }) => gross,
  itemsAmount: ({ price_subtotal: net }) => net,
  lineItemId: ({ id }) => String(id),
  name: namedLine.itemName,
});

const { accountId: _accountId, id: _id, ...receivableFields } = payableFields;

/** What is not posted yet has no day until then. */
const termDays = ({ invoice_date: day, invoice_date_due: due }: Move): number | undefined =>
  day && due ? daysBetween(day, due) : undefined;

const invoice: Kind<InvoiceRecord, Move> = {
  ...documentsOf("out_invoice"),
  map: mapping({
    ...receivableFields,
    invoiceDate: (move) => accountingDay(move.invoice_date),
    invoiceId: ({ id }) => String(id),
    invoiceNumber: numberOf,
    lineAmountTypes: (move) =>
      itemsOf(move).some(({ tax_ids: taxes }) => taxes?.some((tax) => tax.price_include)) ? "INCLUSIVE" : "EXCLUSIVE",
    lineItems: each(invoiceLine, itemsOf),
    paymentTermDuration: termDays,
    paymentTermId: (move) => textOf(move.invoice_payment_term_id),
    reference: ({ ref }) => ref,
    shippingDate: (move) => accountingDay(move.delivery_date),
    sumNetAmount: totals.totalNetAmount,
    totalAmount: totals.totalGrossAmount,
    totalTaxAmount: totals.totalTaxAmount,
  }),
};

const creditNote: Kind<CreditNoteRecord, Move> = {
  ...documentsOf("out_refund"),
  map: mapping({
    ...identity,
    ...documentFields,
    ...totals,
    creditNoteDate: (move) => accountingDay(move.invoice_date),
    creditNoteLines: each(mapping<CreditNoteLine, Line>(namedLine), itemsOf),
    creditNoteNumber: numberOf,
    paymentTermId: (move) => textOf(move.invoice_payment_term_id),
    reference: ({ ref }) => ref,
  }),
};

const soldEncoders = (change = false) => ({
  ...documentEncoders("invoices", change),
  dueDate: dayAs("invoice_date_due"),
  invoiceDate: dayAs("invoice_date"),
  paymentTermId: idAs("invoice_payment_term_id"),
  reference: as("ref"),
});

const lines = { of: invoice, parts: itemsOf, map: invoiceLine };

export const invoices = {
  "invoices.list": listOf(invoice, {
    filters: {
      status: ofStatus,
      paymentStatus: ofPaymentStatus,
      dueDateFrom: (day) => [["invoice_date_due", ">=", day]],
    },
    orders: { invoiceDate: "invoice_date", invoiceNumber: "name", createdDate: "create_date" },
  }),
  "invoices.get": getOf(invoice),
  "invoices.create": createDocument<InvoiceInput, InvoiceRecord>(invoice, {
    type: "out_invoice",
    encoder: encoder<InvoiceInput>(soldEncoders()),
    stub: (invoiceId) => ({ invoiceId }),
    requires: ["contactId"],
  }),
  "invoices.patch": changeDocument<InvoicePatch, InvoiceRecord>(invoice, encoder<InvoicePatch>(soldEncoders(true))),
  "invoices.document.get": printedDocument(invoice, [
    "The PDF that Odoo kept when the invoice was sent. One that was not sent is shown as it stands now: pro forma, from version 17 on.",
  ]),
  "invoices.lineItems.list": partsOf(lines),
  "invoices.lineItems.get": partOf(lines),
  "creditNotes.list": listOf(creditNote),
  "creditNotes.get": getOf(creditNote),
};
