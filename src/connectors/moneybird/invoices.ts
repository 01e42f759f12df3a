import type { Call, Found } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { InvoiceLineItem, Invoice as InvoiceRecord } from "../../contract/records/sales.ts";
import { accountingDay } from "../../kit/dates.ts";
import { file } from "../../kit/download.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get, partOf, partsOf } from "../../kit/reading.ts";
import { write } from "../../kit/writing.ts";
import { documents, wordsOf } from "./changes.ts";
import { line, lineDimensions, lineTotal, paymentStatusOf, stamps, taxOf, tradePartner } from "./fields.ts";
import { booked, told, toldInvoiceLine, toldPatch } from "./invoiceBodies.ts";
import { lineChange, netPrices, newestOf } from "./lines.ts";
import type { Detail, SalesInvoice } from "./vendorDocuments.ts";

/** A status of ours → the vendor's states. */
const states = {
  DRAFT: ["draft"],
  SUBMITTED: ["scheduled"],
  OPEN: ["open", "pending_payment"],
  // Written off: nobody expects it to be paid any more, which is what the payment status says.
  OVERDUE: ["late", "reminded", "uncollectible"],
  PAID: ["paid"],
} as const;

export const statusOf = wordsOf(states);

const invoiceLine = mapping<InvoiceLineItem, Detail>({
  ...line,
  ...lineDimensions,
  lineItemId: ({ id }) => id,
  accountId: (detail) => detail.ledger_account_id,
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

const invoicePath = ({ ids }: Call): string => path`/sales_invoices/${ids["invoiceId"]}.json`;
const lines = { path: invoicePath, parts: ({ details }: SalesInvoice) => details, map: invoiceLine };

const within = "sales_invoice";
const oneLine = { path: invoicePath, encoder: toldInvoiceLine, within };

function found(detail: Detail | undefined): Found<InvoiceLineItem> {
  if (detail === undefined) throw new Failure("target_bad_response", "The target system did not keep the line.");
  return { record: invoiceLine(detail), raw: detail };
}

export const invoices = {
  "invoices.list": documents({
    resource: "/sales_invoices",
    map: invoice,
    states,
    knowsChanges: true,
    rules: ["Credit invoices are invoices with a negative total here; they are creditNotes as well."],
  }),
  "invoices.get": get({ path: invoicePath, map: invoice }),
  "invoices.document.get": file(({ ids: { invoiceId = "" } }) => ({
    id: invoiceId,
    path: path`/sales_invoices/${invoiceId}/download_pdf`,
  })),
  "invoices.create": write({
    method: "POST",
    path: "/sales_invoices.json",
    encoder: told,
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
    encoder: toldPatch,
    map: invoice,
    within,
    afterwards: booked,
    repeatable: true,
    rules: ["Lines that are not named stay as they are."],
  }),
  "invoices.lineItems.list": partsOf(lines),
  "invoices.lineItems.get": partOf({ ...lines, id: ({ id }) => id }),
  "invoices.lineItems.create": {
    ...lineChange(oneLine),
    fields: invoiceLine.fields,
    answer: (reply: unknown) => found(newestOf((reply as SalesInvoice).details)),
  },
  "invoices.lineItems.patch": {
    ...lineChange(oneLine),
    fields: invoiceLine.fields,
    repeatable: true as const,
    answer: (reply: unknown, { ids }: Call) =>
      found((reply as SalesInvoice).details?.find(({ id }) => id === ids["lineItemId"])),
  },
};
