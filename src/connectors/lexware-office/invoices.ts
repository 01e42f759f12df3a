import type { InvoiceInput, InvoiceLineItemInput } from "../../contract/inputs/sales.ts";
import type * as records from "../../contract/records/sales.ts";
import { type Session } from "../../contract/session.ts";
import { amounts, days, values } from "../../kit/columns.ts";
import { daysBetween } from "../../kit/dates.ts";
import { encodedTogether, encoder, fieldAs, numberAs, sentSeparately } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { termOf } from "./catalogue.ts";
import type { Complete } from "./complete.ts";
import { dayAsMoment } from "./conventions.ts";
import * as shared from "./fields.ts";
import * as sold from "./salesDocuments.ts";
import type { Entry, SalesDocument, Stub } from "./types.ts";
import { entries, ordersBy, paymentOf, readWithEntry, secondRequest, single } from "./voucherlist.ts";

const dateFields = twoWay({ invoiceDate: dayAsMoment("voucherDate") });

const fields = {
  ...dateFields.reads,
  ...values({ invoiceId: "id", invoiceNumber: "voucherNumber" }),
  ...days({ dueDate: "dueDate" }),
  paymentStatus: shared.paymentStatus,
  status: shared.statusIn(shared.salesStates),
};

const summary = mapping<records.Invoice, Entry>({
  ...shared.entryFields,
  ...fields,
  ...amounts({ totalAmount: "totalAmount" }),
  paymentStatus: shared.listedPaymentStatus,
});

const line = mapping<records.InvoiceLineItem, sold.PositionedLine>({
  ...sold.lineFields,
  ...values({ lineItemId: "position", name: "line.name" }),
  ...amounts({ discountItemPercentage: "line.discountPercentage" }),
  grossAmount: sold.grossOf,
  itemsAmount: sold.netOf,
});

const invoice = mapping<records.Invoice, Complete<SalesDocument>>({
  ...shared.documentFields,
  ...sold.taxFields,
  ...fields,
  ...shared.paid,
  discountAmount: shared.documentTotals.totalDiscountAmount,
  lineItems: nestedList(line, sold.linesIn),
  ...values({
    paymentTermDuration: "paymentConditions.paymentTermDuration",
    paymentTermId: "term.id",
    name: "address.name",
  }),
  ...days({ shippingDate: "shippingConditions.shippingDate" }),
  sumNetAmount: shared.documentTotals.totalNetAmount,
  totalAmount: shared.documentTotals.totalGrossAmount,
  totalTaxAmount: shared.documentTotals.totalTaxAmount,
});

/** The invoice with its entry, its payment and its term. */
async function read(id: string, session: Session): Promise<Complete<SalesDocument>> {
  const document = await readWithEntry("/invoices", "invoice")(id, session);
  return { ...document, payment: await paymentOf(session, document), term: await termOf(document, session) };
}

const dueIn = (days: number): object => ({
  paymentConditions: { paymentTermLabel: `Zahlbar innerhalb von ${days} Tagen`, paymentTermDuration: days },
});

const encodeInvoice = encoder<InvoiceInput>(
  {
    ...sold.encodeSold,
    ...sold.encodeRecipient,
    ...sold.encodeTaxes,
    ...dateFields.writes,
    discountPercentage: shared.discountFields.writes.totalDiscountPercentage,
    dueDate: (day, { invoiceDate }) => dueIn(daysBetween(invoiceDate, day)),
    lineItems: sold.linesAs<InvoiceLineItemInput>({
      discountItemPercentage: numberAs("discountPercentage"),
      name: fieldAs("name"),
      type: sold.encodeLineType,
    }),
    paymentTermDuration: dueIn,
    // `prepare` looks the term up.
    paymentTermId: sentSeparately,
    // `shipping` adds these, because the vendor requires them.
    ...encodedTogether(["shippingDate", "shippingEndDate", "shippingType"], sentSeparately),
  },
  sold.shipping,
);

const path = "/invoices/{invoiceId}";

export const invoices = {
  "invoices.list": entries({
    types: "invoice",
    map: summary,
    states: shared.salesStates,
    orders: ordersBy("invoiceDate", "invoiceNumber"),
    rules: ["Down payment invoices are not included."],
  }),
  "invoices.get": single({
    read,
    map: invoice,
    rules: [secondRequest, "Amounts do not include a cash discount: paymentTermId names the term that grants it."],
  }),
  "invoices.document.get": sold.documentOf(path),
  ...operationsOf("invoices.lineItems", sold.linesOf(path, line)),
  "invoices.create": sold.createIn("/invoices", "OPEN", {
    encoder: encodeInvoice,
    stub: ({ id }: Stub) => ({ invoiceId: id }),
    map: invoice,
    rules: [
      "The invoice is a draft unless its status is OPEN. It cannot be changed afterwards.",
      "With paymentTermId, the text and the days of that term replace the due date.",
      "The due date is sent as a number of days, with a German text. Drafts do not have a due date yet.",
      sold.recipientRule,
    ],
  }),
};
