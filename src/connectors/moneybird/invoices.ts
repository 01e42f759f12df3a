import type { GetHandler, ListHandler, OperationHandlers, WriteCall } from "../../contract/connector.ts";
import type {
  InvoiceInput,
  InvoiceLineItemInput,
  InvoiceLineItemPatch,
  InvoicePatch,
} from "../../contract/inputs/sales.ts";
import type { InvoiceLineItem, Invoice as InvoiceRecord } from "../../contract/records/sales.ts";
import { type Session } from "../../contract/session.ts";
import { amounts, days, values } from "../../kit/columns.ts";
import { accountingDay } from "../../kit/dates.ts";
import { file } from "../../kit/download.ts";
import { dayAs, decimalAs, encoder, fieldAs, listAs, onlyAccepts } from "../../kit/encode.ts";
import { type FilteredListDescription, filteredList } from "../../kit/lists/filteredList.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get, noRecord, partOf, partsOf, undefinedIfMissing } from "../../kit/reading.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { write } from "../../kit/writing.ts";
import { firstAttachmentOf } from "./attachments.ts";
import { inPages, isChangedSince, period, resource, updatedAfter } from "./conventions.ts";
import { external, sales } from "./documents.ts";
import { contactId, currency, isCredit, paymentStatusOf, stamps, statuses, taxOf, tradePartner } from "./fields.ts";
import * as lines from "./lines.ts";
import type { Detail, SalesInvoice, Text } from "./types.ts";

export const states = statuses(
  {
    draft: ["DRAFT"],
    new: ["DRAFT"],
    scheduled: ["SUBMITTED"],
    open: ["OPEN", "PARTIALLY_PAID"],
    pending_payment: ["OPEN", "PARTIALLY_PAID"],
    late: ["OPEN", "PARTIALLY_PAID"],
    reminded: ["OPEN", "PARTIALLY_PAID"],
    // Written off, which only the payment status shows (BAD_DEBT).
    uncollectible: [],
    paid: ["PAID"],
  },
  "PAID",
);

const invoiceLine = mapping<InvoiceLineItem, Detail>({
  ...lines.line,
  ...lines.lineAccount.reads,
  ...lines.lineDimensions,
  lineItemId: ({ id }) => id,
  itemsAmount: lines.lineTotal,
});

export const dateOf = ({ invoice_date: invoiceDate, date }: SalesInvoice): Text => invoiceDate ?? date;
const isExternal = ({ date }: SalesInvoice): boolean => date !== undefined;
export const numberOf = (invoice: SalesInvoice): Text => (isExternal(invoice) ? invoice.reference : invoice.invoice_id);

const invoiceFields = twoWay({
  paymentTermId: plainValue("workflow_id"),
  reference: plainValue("reference"),
});

export const invoice = mapping<InvoiceRecord, SalesInvoice>({
  ...stamps,
  ...tradePartner,
  ...currency.reads,
  ...invoiceFields.reads,
  ...values({ invoiceId: "id" }),
  // The lines have taken total_discount off already, so it is not a discount of the document besides them.
  ...amounts({ sumNetAmount: "total_price_excl_tax", totalAmount: "total_price_incl_tax" }),
  ...days({ dueDate: "due_date", paidDate: "paid_at" }),
  fileId: (native) => (isExternal(native) ? native.attachments?.[0]?.id : undefined),
  invoiceDate: (native) => accountingDay(dateOf(native)),
  invoiceNumber: numberOf,
  lineAmountTypes: (native) => (native.prices_are_incl_tax ? "INCLUSIVE" : "EXCLUSIVE"),
  lineItems: nestedList(invoiceLine, ({ details }) => details),
  paymentStatus: paymentStatusOf,
  paymentTermDuration: (native) => lines.termOf(dateOf(native), native.due_date),
  status: states.of,
  totalTaxAmount: taxOf,
});

/** Moneybird's own invoices, then external ones. Only their totals show which of them are credit notes. */
export const receivables = <Record>(
  description: Pick<FilteredListDescription<Record, SalesInvoice>, "map" | "filters" | "rules" | "readsWholeList"> & {
    readonly areCredits: boolean;
  },
): ListHandler<Record> =>
  filteredList({
    ...description,
    sources: ({ filters: { status, lastModifiedAt: since } }) => {
      // Only external invoices can be "new". The vendor cannot filter them by all states, nor by time of change.
      const vendorStates = status === undefined ? ["all"] : states.statesOf(status).filter((state) => state !== "new");
      if (vendorStates.length === 0) return [];
      const changed = since === undefined ? "" : `,${updatedAfter(since).filter}`;
      return [
        { path: `${sales}.json`, query: { filter: `${period()},state:${vendorStates.join("|")}${changed}` } },
        { path: `${external}.json`, query: { filter: `${period()},state:all` } },
      ];
    },
    fits: (native, { filters: { status, lastModifiedAt: since, dueDateFrom = "" } }) =>
      isCredit(native) === description.areCredits &&
      (status === undefined || states.of(native) === status) &&
      isChangedSince(native, since) &&
      (native.due_date ?? "") >= dueDateFrom,
    ...inPages,
  });

const invoiceLineEncoders = { ...lines.lineEncoders, dimensions: lines.projectAs };
const lineEncoder = encoder<Partial<InvoiceLineItemInput>>(invoiceLineEncoders);
const linePatchEncoder = encoder<InvoiceLineItemPatch>({ ...invoiceLineEncoders, lineItemId: fieldAs("id") });

const encoders = {
  ...contactId.writes,
  ...currency.writes,
  ...invoiceFields.writes,
  discountPercentage: decimalAs("discount"),
  dueDate: lines.dueAfter("invoiceDate"),
  invoiceDate: dayAs("invoice_date"),
  lineAmountTypes: lines.inclusiveAs,
  // New invoices are drafts; `book` opens them.
  status: onlyAccepts(["DRAFT", "OPEN"]),
};

/** A draft gets its number and is booked when it is sent. Sent manually, Moneybird mails nothing. */
async function book(
  { id }: SalesInvoice,
  { body: { status } }: WriteCall<InvoiceInput | InvoicePatch>,
  session: Session,
): Promise<SalesInvoice | undefined> {
  if (status !== "OPEN") return undefined;
  // An earlier attempt may have sent it.
  const native = (await session.read(path`/sales_invoices/${id}.json`)) as SalesInvoice;
  if (native.state !== "draft") return native;
  const sent = await session.send({
    method: "PATCH",
    path: path`/sales_invoices/${id}/send_invoice.json`,
    body: { sales_invoice_sending: { delivery_method: "Manual" } },
  });
  return sent as SalesInvoice;
}

/** An id does not say which kind of invoice it is: both are tried. */
const inEither = async <Read>(read: (folder: string) => Promise<Read>): Promise<Read> =>
  (await undefinedIfMissing(read(sales))) ?? read(external);

export const either = <Record>(handlerIn: (folder: string) => GetHandler<Record>): GetHandler<Record> => ({
  ...handlerIn(sales),
  get: (call, session) => inEither((folder) => handlerIn(folder).get(call, session)),
});

const invoicePath = `${sales}/{invoiceId}.json`;
const within = "sales_invoice";
const salesInvoices = resource(sales, "invoiceId", { map: invoice, within });
const partsIn = (folder: string) => ({
  path: `${folder}/{invoiceId}.json`,
  parts: (native: SalesInvoice) => {
    if (isCredit(native)) throw noRecord();
    return native.details;
  },
  map: invoiceLine,
  id: ({ id }: Detail) => id,
});
const lineChange = { ...lines.lineWrite, path: invoicePath, within, encoder: lineEncoder, map: invoiceLine };
const pdf = file(({ ids: { invoiceId: id = "" } }) => ({ id, path: path`/sales_invoices/${id}/download_pdf` }));
const scan = firstAttachmentOf(`${external}/{invoiceId}`);

export const invoices = {
  "invoices.list": receivables({
    map: invoice,
    areCredits: false,
    filters: ["status", "dueDateFrom", "lastModifiedAt"],
    rules: [
      "External sales invoices, which come from other systems, follow the target system's own invoices. They can be read and paid, but not changed.",
      "Invoices with a negative total are listed in creditNotes instead. Only the last page has the total.",
    ],
  }),
  "invoices.get": either((folder) =>
    get({ path: `${folder}/{invoiceId}.json`, map: invoice, is: (native) => !isCredit(native) }),
  ),
  "invoices.document.get": {
    ...either((folder) => (folder === sales ? pdf : scan)),
    rules: ["For an external sales invoice this is its first attachment."],
  },
  "invoices.create": salesInvoices.create({
    encoder: encoder<InvoiceInput>({ ...encoders, lineItems: listAs("details_attributes", lineEncoder) }),
    also: ({ body: { lineAmountTypes } }) => (lineAmountTypes === undefined ? lines.netPrices : {}),
    afterwards: book,
    requires: ["contactId"],
    rules: [
      "lineAmountTypes is EXCLUSIVE by default.",
      "With status OPEN the invoice gets its number and is marked as sent manually. Nothing is mailed.",
      "An invoice with a negative total is listed in creditNotes.",
    ],
  }),
  "invoices.patch": salesInvoices.change({
    encoder: encoder<InvoicePatch>({ ...encoders, lineItems: listAs("details_attributes", linePatchEncoder) }),
    afterwards: book,
    rules: ["Lines that are left out stay unchanged."],
  }),
  "invoices.lineItems.list": {
    ...partsOf(partsIn(sales)),
    list: (call, session) => inEither((folder) => partsOf(partsIn(folder)).list(call, session)),
  },
  "invoices.lineItems.get": either((folder) => partOf(partsIn(folder))),
  "invoices.lineItems.create": write(lineChange),
  "invoices.lineItems.patch": write({ ...lineChange, repeatable: true }),
} satisfies OperationHandlers;
