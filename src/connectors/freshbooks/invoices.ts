import type { Call, OpenAmount, WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type * as inputs from "../../contract/inputs/sales.ts";
import type * as records from "../../contract/records/sales.ts";
import type { Session } from "../../contract/session.ts";
import { days, values } from "../../kit/columns.ts";
import { calendarDay, daysBetween } from "../../kit/dates.ts";
import { documentStatusOf, paymentStatusOf, statusFilters } from "../../kit/documents/paymentStatus.ts";
import {
  dayAs,
  type Encoded,
  encoder,
  fieldAs,
  listAs,
  numberAs,
  onlyAccepts,
  sentSeparately,
} from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get, partOf, partsOf } from "../../kit/reading.ts";
import { write } from "../../kit/writing.ts";
import {
  changedSince,
  companyCurrency,
  isSince,
  list,
  readRecord,
  referenced,
  resultIn,
  stampOf,
  todayOf,
} from "./conventions.ts";
import { clearedByCredits } from "./credits.ts";
import { addresses, addressesAs, amountOf, currencyOf, idOf } from "./fields.ts";
import { checkItems } from "./items.ts";
import {
  type Draft,
  discountOf,
  idOfLine,
  invoiceLine,
  lineEncoder,
  lineEncoders,
  linesOf,
  netOf,
  rawLine,
  sentLine,
  taxOf,
} from "./lines.ts";
import { taxesFor } from "./taxes.ts";
import type { Client, Invoice, Tax } from "./types.ts";

const folder = "/invoices/invoices";
const kind = "invoice";
const withLines = { "include[]": "lines" };
const invoiceIn = resultIn<Invoice>(kind);

/** An invoice with what its status depends on. */
interface Shown extends Invoice {
  readonly context: { readonly today: string; readonly isCleared: boolean };
}
const raw = ({ context: _context, ...native }: Shown): Invoice => native;

/** Vendor's table of statuses: 1 is a draft. The others say how it was sent, and amounts say what is paid. */
const draft = 1;
const sent = 2;
const isDraft = ({ status }: Invoice): boolean => status === draft;

const owed = ({ outstanding, amount, due_date: due }: Invoice) => ({
  open: amountOf(outstanding),
  total: amountOf(amount),
  due,
});

const statusOf = (native: Shown) =>
  isDraft(native) ? ("DRAFT" as const) : documentStatusOf(owed(native), native.context.today);

function paymentStateOf(native: Shown) {
  if (isDraft(native)) return undefined;
  return native.context.isCleared ? ("CLEARED_WITH_CREDIT_NOTE" as const) : paymentStatusOf(owed(native));
}

const invoice = mapping<records.Invoice, Shown>({
  invoiceId: ({ id }) => String(id),
  addresses,
  contactId: ({ customerid: id }) => idOf(id),
  createdDate: ({ created_at: created }) => stampOf(created),
  currency: currencyOf,
  discountAmount: discountOf,
  ...days({ dueDate: "due_date", invoiceDate: "create_date" }),
  ...values({ invoiceNumber: "invoice_number", reference: "po_number" }),
  lineItems: nestedList(invoiceLine, ({ lines }) => linesOf(lines)),
  // The day of the last payment is also there while something is open (recorded).
  paidDate: (native) => (statusOf(native) === "PAID" && native.date_paid ? `${native.date_paid}T00:00:00Z` : undefined),
  paymentStatus: paymentStateOf,
  paymentTermDuration: ({ due_offset_days: term }) => term ?? undefined,
  status: statusOf,
  sumNetAmount: netOf,
  totalAmount: ({ amount }) => amountOf(amount),
  totalTaxAmount: taxOf,
  updatedDate: ({ updated }) => stampOf(updated),
});

async function inContext(natives: readonly Invoice[], session: Session): Promise<readonly Shown[]> {
  const today = await todayOf(session);
  const cleared = await clearedByCredits(session, natives);
  return natives.map((native) => ({ ...native, context: { today, isCleared: cleared.has(native.id) } }));
}

const readInvoice = (id: string, session: Session): Promise<Invoice> =>
  readRecord<Invoice>(session, `${folder}${path`/${id}`}`, kind, withLines);

async function readShown(id: string, session: Session): Promise<Shown | undefined> {
  const [shown] = await inContext([await readInvoice(id, session)], session);
  return shown;
}
const ofCall = ({ ids: { invoiceId = "" } }: Call) => invoiceId;

const states = statusFilters<Shown>(statusOf, paymentStateOf);

const parts = {
  read: (call: Call, session: Session) => readInvoice(ofCall(call), session),
  parts: ({ lines }: Invoice) => linesOf(lines),
  map: invoiceLine,
  raw: rawLine,
};

interface Encoding {
  readonly lines?: readonly Draft[];
  readonly [field: string]: unknown;
}

interface Prepared {
  readonly currency: string | undefined;
  readonly taxes: ReadonlyMap<string, Tax>;
  readonly before?: Invoice;
}

const customerAs = Object.assign((id: string) => ({ customerid: Number(id) }), { path: ["customerid"] });
const statusAs = onlyAccepts(
  ["DRAFT", "OPEN"],
  ": an invoice is not voided but deleted there, and the deletion is not offered",
);

/** FreshBooks keeps the due day as a number of days after the invoice's. */
const dueAs = (name: string) => Object.assign(() => ({}), { path: [name] });

const headEncoders = {
  addresses: addressesAs,
  contactId: customerAs,
  currency: fieldAs("currency_code"),
  dueDate: dueAs("due_offset_days"),
  invoiceDate: dayAs("create_date"),
  paymentTermDuration: numberAs("due_offset_days"),
  reference: fieldAs("po_number"),
  status: statusAs,
};

const invoiceEncoder = encoder<inputs.InvoiceInput>({
  ...headEncoders,
  discountPercentage: Object.assign((percentage: number) => ({ discount_value: String(percentage) }), {
    path: ["discount_value"],
  }),
  invoiceNumber: fieldAs("invoice_number"),
  lineItems: listAs("lines", lineEncoder),
});

const patchEncoder = encoder<inputs.InvoicePatch>({
  ...headEncoders,
  discountPercentage: Object.assign((percentage: number) => ({ discount_value: String(percentage) }), {
    path: ["discount_value"],
  }),
  lineItems: listAs("lines", encoder<inputs.InvoiceLineItemPatch>({ ...lineEncoders, lineItemId: sentSeparately })),
});

const termOf = (from: string | null | undefined, due: string | undefined): object =>
  from && due !== undefined ? { due_offset_days: daysBetween(from, due) } : {};

async function prepare({ body }: WriteCall<inputs.InvoiceInput>, session: Session): Promise<Prepared> {
  const client = await referenced<Client>(session, {
    folder: "/users/clients",
    id: body.contactId ?? "",
    kind: "client",
    field: "contactId",
  });
  await checkItems(session, body.lineItems ?? []);
  return {
    currency: body.currency ?? client.currency_code ?? (await companyCurrency(session)),
    taxes: await taxesFor(session, body.lineItems),
  };
}

async function prepareChange(call: WriteCall<inputs.InvoicePatch>, session: Session): Promise<Prepared> {
  const { body } = call;
  const before = await readInvoice(ofCall(call), session);
  if (body.status === "DRAFT" && !isDraft(before))
    throw cannotStore("A sent invoice does not become a draft again at FreshBooks.", "status");
  if (body.contactId !== undefined)
    await referenced<Client>(session, {
      folder: "/users/clients",
      id: body.contactId,
      kind: "client",
      field: "contactId",
    });
  return {
    currency: body.currency ?? before.currency_code ?? undefined,
    taxes: await taxesFor(session, body.lineItems ?? []),
    before,
  };
}

function sentInvoice(encoded: Encoded, prepared: unknown, body: inputs.InvoiceInput | inputs.InvoicePatch): object {
  const facts = prepared as Prepared;
  const { lines, ...head } = encoded as Encoding;
  const from = body.invoiceDate === undefined ? facts.before?.create_date : calendarDay(body.invoiceDate);
  // The due day stays where it is if only the invoice moves.
  const due = body.dueDate ?? (body.invoiceDate === undefined ? undefined : (facts.before?.due_date ?? undefined));
  return {
    [kind]: {
      ...head,
      // A new invoice is a draft. It is marked as sent once it is stored.
      ...(body.status === "OPEN" && facts.before && isDraft(facts.before) && { status: sent }),
      ...(body.paymentTermDuration === undefined && termOf(from, due)),
      ...(lines && { lines: lines.map((line) => sentLine(line, facts)) }),
    },
  };
}

/** Only a draft can be marked as sent. An earlier attempt may have done it. */
async function stored(
  { id, status }: Invoice,
  { body }: WriteCall<inputs.InvoiceInput | inputs.InvoicePatch>,
  session: Session,
): Promise<Shown> {
  if (body.status === "OPEN" && status === draft)
    await session.send({ method: "PUT", path: `${folder}/${id}`, body: { [kind]: { status: sent } } });
  const shown = await readShown(String(id), session);
  return shown as Shown;
}

/** The reply was made before the invoice was marked as sent, so it does not show the status. */
const idOnly = (reply: unknown): Partial<records.Invoice> => ({ invoiceId: String(invoiceIn(reply)?.id) });

export const openInvoice = async (id: string, session: Session): Promise<OpenAmount> => {
  const native = await readRecord<Invoice>(session, `${folder}${path`/${id}`}`, kind);
  return { amount: amountOf(native.outstanding), currency: native.currency_code ?? undefined };
};

export const invoices = {
  "invoices.list": list<records.Invoice, Shown>("invoices", {
    path: folder,
    query: withLines,
    map: invoice,
    raw,
    join: inContext,
    filters: {
      lastModifiedAt: changedSince,
      dueDateFrom: () => ({}),
      status: () => ({}),
      paymentStatus: () => ({}),
    },
    localFilter: {
      when: (filters) => states.when(filters) || (filters.lastModifiedAt ?? filters.dueDateFrom) !== undefined,
      fits: (native, filters) =>
        states.fits(native, filters) &&
        isSince(stampOf(native.updated), filters.lastModifiedAt) &&
        (filters.dueDateFrom === undefined || (native.due_date ?? "") >= filters.dueDateFrom),
    },
    rules: ["For settled invoices of a page Kontor also reads the credits that were used, to tell them from money."],
  }),
  "invoices.get": get<records.Invoice, Shown>({
    read: (call, session) => readShown(ofCall(call), session),
    map: invoice,
    raw,
  }),
  "invoices.lineItems.list": partsOf(parts),
  "invoices.lineItems.get": partOf({ ...parts, id: idOfLine }),
  "invoices.create": write<inputs.InvoiceInput, records.Invoice, Shown>({
    method: "POST",
    path: folder,
    encoder: invoiceEncoder,
    prepare,
    body: (encoded, prepared, { body }) => sentInvoice(encoded, prepared, body),
    record: (reply: unknown) => invoiceIn(reply) as Shown | undefined,
    afterwards: stored,
    stub: idOnly,
    map: invoice,
    raw,
    requires: ["contactId"],
    rules: [
      "The invoice stays a draft unless status is OPEN: then it is marked as sent. Nothing is mailed.",
      "Without currency it has the customer's currency.",
    ],
  }),
  "invoices.patch": write<inputs.InvoicePatch, records.Invoice, Shown>({
    method: "PUT",
    path: (call) => `${folder}${path`/${ofCall(call)}`}`,
    encoder: patchEncoder,
    prepare: prepareChange,
    body: (encoded, prepared, { body }) => sentInvoice(encoded, prepared, body),
    record: (reply: unknown) => invoiceIn(reply) as Shown | undefined,
    afterwards: stored,
    stub: idOnly,
    map: invoice,
    raw,
    repeatable: true,
    rules: ["lineItems replaces all lines. status OPEN marks a draft as sent. Nothing is mailed."],
  }),
};
