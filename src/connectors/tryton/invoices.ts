import type { InvoiceInput, InvoicePatch } from "../../contract/inputs/sales.ts";
import type {
  CreditNoteLine,
  CreditNote as CreditNoteRecord,
  InvoiceLineItem,
  Invoice as InvoiceRecord,
} from "../../contract/records/sales.ts";
import { accountingDay, daysBetween } from "../../kit/dates.ts";
import { as, encoder } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { invoiceDocument } from "./attachments.ts";
import { getOf, type Kind, listOf, partOf, partsOf } from "./conventions.ts";
import {
  creditedTotals,
  documentFields,
  dueDayOf,
  invoicesOf,
  ofPaymentStatus,
  ofStatus,
  type Today,
} from "./documents.ts";
import { dateAs, idAs, identity, textOf } from "./fields.ts";
import { accountOfLine, creditedLine, lineFields, linesOf } from "./lines.ts";
import { changeDocument, changeEncoders, createDocument, documentEncoders, invoicing } from "./posting.ts";
import { dayValue } from "./rpc.ts";
import type { Invoice, Line } from "./types.ts";

const invoiceLine = mapping<InvoiceLineItem, Line>({
  ...lineFields,
  ...accountOfLine,
  itemsAmount: (line) => amount(line.amount),
  lineItemId: ({ id }) => String(id),
  name: ({ product }) => product?.name,
});

const invoice: Kind<InvoiceRecord, Invoice> = {
  ...invoicesOf("out", ">="),
  map: mapping({
    ...documentFields,
    dueDate: (native) => accountingDay(dueDayOf(native)),
    invoiceDate: (native) => accountingDay(native.invoice_date),
    invoiceId: ({ id }) => String(id),
    invoiceNumber: ({ number }) => number,
    journalCode: ({ journal }) => journal?.code,
    lineAmountTypes: () => "EXCLUSIVE",
    lineItems: each(invoiceLine, linesOf),
    name: ({ party }) => party?.name,
    paidDate: ({ reconciled }) => accountingDay(reconciled),
    paymentTermDuration: (native) => {
      const due = dueDayOf(native);
      return due && native.invoice_date ? daysBetween(native.invoice_date, due) : undefined;
    },
    paymentTermId: (native) => textOf(native.payment_term),
    reference: ({ reference }) => reference,
    sumNetAmount: (native) => amount(native.untaxed_amount),
    totalAmount: (native) => amount(native.total_amount),
    totalTaxAmount: (native) => amount(native.tax_amount),
  }),
};

const creditNote: Kind<CreditNoteRecord, Invoice> = {
  ...invoicesOf("out", "<"),
  map: mapping({
    ...identity,
    ...documentFields,
    ...creditedTotals,
    creditNoteDate: (native) => accountingDay(native.invoice_date),
    creditNoteLines: each(mapping<CreditNoteLine, Line>(creditedLine), linesOf),
    creditNoteNumber: ({ number }) => number,
    paymentTermId: (native) => textOf(native.payment_term),
    reference: ({ reference }) => reference,
  }),
};

const lines = { of: invoice, parts: linesOf, map: invoiceLine };
const invoiceEncoders = {
  ...{ invoiceDate: dateAs("invoice_date"), paymentTermId: idAs("payment_term"), reference: as("reference") },
};

export const invoices = {
  "invoices.list": listOf<InvoiceRecord, Invoice, Today>(invoice, {
    filters: {
      status: ofStatus,
      paymentStatus: ofPaymentStatus,
      dueDateFrom: (day) => [["move.lines.maturity_date", ">=", dayValue(day)]],
    },
    orders: {
      ...{ invoiceDate: "invoice_date", invoiceNumber: "number" },
      ...{ createdDate: "create_date" },
    },
  }),
  "invoices.get": getOf(invoice),
  "invoices.create": createDocument<InvoiceInput, InvoiceRecord, Invoice>(invoice, invoicing("out"), {
    encoder: encoder<InvoiceInput>({ ...documentEncoders, ...invoiceEncoders }),
    stub: (invoiceId) => ({ invoiceId }),
    requires: ["contactId"],
  }),
  "invoices.patch": changeDocument<InvoicePatch, InvoiceRecord>(
    invoice,
    invoicing("out"),
    encoder<InvoicePatch>({ ...changeEncoders, ...invoiceEncoders }),
  ),
  "invoices.document.get": invoiceDocument,
  "invoices.lineItems.list": partsOf(lines),
  "invoices.lineItems.get": partOf(lines),
  "creditNotes.list": listOf(creditNote, {
    rules: ["Credit notes are invoices with a negative total, and no invoices here."],
  }),
  "creditNotes.get": getOf(creditNote),
};
