import type { WriteHandler } from "../../contract/connector.ts";
import type { InvoiceInput, InvoiceLineItemInput, InvoicePatch } from "../../contract/inputs/sales.ts";
import type { InvoiceLineItem, Invoice as InvoiceRecord } from "../../contract/records/sales.ts";
import { as, dayAs, encoder, listAs } from "../../kit/encode.ts";
import { narrowed } from "../../kit/inMemory.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { pdf } from "./attachments.ts";
import {
  actions,
  below,
  documentDayAs,
  documentSet,
  entitySet,
  fromDay,
  hasBecome,
  modified,
  statusOf,
} from "./conventions.ts";
import {
  addresses,
  choices,
  day,
  guid,
  lineDimensions,
  standing,
  statuses,
  statusTable,
  terms,
  totals,
  updated,
} from "./fields.ts";
import { accountAs, accountId, accountNumberAs, lineFields, line as lines } from "./lines.ts";
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

/** What is left of it is less than all. */
function isPartlyPaid(invoice: SalesInvoice): boolean {
  const [left, total] = [amount(invoice.remainingAmount) ?? 0, amount(invoice.totalAmountIncludingTax) ?? 0];
  return statuses.ours(invoice.status) === "OPEN" && left > 0 && left < total;
}
const status = Object.assign(
  (invoice: SalesInvoice) => (isPartlyPaid(invoice) ? "PARTIALLY_PAID" : standing.status(invoice)),
  { unread: standing.status.unread },
);
function paymentStatus(invoice: SalesInvoice) {
  if (isPartlyPaid(invoice)) return "PARTLY_PAID";
  const isOpen = statuses.ours(invoice.status) === "OPEN" && amount(invoice.remainingAmount) !== undefined;
  return isOpen ? "PENDING" : standing.paymentStatus(invoice);
}

const invoice = mapping<InvoiceRecord, SalesInvoice>({
  ...updated,
  ...terms,
  ...addresses("billTo", "shipTo"),
  invoiceId: ({ id }) => id,
  contactId: (invoice) => guid(invoice.customerId),
  currency: (invoice) => invoice.currencyCode,
  discountAmount: totals.totalDiscountAmount,
  dueDate: (invoice) => day(invoice.dueDate),
  invoiceDate: (invoice) => day(invoice.invoiceDate),
  invoiceNumber: ({ number }) => number,
  lineAmountTypes: (invoice) => (invoice.pricesIncludeTax ? "INCLUSIVE" : "EXCLUSIVE"),
  lineItems: each(line, (invoice) => invoice.salesInvoiceLines),
  name: (invoice) => invoice.customerName,
  paymentStatus,
  reference: (invoice) => invoice.externalDocumentNumber,
  status,
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
const set = documentSet(path, { id: "invoiceId", map: invoice, expand: `${lineSet}($expand=dimensionSetLines)` });
const lineSetOf = entitySet(below(set.at, lineSet), { id: "lineItemId", map: line, expand: "dimensionSetLines" });

const patchEncoder = encoder<InvoicePatch>({ ...fields, status: statusOf("DRAFT", "OPEN", "VOIDED") });
const { repeatable: _repeatable, ...changed } = set.change<InvoicePatch>({
  encoder: patchEncoder,
  record: (reply: SalesInvoice | null | undefined, { ids }) => reply ?? { id: ids["invoiceId"] ?? "" },
  stub: (reply: SalesInvoice | null | undefined, { ids }) =>
    reply ? invoice(reply) : { invoiceId: ids["invoiceId"] ?? "" },
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

const listed = set.list({
  filters: {
    ...modified,
    status: choices({ ...statusTable, Open: ["OPEN", "PARTIALLY_PAID"] }).filter("status"),
    paymentStatus: choices({ Paid: "PAID", Canceled: "CANCELED", Open: ["PENDING", "PARTLY_PAID"] }).filter("status"),
    dueDateFrom: fromDay("dueDate"),
  },
  orders: { invoiceDate: "invoiceDate", invoiceNumber: "number", updatedDate: "lastModifiedDateTime" },
  rules: ["With a status or paymentStatus of open invoices all of these are read, whatever the page."],
});
const ofOpenOnes = ["OPEN", "PARTIALLY_PAID", "PENDING", "PARTLY_PAID"];

/** Two fields tell which open invoices are paid in part, and no condition compares them. */
const listInvoices = narrowed<InvoiceRecord, SalesInvoice>(listed, {
  map: invoice,
  when: (wanted) => [wanted.status, wanted.paymentStatus].some((one = "") => ofOpenOnes.includes(one)),
  fits: (one, wanted) =>
    (wanted.status ?? status(one)) === status(one) &&
    (wanted.paymentStatus ?? paymentStatus(one)) === paymentStatus(one),
});

export const invoices = {
  "invoices.list": listInvoices,
  "invoices.get": set.get,
  "invoices.create": set.create(
    encoder<InvoiceInput>({
      ...fields,
      invoiceNumber: as("number"),
      lineItems: listAs(lineSet, lineEncoder),
      status: statusOf("DRAFT", "OPEN"),
    }),
  ),
  "invoices.patch": patch,
  "invoices.document.get": pdf(set.at, "invoiceId"),
  "invoices.lineItems.list": lineSetOf.list(),
  "invoices.lineItems.get": lineSetOf.get,
  "invoices.lineItems.create": lineSetOf.create({ encoder: lineEncoder }),
  "invoices.lineItems.patch": lineSetOf.change({ encoder: lineEncoder }),
};
