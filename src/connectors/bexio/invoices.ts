import type { WriteCall } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { InvoiceInput, InvoicePatch } from "../../contract/inputs/sales.ts";
import type { Invoice as InvoiceRecord } from "../../contract/records/sales.ts";
import { type Session } from "../../contract/session.ts";
import { days, values } from "../../kit/columns.ts";
import { termOf, todayIn } from "../../kit/dates.ts";
import { documentStatusOf, paymentStates } from "../../kit/documents/paymentStatus.ts";
import { dayAs, type Encoded, encoder, fieldAs, listAs, onlyAccepts } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path, pathOf } from "../../kit/path.ts";
import { get, partOf, partsOf } from "../../kit/reading.ts";
import { write } from "../../kit/writing.ts";
import { refuseClosedDay } from "./catalogue.ts";
import { condition, list, updatedSince, zone } from "./conventions.ts";
import { currencyAs, ids, reference, referenceAs, references, withCurrency } from "./fields.ts";
import { invoiceLine, invoiceLineEncoder, type Line, lineIdOf, linesOf } from "./lines.ts";
import {
  allLines,
  amountTypesAs,
  discountOf,
  documentFields,
  grossOf,
  lineAmountTypesOf,
  name,
  netTotalOf,
  preparedDocument,
  printed,
  taxOf,
  taxTypesOf,
  withPositions,
} from "./salesDocuments.ts";
import type { Invoice, User } from "./types.ts";

const draft = 7;
const pending = 8;
const paid = 9;
const partlyPaid = 16;
const cancelled = 19;

const booked = [pending, paid, partlyPaid];

/** Of a cancelled invoice nothing is open. */
export const openOf = ({ total_remaining_payments: open }: Invoice): number | undefined => amount(open);

const documentStatus = (invoice: Invoice) =>
  documentStatusOf({ open: openOf(invoice), total: grossOf(invoice), due: invoice.is_valid_to }, todayIn(zone));

function statusOf(invoice: Invoice) {
  const { kb_item_status_id: status } = invoice;
  if (status === draft) return "DRAFT";
  if (status === cancelled) return "VOIDED";
  return booked.includes(status ?? 0) ? documentStatus(invoice) : undefined;
}

const status = Object.assign(statusOf, {
  unread: (invoice: Invoice) => {
    const { kb_item_status_id: id } = invoice;
    return id && statusOf(invoice) === undefined ? String(id) : undefined;
  },
});

/** Credit notes settle an invoice without money. */
function paymentStatusOf(invoice: Invoice) {
  const { kb_item_status_id: id, total_credit_vouchers: credited, total_received_payments: received } = invoice;
  if (id === cancelled) return "CANCELED";
  if (!booked.includes(id ?? 0)) return undefined;
  const state = paymentStates[documentStatus(invoice)];
  const isByCredit = state === "PAID" && (amount(credited) ?? 0) > 0 && (amount(received) ?? 0) === 0;
  return isByCredit ? "CLEARED_WITH_CREDIT_NOTE" : state;
}

const invoice = mapping<InvoiceRecord, Invoice>({
  ...ids({ invoiceId: "id" }),
  ...documentFields,
  ...references({ paymentTermId: "payment_type_id" }),
  ...values({ invoiceNumber: "document_nr", reference: "reference" }),
  ...days({ dueDate: "is_valid_to", invoiceDate: "is_valid_from" }),
  discountAmount: discountOf,
  lineAmountTypes: lineAmountTypesOf,
  lineItems: nestedList(invoiceLine, linesOf),
  name,
  paymentStatus: paymentStatusOf,
  paymentTermDuration: ({ is_valid_from: from, is_valid_to: to }) => termOf(from, to),
  status,
  sumNetAmount: netTotalOf,
  totalAmount: grossOf,
  totalTaxAmount: taxOf,
});

const today = () => todayIn(zone);
const isPending = condition("kb_item_status_id", String(pending), "=");
const isPartlyPaid = condition("kb_item_status_id", String(partlyPaid), "=");
const isLate = () => condition("is_valid_to", today(), "<");
const isInTime = () => condition("is_valid_to", today(), ">=");

/** bexio does not know that an invoice is late. */
function withStatus(wanted: string): readonly object[] {
  switch (wanted) {
    case "DRAFT":
      return [condition("kb_item_status_id", String(draft), "=")];
    case "OPEN":
      return [isPending, isInTime()];
    case "OVERDUE":
      return [isPending, isLate()];
    case "PARTIALLY_PAID":
      return [isPartlyPaid, isInTime()];
    case "PARTIALLY_OVERDUE":
      return [isPartlyPaid, isLate()];
    case "PAID":
      return [condition("kb_item_status_id", String(paid), "=")];
    case "VOIDED":
      return [condition("kb_item_status_id", String(cancelled), "=")];
    default:
      throw new Failure("invalid_request", `This target system has no invoices with the status ${wanted}.`, {
        field: "status",
      });
  }
}

const folder = "kb_invoice";
const invoicePath = "/2.0/kb_invoice/{invoiceId}";

export const readInvoice = async (session: Session, id: string): Promise<Invoice> =>
  (await session.read(path`/2.0/kb_invoice/${id}`)) as Invoice;

const encoders = {
  contactId: referenceAs("contact_id"),
  currency: currencyAs,
  dueDate: dayAs("is_valid_to"),
  invoiceDate: dayAs("is_valid_from"),
  name: fieldAs("title"),
  paymentTermId: reference("payment_type_id").writes,
  reference: fieldAs("reference"),
  // A new invoice is a draft; `book` issues it.
  status: onlyAccepts(["DRAFT", "OPEN"]),
};

const act = (session: Session, id: number, action: string) =>
  session.send({ method: "POST", path: path`/2.0/kb_invoice/${String(id)}/${action}` });

/** Issuing books the invoice. Nothing is mailed. */
async function book({ id }: Invoice, { body }: WriteCall<InvoiceInput>, session: Session): Promise<Invoice> {
  const native = await readInvoice(session, String(id));
  // An earlier attempt may have issued it.
  if (body.status !== "OPEN" || native.kb_item_status_id !== draft) return native;
  await act(session, id, "issue");
  return readInvoice(session, String(id));
}

/** The action that leads from a state to a status. */
function actionFor(before: Invoice, wanted: string | undefined): string | undefined {
  const { kb_item_status_id: state } = before;
  if (wanted === "OPEN" && state === draft) return "issue";
  if (wanted === "DRAFT" && state === pending) return "revert_issue";
  if (wanted === "VOIDED" && state === pending) return "cancel";
  return undefined;
}

/** What bexio accepts of an invoice. A change replaces it, so all of this is sent. */
const writable = [
  "title",
  "contact_id",
  "contact_sub_id",
  "user_id",
  "language_id",
  "bank_account_id",
  "currency_id",
  "payment_type_id",
  "header",
  "footer",
  "mwst_type",
  "mwst_is_net",
  "show_position_taxes",
  "is_valid_from",
  "is_valid_to",
  "reference",
  "api_reference",
  "template_slug",
];

interface Before {
  readonly native: Readonly<Record<string, unknown>> & Invoice;
}

const isOnlyStatus = ({ status: _status, ...rest }: InvoicePatch): boolean => Object.keys(rest).length === 0;

/** Only drafts can be edited: bexio's own users set an issued invoice back to draft first. */
async function invoiceBefore(call: WriteCall<InvoicePatch>, session: Session): Promise<Before> {
  const native = (await session.read(pathOf(invoicePath, call))) as Before["native"];
  if (native.kb_item_status_id !== draft && !isOnlyStatus(call.body))
    throw new Failure(
      "document_locked",
      "This invoice is issued, and bexio changes drafts only. Send the status DRAFT first, then the change, then the status OPEN.",
      { field: Object.keys(call.body).find((field) => field !== "status") ?? "status" },
    );
  return { native };
}

const changeOf = (encoded: Encoded, { native }: Before): object => {
  const kept = Object.fromEntries(writable.flatMap((field) => (field in native ? [[field, native[field]]] : [])));
  return { ...kept, pr_project_id: native["project_id"] ?? null, ...encoded };
};

const patchEncoder = encoder<InvoicePatch>({
  ...encoders,
  lineAmountTypes: amountTypesAs,
  status: onlyAccepts(["DRAFT", "OPEN", "VOIDED"]),
});

/** Of a change of status alone, the action is the request. */
const patchPath = ({ body, ids: { invoiceId } }: WriteCall<InvoicePatch>, { native }: Before): string => {
  const action = isOnlyStatus(body) ? actionFor(native, body.status) : undefined;
  return action === undefined ? path`/2.0/kb_invoice/${invoiceId}` : path`/2.0/kb_invoice/${invoiceId}/${action}`;
};

const patch = write<InvoicePatch, InvoiceRecord, Invoice>({
  method: "POST",
  path: patchPath,
  encoder: patchEncoder,
  prepare: invoiceBefore,
  body: (encoded, prepared, { body }) => {
    const before = prepared as Before;
    return isOnlyStatus(body) && actionFor(before.native, body.status) !== undefined ? {} : changeOf(encoded, before);
  },
  readBack: async (_reply, { body, ids: { invoiceId = "" } }, session) => {
    const native = await readInvoice(session, invoiceId);
    const action = isOnlyStatus(body) ? undefined : actionFor(native, body.status);
    if (action === undefined) return native;
    await act(session, native.id, action);
    return readInvoice(session, invoiceId);
  },
  stub: () => ({}),
  map: invoice,
  lookups: [withCurrency],
  rules: [
    "Only drafts can be changed. The status DRAFT takes an issued invoice back, VOIDED cancels it.",
    "Lines cannot be changed: the target system's API edits them one by one.",
  ],
});

const parts = {
  path: invoicePath,
  parts: (native: Invoice) => allLines(native),
  map: invoiceLine,
  id: lineIdOf,
  raw: ({ document: _document, ...position }: Line) => position,
};

export const invoices = {
  "invoices.list": list({
    path: "/2.0/kb_invoice",
    map: invoice,
    defaultOrder: "id",
    orders: { updatedDate: "updated_at" },
    join: withPositions(folder),
    lookups: [withCurrency],
    search: {
      path: "/2.0/kb_invoice/search",
      conditions: {
        dueDateFrom: (from) => [condition("is_valid_to", from, ">=")],
        lastModifiedAt: (at) => [updatedSince(at)],
        status: withStatus,
      },
      body: (conditions) => conditions.flat(),
    },
    rules: [
      "The target system's list has no lines, so each invoice of a page is read.",
      "Credit notes are not part of the target system's API. What they settle is missing from the open amount.",
    ],
  }),
  "invoices.get": get({ path: invoicePath, map: invoice, lookups: [withCurrency] }),
  "invoices.document.get": printed(folder, "invoiceId"),
  "invoices.create": write<InvoiceInput, InvoiceRecord, Invoice>({
    method: "POST",
    path: "/2.0/kb_invoice",
    encoder: encoder<InvoiceInput>({
      ...encoders,
      lineAmountTypes: amountTypesAs,
      lineItems: listAs("positions", invoiceLineEncoder),
    }),
    prepare: async (call, session) => {
      if (call.body.status === "OPEN") await refuseClosedDay(call.body.invoiceDate, "invoiceDate", session);
      return preparedDocument(call, session);
    },
    body: (encoded, prepared, { body }) => ({
      user_id: (prepared as User).id,
      ...taxTypesOf(body.lineAmountTypes),
      ...encoded,
    }),
    afterwards: book,
    map: invoice,
    lookups: [withCurrency],
    undo: (id, session) => session.send({ method: "DELETE", path: path`/2.0/kb_invoice/${id}` }),
    requires: ["contactId"],
    rules: [
      "A line without an item needs a tax rate or code.",
      "With the status OPEN the invoice is issued. Nothing is mailed.",
    ],
  }),
  "invoices.patch": patch,
  "invoices.lineItems.list": partsOf(parts),
  "invoices.lineItems.get": partOf(parts),
};
