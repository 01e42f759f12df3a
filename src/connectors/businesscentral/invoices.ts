import type { WriteHandler } from "../../contract/connector.ts";
import type { InvoiceInput, InvoiceLineItemInput, InvoicePatch } from "../../contract/inputs/sales.ts";
import type { InvoiceLineItem, Invoice as InvoiceRecord } from "../../contract/records/sales.ts";
import { values } from "../../kit/columns.ts";
import { refusingNegativeTotals } from "../../kit/documents/negativeTotal.ts";
import { withOverdueStatus } from "../../kit/documents/paymentStatus.ts";
import { encoder, listAs } from "../../kit/encode.ts";
import { withLocalFilter } from "../../kit/lists/inMemory.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { pdf } from "./attachments.ts";
import * as conventions from "./conventions.ts";
import { actions, documentSet, hasStatus, statusOf } from "./documentSet.ts";
import * as read from "./fields.ts";
import { accountAs, accountId, accountNumberAs, lineFields, line as lines, percentage } from "./lines.ts";
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

function isPartlyPaid(invoice: SalesInvoice): boolean {
  const remaining = amount(invoice.remainingAmount) ?? 0;
  const total = amount(invoice.totalAmountIncludingTax) ?? 0;
  return read.statuses.toContract(invoice.status) === "OPEN" && remaining > 0 && remaining < total;
}
const status = Object.assign(
  (invoice: SalesInvoice) =>
    withOverdueStatus(isPartlyPaid(invoice) ? "PARTIALLY_PAID" : read.state.status(invoice), invoice.dueDate),
  { unread: read.state.status.unread },
);
function paymentStatus(invoice: SalesInvoice) {
  if (isPartlyPaid(invoice)) return "PARTLY_PAID";
  const isOpen = read.statuses.toContract(invoice.status) === "OPEN" && amount(invoice.remainingAmount) !== undefined;
  return isOpen ? "PENDING" : read.state.paymentStatus(invoice);
}

const customer = twoWay({
  contactId: read.guidIn("customerId"),
});
const invoiceFields = twoWay({
  dueDate: read.dayIn("dueDate"),
  reference: plainValue("externalDocumentNumber"),
});
/** For new invoices only. */
const creationFields = twoWay({
  invoiceNumber: plainValue("number"),
});

const invoice = mapping<InvoiceRecord, SalesInvoice>({
  ...read.updated,
  ...read.currency.reads,
  ...read.terms.reads,
  ...read.addresses("billTo", "shipTo"),
  ...customer.reads,
  ...invoiceFields.reads,
  ...creationFields.reads,
  ...values({ invoiceId: "id", name: "customerName" }),
  ...read.days({ invoiceDate: "invoiceDate" }),
  discountAmount: read.totals.totalDiscountAmount,
  lineAmountTypes: (invoice) => (invoice.pricesIncludeTax ? "INCLUSIVE" : "EXCLUSIVE"),
  lineItems: nestedList(line, (invoice) => invoice.salesInvoiceLines),
  paymentStatus,
  status,
  sumNetAmount: read.totals.totalNetAmount,
  totalAmount: read.totals.totalGrossAmount,
  totalTaxAmount: read.totals.totalTaxAmount,
});

const { totalDiscountAmount: _, totalDiscountPercentage, ...lineEncoders } = lineFields("unitPrice");
const lineEncoder = encoder<Partial<InvoiceLineItemInput>>({
  accountCode: accountNumberAs,
  accountId: accountAs,
  ...lineEncoders,
  discountItemPercentage: totalDiscountPercentage,
  ...percentage,
});

/** In this order: the customer brings currency and terms, and the terms a due date, which later fields overwrite. */
const fields = {
  ...customer.writes,
  ...read.currency.writes,
  invoiceDate: conventions.documentDayAs("invoiceDate"),
  ...read.terms.writes,
  ...invoiceFields.writes,
};

const lineSet = "salesInvoiceLines";
const set = documentSet("/salesInvoices", { id: "invoiceId", map: invoice, lines: lineSet });
const lineSetOf = set.linesAs(line);

const patchEncoder = encoder<InvoicePatch>({ ...fields, status: statusOf("DRAFT", "OPEN", "VOIDED") });
const { repeatable: _repeatable, ...change } = set.change<InvoicePatch>({
  encoder: patchEncoder,
  record: (reply: SalesInvoice | null | undefined, { ids }) => reply ?? { id: ids["invoiceId"] ?? "" },
  stub: (reply: SalesInvoice | null | undefined, { ids }) =>
    reply ? invoice(reply) : { invoiceId: ids["invoiceId"] ?? "" },
  rules: ["Only drafts can be changed. status OPEN posts a draft, VOIDED cancels a posted invoice."],
});

/** Posted invoices refuse every change, even an empty one, so a new status alone is sent as an action. Its reply is empty. */
const patch: WriteHandler<InvoicePatch, InvoiceRecord> = {
  ...change,
  request: (call, tag) => {
    const { status, ...rest } = call.body;
    const action = Object.keys(rest).length === 0 ? actions[status ?? ""] : undefined;
    if (action === undefined) return change.request(call, tag);
    return { method: "POST", path: `${set.at(call)}/Microsoft.NAV.${action}` };
  },
  // An action cannot be repeated: this checks whether an earlier attempt did everything.
  find: async (call, session) => {
    const found = (await session.read(set.at(call))) as SalesInvoice;
    const isWritten = Object.entries(patchEncoder(call.body)).every(
      ([name, value]) => found[name as keyof SalesInvoice] === value,
    );
    return isWritten && hasStatus(call.body.status, found) ? found : undefined;
  },
};

/** Business Central calls all of them open. */
const openStatuses = ["OPEN", "PARTIALLY_PAID", "OVERDUE", "PARTIALLY_OVERDUE"] as const;

const listed = set.list({
  filters: {
    ...conventions.modified,
    status: read.choices({ ...read.statusTable, Open: openStatuses }).filter("status"),
    paymentStatus: read
      .choices({ Paid: "PAID", Canceled: "CANCELED", Open: ["PENDING", "PARTLY_PAID"] })
      .filter("status"),
    dueDateFrom: conventions.fromDay("dueDate"),
  },
  orders: { invoiceDate: "invoiceDate", invoiceNumber: "number", updatedDate: "lastModifiedDateTime" },
  rules: [
    "If the filter status or paymentStatus has a value for open invoices, all open invoices are read, whatever the page.",
  ],
});
const openStates = [...openStatuses, "PENDING", "PARTLY_PAID"];

/** A partly paid invoice shows only by comparing two fields, which no condition can do. */
const listInvoices = withLocalFilter<InvoiceRecord, SalesInvoice>(listed, {
  map: invoice,
  when: (filters) => [filters.status, filters.paymentStatus].some((filter = "") => openStates.includes(filter)),
  fits: (native, filters) =>
    (filters.status ?? status(native)) === status(native) &&
    (filters.paymentStatus ?? paymentStatus(native)) === paymentStatus(native),
});

export const invoices = {
  "invoices.list": listInvoices,
  "invoices.get": set.get(),
  // Only drafts may have a negative total: posting one is refused (source of Sales-Post: CheckTotalInvoiceAmount).
  "invoices.create": refusingNegativeTotals(
    { system: "Business Central", applies: ({ body }) => body.status === "OPEN" },
    set.create(
      encoder<InvoiceInput>({
        ...fields,
        ...creationFields.writes,
        lineItems: listAs(lineSet, lineEncoder),
        status: statusOf("DRAFT", "OPEN"),
      }),
    ),
  ),
  "invoices.patch": patch,
  "invoices.document.get": pdf(set.at, "invoiceId"),
  "invoices.lineItems.list": lineSetOf.list(),
  "invoices.lineItems.get": lineSetOf.get(),
  "invoices.lineItems.create": lineSetOf.create({ encoder: lineEncoder }),
  "invoices.lineItems.patch": lineSetOf.change({ encoder: lineEncoder }),
};
