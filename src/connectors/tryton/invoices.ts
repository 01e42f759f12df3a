import type { InvoiceInput, InvoicePatch } from "../../contract/inputs/sales.ts";
import type * as records from "../../contract/records/sales.ts";
import { amounts, days, values } from "../../kit/columns.ts";
import { accountingDay, daysBetween } from "../../kit/dates.ts";
import { encoder } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { invoiceDocument } from "./attachments.ts";
import { getOf, type Kind, listOf, partReadsOf, readsOf } from "./conventions.ts";
import * as documents from "./documents.ts";
import { day, identity, linkedId } from "./fields.ts";
import { accountOfLine, creditedLine, lineFields, linesOf } from "./lines.ts";
import { changeDocument, changeEncoders, createDocument, documentEncoders, invoicing } from "./posting.ts";
import { dayValue } from "./rpc.ts";
import type { Invoice, Line } from "./types.ts";

const invoiceLine = mapping<records.InvoiceLineItem, Line>({
  ...lineFields,
  ...accountOfLine,
  itemsAmount: (line) => amount(line.amount),
  lineItemId: ({ id }) => String(id),
  name: ({ product }) => product?.name,
});

const invoiceFields = twoWay({
  invoiceDate: day("invoice_date"),
  paymentTermId: linkedId("payment_term"),
  reference: plainValue("reference"),
});

const invoice: Kind<records.Invoice, Invoice> = {
  ...documents.invoicesOf("out", ">="),
  map: mapping<records.Invoice, Invoice>({
    ...documents.documentFields,
    dueDate: (native) => accountingDay(documents.dueDayOf(native)),
    ...invoiceFields.reads,
    ...days({ paidDate: "reconciled" }),
    ...values({ invoiceNumber: "number", journalCode: "journal.code", name: "party.name" }),
    ...amounts({ sumNetAmount: "untaxed_amount", totalAmount: "total_amount", totalTaxAmount: "tax_amount" }),
    invoiceId: ({ id }) => String(id),
    lineAmountTypes: () => "EXCLUSIVE",
    lineItems: nestedList(invoiceLine, linesOf),
    paymentTermDuration: (native) => {
      const due = documents.dueDayOf(native);
      return due && native.invoice_date ? daysBetween(native.invoice_date, due) : undefined;
    },
  }),
};

const creditNote: Kind<records.CreditNote, Invoice> = {
  ...documents.invoicesOf("out", "<"),
  map: mapping<records.CreditNote, Invoice>({
    ...identity,
    ...documents.documentFields,
    ...documents.creditedTotals,
    creditNoteDate: (native) => accountingDay(native.invoice_date),
    creditNoteLines: nestedList(mapping<records.CreditNoteLine, Line>(creditedLine), linesOf),
    ...values({ creditNoteNumber: "number" }),
    paymentTermId: invoiceFields.reads.paymentTermId,
    reference: invoiceFields.reads.reference,
  }),
};

const creditRule = "Customer invoices with a negative total are credit notes, not invoices.";

export const invoices = {
  "invoices.list": listOf<records.Invoice, Invoice, documents.Today>(invoice, {
    filters: {
      status: documents.ofStatus,
      paymentStatus: documents.ofPaymentStatus,
      dueDateFrom: (day) => [["move.lines.maturity_date", ">=", dayValue(day)]],
    },
    orders: {
      invoiceDate: "invoice_date",
      invoiceNumber: "number",
      createdDate: "create_date",
    },
  }),
  "invoices.get": getOf(invoice),
  "invoices.create": createDocument<InvoiceInput, records.Invoice, Invoice>(invoice, invoicing("out"), {
    encoder: encoder<InvoiceInput>({ ...documentEncoders, ...invoiceFields.writes }),
    stub: (invoiceId) => ({ invoiceId }),
    requires: ["contactId"],
  }),
  "invoices.patch": changeDocument<InvoicePatch, records.Invoice>(
    invoice,
    invoicing("out"),
    encoder<InvoicePatch>({ ...changeEncoders, ...invoiceFields.writes }),
  ),
  "invoices.document.get": invoiceDocument,
  ...operationsOf("invoices.lineItems", partReadsOf({ of: invoice, parts: linesOf, map: invoiceLine })),
  ...operationsOf("creditNotes", readsOf(creditNote, { rules: [creditRule] })),
};
