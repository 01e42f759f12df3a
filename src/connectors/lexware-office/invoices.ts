import type { Call } from "../../contract/connector.ts";
import type { InvoiceInput, InvoiceLineItemInput } from "../../contract/inputs/sales.ts";
import * as records from "../../contract/records/sales.ts";
import { type Session } from "../../contract/session.ts";
import { accountingDay, calendarDay } from "../../kit/dates.ts";
import { as, elsewhere, encoder, listAs, numberAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { create, euros, momentAs } from "./conventions.ts";
import { writtenTerm } from "./paymentTerms.ts";
import {
  articlesRule,
  exemptRule,
  finalize,
  finished,
  type Prepared,
  prepare,
  recipientRule,
  textual,
  toldLine,
  toldRecipient,
  unitsRule,
} from "./salesBodies.ts";
import {
  documentDay,
  documentFields,
  entryFields,
  grossOf,
  lineFields,
  lineOf,
  linesOf,
  netOf,
  type Placed,
  paperOf,
  placedIn,
  positionOf,
  readDocument,
} from "./salesDocuments.ts";
import { shipping } from "./shipping.ts";
import { lineAmountTypes, taxRule, toldTaxes } from "./taxes.ts";
import type { Entry, SalesDocument, Whole } from "./vendorDocuments.ts";
import {
  entries,
  entryOf,
  entryPayment,
  entryStatus,
  paymentOf,
  salesStates,
  secondLook,
  single,
  wholePayment,
  wholeStatus,
} from "./voucherlist.ts";

const summary = mapping<records.Invoice, Entry>({
  ...entryFields,
  ...entryStatus,
  ...entryPayment,
  invoiceId: ({ id }) => id,
  dueDate: (entry) => accountingDay(entry.dueDate),
  invoiceDate: (entry) => accountingDay(entry.voucherDate),
  invoiceNumber: (entry) => entry.voucherNumber,
  totalAmount: (entry) => amount(entry.totalAmount),
});

const line = mapping<records.InvoiceLineItem, Placed>({
  ...lineFields,
  lineItemId: positionOf,
  discountItemPercentage: ({ line }) => amount(line.discountPercentage),
  grossAmount: grossOf,
  itemsAmount: netOf,
  name: ({ line }) => line.name,
});

const invoice = mapping<records.Invoice, Whole<SalesDocument>>({
  ...documentFields,
  ...wholeStatus,
  ...wholePayment,
  ...taxRule,
  ...lineAmountTypes,
  invoiceId: ({ document }) => document.id,
  discountAmount: ({ document }) => amount(document.totalPrice?.totalDiscountAbsolute),
  dueDate: ({ document }) => accountingDay(document.dueDate),
  invoiceDate: documentDay,
  invoiceNumber: ({ document }) => document.voucherNumber,
  lineItems: each(line, placedIn),
  name: ({ document }) => document.address?.name,
  paidDate: ({ payment }) => accountingDay(payment?.paidDate),
  paymentTermDuration: ({ document }) => document.paymentConditions?.paymentTermDuration,
  shippingDate: ({ document }) => accountingDay(document.shippingConditions?.shippingDate),
  sumNetAmount: ({ document }) => amount(document.totalPrice?.totalNetAmount),
  totalAmount: ({ document }) => amount(document.totalPrice?.totalGrossAmount),
  totalTaxAmount: ({ document }) => amount(document.totalPrice?.totalTaxAmount),
});

const placeOf = (id: string | undefined): string => path`/invoices/${id}`;
const place = ({ ids }: Call): string => placeOf(ids["invoiceId"]);

/** Only what is open can be overdue or partly paid, and only what is paid has a day of payment. */
async function read(id: string, session: Session): Promise<Whole<SalesDocument>> {
  const { document } = await readDocument(placeOf(id), session);
  const isOpen = document.voucherStatus === "open";
  return {
    document,
    entry: isOpen ? await entryOf(session, "invoice", document) : undefined,
    payment: await paymentOf(session, document),
  };
}

const daysBetween = (from: string, to: string): number =>
  (Date.parse(calendarDay(to)) - Date.parse(calendarDay(from))) / 86_400_000;

const dueIn = (days: number): object => ({
  paymentConditions: { paymentTermLabel: `Zahlbar innerhalb von ${days} Tagen`, paymentTermDuration: days },
});

const told = encoder<InvoiceInput>({
  ...toldRecipient,
  ...toldTaxes,
  currency: euros,
  discountPercentage: (percent) => ({ totalPrice: numberAs("totalDiscountPercentage")(percent) }),
  dueDate: (day, { invoiceDate }) => dueIn(daysBetween(invoiceDate, day)),
  invoiceDate: momentAs("voucherDate"),
  lineItems: listAs(
    "lineItems",
    encoder<InvoiceLineItemInput>({
      ...toldLine,
      discountItemPercentage: numberAs("discountPercentage"),
      name: as("name"),
      type: textual,
    }),
  ),
  paymentTermDuration: dueIn,
  // Looked up before.
  paymentTermId: elsewhere,
  // Said in the query.
  status: elsewhere,
  // Said in any case.
  shippingDate: elsewhere,
  shippingEndDate: elsewhere,
  shippingType: elsewhere,
});

export const invoices = {
  "invoices.list": entries({
    types: "invoice",
    map: summary,
    states: salesStates,
    orders: {
      ...{ invoiceDate: "voucherDate", invoiceNumber: "voucherNumber" },
      ...{ createdDate: "createdDate", updatedDate: "updatedDate" },
    },
    rules: ["Invoices for down payments are not among them."],
  }),
  "invoices.get": single({ read, map: invoice, rules: [secondLook] }),
  "invoices.document.get": paperOf(place),
  "invoices.lineItems.list": linesOf(place, line),
  "invoices.lineItems.get": lineOf(place, line),
  "invoices.create": create({
    path: "/invoices",
    query: ({ body: { status } }) => finalize(["DRAFT", "OPEN"], status),
    encoder: told,
    also: ({ body: input }) => shipping(input),
    prepare: async (call, session) => ({
      ...(await prepare(call, session)),
      term: await writtenTerm(call.body.paymentTermId, session),
    }),
    body: (draft, { term, ...prepared }: Prepared & { readonly term: object }) => ({
      ...finished(draft, prepared),
      ...term,
    }),
    read: (id, session) => readDocument(placeOf(id), session),
    map: invoice,
    rules: [
      "An invoice is a draft unless its status is OPEN; it cannot be changed afterwards.",
      "paymentTermId writes what that term says onto the invoice, in place of a due date.",
      "The due date is told as a number of days, with a German text; drafts do not have one yet.",
      exemptRule,
      recipientRule,
      articlesRule,
      unitsRule,
    ],
  }),
};
