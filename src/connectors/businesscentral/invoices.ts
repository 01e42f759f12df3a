import type { WriteCall, WriteHandler } from "../../contract/connector.ts";
import type { InvoicePatch } from "../../contract/inputs/sales.ts";
import type { InvoiceLineItem, Invoice as InvoiceRecord } from "../../contract/records/sales.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { at, below, fromDay, list, modified, oneBelow, oneOfTheirs, single } from "./conventions.ts";
import { addresses, day, guid, lineDimensions, updated } from "./fields.ts";
import { pdf } from "./files.ts";
import { toldInvoice, toldInvoiceLine, toldInvoicePatch } from "./invoiceBodies.ts";
import { change, create } from "./telling.ts";
import * as trade from "./trade.ts";
import type { SalesInvoice, SalesLine } from "./vendorTrade.ts";

const line = mapping<InvoiceLineItem, SalesLine>({
  ...lineDimensions,
  lineItemId: ({ id }) => id,
  accountId: (line) => guid(line.accountId),
  description: trade.line.description,
  discountItemAmount: trade.line.totalDiscountAmount,
  discountItemPercentage: trade.line.totalDiscountPercentage,
  grossAmount: trade.line.totalGrossAmount,
  itemsAmount: trade.line.totalNetAmount,
  itemId: trade.line.itemId,
  quantity: trade.line.quantity,
  taxCode: trade.line.taxCode,
  taxRatePercentage: trade.line.taxRatePercentage,
  unitAmount: ({ unitPrice }) => amount(unitPrice),
});

function paymentStatusOf(invoice: SalesInvoice) {
  const [open, total] = [amount(invoice.remainingAmount), amount(invoice.totalAmountIncludingTax)];
  if (trade.status.status(invoice) !== "OPEN" || open === undefined) return trade.settledStatus(invoice);
  return open === total ? "PENDING" : "PARTLY_PAID";
}

const invoice = mapping<InvoiceRecord, SalesInvoice>({
  ...updated,
  ...trade.currency,
  ...trade.status,
  ...trade.terms,
  ...addresses("billTo", "shipTo"),
  invoiceId: ({ id }) => id,
  contactId: (invoice) => guid(invoice.customerId),
  discountAmount: trade.totals.totalDiscountAmount,
  dueDate: (invoice) => day(invoice.dueDate),
  invoiceDate: (invoice) => day(invoice.invoiceDate),
  invoiceNumber: ({ number }) => number,
  lineAmountTypes: (invoice) => (invoice.pricesIncludeTax ? "INCLUSIVE" : "EXCLUSIVE"),
  lineItems: each(line, (invoice) => invoice.salesInvoiceLines),
  name: (invoice) => invoice.customerName,
  paymentStatus: paymentStatusOf,
  reference: (invoice) => invoice.externalDocumentNumber,
  sumNetAmount: trade.totals.totalNetAmount,
  totalAmount: trade.totals.totalGrossAmount,
  totalTaxAmount: trade.totals.totalTaxAmount,
});

const expand = "salesInvoiceLines($expand=dimensionSetLines)";
const set = "salesInvoices";
const invoiceAt = at(set, "invoiceId");
const linesAt = below(invoiceAt, "salesInvoiceLines");
const lineAt = oneBelow(invoiceAt, "salesInvoiceLines");

const changed = change(invoiceAt, {
  encoder: toldInvoicePatch,
  map: invoice,
  expand,
  afterwards: trade.becoming(set),
  rules: ["Only drafts can be changed. Status OPEN posts a draft, VOIDED cancels what was posted."],
});
const onlyAction = ({ body: { status, ...others } }: WriteCall<InvoicePatch>): string | undefined =>
  status !== undefined && Object.keys(others).length === 0 ? trade.actions[status] : undefined;

/** What was posted refuses every change, even one that changes nothing. */
const patch: WriteHandler<InvoicePatch, InvoiceRecord> = {
  ...changed,
  request: (call, tag) => {
    const action = onlyAction(call);
    if (action === undefined) return changed.request(call, tag);
    return { method: "POST", path: `${invoiceAt(call)}/Microsoft.NAV.${action}` };
  },
  complete: async (reply, call, session) =>
    onlyAction(call) === undefined
      ? changed.complete?.(reply, call, session)
      : session.read(invoiceAt(call), { $expand: expand }),
  incomplete: (reply, call) =>
    onlyAction(call) === undefined
      ? changed.answer(reply, call)
      : { record: { invoiceId: call.ids["invoiceId"] ?? "" }, raw: {} },
};

export const invoices = {
  "invoices.list": list(set, {
    map: invoice,
    expand,
    filters: {
      ...modified,
      status: oneOfTheirs(trade.statuses, "status", "status"),
      dueDateFrom: fromDay("dueDate"),
    },
    orders: { invoiceDate: "invoiceDate", invoiceNumber: "number", updatedDate: "lastModifiedDateTime" },
  }),
  "invoices.get": single(invoiceAt, { map: invoice, expand }),
  "invoices.create": create(set, {
    encoder: toldInvoice,
    map: invoice,
    expand,
    afterwards: trade.opening(set),
    requires: ["contactId"],
    rules: [trade.draftRule, trade.priceRule],
  }),
  "invoices.patch": patch,
  "invoices.document.get": pdf(invoiceAt, "invoiceId"),
  "invoices.lineItems.list": list(linesAt, { map: line, expand: "dimensionSetLines" }),
  "invoices.lineItems.get": single(lineAt, { map: line, expand: "dimensionSetLines" }),
  "invoices.lineItems.create": create(linesAt, { encoder: toldInvoiceLine, map: line, expand: "dimensionSetLines" }),
  "invoices.lineItems.patch": change(lineAt, { encoder: toldInvoiceLine, map: line, expand: "dimensionSetLines" }),
};
