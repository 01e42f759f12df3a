import type { WriteCall } from "../../contract/connector.ts";
import type {
  InvoiceInput,
  InvoiceLineItemInput,
  InvoiceLineItemPatch,
  InvoicePatch,
} from "../../contract/inputs/sales.ts";
import type { InvoiceLineItem, Invoice as InvoiceRecord } from "../../contract/records/sales.ts";
import { type Session } from "../../contract/session.ts";
import { accountingDay } from "../../kit/dates.ts";
import { file } from "../../kit/download.ts";
import { as, dayAs, decimalAs, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get, partOf, partsOf } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { documents } from "./documents.ts";
import { paymentStatusOf, stamps, taxOf, tradePartner } from "./fields.ts";
import {
  dueAfter,
  inclusiveAs,
  line,
  lineAccount,
  lineDimensions,
  lineEncoders,
  lineTotal,
  lineWrite,
  netPrices,
  projectAs,
  statusAs,
} from "./lines.ts";
import type { Detail, SalesInvoice } from "./types.ts";

const states = vocabulary({
  draft: "DRAFT",
  scheduled: "SUBMITTED",
  open: "OPEN",
  pending_payment: "OPEN",
  late: "OVERDUE",
  reminded: "OVERDUE",
  // Written off: nobody expects it to be paid any more, which is what the payment status says.
  uncollectible: "OVERDUE",
  paid: "PAID",
});

export const statusOf = states.read(({ state }: SalesInvoice) => state);

const invoiceLine = mapping<InvoiceLineItem, Detail>({
  ...line,
  ...lineAccount,
  ...lineDimensions,
  lineItemId: ({ id }) => id,
  itemsAmount: lineTotal,
});

export const invoice = mapping<InvoiceRecord, SalesInvoice>({
  ...stamps,
  ...tradePartner,
  invoiceId: ({ id }) => id,
  currency: ({ currency }) => currency,
  discountAmount: (invoice) => amount(invoice.total_discount),
  dueDate: (invoice) => accountingDay(invoice.due_date),
  invoiceDate: (invoice) => accountingDay(invoice.invoice_date),
  invoiceNumber: (invoice) => invoice.invoice_id,
  lineAmountTypes: (invoice) => (invoice.prices_are_incl_tax ? "INCLUSIVE" : "EXCLUSIVE"),
  lineItems: each(invoiceLine, ({ details }) => details),
  paidDate: (invoice) => accountingDay(invoice.paid_at),
  paymentStatus: paymentStatusOf,
  paymentTermId: (invoice) => invoice.workflow_id,
  reference: ({ reference }) => reference,
  status: statusOf,
  sumNetAmount: (invoice) => amount(invoice.total_price_excl_tax),
  totalAmount: (invoice) => amount(invoice.total_price_incl_tax),
  totalTaxAmount: taxOf,
});

const invoiceLineEncoders = { ...lineEncoders, dimensions: projectAs };
const lineEncoder = encoder<Partial<InvoiceLineItemInput>>(invoiceLineEncoders);
const linePatchEncoder = encoder<InvoiceLineItemPatch>({ ...invoiceLineEncoders, lineItemId: as("id") });

const fields = {
  contactId: as("contact_id"),
  currency: as("currency"),
  discountPercentage: decimalAs("discount"),
  dueDate: dueAfter("invoiceDate"),
  invoiceDate: dayAs("invoice_date"),
  lineAmountTypes: inclusiveAs,
  paymentTermId: as("workflow_id"),
  reference: as("reference"),
  status: statusAs(["DRAFT", "OPEN"]),
};

/** Becomes an invoice with a number as soon as it is sent; sent by hand means that the vendor mails nothing. */
async function booked(
  { id }: SalesInvoice,
  { body: { status } }: WriteCall<InvoiceInput | InvoicePatch>,
  session: Session,
): Promise<SalesInvoice | undefined> {
  if (status !== "OPEN") return undefined;
  // An earlier attempt may have sent it.
  const native = (await session.read(path`/sales_invoices/${id}.json`)) as SalesInvoice;
  if (native.state !== "draft") return native;
  const sent = await session.send({
    method: "PATCH",
    path: path`/sales_invoices/${id}/send_invoice.json`,
    body: { sales_invoice_sending: { delivery_method: "Manual" } },
  });
  return sent as SalesInvoice;
}

const invoicePath = "/sales_invoices/{invoiceId}.json";
const within = "sales_invoice";
const lines = { path: invoicePath, parts: ({ details }: SalesInvoice) => details, map: invoiceLine };
const lineChange = { ...lineWrite, path: invoicePath, within, encoder: lineEncoder, map: invoiceLine };

export const invoices = {
  "invoices.list": documents({
    resource: "/sales_invoices",
    map: invoice,
    states,
    knowsChanges: true,
    rules: ["Credit invoices are invoices with a negative total here; they are creditNotes as well."],
  }),
  "invoices.get": get({ path: invoicePath, map: invoice }),
  "invoices.document.get": file(({ ids: { invoiceId: id = "" } }) => ({
    id,
    path: path`/sales_invoices/${id}/download_pdf`,
  })),
  "invoices.create": write({
    method: "POST",
    path: "/sales_invoices.json",
    encoder: encoder<InvoiceInput>({ ...fields, lineItems: listAs("details_attributes", lineEncoder) }),
    also: ({ body: { lineAmountTypes } }) => (lineAmountTypes === undefined ? netPrices : {}),
    map: invoice,
    within,
    afterwards: booked,
    requires: ["contactId"],
    rules: [
      "Without lineAmountTypes, prices are EXCLUSIVE.",
      "With status OPEN the invoice gets its number and counts as sent by hand: nothing is mailed.",
    ],
  }),
  "invoices.patch": write({
    method: "PATCH",
    path: invoicePath,
    encoder: encoder<InvoicePatch>({ ...fields, lineItems: listAs("details_attributes", linePatchEncoder) }),
    map: invoice,
    within,
    afterwards: booked,
    repeatable: true,
    rules: ["Lines that are not named stay as they are."],
  }),
  "invoices.lineItems.list": partsOf(lines),
  "invoices.lineItems.get": partOf({ ...lines, id: ({ id }) => id }),
  "invoices.lineItems.create": write(lineChange),
  "invoices.lineItems.patch": write({ ...lineChange, repeatable: true }),
};
