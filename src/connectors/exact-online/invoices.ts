/**
 * The vendor keeps invoices and credit notes in one list. Until an invoice is processed it is a draft; processing gives it
 * a number and books it.
 */
import type { WriteCall } from "../../contract/connector.ts";
import { cannotStore, Failure } from "../../contract/failure.ts";
import type { InvoiceInput, InvoiceLineItemInput, InvoicePatch } from "../../contract/inputs/sales.ts";
import type { CreditNote, CreditNoteLine, Invoice, InvoiceLineItem } from "../../contract/records/sales.ts";
import { type Session } from "../../contract/session.ts";
import { amounts, values } from "../../kit/columns.ts";
import { calendarDay } from "../../kit/dates.ts";
import { unclearGet, unclearList } from "../../kit/documents/unclear.ts";
import { dayAs, encoder, fieldAs, listAs, onlyAccepts } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, type Decimal, difference, sum } from "../../kit/money.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { fromDay, guid, linesOf, oneOf, resource, stampOrders } from "./conventions.ts";
import * as read from "./fields.ts";
import * as line from "./lines.ts";
import { receivables, withOwed } from "./outstanding.ts";
import { type SalesInvoice, salesInvoiceFields, salesInvoiceLineFields, type Text, type TradeLine } from "./types.ts";

const processed = 50;
function statusOf(native: SalesInvoice) {
  if (native.Status !== processed) return "DRAFT";
  const status = read.statusOf(native);
  // A negative invoice is money that the company owes, so it cannot be overdue.
  return status !== "PAID" && isOf(invoiceTypes)(native) && read.isNegative(native) ? "OPEN" : status;
}

const lines = ({ SalesInvoiceLines }: SalesInvoice) => linesOf(SalesInvoiceLines);

/**
 * The discount on the whole invoice: the lines' net amounts less the document's. The vendor's own field is in the
 * company's currency and includes tax.
 */
function discountOf(native: SalesInvoice): number | undefined {
  const natives = lines(native);
  const net = amount(native.AmountFCExclVat);
  if (natives === undefined || net === undefined) return undefined;
  const discount = difference(sum(natives.map(({ AmountFC }) => AmountFC)), net) ?? 0;
  return Math.abs(discount) <= natives.length * halfCent ? 0 : discount;
}
const halfCent = 0.005;

const lineFields = twoWay({
  accountId: plainValue("GLAccount"),
  discountItemPercentage: read.fraction("Discount"),
});
const invoiceLine = mapping<InvoiceLineItem, TradeLine>({
  ...line.lineFields.reads,
  ...line.taxPercentage,
  ...lineFields.reads,
  ...values({ lineItemId: "ID", name: "ItemDescription" }),
  ...amounts({ itemsAmount: "AmountFC" }),
  dimensions: nestedList(read.lineDimension, read.assignments),
  grossAmount: line.grossOf,
});

const sharedFields = twoWay({
  reference: plainValue("YourRef"),
  currency: read.code("Currency"),
  paymentTermId: read.code("PaymentCondition"),
});
const invoiceFields = twoWay({
  journalCode: read.code("Journal"),
  dueDate: read.day("DueDate"),
});
const shared = {
  ...read.stamps,
  ...sharedFields.reads,
  ...values({ contactId: "InvoiceTo" }),
  paymentStatus: (native: SalesInvoice) => read.paymentStatusOf(statusOf(native)),
  status: statusOf,
};
const invoice = mapping<Invoice, SalesInvoice>({
  ...shared,
  ...invoiceFields.reads,
  ...values({ invoiceId: "InvoiceID", fileId: "Document", name: "InvoiceToName" }),
  ...read.numbers({ invoiceNumber: "InvoiceNumber" }),
  ...amounts({
    sumNetAmount: "AmountFCExclVat",
    totalAmount: "AmountFC",
    totalTaxAmount: "VATAmountFC",
  }),
  ...read.days({ invoiceDate: "InvoiceDate" }),
  discountAmount: discountOf,
  invoiceType: () => "STANDARD",
  lineItems: nestedList(invoiceLine, lines),
  paymentTermDuration: ({ InvoiceDate, DueDate }) => read.termOf(InvoiceDate, DueDate),
});

/** Amounts of a credit note are positive when they give money back, whatever the vendor's sign. */
const positiveCredit =
  (valueOf: (native: SalesInvoice) => Decimal) =>
  (native: SalesInvoice): number | undefined => {
    const value = amount(valueOf(native));
    return value !== undefined && value !== 0 && read.isNegative(native) ? -value : value;
  };
const positiveCreditLines = (native: SalesInvoice) =>
  read.isNegative(native) ? line.creditedLines(lines(native)) : lines(native);

const creditNoteLine = mapping<CreditNoteLine, TradeLine>({ ...line.tradeLine, ...line.itemName });
const creditNote = mapping<CreditNote, SalesInvoice>({
  ...shared,
  ...values({ id: "InvoiceID" }),
  ...read.numbers({ creditNoteNumber: "InvoiceNumber" }),
  ...read.days({ creditNoteDate: "InvoiceDate" }),
  creditNoteLines: nestedList(creditNoteLine, positiveCreditLines),
  totalDiscountAmount: positiveCredit(discountOf),
  totalGrossAmount: positiveCredit(({ AmountFC }) => AmountFC),
  totalNetAmount: positiveCredit(({ AmountFCExclVat }) => AmountFCExclVat),
  totalTaxAmount: positiveCredit(({ VATAmountFC }) => VATAmountFC),
});

const path = "/salesinvoice/SalesInvoices";
const entity = {
  key: "InvoiceID",
  fields: salesInvoiceFields,
  below: { SalesInvoiceLines: salesInvoiceLineFields },
  // Only processed invoices are booked and can be outstanding.
  add: withOwed<SalesInvoice>(receivables, "InvoiceNumber", ({ Status }) => Status === processed),
} as const;
export const salesInvoices = resource(path, { ...entity, id: "invoiceId", map: invoice });
const salesCredits = resource(path, { ...entity, id: "creditNoteId", map: creditNote });

/** Of each kind, the ordinary type and the one with direct delivery. */
const invoiceTypes = [8020, 8023];
const creditTypes = [8021, 8024];
const isOf =
  (types: readonly number[]) =>
  ({ Type }: SalesInvoice): boolean =>
    types.includes(Type ?? 0);
const typed = (types: readonly number[]): string => oneOf("Type", types.map(String));

const lineEncoder = encoder<Partial<InvoiceLineItemInput>>({
  ...line.lineFields.writes,
  ...lineFields.writes,
  dimensions: read.dimensionsAs,
});

const headEncoders = {
  ...sharedFields.writes,
  ...invoiceFields.writes,
  contactId: fieldAs("OrderedBy"),
  // The vendor dates the invoice by its order date.
  invoiceDate: dayAs("OrderDate"),
  status: onlyAccepts(["DRAFT", "OPEN"], ": processed invoices cannot be voided through its API"),
};

/** Processes a draft. A repeated write does not process it twice. */
async function process(id: Text, { body }: WriteCall<InvoicePatch>, session: Session): Promise<void> {
  const { status = "DRAFT", invoiceDate } = body;
  if (status === "DRAFT") return;
  const { Status } = await salesInvoices.read(session, id);
  if (Status === processed) return;
  await session.send({
    method: "POST",
    path: "/salesinvoice/PrintedSalesInvoices",
    body: {
      InvoiceID: id,
      SendEmailToCustomer: false,
      SendInvoiceToCustomerPostbox: false,
      ...(invoiceDate !== undefined && { InvoiceDate: calendarDay(invoiceDate) }),
    },
  });
}

/** Only drafts change, and the vendor dates an invoice when it is processed. */
async function checkDraft({ ids, body }: WriteCall<InvoicePatch>, session: Session): Promise<void> {
  const { Status } = await salesInvoices.read(session, ids["invoiceId"]);
  const { status, ...changes } = body;
  if (Status === processed) {
    // Repeating the current status is not a change.
    if (status === "OPEN" && Object.keys(changes).length === 0) return;
    throw new Failure(
      "document_locked",
      "This invoice is processed, so it cannot change. Create a credit note at Exact Online.",
      { field: Object.keys(body)[0] ?? "status", targetSystem: "exact-online" },
    );
  }
  if (body.invoiceDate !== undefined && status !== "OPEN")
    throw cannotStore(
      "Exact Online dates an invoice when it is processed. Send invoiceDate together with status OPEN.",
      "invoiceDate",
    );
}

/** Lines are added and changed under a path of their own. */
const salesLines = resource("/salesinvoice/SalesInvoiceLines", {
  id: "lineItemId",
  key: "ID",
  map: invoiceLine,
  fields: salesInvoiceLineFields,
});

export const invoices = {
  ...operationsOf("invoices", {
    list: unclearList(
      read.unclearSettlement,
      salesInvoices.list({
        where: typed(invoiceTypes),
        filters: { dueDateFrom: fromDay("DueDate") },
        statusOf,
        orders: { ...stampOrders, invoiceDate: "InvoiceDate", invoiceNumber: "InvoiceNumber" },
      }),
    ),
    get: unclearGet(read.unclearSettlement, salesInvoices.get(isOf(invoiceTypes))),
    create: salesInvoices.create<InvoiceInput>({
      encoder: encoder<InvoiceInput>({ ...headEncoders, lineItems: listAs("SalesInvoiceLines", lineEncoder) }),
      afterwards: ({ InvoiceID }, call, session) => process(InvoiceID, call as WriteCall<InvoicePatch>, session),
      undo: (id, session) => session.send({ method: "DELETE", path: `${path}(${guid(id)})` }),
      requires: ["contactId", "lineItems.itemId"],
      rules: ["status OPEN processes the invoice: it gets a number and is booked. Otherwise it stays a draft."],
    }),
    patch: salesInvoices.change<InvoicePatch>({
      encoder: encoder<InvoicePatch>(headEncoders),
      prepare: checkDraft,
      readBack: async (_reply, call, session) => {
        await process(call.ids["invoiceId"], call, session);
        return salesInvoices.read(session, call.ids["invoiceId"]);
      },
      rules: ["Only drafts can be changed; status OPEN processes them."],
    }),
  }),
  ...operationsOf("invoices.lineItems", {
    ...salesInvoices.lines(lines, invoiceLine),
    create: salesLines.create<InvoiceLineItemInput>({
      encoder: lineEncoder,
      requires: ["itemId"],
      also: ({ ids }) => ({ InvoiceID: ids["invoiceId"] }),
    }),
    patch: salesLines.change<Partial<InvoiceLineItemInput>>({ encoder: lineEncoder }),
  }),
  ...operationsOf("creditNotes", {
    list: unclearList(read.unclearSettlement, salesCredits.list({ where: typed(creditTypes) })),
    get: unclearGet(read.unclearSettlement, salesCredits.get(isOf(creditTypes))),
  }),
};
