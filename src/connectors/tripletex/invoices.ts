import type { ListHandler, WriteCall } from "../../contract/connector.ts";
import type { InvoiceInput, InvoiceLineItemInput } from "../../contract/inputs/sales.ts";
import type { InvoiceLineItem, Invoice as InvoiceRecord } from "../../contract/records/sales.ts";
import { type Session } from "../../contract/session.ts";
import { amounts } from "../../kit/columns.ts";
import { calendarDay, termOf } from "../../kit/dates.ts";
import { file } from "../../kit/download.ts";
import { as, type Encoded, elsewhere, encoder, invalid, listAs, taking } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { difference } from "../../kit/money.ts";
import { path as pathTo } from "../../kit/path.ts";
import { noRecord, partOf, partsOf } from "../../kit/reading.ts";
import { paymentStatusOf, statusOf } from "../../kit/settled.ts";
import { day, twoWay } from "../../kit/twoWay.ts";
import { allOf, resource, type SearchDescription, search, window } from "./conventions.ts";
import * as read from "./fields.ts";
import { invoiceDiscount, invoiceLineFields, lineEncoders, lineFields } from "./lines.ts";
import type { Currency, Invoice, Line, Reference, Wrapped } from "./types.ts";

const invoiceLine = mapping<InvoiceLineItem, Line>({
  ...invoiceLineFields,
  lineItemId: ({ id }) => String(id),
});

const owed = ({ amountCurrencyOutstanding: open, amountCurrency: total, invoiceDueDate: due }: Invoice) => ({
  open,
  total,
  due,
});
export const isCredit = ({ isCreditNote }: Invoice): boolean => isCreditNote === true;
const stateOf = (invoice: Invoice) => (invoice.isCharged === false ? "DRAFT" : statusOf(owed(invoice)));
const paymentStateOf = (invoice: Invoice) => {
  const state = paymentStatusOf(owed(invoice));
  return state === "PAID" && invoice.isCredited ? "CLEARED_WITH_CREDIT_NOTE" : state;
};

const ownFields = twoWay({
  contactId: read.linkedId("customer"),
  dueDate: day("invoiceDueDate"),
  invoiceDate: day("invoiceDate"),
  shippingDate: day("deliveryDate"),
});

const invoice = mapping<InvoiceRecord, Invoice>({
  ...read.stamps,
  ...ownFields.reads,
  ...read.addressList(({ customer }: Invoice) => read.addressesOf({ BILLING: customer?.postalAddress })),
  invoiceId: ({ id }) => String(id),
  currency: read.currencyOf,
  ...read.numbers({ fileId: "documentId", invoiceNumber: "invoiceNumber" }),
  ...amounts({ sumNetAmount: "amountExcludingVatCurrency", totalAmount: "amountCurrency" }),
  lineAmountTypes: () => "EXCLUSIVE",
  lineItems: nestedList(invoiceLine, ({ orderLines }) => orderLines),
  name: ({ customer }) => customer?.name,
  paymentStatus: paymentStateOf,
  paymentTermDuration: (native) => termOf(native.invoiceDate, native.invoiceDueDate),
  reference: ({ orders }) => orders?.[0]?.reference,
  status: stateOf,
  totalTaxAmount: (native) => difference(native.amountCurrency, native.amountExcludingVatCurrency),
});

const folder = "/invoice";
export const invoiceFields = `*,changes,currency(code),customer(id,name,postalAddress${read.addressFields}),orders(id,reference),${lineFields}`;

/** Invoices and credit notes are one list at the vendor, which cannot filter either. */
export const receivables = <Record>(
  description: Pick<SearchDescription<Record, Invoice>, "map" | "is" | "fits" | "orders" | "rules">,
): ListHandler<Record> =>
  search({
    ...description,
    sources: () => [{ path: folder, query: { fields: invoiceFields, ...window("invoiceDate") } }],
  });

const sold = resource(folder, "invoiceId", { map: invoice, fields: invoiceFields });
const parts = {
  path: `${folder}/{invoiceId}`,
  query: { fields: invoiceFields },
  parts: ({ value }: Wrapped<Invoice>) => {
    if (value === undefined || isCredit(value)) throw noRecord();
    return value.orderLines;
  },
  map: invoiceLine,
};

const lineEncoder = encoder<InvoiceLineItemInput>({ ...lineEncoders, ...invoiceDiscount.writes });

/** An invoice is created from an order, which is created with it. */
const invoiceEncoder = encoder<InvoiceInput>({
  ...ownFields.writes,
  // Sent as the vendor's id, which `currencyId` looks up.
  currency: elsewhere,
  lineAmountTypes: taking(["EXCLUSIVE"]),
  lineItems: listAs("orderLines", lineEncoder),
  reference: as("reference"),
  status: taking(["OPEN"], ", because it charges invoices at once"),
});

/** The vendor's id of a currency. */
export async function currencyId(code: string | undefined, session: Session): Promise<number | string | undefined> {
  if (code === undefined) return undefined;
  const [found] = await allOf<Currency & Reference>(session, "/currency", { code, fields: "id,code" });
  if (found === undefined) throw invalid(`The target system has no currency "${code}".`, "currency");
  return found.id;
}

function asInvoice(encoded: Encoded, currency: unknown, { body }: WriteCall<InvoiceInput>): object {
  const { orderLines, reference, deliveryDate, customer, ...rest } = encoded;
  const orderDate = calendarDay(body.invoiceDate);
  const order = { customer, orderDate, deliveryDate: deliveryDate ?? orderDate, reference, orderLines };
  return { ...rest, customer, orders: [{ ...order, ...(currency !== undefined && { currency: { id: currency } }) }] };
}

export const invoices = {
  "invoices.list": receivables({
    map: invoice,
    is: (native) => !isCredit(native),
    fits: {
      status: (native, status) => stateOf(native) === status,
      paymentStatus: (native, paymentStatus) => paymentStateOf(native) === paymentStatus,
      dueDateFrom: (native, day) => (native.invoiceDueDate ?? "") >= day,
    },
    orders: { invoiceDate: "invoiceDate", invoiceNumber: "invoiceNumber" },
    rules: ["Only charged invoices are listed. Credit notes are listed as creditNotes."],
  }),
  "invoices.get": sold.get((native) => !isCredit(native)),
  "invoices.document.get": file(({ ids: { invoiceId: id = "" } }) => ({ id, path: pathTo`/invoice/${id}/pdf` })),
  "invoices.lineItems.list": partsOf(parts),
  "invoices.lineItems.get": partOf({ ...parts, id: ({ id }) => String(id) }),
  "invoices.create": sold.create({
    encoder: invoiceEncoder,
    query: () => ({ sendToCustomer: false }),
    prepare: ({ body }, session) => currencyId(body.currency, session),
    body: asInvoice,
    requires: ["contactId", "dueDate"],
    rules: ["The invoice is charged at once and gets its number. Nothing is sent to the customer."],
  }),
};
