import type { Call } from "../../contract/connector.ts";
import type { InvoiceLineItem, Invoice as InvoiceRecord } from "../../contract/records/sales.ts";
import { accountingDay } from "../../kit/dates.ts";
import { file } from "../../kit/download.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get, partOf, partsOf } from "../../kit/reading.ts";
import { words } from "../../kit/words.ts";
import { documents } from "./changes.ts";
import { currencyOf, line, lineTotal, paymentStatusOf, stamps, taxOf, tradePartner } from "./fields.ts";
import type { Detail, SalesInvoice } from "./vendorDocuments.ts";

/** A status of ours → the vendor's states. */
export const states = {
  DRAFT: ["draft"],
  SUBMITTED: ["scheduled"],
  OPEN: ["open", "pending_payment"],
  // Written off: nobody expects it to be paid any more, which is what the payment status says.
  OVERDUE: ["late", "reminded", "uncollectible"],
  PAID: ["paid"],
} as const;

export const statusOf = words(
  Object.fromEntries(
    Object.entries(states).flatMap(([ours, theirs]) => theirs.map((state) => [state, ours])),
  ) as Record<string, keyof typeof states>,
  ({ state }: SalesInvoice) => state,
);

export const invoiceLine = mapping<InvoiceLineItem, Detail>({
  ...line,
  lineItemId: ({ id }) => id,
  accountId: (detail) => detail.ledger_account_id,
  itemsAmount: lineTotal,
});

export const invoice = mapping<InvoiceRecord, SalesInvoice>({
  ...stamps,
  ...tradePartner,
  invoiceId: ({ id }) => id,
  currency: ({ currency }) => currencyOf(currency),
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

export const invoices = {
  "invoices.list": documents({
    resource: "/sales_invoices",
    map: invoice,
    states,
    knowsChanges: true,
    rules: [
      "Credit invoices are invoices with negative amounts here; those that credit others are creditNotes as well.",
    ],
  }),
  "invoices.get": get({ path: invoicePath, map: invoice }),
  "invoices.document.get": file(({ ids: { invoiceId = "" } }) => ({
    id: invoiceId,
    path: path`/sales_invoices/${invoiceId}/download_pdf`,
  })),
  "invoices.lineItems.list": partsOf(lines),
  "invoices.lineItems.get": partOf({ ...lines, id: ({ id }) => id }),
};
