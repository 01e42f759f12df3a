import type { Call } from "../../contract/connector.ts";
import type { InvoiceInput, InvoiceLineItemInput } from "../../contract/inputs/sales.ts";
import type * as records from "../../contract/records/sales.ts";
import { type Session } from "../../contract/session.ts";
import { accountingDay, calendarDay } from "../../kit/dates.ts";
import { as, elsewhere, encoder, listAs, numberAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { create, euros, momentAs } from "./conventions.ts";
import * as shared from "./fields.ts";
import { writtenTerm } from "./paymentTerms.ts";
import * as sold from "./salesDocuments.ts";
import type { Entry, SalesDocument, Stub, Whole } from "./types.ts";
import { entries, ordersBy, paymentOf, readDocument, readStanding, secondRequest, single } from "./voucherlist.ts";

const fields = {
  invoiceId: shared.idOf,
  dueDate: shared.dueDayOf,
  invoiceDate: shared.dayOf,
  invoiceNumber: shared.numberOf,
  paymentStatus: shared.paymentStatus,
  status: shared.statusIn(shared.salesStates),
};

const summary = mapping<records.Invoice, Entry>({ ...shared.entryFields, ...fields, totalAmount: shared.totalOf });

const line = mapping<records.InvoiceLineItem, sold.Placed>({
  ...sold.lineFields,
  lineItemId: sold.positionOf,
  discountItemPercentage: sold.lineDiscountOf,
  grossAmount: sold.grossOf,
  itemsAmount: sold.netOf,
  name: sold.lineNameOf,
});

const invoice = mapping<records.Invoice, Whole<SalesDocument>>({
  ...shared.documentFields,
  ...sold.taxFields,
  ...fields,
  discountAmount: shared.documentTotals.totalDiscountAmount,
  lineItems: each(line, sold.linesIn),
  name: shared.recipientOf,
  paidDate: shared.paidDayOf,
  paymentTermDuration: ({ paymentConditions }) => paymentConditions?.paymentTermDuration,
  shippingDate: ({ shippingConditions }) => accountingDay(shippingConditions?.shippingDate),
  sumNetAmount: shared.documentTotals.totalNetAmount,
  totalAmount: shared.documentTotals.totalGrossAmount,
  totalTaxAmount: shared.documentTotals.totalTaxAmount,
});

const placeOf = (id: string | undefined): string => path`/invoices/${id}`;
const place = ({ ids }: Call): string => placeOf(ids["invoiceId"]);

/** Only what is paid has a day of payment. */
async function read(id: string, session: Session): Promise<Whole<SalesDocument>> {
  const document = await readStanding(placeOf(id), session, "invoice");
  return { ...document, payment: await paymentOf(session, document) };
}

const daysBetween = (from: string, to: string): number =>
  (Date.parse(calendarDay(to)) - Date.parse(calendarDay(from))) / 86_400_000;

const dueIn = (days: number): object => ({
  paymentConditions: { paymentTermLabel: `Zahlbar innerhalb von ${days} Tagen`, paymentTermDuration: days },
});

const encodeInvoice = encoder<InvoiceInput>(
  {
    ...sold.encodeRecipient,
    ...sold.encodeTaxes,
    currency: euros,
    discountPercentage: sold.encodeDiscount.totalDiscountPercentage,
    dueDate: (day, { invoiceDate }) => dueIn(daysBetween(invoiceDate, day)),
    invoiceDate: momentAs("voucherDate"),
    lineItems: listAs(
      "lineItems",
      encoder<InvoiceLineItemInput>({
        ...sold.encodeLine,
        discountItemPercentage: numberAs("discountPercentage"),
        name: as("name"),
        type: sold.encodeLineType,
      }),
    ),
    paymentTermDuration: dueIn,
    // Looked up before.
    paymentTermId: elsewhere,
    // In the query.
    status: elsewhere,
    // Together, in any case.
    shippingDate: elsewhere,
    shippingEndDate: elsewhere,
    shippingType: elsewhere,
  },
  sold.shipping,
);

export const invoices = {
  "invoices.list": entries({
    types: "invoice",
    map: summary,
    states: shared.salesStates,
    orders: ordersBy("invoiceDate", "invoiceNumber"),
    rules: ["Invoices for down payments are not among them."],
  }),
  "invoices.get": single({ read, map: invoice, rules: [secondRequest] }),
  "invoices.document.get": sold.paperOf(place),
  "invoices.lineItems.list": sold.linesOf(place, line),
  "invoices.lineItems.get": sold.lineOf(place, line),
  "invoices.create": create({
    path: "/invoices",
    query: sold.finalize("OPEN"),
    encoder: encodeInvoice,
    prepare: async (call, session) => ({
      ...(await sold.prepare(call, session)),
      term: await writtenTerm(call.body.paymentTermId, session),
    }),
    body: (draft, { term, ...prepared }: sold.Prepared & { readonly term: object }) => ({
      ...sold.finished(draft, prepared),
      ...term,
    }),
    read: (id, session) => readDocument(placeOf(id), session),
    stub: ({ id }: Stub) => ({ invoiceId: id }),
    map: invoice,
    rules: [
      "An invoice is a draft unless its status is OPEN; it cannot be changed afterwards.",
      "paymentTermId writes what that term says onto the invoice, in place of a due date.",
      "The due date is told as a number of days, with a German text; drafts do not have one yet.",
      sold.recipientRule,
      ...sold.soldRules,
    ],
  }),
};
