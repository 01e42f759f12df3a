/** Invoices and credit notes are of one kind. An open one is still a draft: processed it has a number and is booked. */
import type { WriteCall } from "../../contract/connector.ts";
import type { InvoiceInput, InvoiceLineItemInput, InvoicePatch } from "../../contract/inputs/sales.ts";
import type { CreditNote, CreditNoteLine, Invoice, InvoiceLineItem } from "../../contract/records/sales.ts";
import { type Session } from "../../contract/session.ts";
import { amounts, unsigneds, values } from "../../kit/columns.ts";
import { calendarDay } from "../../kit/dates.ts";
import { allAs, as, dayAs, elsewhere, encoder, invalid, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { named } from "../../kit/views.ts";
import { fieldsOf, fromDay, linesOf, oneOf, resource, stampOrders } from "./conventions.ts";
import * as read from "./fields.ts";
import * as line from "./lines.ts";
import { receivables, withOwed } from "./outstanding.ts";
import { assigned, type SalesInvoice, salesInvoice, type Text, type TradeLine, tradeLine } from "./types.ts";

const processed = 50;
const statusOf = (native: SalesInvoice) => (native.Status === processed ? read.statusOf(native) : "DRAFT");

const lines = ({ SalesInvoiceLines }: SalesInvoice) => linesOf(SalesInvoiceLines);

const invoiceLine = mapping<InvoiceLineItem, TradeLine>({
  ...line.described,
  ...values({ lineItemId: "ID", accountId: "GLAccount", name: "ItemDescription" }),
  ...amounts({ itemsAmount: "AmountFC", quantity: "Quantity", unitAmount: "UnitPrice" }),
  ...read.percents({ discountItemPercentage: "Discount" }),
  dimensions: each(read.lineDimension, read.assignments),
  grossAmount: line.grossOf,
});

const common = {
  ...read.stamps,
  ...values({ contactId: "InvoiceTo", reference: "YourRef" }),
  ...read.codes({ currency: "Currency", paymentTermId: "PaymentCondition" }),
  paymentStatus: (native: SalesInvoice) => read.paymentStatusOf(statusOf(native)),
  status: statusOf,
};
const invoice = mapping<Invoice, SalesInvoice>({
  ...common,
  ...values({ invoiceId: "InvoiceID", fileId: "Document", name: "InvoiceToName" }),
  ...read.codes({ journalCode: "Journal" }),
  ...read.numbers({ invoiceNumber: "InvoiceNumber" }),
  ...amounts({
    discountAmount: "AmountDiscount",
    sumNetAmount: "AmountFCExclVat",
    totalAmount: "AmountFC",
    totalTaxAmount: "VATAmountFC",
  }),
  ...read.days({ dueDate: "DueDate", invoiceDate: "InvoiceDate" }),
  invoiceType: () => "STANDARD",
  lineItems: each(invoiceLine, lines),
  paymentTermDuration: ({ InvoiceDate, DueDate }) => read.termOf(InvoiceDate, DueDate),
});

const creditNoteLine = mapping<CreditNoteLine, TradeLine>({ ...line.creditedLine, ...line.itemName });
const creditNote = mapping<CreditNote, SalesInvoice>({
  ...common,
  ...values({ id: "InvoiceID" }),
  ...read.numbers({ creditNoteNumber: "InvoiceNumber" }),
  ...unsigneds({ totalDiscountAmount: "AmountDiscount", totalGrossAmount: "AmountFC" }),
  ...unsigneds({ totalNetAmount: "AmountFCExclVat", totalTaxAmount: "VATAmountFC" }),
  ...read.days({ creditNoteDate: "InvoiceDate" }),
  creditNoteLines: each(creditNoteLine, lines),
});

const path = "/salesinvoice/SalesInvoices";
const lineFields = fieldsOf(tradeLine, "GLAccount Quantity VATAmountFC", assigned);
/** Only what is booked can be paid. */
const add = withOwed<SalesInvoice>(receivables, "InvoiceNumber", ({ Status }) => Status === processed);
const kind = {
  key: "InvoiceID",
  fields: salesInvoice,
  below: { SalesInvoiceLines: lineFields },
  add,
} as const;
export const salesInvoices = resource(path, { ...kind, id: "invoiceId", map: invoice });
const salesCredits = resource(path, { ...kind, id: "creditNoteId", map: creditNote });

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
  accountId: as("GLAccount"),
  dimensions: read.dimensionsAs,
  discountItemPercentage: read.fractionAs("Discount"),
});

const headEncoders = {
  ...allAs(as, {
    contactId: "OrderedBy",
    currency: "Currency",
    journalCode: "Journal",
    reference: "YourRef",
    paymentTermId: "PaymentCondition",
  }),
  discountPercentage: read.fractionAs("Discount"),
  // It is processed on the day of its order.
  ...allAs(dayAs, { dueDate: "DueDate", invoiceDate: "OrderDate" }),
  status: elsewhere,
};

/** Processing gives it its number and books it. Once done it is not done again. */
async function process(id: Text, { body }: WriteCall<InvoicePatch>, session: Session): Promise<void> {
  const { status = "DRAFT", invoiceDate } = body;
  if (status === "DRAFT") return;
  if (status !== "OPEN") throw invalid("An invoice can be left as DRAFT or made OPEN.", "status");
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

/** Lines have an address of their own, where they are added and changed. */
const salesLines = resource("/salesinvoice/SalesInvoiceLines", {
  id: "lineItemId",
  key: "ID",
  map: invoiceLine,
  fields: lineFields,
});

export const invoices = {
  ...named("invoices", {
    list: salesInvoices.list({
      where: typed(invoiceTypes),
      filters: { dueDateFrom: fromDay("DueDate") },
      statusOf,
      orders: { ...stampOrders, invoiceDate: "InvoiceDate", invoiceNumber: "InvoiceNumber" },
    }),
    get: salesInvoices.get(isOf(invoiceTypes)),
    create: salesInvoices.create<InvoiceInput>({
      encoder: encoder<InvoiceInput>({ ...headEncoders, lineItems: listAs("SalesInvoiceLines", lineEncoder) }),
      afterwards: ({ InvoiceID }, call, session) => process(InvoiceID, call as WriteCall<InvoicePatch>, session),
      requires: ["contactId", "lineItems.itemId"],
      rules: [
        "status OPEN processes the invoice: it gets its number and is booked. Without it the invoice stays a draft.",
      ],
    }),
    patch: salesInvoices.change<InvoicePatch>({
      encoder: encoder<InvoicePatch>(headEncoders),
      readBack: async (_reply, call, session) => {
        await process(call.ids["invoiceId"], call, session);
        return salesInvoices.read(session, call.ids["invoiceId"]);
      },
      rules: ["Only drafts can be changed; status OPEN processes them."],
    }),
  }),
  ...named("invoices.lineItems", {
    ...salesInvoices.lines(lines, invoiceLine),
    create: salesLines.create<InvoiceLineItemInput>({
      encoder: lineEncoder,
      requires: ["itemId"],
      also: ({ ids }) => ({ InvoiceID: ids["invoiceId"] }),
    }),
    patch: salesLines.change<Partial<InvoiceLineItemInput>>({ encoder: lineEncoder }),
  }),
  ...named("creditNotes", {
    list: salesCredits.list({ where: typed(creditTypes) }),
    get: salesCredits.get(isOf(creditTypes)),
  }),
};
