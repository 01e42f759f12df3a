import type { ListHandler, WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { InvoiceInput, InvoiceLineItemInput } from "../../contract/inputs/sales.ts";
import type { InvoiceLineItem, Invoice as InvoiceRecord } from "../../contract/records/sales.ts";
import { type Session } from "../../contract/session.ts";
import { amounts } from "../../kit/columns.ts";
import { calendarDay, termOf } from "../../kit/dates.ts";
import { documentStatusOf, paymentStatusOf } from "../../kit/documents/paymentStatus.ts";
import { paidOrNot, unclearGet, unclearList } from "../../kit/documents/unclear.ts";
import { file } from "../../kit/download.ts";
import { type Encoded, encoder, fieldAs, invalidField, listAs, onlyAccepts, sentSeparately } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, difference, sum } from "../../kit/money.ts";
import { path as pathTo } from "../../kit/path.ts";
import { noRecord, partOf, partsOf, undefinedIfMissing } from "../../kit/reading.ts";
import { day, twoWay } from "../../kit/twoWay.ts";
import { allOf, resource, type SearchDescription, search, today, window } from "./conventions.ts";
import * as read from "./fields.ts";
import { invoiceDiscount, invoiceLineFields, lineEncoders, lineFields } from "./lines.ts";
import type { Currency, Invoice, Line, Reference, Text, Wrapped } from "./types.ts";

const invoiceLine = mapping<InvoiceLineItem, Line>({
  ...invoiceLineFields,
  lineItemId: ({ id }) => String(id),
});

const owed = ({ amountCurrencyOutstanding: open, amountCurrency: total, invoiceDueDate: due }: Invoice) => ({
  open,
  total,
  due,
});
/** The vendor marks preliminary invoices as credit notes, too, although they credit none. */
export const isCredit = ({ isCreditNote, isCharged, creditedInvoice }: Invoice): boolean =>
  isCreditNote === true && (isCharged !== false || Boolean(creditedInvoice));

/** A negative invoice is money that the company owes: it is open until nothing is left, and cannot be overdue. */
const isNegative = ({ amountCurrency }: Invoice): boolean => (amount(amountCurrency) ?? 0) < 0;
function stateOf(invoice: Invoice) {
  if (invoice.isCharged === false) return "DRAFT";
  if (isNegative(invoice)) return amount(invoice.amountCurrencyOutstanding) ? "OPEN" : "PAID";
  return documentStatusOf(owed(invoice), today());
}
const paymentStateOf = (invoice: Invoice) => {
  if (invoice.isCharged === false) return undefined;
  const state = isNegative(invoice) && stateOf(invoice) === "OPEN" ? "PENDING" : paymentStatusOf(owed(invoice));
  return state === "PAID" && invoice.isCredited ? "CLEARED_WITH_CREDIT_NOTE" : state;
};

/** The vendor rounds the invoice to whole crowns outside its lines. */
const roundingOf = ({ amountRoundoffCurrency }: Invoice): number => amount(amountRoundoffCurrency) ?? 0;
export const netOf = (invoice: Invoice): number | undefined =>
  amount(invoice.amountExcludingVatCurrency) === undefined
    ? undefined
    : sum([invoice.amountExcludingVatCurrency, roundingOf(invoice)]);

/** The lines, with the rounding as the last of them. */
export function linesWithRounding(invoice: Invoice): readonly Line[] | undefined {
  const { id, orderLines } = invoice;
  const rounding = roundingOf(invoice);
  if (!orderLines || rounding === 0) return orderLines ?? undefined;
  const line = { id: `${id}-rounding`, description: "Øreavrunding", count: 1, unitPriceExcludingVatCurrency: rounding };
  return [...orderLines, { ...line, amountExcludingVatCurrency: rounding, amountIncludingVatCurrency: rounding }];
}

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
  ...amounts({ totalAmount: "amountCurrency" }),
  lineAmountTypes: () => "EXCLUSIVE",
  lineItems: nestedList(invoiceLine, linesWithRounding),
  name: ({ customer }) => customer?.name,
  paymentStatus: paymentStateOf,
  paymentTermDuration: (native) => termOf(native.invoiceDate, native.invoiceDueDate),
  reference: ({ orders }) => orders?.[0]?.reference,
  status: stateOf,
  sumNetAmount: netOf,
  totalTaxAmount: (native) => difference(native.amountCurrency, netOf(native)),
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
    return linesWithRounding(value);
  },
  map: invoiceLine,
};

const lineEncoder = encoder<InvoiceLineItemInput>({ ...lineEncoders, ...invoiceDiscount.writes });

/** An invoice is created from an order, which is created with it. */
const invoiceEncoder = encoder<InvoiceInput>({
  ...ownFields.writes,
  // Sent as the vendor's id, which `currencyId` looks up.
  currency: sentSeparately,
  lineAmountTypes: onlyAccepts(["EXCLUSIVE"]),
  lineItems: listAs("orderLines", lineEncoder),
  reference: fieldAs("reference"),
  status: onlyAccepts(["OPEN"], ", because it charges invoices at once"),
});

/** The vendor's id of a currency. */
export async function currencyId(code: string | undefined, session: Session): Promise<number | string | undefined> {
  if (code === undefined) return undefined;
  const [found] = await allOf<Currency & Reference>(session, "/currency", { code, fields: "id,code" });
  if (found === undefined) throw invalidField(`The target system has no currency "${code}".`, "currency");
  return found.id;
}

/** A customer's payment term. */
interface Term {
  readonly invoicesDueIn?: number | null;
  readonly invoicesDueInType?: Text;
}

/** The day by the customer's payment term. The vendor requires one with every invoice. */
async function dueDayOf({ contactId, invoiceDate }: InvoiceInput, session: Session): Promise<string> {
  const id = read.numericId(contactId ?? "", "contactId");
  const query = { fields: "id,invoicesDueIn,invoicesDueInType" };
  const customer = (await undefinedIfMissing(session.read(`/customer/${id}`, query))) as Wrapped<Term> | undefined;
  if (customer === undefined) throw cannotStore(`Tripletex has no customer "${id}". Check contactId.`, "contactId");
  const { invoicesDueIn, invoicesDueInType } = customer.value ?? {};
  const isCounted = invoicesDueInType === "DAYS" || invoicesDueInType === "MONTHS";
  if (!isCounted || typeof invoicesDueIn !== "number")
    throw cannotStore("Tripletex needs a due date, and this customer has no payment term. Send dueDate.", "dueDate");
  const due = new Date(`${calendarDay(invoiceDate)}T00:00:00Z`);
  if (invoicesDueInType === "DAYS") due.setUTCDate(due.getUTCDate() + invoicesDueIn);
  else due.setUTCMonth(due.getUTCMonth() + invoicesDueIn);
  return due.toISOString().slice(0, 10);
}

interface Prepared {
  readonly currency: number | string | undefined;
  readonly due: string;
}

async function prepare({ body }: WriteCall<InvoiceInput>, session: Session): Promise<Prepared> {
  const due = body.dueDate === undefined ? await dueDayOf(body, session) : calendarDay(body.dueDate);
  return { currency: await currencyId(body.currency, session), due };
}

function asInvoice(encoded: Encoded, prepared: unknown, { body }: WriteCall<InvoiceInput>): object {
  const { currency, due } = prepared as Prepared;
  const { orderLines, reference, deliveryDate, customer, ...rest } = encoded;
  const orderDate = calendarDay(body.invoiceDate);
  const order = { customer, orderDate, deliveryDate: deliveryDate ?? orderDate, reference, orderLines };
  return {
    ...rest,
    invoiceDueDate: due,
    customer,
    orders: [{ ...order, ...(currency !== undefined && { currency: { id: currency } }) }],
  };
}

/** A loss or a discount is a voucher on the customer's ledger, which no field of the invoice names. */
const unclearSettlement = paidOrNot(
  "Tripletex does not say what settled an invoice without a credit note: an invoice that was written off reads PAID.",
);

export const invoices = {
  "invoices.list": unclearList(
    unclearSettlement,
    receivables({
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
  ),
  "invoices.get": unclearGet(
    unclearSettlement,
    sold.get((native) => !isCredit(native)),
  ),
  "invoices.document.get": file(({ ids: { invoiceId: id = "" } }) => ({ id, path: pathTo`/invoice/${id}/pdf` })),
  "invoices.lineItems.list": partsOf(parts),
  "invoices.lineItems.get": partOf({ ...parts, id: ({ id }) => String(id) }),
  "invoices.create": sold.create({
    encoder: invoiceEncoder,
    query: () => ({ sendToCustomer: false }),
    prepare,
    body: asInvoice,
    requires: ["contactId"],
    rules: [
      "The invoice is charged at once and gets its number. Nothing is sent to the customer.",
      "Without dueDate, the customer's payment term is used.",
    ],
  }),
};
