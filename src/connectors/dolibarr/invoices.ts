import type { Filters } from "../../contract/connector.ts";
import type { InvoiceInput, InvoiceLineItemInput } from "../../contract/inputs/sales.ts";
import type { InvoiceLineItem, Invoice as InvoiceRecord } from "../../contract/records/sales.ts";
import { daysBetween } from "../../kit/dates.ts";
import { encoder, fieldAs, listAs, onlyAccepts } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { noRecord, partOf, partsOf } from "../../kit/reading.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { dayFrom, listed, resource, where } from "./conventions.ts";
import {
  checkReferences,
  draftOrOpen,
  finish,
  isToValidate,
  priced,
  stateCondition,
  stateOf,
  unknownState,
  withKinds,
} from "./documents.ts";
import * as fields from "./fields.ts";
import { builtDocument } from "./files.ts";
import { invoiceDiscount, invoiceLineFields, lineEncoders, linesOf, type Priced, priceAs, rawLine } from "./lines.ts";
import type { Invoice } from "./types.ts";

const invoiceLine = mapping<InvoiceLineItem, Priced>(invoiceLineFields);

const credit = 2;
/** Standard, replacement, deposit and situation invoices. A proforma (4) is not an invoice yet. */
const kinds = "(t.type:in:0,1,3,5)";
const isInvoice = ({ type }: Invoice): boolean => [0, 1, 3, 5].includes(Number(type ?? 0));
export const isCredit = ({ type }: Invoice): boolean => Number(type) === credit;

/** Closed without being paid: the customer does not pay, or the company waives it. An abandoned draft is void instead. */
const isBadDebt = (native: Invoice): boolean =>
  native.close_code === "badcustomer" || (native.close_code === "abandon" && fields.statusOf(native) === 2);

const settlementOf = (native: Invoice) =>
  stateOf(native, { due: native.date_lim_reglement, remaining: native.remaintopay });
const stateOfInvoice = (native: Invoice) => (isBadDebt(native) ? undefined : settlementOf(native));

const paymentStates = {
  DRAFT: undefined,
  OPEN: "PENDING",
  OVERDUE: "PENDING",
  PARTIALLY_PAID: "PARTLY_PAID",
  PARTIALLY_OVERDUE: "PARTLY_PAID",
  PAID: "PAID",
  VOIDED: "CANCELED",
} as const;
/** Nobody paid: credit notes settled the invoice. Lists have no `totalpaid`. */
const isCleared = ({ remaintopay, totalpaid, totalcreditnotes }: Invoice): boolean =>
  amount(remaintopay) === 0 && amount(totalpaid) === 0 && (amount(totalcreditnotes) ?? 0) !== 0;
function paymentStateOf(native: Invoice) {
  if (isBadDebt(native)) return "BAD_DEBT";
  const settlement = settlementOf(native);
  const state = settlement && paymentStates[settlement];
  return state === "PAID" && isCleared(native) ? "CLEARED_WITH_CREDIT_NOTE" : state;
}

const term = (from: string | undefined, to: string | undefined): number | undefined =>
  from === undefined || to === undefined ? undefined : daysBetween(from, to);

const invoiceFields = twoWay({
  dueDate: fields.epochDay("date_lim_reglement"),
  invoiceDate: fields.epochDay("date"),
  reference: plainValue("ref_client"),
});

const invoice = mapping<InvoiceRecord, Invoice>({
  ...fields.stamps,
  ...fields.contactFields.reads,
  ...fields.currencyFields.reads,
  ...fields.termFields.reads,
  ...invoiceFields.reads,
  invoiceId: ({ id }) => String(id),
  invoiceNumber: fields.numberOf,
  invoiceType: () => "STANDARD",
  lineAmountTypes: () => "EXCLUSIVE",
  lineItems: nestedList(invoiceLine, linesOf),
  paymentTermDuration: (native) => term(fields.dayOf(native.date), fields.dayOf(native.date_lim_reglement)),
  paymentStatus: paymentStateOf,
  status: Object.assign(stateOfInvoice, { unread: unknownState }),
  sumNetAmount: fields.documentTotals.totalNetAmount,
  totalAmount: fields.documentTotals.totalGrossAmount,
  totalTaxAmount: fields.documentTotals.totalTaxAmount,
});

export const folder = "/invoices";
const sold = resource<InvoiceRecord, Invoice>(folder, "invoiceId", invoice);

/** The vendor cannot filter overdue, partly paid or written-off documents, so open and closed ones are filtered here. */
export const byState = <Native>(state: (native: Native) => string | undefined) => ({
  when: ({ status }: Filters) => status !== undefined && status !== "DRAFT",
  fits: (native: Native, { status }: Filters) => state(native) === status,
});

const parts = {
  path: `${folder}/{invoiceId}`,
  parts: (native: Invoice) => {
    if (!isInvoice(native)) throw noRecord();
    return linesOf(native);
  },
  map: invoiceLine,
  raw: rawLine,
};

const lineEncoder = encoder<InvoiceLineItemInput>({
  ...lineEncoders,
  ...invoiceDiscount.writes,
  name: fieldAs("label"),
  unitAmount: priceAs,
});

const invoiceEncoder = encoder<InvoiceInput>({
  ...fields.contactFields.writes,
  ...fields.currencyFields.writes,
  ...fields.termFields.writes,
  ...invoiceFields.writes,
  lineAmountTypes: onlyAccepts(["EXCLUSIVE"]),
  lineItems: listAs("lines", lineEncoder),
  status: draftOrOpen,
});

export const invoices = {
  "invoices.list": listed<InvoiceRecord, Invoice>({
    path: folder,
    map: invoice,
    query: where(kinds),
    filters: {
      status: (status, field) => where(stateCondition(status, field)),
      dueDateFrom: (day) => dayFrom("t.date_lim_reglement", day),
    },
    localFilter: byState(stateOfInvoice),
    orders: { invoiceDate: "t.datef", invoiceNumber: "t.ref", createdDate: "t.datec", updatedDate: "t.tms" },
    rules: [
      "The target system cannot filter overdue, partly paid or written-off invoices. For a status, Kontor reads all unsettled or all settled invoices.",
      "An invoice that was written off has paymentStatus BAD_DEBT and no status.",
      "The list does not say whether credit notes settled an invoice: its paymentStatus is PAID, and CLEARED_WITH_CREDIT_NOTE in the single invoice.",
      "A partial payment does not change the updatedDate of an invoice.",
    ],
  }),
  "invoices.get": sold.get(isInvoice),
  "invoices.document.get": builtDocument({ folder, id: "invoiceId", module: "facture" }),
  "invoices.lineItems.list": partsOf(parts),
  "invoices.lineItems.get": partOf({ ...parts, id: ({ id }) => String(id) }),
  "invoices.create": sold.create<InvoiceInput>({
    encoder: invoiceEncoder,
    body: (encoded, kinds) => ({ type: 0, ...withKinds(priced(encoded), kinds) }),
    prepare: checkReferences,
    undo: (id, session) => session.send({ method: "DELETE", path: `${folder}${path`/${id}`}` }),
    afterwards: async (reply, { body: { currency, status } }, session) =>
      finish(reply, { folder, currency, validate: isToValidate(status) }, session),
    requires: ["contactId"],
    rules: [
      "The invoice is a draft without a number unless status is OPEN. A line without taxRatePercentage has no tax.",
    ],
  }),
};
