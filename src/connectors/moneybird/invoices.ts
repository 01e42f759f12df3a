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
import { allAs, as, dayAs, decimalAs, encoder, listAs, taking } from "../../kit/encode.ts";
import { type SiftedDescription, sifted } from "../../kit/lists/sifted.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get, ifFound, noRecord, partOf, partsOf } from "../../kit/reading.ts";
import { write } from "../../kit/writing.ts";
import { firstAttachmentOf } from "./attachments.ts";
import { inPages, isChangedSince, period, resource, updatedAfter } from "./conventions.ts";
import { external, sales } from "./documents.ts";
import { isCredit, paymentStatusOf, stamps, statuses, taxOf, tradePartner } from "./fields.ts";
import * as lines from "./lines.ts";
import type { Detail, SalesInvoice, Text } from "./types.ts";

export const states = statuses({
  draft: ["DRAFT"],
  new: ["DRAFT"],
  scheduled: ["SUBMITTED"],
  open: ["OPEN", "PARTIALLY_PAID"],
  pending_payment: ["OPEN", "PARTIALLY_PAID"],
  late: ["OVERDUE", "PARTIALLY_OVERDUE"],
  reminded: ["OVERDUE", "PARTIALLY_OVERDUE"],
  // Written off: nobody expects it to be paid any more, which is what the payment status says.
  uncollectible: ["OVERDUE"],
  paid: ["PAID"],
});

const invoiceLine = mapping<InvoiceLineItem, Detail>({
  ...lines.line,
  ...lines.lineAccount,
  ...lines.lineDimensions,
  lineItemId: ({ id }) => id,
  itemsAmount: lines.lineTotal,
});

export const dateOf = ({ invoice_date: own, date }: SalesInvoice): Text => own ?? date;
const isExternal = ({ date }: SalesInvoice): boolean => date !== undefined;
export const numberOf = (invoice: SalesInvoice): Text => (isExternal(invoice) ? invoice.reference : invoice.invoice_id);

export const invoice = mapping<InvoiceRecord, SalesInvoice>({
  ...stamps,
  ...tradePartner,
  ...values({ invoiceId: "id", currency: "currency", paymentTermId: "workflow_id", reference: "reference" }),
  ...amounts({
    discountAmount: "total_discount",
    sumNetAmount: "total_price_excl_tax",
    totalAmount: "total_price_incl_tax",
  }),
  ...days({ dueDate: "due_date", paidDate: "paid_at" }),
  fileId: (native) => (isExternal(native) ? native.attachments?.[0]?.id : undefined),
  invoiceDate: (native) => accountingDay(dateOf(native)),
  invoiceNumber: numberOf,
  lineAmountTypes: (native) => (native.prices_are_incl_tax ? "INCLUSIVE" : "EXCLUSIVE"),
  lineItems: each(invoiceLine, ({ details }) => details),
  paymentStatus: paymentStatusOf,
  paymentTermDuration: (native) => lines.termOf(dateOf(native), native.due_date),
  status: states.of,
  totalTaxAmount: taxOf,
});

/** The vendor's own, then those from elsewhere. Which of them are credit notes, only their totals tell. */
export const receivables = <Record>(
  about: Pick<SiftedDescription<Record, SalesInvoice>, "map" | "filters" | "rules"> & { readonly areCredits: boolean },
): ListHandler<Record> =>
  sifted({
    ...about,
    sources: ({ filters: { status, lastModifiedAt: since } }) => {
      // Those from elsewhere, which alone can be new, cannot be asked for all of their states, nor for changes.
      const own = status === undefined ? ["all"] : states.statesOf(status).filter((state) => state !== "new");
      if (own.length === 0) return [];
      const changed = since === undefined ? "" : `,${updatedAfter(since).filter}`;
      return [
        { path: `${sales}.json`, query: { filter: `${period()},state:${own.join("|")}${changed}` } },
        { path: `${external}.json`, query: { filter: `${period()},state:all` } },
      ];
    },
    fits: (native, { filters: { status, lastModifiedAt: since, dueDateFrom = "" } }) =>
      isCredit(native) === about.areCredits &&
      (status === undefined || states.of(native) === status) &&
      isChangedSince(native, since) &&
      (native.due_date ?? "") >= dueDateFrom,
    ...inPages,
  });

const invoiceLineEncoders = { ...lines.lineEncoders, dimensions: lines.projectAs };
const lineEncoder = encoder<Partial<InvoiceLineItemInput>>(invoiceLineEncoders);
const linePatchEncoder = encoder<InvoiceLineItemPatch>({ ...invoiceLineEncoders, lineItemId: as("id") });

const fields = {
  ...allAs(as, { contactId: "contact_id", currency: "currency", paymentTermId: "workflow_id", reference: "reference" }),
  discountPercentage: decimalAs("discount"),
  dueDate: lines.dueAfter("invoiceDate"),
  invoiceDate: dayAs("invoice_date"),
  lineAmountTypes: lines.inclusiveAs,
  // A new one is a draft; it can be put in the books at once.
  status: taking(["DRAFT", "OPEN"]),
};

/** Becomes an invoice with a number as soon as it is sent; sent by hand means that the vendor mails nothing. */
async function booked(
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

/** An id does not say which of the two it is of. */
const inEither = async <Read>(read: (folder: string) => Promise<Read>): Promise<Read> =>
  (await ifFound(read(sales))) ?? read(external);

export const either = <Record>(of: (folder: string) => GetHandler<Record>): GetHandler<Record> => ({
  ...of(sales),
  get: (call, session) => inEither((folder) => of(folder).get(call, session)),
});

const invoicePath = `${sales}/{invoiceId}.json`;
const within = "sales_invoice";
const own = resource(sales, "invoiceId", { map: invoice, within });
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
      "Invoices from elsewhere (external sales invoices) follow the target system's own; they can be read and paid, but not changed.",
      "Invoices with a negative total are creditNotes, and not among these. The total comes with the last page.",
    ],
  }),
  "invoices.get": either((folder) =>
    get({ path: `${folder}/{invoiceId}.json`, map: invoice, is: (native) => !isCredit(native) }),
  ),
  "invoices.document.get": {
    ...either((folder) => (folder === sales ? pdf : scan)),
    rules: ["Of an invoice from elsewhere it is the first file that was attached to it."],
  },
  "invoices.create": own.create({
    encoder: encoder<InvoiceInput>({ ...fields, lineItems: listAs("details_attributes", lineEncoder) }),
    also: ({ body: { lineAmountTypes } }) => (lineAmountTypes === undefined ? lines.netPrices : {}),
    afterwards: booked,
    requires: ["contactId"],
    rules: [
      "Without lineAmountTypes, prices are EXCLUSIVE.",
      "With status OPEN the invoice gets its number and counts as sent by hand: nothing is mailed.",
      "With a negative total it is one of the creditNotes.",
    ],
  }),
  "invoices.patch": own.change({
    encoder: encoder<InvoicePatch>({ ...fields, lineItems: listAs("details_attributes", linePatchEncoder) }),
    afterwards: booked,
    rules: ["Lines that are not named stay as they are."],
  }),
  "invoices.lineItems.list": {
    ...partsOf(partsIn(sales)),
    list: (call, session) => inEither((folder) => partsOf(partsIn(folder)).list(call, session)),
  },
  "invoices.lineItems.get": either((folder) => partOf(partsIn(folder))),
  "invoices.lineItems.create": write(lineChange),
  "invoices.lineItems.patch": write({ ...lineChange, repeatable: true }),
} satisfies OperationHandlers;
