/** Invoices. A draft gets its number when it is released; a released one is cancelled by a credit note. */
import type { WriteCall } from "../../contract/connector.ts";
import { cannotStore, Failure } from "../../contract/failure.ts";
import type { InvoiceInput, InvoiceLineItemInput, InvoicePatch } from "../../contract/inputs/sales.ts";
import type * as records from "../../contract/records/sales.ts";
import type { Session } from "../../contract/session.ts";
import { amounts, values } from "../../kit/columns.ts";
import { accountingDay, calendarDay, daysBetween, todayIn } from "../../kit/dates.ts";
import { statusFilters, withOverdueStatus } from "../../kit/documents/paymentStatus.ts";
import { file } from "../../kit/download.ts";
import { type Encoded, encoder, fieldAs, listAs, onlyAccepts, sentSeparately } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get, partOf, partsOf } from "../../kit/reading.ts";
import { day, plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { changedAt, idOf, list, recordIn, zone } from "./conventions.ts";
import * as shared from "./documents.ts";
import { addressAs, referenceAs, stamps } from "./fields.ts";
import { openStatesWith, paymentStatesWith, unknownStateAmong, withoutStatus } from "./states.ts";
import type { Invoice, Line, Single } from "./types.ts";

const folder = "/v3/invoices";

const knownStates = ["draft", "released", "sent", "completed", "partiallyCancelled", "cancelled"];
const everyState = shared.inAnyOf(...knownStates);
const unknownState = unknownStateAmong(knownStates);

const dueOf = (invoice: Invoice) => shared.dayAfter(invoice.documentDate, shared.targetDaysOf(invoice));

/** The state follows the workflow, and the payment status says what is open. Without one, nothing was paid. */
const openStates = openStatesWith("PAID");
const unknownPayment = openStates.read(({ paymentStatus }: Invoice) => paymentStatus, withoutStatus).unread;

function stateIn(invoice: Invoice) {
  const { status, paymentStatus } = invoice;
  if (unknownState(invoice) !== undefined) return undefined;
  if (status === "draft") return "DRAFT";
  if (status === "cancelled") return "PAID";
  const state = paymentStatus ? openStates.toContract(paymentStatus) : "OPEN";
  // A negative invoice is open as long as something is left of it.
  if ((shared.grossOf(invoice) ?? 0) < 0) return state === "PARTIALLY_PAID" ? "OPEN" : state;
  if (shared.grossOf(invoice) === 0) return "PAID";
  return withOverdueStatus(state, dueOf(invoice), todayIn(zone));
}
const stateOf = Object.assign(stateIn, {
  unread: (invoice: Invoice) => unknownState(invoice) ?? unknownPayment(invoice),
});

const paymentWords = paymentStatesWith("CLEARED_WITH_CREDIT_NOTE");

/** A cancelled invoice was settled by its credit note. */
function paymentStateIn({ status, paymentStatus }: Invoice) {
  if (status === "draft") return undefined;
  if (status === "cancelled") return "CLEARED_WITH_CREDIT_NOTE";
  return paymentStatus ? paymentWords.toContract(paymentStatus) : "PENDING";
}
const paymentStateOf = Object.assign(paymentStateIn, {
  unread: paymentWords.read(({ paymentStatus }: Invoice) => paymentStatus).unread,
});

/** Deliveries to other countries of the EU and exports are goods or services, which the vendor does not tell. */
const rules = vocabulary({ domestic: "NET", exempt: "TAXFREE" } as const);
const unclearRules = ["eu", "export"];

const fields = twoWay({
  invoiceDate: day("documentDate"),
  reference: plainValue("customerOrderNumber"),
  shippingDate: day("deliveryDate"),
});

const line = mapping<records.InvoiceLineItem, Line>({
  ...shared.lineFields,
  ...amounts({ discountItemPercentage: "discount" }),
  ...values({ name: "name" }),
  lineItemId: idOf,
  grossAmount: shared.grossOfLine,
  itemsAmount: shared.netOfLine,
});

const invoice = mapping<records.Invoice, Invoice>({
  ...fields.reads,
  ...stamps,
  ...values({ invoiceNumber: "documentNumber", name: "documentAddress.name" }),
  invoiceId: idOf,
  addresses: nestedList(shared.recipient, shared.recipientsOf),
  contactId: shared.contactOf,
  currency: shared.currencyOf,
  dueDate: (native: Invoice) => accountingDay(dueOf(native)),
  lineAmountTypes: () => "EXCLUSIVE" as const,
  lineItems: nestedList(line, shared.linesIn),
  paidDate: (native: Invoice) =>
    stateIn(native) === "PAID" ? accountingDay(native.dunningManualSettings?.paidAt) : undefined,
  paymentStatus: paymentStateOf,
  paymentTermDuration: shared.targetDaysOf,
  status: stateOf,
  sumNetAmount: shared.netOf,
  taxRule: rules.read(({ financials }: Invoice) => financials?.tax?.taxation, unclearRules),
  totalAmount: shared.grossOf,
  totalTaxAmount: shared.taxOf,
});

const lineEncoder = encoder<Partial<InvoiceLineItemInput>>({
  ...shared.lineEncoders,
  discountItemPercentage: shared.discountAs,
  name: fieldAs("name"),
});

const encoders = {
  ...fields.writes,
  contactId: referenceAs("address"),
  dueDate: sentSeparately,
  lineAmountTypes: onlyAccepts(["EXCLUSIVE"], ": its prices are without tax"),
  paymentTermDuration: sentSeparately,
  status: onlyAccepts(
    ["DRAFT", "OPEN"],
    ". Xentral cancels an invoice with a credit note: cancel it there, then it is PAID with the payment status CLEARED_WITH_CREDIT_NOTE",
  ),
};

interface Termed {
  readonly dueDate?: string | undefined;
  readonly paymentTermDuration?: number | undefined;
}

/** The vendor keeps the due day as a number of days after the document's. */
function termOf({ dueDate, paymentTermDuration }: Termed, documentDate: string | null | undefined): object {
  const byDay = dueDate === undefined || !documentDate ? undefined : daysBetween(documentDate, dueDate);
  if (byDay !== undefined && paymentTermDuration !== undefined && byDay !== paymentTermDuration)
    throw cannotStore(
      `dueDate is ${byDay} days after the invoice, and paymentTermDuration ${paymentTermDuration}. Send one of them.`,
      "dueDate",
    );
  const term = byDay ?? paymentTermDuration;
  if (term === undefined) return {};
  if (term < 0) throw cannotStore("Xentral has no invoices that are due before their own day.", "dueDate");
  return { financials: { paymentTerms: { paymentTargetDays: term } } };
}

const merged = (encoded: Encoded, term: object): Encoded => {
  const { financials } = encoded as { readonly financials?: object };
  const { financials: more } = term as { readonly financials?: object };
  return more === undefined ? encoded : { ...encoded, financials: { ...financials, ...more } };
};

async function afterwards(
  native: Invoice,
  { body }: WriteCall<{ readonly status?: string | undefined }>,
  session: Session,
): Promise<void> {
  if (body.status === "OPEN") await shared.release(session, shared.at(folder, native));
}

const releaseRule =
  "With the status OPEN the draft is released: it gets its number and can no longer be deleted. Nothing is sent to the customer.";

const create = write<InvoiceInput, records.Invoice, Invoice>({
  method: "POST",
  path: folder,
  encoder: encoder<InvoiceInput>({
    ...encoders,
    addresses: addressAs("documentAddress"),
    currency: fieldAs("financials", "currency"),
    lineItems: listAs("lineItems", lineEncoder),
    name: fieldAs("documentAddress", "name"),
    taxRule: rules.as("financials", "tax", "taxation"),
  }),
  also: shared.markedAs,
  prepare: shared.customerFor,
  body: (encoded, prepared, { body }) =>
    shared.completed(merged(encoded, termOf(body, calendarDay(body.invoiceDate))), prepared),
  record: recordIn,
  afterwards,
  readBack: (reply: Single<Invoice>, _call, session) =>
    shared.readDocument<Invoice>(session, `${folder}${path`/${String(reply.data?.id)}`}`),
  map: invoice,
  undo: shared.remove(folder),
  find: shared.foundBy<Invoice>(folder, everyState),
  requires: ["contactId", "lineItems.itemId"],
  rules: [
    releaseRule,
    "The vendor has no lines without a product, so every line needs an itemId.",
    "Without dueDate and paymentTermDuration the vendor takes the customer's payment terms.",
    "The vendor numbers invoices itself. Kontor's mark is in the internal comment.",
  ],
});

const isOnlyOpening = ({ status, ...changes }: InvoicePatch): boolean =>
  status === "OPEN" && Object.keys(changes).length === 0;

const openWords: readonly unknown[] = ["OPEN", "OVERDUE", "PARTIALLY_PAID", "PARTIALLY_OVERDUE"];

const read = shared.readAt<Invoice>(folder, "invoiceId");

/** Only drafts change. Repeating the status of a released invoice is no change. */
async function changeable(call: WriteCall<InvoicePatch>, session: Session): Promise<Invoice> {
  const current = await read(call, session);
  if (current.status === "draft") return current;
  if (isOnlyOpening(call.body) && openWords.includes(stateIn(current))) return current;
  const [field = "status"] = Object.keys(call.body);
  throw new Failure(
    "document_locked",
    "Kontor changes drafts only at Xentral. Cancel the released invoice there, which makes a credit note, and create a new one.",
    { field },
  );
}

/** Of a change of status alone, the release is the request. */
const patchPath = ({ ids: { invoiceId }, body }: WriteCall<InvoicePatch>, current: Invoice): string =>
  isOnlyOpening(body) && current.status === "draft"
    ? `${folder}${path`/${invoiceId}/actions/release`}`
    : `${folder}${path`/${invoiceId}`}`;

/** A released invoice gets the comment that it has, which its protection lets through. */
const patchBody = (encoded: Encoded, prepared: unknown, { body }: WriteCall<InvoicePatch>): object => {
  const current = prepared as Invoice;
  if (current.status !== "draft") return { internalComment: current.internalComment ?? "" };
  return merged(encoded, termOf(body, body.invoiceDate ? calendarDay(body.invoiceDate) : current.documentDate));
};

const parts = { read, parts: shared.linesIn, map: line };

const states = statusFilters(stateIn, paymentStateIn);

export const invoices = {
  "invoices.list": list<records.Invoice, Invoice>({
    path: folder,
    map: invoice,
    ...shared.withLines,
    always: everyState,
    conditions: { lastModifiedAt: changedAt },
    local: ["status", "paymentStatus", "dueDateFrom"],
    localFilter: {
      when: (wanted) => states.when(wanted) || wanted.dueDateFrom !== undefined,
      fits: (native, wanted) => states.fits(native, wanted) && (dueOf(native) ?? "") >= (wanted.dueDateFrom ?? ""),
    },
    orders: { invoiceDate: "documentDate", invoiceNumber: "documentNumber" },
    rules: [
      "The vendor does not say whether the money of a debited invoice has arrived: it has the payment status DEBITED and no status.",
      "Payments are not shown: the vendor has no list of them.",
    ],
  }),
  "invoices.get": get<records.Invoice, Invoice>({ map: invoice, read }),
  "invoices.document.get": file(({ ids: { invoiceId = "" } }) => ({
    id: invoiceId,
    path: `${folder}${path`/${invoiceId}`}`,
    accept: "application/pdf",
    fileName: `${invoiceId}.pdf`,
  })),
  ...operationsOf("invoices.lineItems", {
    list: partsOf(parts),
    get: partOf({ ...parts, id: idOf }),
  }),
  "invoices.create": create,
  "invoices.patch": write<InvoicePatch, records.Invoice, Invoice>({
    method: "PATCH",
    path: patchPath,
    encoder: encoder<InvoicePatch>(encoders),
    prepare: changeable,
    body: patchBody,
    afterwards: async (_native, call, session) => {
      if (call.body.status === "OPEN") await shared.release(session, `${folder}${path`/${call.ids["invoiceId"]}`}`);
    },
    readBack: (_reply: unknown, call, session) => read(call, session),
    readBackOnlyReads: true,
    map: invoice,
    record: (reply: Single<Invoice> | undefined, { ids }) =>
      (reply === undefined ? undefined : recordIn(reply)) ?? { id: ids["invoiceId"] ?? "" },
    repeatable: true,
    rules: [releaseRule, "Kontor changes drafts only, and no lines."],
  }),
};
