/** Invoices and credit notes are of one kind. An open one is still a draft: processed it has a number and is booked. */

import type { WriteCall } from "../../contract/connector.ts";
import type { InvoiceInput, InvoiceLineItemInput, InvoicePatch } from "../../contract/inputs/sales.ts";
import type { CreditNote, CreditNoteLine, Invoice, InvoiceLineItem } from "../../contract/records/sales.ts";
import { type Session } from "../../contract/session.ts";
import { amounts, unsigneds, values } from "../../kit/columns.ts";
import { calendarDay, microsoftDay } from "../../kit/dates.ts";
import { as, dayAs, elsewhere, encoder, invalid, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { named } from "../../kit/views.ts";
import { fromDay, linesOf, modified, oneOf, resource, selected } from "./conventions.ts";
import * as read from "./fields.ts";
import * as line from "./lines.ts";
import { owedOf, receivables } from "./outstanding.ts";
import type { SalesInvoice, TradeLine } from "./types.ts";

const processed = 50;
const statusOf = (native: SalesInvoice) => (native.Status === processed ? read.statusOf(native) : "DRAFT");

/** Only what is booked can be paid. */
async function withOwed(natives: readonly SalesInvoice[], session: Session): Promise<readonly SalesInvoice[]> {
  if (!natives.some(({ Status }) => Status === processed)) return natives;
  const owed = owedOf(await receivables(session), "InvoiceNumber");
  return natives.map((native) => ({ ...native, also: { open: owed(native.InvoiceNumber, native) } }));
}

const lines = ({ SalesInvoiceLines }: SalesInvoice) => linesOf(SalesInvoiceLines);

const invoiceLine = mapping<InvoiceLineItem, TradeLine>({
  ...line.described,
  ...values({ lineItemId: "ID", accountId: "GLAccount" }),
  ...{
    dimensions: each(read.lineDimension, read.assignments),
    discountItemPercentage: line.discountOf,
    grossAmount: line.grossOf,
  },
  itemsAmount: ({ AmountFC }) => amount(AmountFC),
  ...{ name: line.itemName, quantity: line.quantityOf, unitAmount: line.unitAmount },
});

const invoice = mapping<Invoice, SalesInvoice>({
  ...read.stamps,
  ...values({ invoiceId: "InvoiceID", contactId: "InvoiceTo", fileId: "Document", name: "InvoiceToName" }),
  ...values({ reference: "YourRef" }),
  ...read.codes({ currency: "Currency", journalCode: "Journal", paymentTermId: "PaymentCondition" }),
  ...amounts({ discountAmount: "AmountDiscount", sumNetAmount: "AmountFCExclVat", totalAmount: "AmountFC" }),
  ...amounts({ totalTaxAmount: "VATAmountFC" }),
  ...read.days({ dueDate: "DueDate", invoiceDate: "InvoiceDate" }),
  invoiceNumber: ({ InvoiceNumber }) => read.numberOf(InvoiceNumber),
  invoiceType: () => "STANDARD",
  lineItems: each(invoiceLine, lines),
  paymentStatus: (native) => read.paymentStatusOf(statusOf(native)),
  paymentTermDuration: ({ InvoiceDate, DueDate }) => read.termOf(InvoiceDate, DueDate),
  status: statusOf,
});

const creditNoteLine = mapping<CreditNoteLine, TradeLine>({
  ...line.creditedLine,
  itemName: line.itemName,
  unitName: line.unitName,
});
const creditNote = mapping<CreditNote, SalesInvoice>({
  ...read.stamps,
  ...values({ id: "InvoiceID", contactId: "InvoiceTo", reference: "YourRef" }),
  ...read.codes({ currency: "Currency", paymentTermId: "PaymentCondition" }),
  ...unsigneds({ totalDiscountAmount: "AmountDiscount", totalGrossAmount: "AmountFC" }),
  ...unsigneds({ totalNetAmount: "AmountFCExclVat", totalTaxAmount: "VATAmountFC" }),
  creditNoteDate: ({ InvoiceDate }) => microsoftDay(InvoiceDate),
  creditNoteLines: each(creditNoteLine, lines),
  creditNoteNumber: ({ InvoiceNumber }) => read.numberOf(InvoiceNumber),
  paymentStatus: (native) => read.paymentStatusOf(statusOf(native)),
  status: statusOf,
});

const path = "/salesinvoice/SalesInvoices";
const fields = selected(
  "InvoiceID,AmountDiscount,AmountFC,AmountFCExclVat,Currency,Document,DueDate,InvoiceDate,InvoiceNumber,InvoiceTo,InvoiceToName,Journal,PaymentCondition,Status,Type,VATAmountFC,YourRef,Created,Modified",
  "SalesInvoiceLines",
  `${line.lineFields},GLAccount,Quantity,VATAmountFC,${read.assignedFields}`,
);
export const salesInvoices = resource<Invoice, SalesInvoice>(path, {
  ...{ id: "invoiceId", key: "InvoiceID", map: invoice, add: withOwed },
  ...fields,
});
const salesCredits = resource<CreditNote, SalesInvoice>(path, {
  ...{ id: "creditNoteId", key: "InvoiceID", map: creditNote, add: withOwed },
  ...fields,
});

/** Invoices, and those that deliver at once. */
const invoiceTypes = [8020, 8023];
const creditTypes = [8021, 8024];
const isOf =
  (types: readonly number[]) =>
  ({ Type }: SalesInvoice): boolean =>
    types.includes(Type ?? 0);
const typed = (types: readonly number[]): string => oneOf("Type", types.map(String));

const lineEncoder = encoder<Partial<InvoiceLineItemInput>>({
  ...line.lineEncoders,
  ...{ accountId: as("GLAccount"), dimensions: read.dimensionsAs, discountItemPercentage: read.fractionAs("Discount") },
});

const headEncoders = {
  ...{ contactId: as("OrderedBy"), currency: as("Currency"), discountPercentage: read.fractionAs("Discount") },
  dueDate: dayAs("DueDate"),
  // The day that it is processed on.
  ...{ invoiceDate: dayAs("OrderDate"), journalCode: as("Journal"), paymentTermId: as("PaymentCondition") },
  ...{ reference: as("YourRef"), status: elsewhere },
};

/** Processing gives it its number and books it. Once done it is not done again. */
async function process(id: string, { body }: WriteCall<InvoicePatch>, session: Session): Promise<void> {
  const { status = "DRAFT", invoiceDate } = body;
  if (status === "DRAFT") return;
  if (status !== "OPEN") throw invalid("An invoice can be left as DRAFT or made OPEN.", "status");
  const { Status } = await salesInvoices.read(session, id);
  if (Status === processed) return;
  await session.send({
    ...{ method: "POST", path: "/salesinvoice/PrintedSalesInvoices" },
    body: {
      ...{ InvoiceID: id, SendEmailToCustomer: false, SendInvoiceToCustomerPostbox: false },
      ...(invoiceDate !== undefined && { InvoiceDate: calendarDay(invoiceDate) }),
    },
  });
}

/** Lines have an address of their own, where they are added and changed. */
const salesLines = resource("/salesinvoice/SalesInvoiceLines", {
  ...{ id: "lineItemId", key: "ID", map: invoiceLine },
  ...selected(`${line.lineFields},GLAccount,Quantity,VATAmountFC,${read.assignedFields}`),
});

export const invoices = {
  "invoices.list": salesInvoices.list({
    ...{ where: typed(invoiceTypes), filters: { ...modified, dueDateFrom: fromDay("DueDate") } },
    orders: {
      ...{ invoiceDate: "InvoiceDate", invoiceNumber: "InvoiceNumber", createdDate: "Created" },
      updatedDate: "Modified",
    },
    statusOf,
  }),
  "invoices.get": salesInvoices.get(isOf(invoiceTypes)),
  "invoices.create": salesInvoices.create<InvoiceInput>({
    encoder: encoder<InvoiceInput>({ ...headEncoders, lineItems: listAs("SalesInvoiceLines", lineEncoder) }),
    afterwards: ({ InvoiceID }, call, session) => process(InvoiceID, call as WriteCall<InvoicePatch>, session),
    requires: ["contactId", "lineItems.itemId"],
    rules: [
      "status OPEN processes the invoice: it gets its number and is booked. Without it the invoice stays a draft.",
    ],
  }),
  "invoices.patch": salesInvoices.change<InvoicePatch>({
    encoder: encoder<InvoicePatch>(headEncoders),
    readBack: async (_reply, call, session) => {
      await process(call.ids["invoiceId"] ?? "", call, session);
      return salesInvoices.read(session, call.ids["invoiceId"]);
    },
    rules: ["Only drafts can be changed; status OPEN processes them."],
  }),
  ...named("invoices.lineItems", salesInvoices.lines(lines, invoiceLine)),
  "invoices.lineItems.create": salesLines.create<InvoiceLineItemInput>({
    encoder: lineEncoder,
    also: ({ ids }) => ({ InvoiceID: ids["invoiceId"] }),
    requires: ["itemId"],
  }),
  "invoices.lineItems.patch": salesLines.change<Partial<InvoiceLineItemInput>>({ encoder: lineEncoder }),
  "creditNotes.list": salesCredits.list({ where: typed(creditTypes), filters: modified }),
  "creditNotes.get": salesCredits.get(isOf(creditTypes)),
};
