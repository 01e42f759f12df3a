import type { WriteHandler } from "../../contract/connector.ts";
import type { InvoiceInput, InvoiceLineItemInput, InvoicePatch } from "../../contract/inputs/sales.ts";
import type { InvoiceLineItem, Invoice as InvoiceRecord } from "../../contract/records/sales.ts";
import { values } from "../../kit/columns.ts";
import { allAs, as, dayAs, encoder, listAs } from "../../kit/encode.ts";
import { narrowed } from "../../kit/lists/inMemory.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { pdf } from "./attachments.ts";
import * as conventions from "./conventions.ts";
import * as read from "./fields.ts";
import { accountAs, accountId, accountNumberAs, lineFields, line as lines } from "./lines.ts";
import type { Line, SalesInvoice } from "./types.ts";

const line = mapping<InvoiceLineItem, Line>({
  ...read.lineDimensions,
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
  const left = amount(invoice.remainingAmount) ?? 0;
  const total = amount(invoice.totalAmountIncludingTax) ?? 0;
  return read.statuses.ours(invoice.status) === "OPEN" && left > 0 && left < total;
}
const status = Object.assign(
  (invoice: SalesInvoice) => (isPartlyPaid(invoice) ? "PARTIALLY_PAID" : read.standing.status(invoice)),
  { unread: read.standing.status.unread },
);
function paymentStatus(invoice: SalesInvoice) {
  if (isPartlyPaid(invoice)) return "PARTLY_PAID";
  const isOpen = read.statuses.ours(invoice.status) === "OPEN" && amount(invoice.remainingAmount) !== undefined;
  return isOpen ? "PENDING" : read.standing.paymentStatus(invoice);
}

const invoice = mapping<InvoiceRecord, SalesInvoice>({
  ...read.updated,
  ...read.terms,
  ...read.addresses("billTo", "shipTo"),
  ...values({
    invoiceId: "id",
    currency: "currencyCode",
    invoiceNumber: "number",
    name: "customerName",
    reference: "externalDocumentNumber",
  }),
  ...read.days({ dueDate: "dueDate", invoiceDate: "invoiceDate" }),
  contactId: (invoice) => read.guid(invoice.customerId),
  discountAmount: read.totals.totalDiscountAmount,
  lineAmountTypes: (invoice) => (invoice.pricesIncludeTax ? "INCLUSIVE" : "EXCLUSIVE"),
  lineItems: each(line, (invoice) => invoice.salesInvoiceLines),
  paymentStatus,
  status,
  sumNetAmount: read.totals.totalNetAmount,
  totalAmount: read.totals.totalGrossAmount,
  totalTaxAmount: read.totals.totalTaxAmount,
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
  ...allAs(as, { contactId: "customerId", currency: "currencyCode" }),
  invoiceDate: conventions.documentDayAs("invoiceDate"),
  paymentTermId: as("paymentTermsId"),
  dueDate: dayAs("dueDate"),
  reference: as("externalDocumentNumber"),
};

const lineSet = "salesInvoiceLines";
const set = conventions.documentSet("/salesInvoices", { id: "invoiceId", map: invoice, lines: lineSet });
const lineSetOf = set.linesAs(line);

const patchEncoder = encoder<InvoicePatch>({ ...fields, status: conventions.statusOf("DRAFT", "OPEN", "VOIDED") });
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
    const action = Object.keys(rest).length === 0 ? conventions.actions[status ?? ""] : undefined;
    if (action === undefined) return changed.request(call, tag);
    return { method: "POST", path: `${set.at(call)}/Microsoft.NAV.${action}` };
  },
  /** An action cannot be done twice: whether everything is as it was to be. */
  find: async (call, session) => {
    const found = (await session.read(set.at(call))) as SalesInvoice;
    const isWritten = Object.entries(patchEncoder(call.body)).every(
      ([name, value]) => found[name as keyof SalesInvoice] === value,
    );
    return isWritten && conventions.hasBecome(call.body.status, found) ? found : undefined;
  },
};

const listed = set.list({
  filters: {
    ...conventions.modified,
    status: read.choices({ ...read.statusTable, Open: ["OPEN", "PARTIALLY_PAID"] }).filter("status"),
    paymentStatus: read
      .choices({ Paid: "PAID", Canceled: "CANCELED", Open: ["PENDING", "PARTLY_PAID"] })
      .filter("status"),
    dueDateFrom: conventions.fromDay("dueDate"),
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
      status: conventions.statusOf("DRAFT", "OPEN"),
    }),
  ),
  "invoices.patch": patch,
  "invoices.document.get": pdf(set.at, "invoiceId"),
  "invoices.lineItems.list": lineSetOf.list(),
  "invoices.lineItems.get": lineSetOf.get,
  "invoices.lineItems.create": lineSetOf.create({ encoder: lineEncoder }),
  "invoices.lineItems.patch": lineSetOf.change({ encoder: lineEncoder }),
};
