import type { WriteHandler } from "../../contract/connector.ts";
import type { InvoiceInput, InvoiceLineItemInput, InvoicePatch } from "../../contract/inputs/sales.ts";
import type { InvoiceLineItem, Invoice as InvoiceRecord } from "../../contract/records/sales.ts";
import { as, dayAs, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { pdf } from "./attachments.ts";
import {
  actions,
  becoming,
  below,
  documentDayAs,
  draftRule,
  entitySet,
  fromDay,
  hasBecome,
  modified,
  opening,
  statusOf,
} from "./conventions.ts";
import {
  addresses,
  currency,
  day,
  guid,
  lineDimensions,
  settlements,
  standing,
  statuses,
  terms,
  totals,
  updated,
} from "./fields.ts";
import { accountAs, accountId, accountNumberAs, lineFields, line as lines, priceRule } from "./lines.ts";
import type { Line, SalesInvoice } from "./types.ts";

const line = mapping<InvoiceLineItem, Line>({
  ...lineDimensions,
  lineItemId: lines.id,
  accountId,
  description: lines.description,
  discountItemAmount: lines.totalDiscountAmount,
  discountItemPercentage: lines.totalDiscountPercentage,
  grossAmount: lines.totalGrossAmount,
  itemsAmount: lines.totalNetAmount,
  itemId: lines.itemId,
  quantity: lines.quantity,
  taxCode: lines.taxCode,
  taxRatePercentage: lines.taxRatePercentage,
  unitAmount: lines.unitAmount,
});

function paymentStatusOf(invoice: SalesInvoice) {
  const [open, total] = [amount(invoice.remainingAmount), amount(invoice.totalAmountIncludingTax)];
  if (statuses.ours(invoice.status) !== "OPEN" || open === undefined) return settlements.ours(invoice.status);
  return open === total ? "PENDING" : "PARTLY_PAID";
}

const invoice = mapping<InvoiceRecord, SalesInvoice>({
  ...updated,
  ...currency,
  ...terms,
  ...addresses("billTo", "shipTo"),
  invoiceId: ({ id }) => id,
  contactId: (invoice) => guid(invoice.customerId),
  discountAmount: totals.totalDiscountAmount,
  dueDate: (invoice) => day(invoice.dueDate),
  invoiceDate: (invoice) => day(invoice.invoiceDate),
  invoiceNumber: ({ number }) => number,
  lineAmountTypes: (invoice) => (invoice.pricesIncludeTax ? "INCLUSIVE" : "EXCLUSIVE"),
  lineItems: each(line, (invoice) => invoice.salesInvoiceLines),
  name: (invoice) => invoice.customerName,
  paymentStatus: paymentStatusOf,
  reference: (invoice) => invoice.externalDocumentNumber,
  status: standing.status,
  sumNetAmount: totals.totalNetAmount,
  totalAmount: totals.totalGrossAmount,
  totalTaxAmount: totals.totalTaxAmount,
});

const { totalDiscountAmount: _, totalDiscountPercentage: discountItemPercentage, ...others } = lineFields("unitPrice");
const lineEncoder = encoder<Partial<InvoiceLineItemInput>>({
  accountCode: accountNumberAs,
  accountId: accountAs,
  ...others,
  discountItemPercentage,
});

/** The customer brings currency and terms, and these a due date: each comes after what it follows from. */
const fields = {
  contactId: as("customerId"),
  currency: as("currencyCode"),
  invoiceDate: documentDayAs("invoiceDate"),
  paymentTermId: as("paymentTermsId"),
  dueDate: dayAs("dueDate"),
  reference: as("externalDocumentNumber"),
};

const path = "/salesInvoices";
const lineSet = "salesInvoiceLines";
const set = entitySet(path, { id: "invoiceId", map: invoice, expand: `${lineSet}($expand=dimensionSetLines)` });
const lineSetOf = entitySet(below(set.at, lineSet), { id: "lineItemId", map: line, expand: "dimensionSetLines" });

const patchEncoder = encoder<InvoicePatch>({ ...fields, status: statusOf("DRAFT", "OPEN", "VOIDED") });
const { repeatable: _repeatable, ...changed } = set.change<InvoicePatch>({
  encoder: patchEncoder,
  record: (reply: SalesInvoice | null | undefined, { ids }) => reply ?? { id: ids["invoiceId"] ?? "" },
  stub: (reply: SalesInvoice | null | undefined, { ids }) =>
    reply ? invoice(reply) : { invoiceId: ids["invoiceId"] ?? "" },
  afterwards: becoming(path),
  rules: ["Only drafts can be changed. Status OPEN posts a draft, VOIDED cancels what was posted."],
});

/** What was posted refuses every change, even one that changes nothing, and an action is answered with nothing. */
const patch: WriteHandler<InvoicePatch, InvoiceRecord> = {
  ...changed,
  request: (call, tag) => {
    const { status, ...rest } = call.body;
    const action = Object.keys(rest).length === 0 ? actions[status ?? ""] : undefined;
    if (action === undefined) return changed.request(call, tag);
    return { method: "POST", path: `${set.at(call)}/Microsoft.NAV.${action}` };
  },
  /** An action cannot be done twice: whether everything is as it was to be. */
  find: async (call, session) => {
    const found = (await session.read(set.at(call))) as SalesInvoice;
    const isWritten = Object.entries(patchEncoder(call.body)).every(
      ([name, value]) => found[name as keyof SalesInvoice] === value,
    );
    return isWritten && hasBecome(call.body.status, found) ? found : undefined;
  },
};

export const invoices = {
  "invoices.list": set.list({
    filters: { ...modified, status: statuses.filter("status"), dueDateFrom: fromDay("dueDate") },
    orders: { invoiceDate: "invoiceDate", invoiceNumber: "number", updatedDate: "lastModifiedDateTime" },
  }),
  "invoices.get": set.get,
  "invoices.create": set.create({
    encoder: encoder<InvoiceInput>({
      ...fields,
      invoiceNumber: as("number"),
      lineItems: listAs(lineSet, lineEncoder),
      status: statusOf("DRAFT", "OPEN"),
    }),
    afterwards: opening(path),
    requires: ["contactId"],
    rules: [draftRule, priceRule],
  }),
  "invoices.patch": patch,
  "invoices.document.get": pdf(set.at, "invoiceId"),
  "invoices.lineItems.list": lineSetOf.list(),
  "invoices.lineItems.get": lineSetOf.get,
  "invoices.lineItems.create": lineSetOf.create({ encoder: lineEncoder }),
  "invoices.lineItems.patch": lineSetOf.change({ encoder: lineEncoder }),
};
