/** Invoices, and credit notes, which the vendor keeps with them. */
import type { Call, WriteCall } from "../../contract/connector.ts";
import { cannotStore, Failure } from "../../contract/failure.ts";
import type * as inputs from "../../contract/inputs/sales.ts";
import type * as records from "../../contract/records/sales.ts";
import type { Session } from "../../contract/session.ts";
import { amounts, days, values } from "../../kit/columns.ts";
import { calendarDay, termOf } from "../../kit/dates.ts";
import { refusingNegativeTotals } from "../../kit/documents/negativeTotal.ts";
import { documentStatusOf, paymentStatusOf, statusFilters } from "../../kit/documents/paymentStatus.ts";
import { paidOrNot, unclearGet, unclearList } from "../../kit/documents/unclear.ts";
import { type Encoded, encoder, fieldAs, listAs, onlyAccepts } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, decimal } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get, noRecord, partOf, partsOf } from "../../kit/reading.ts";
import { day, plainValue, twoWay } from "../../kit/twoWay.ts";
import { write } from "../../kit/writing.ts";
import { allOf, checkOpenDay, condition, listWithFeed, where } from "./conventions.ts";
import { currencyOf, idAs, idIn, stamps, today } from "./fields.ts";
import * as lines from "./lines.ts";
import { daysAfter, deadlineFor } from "./paymentTerms.ts";
import type { Customer, CustomerInvoice, InvoiceLine } from "./types.ts";

const folder = "/customer_invoices";

/** The vendor's kind, or its sign if another state hides the kind. */
const isCredit = ({ status, amount: total }: CustomerInvoice): boolean =>
  status === "credit_note" || (amount(total) ?? 0) < 0;

const isDraft = ({ draft, status }: CustomerInvoice): boolean => draft === true || status === "draft";

/** Settled by a credit note alone. */
const isCancelled = ({ status }: CustomerInvoice): boolean => status === "cancelled";

/** The remaining amount stays when an invoice is marked as paid. Both amounts are in euros. */
const owedOf = (native: CustomerInvoice) => ({
  open: native.paid === true || native.status === "paid" || isCancelled(native) ? 0 : native.remaining_amount_with_tax,
  total: native.amount,
  due: native.deadline,
});

/** The remaining amount and the deadline say more than most of these words (reference, 2026-02). */
const knownStates = [
  "archived",
  "cancelled",
  "credit_note",
  "draft",
  "incomplete",
  "late",
  "paid",
  "partially_cancelled",
  "upcoming",
];
const unknownState = ({ status }: CustomerInvoice): string | undefined =>
  status && !knownStates.includes(status) ? status : undefined;
const unread = { unread: unknownState };

function stateIn(native: CustomerInvoice) {
  if (unknownState(native) !== undefined) return undefined;
  if (native.status === "archived") return "VOIDED";
  return isDraft(native) ? "DRAFT" : documentStatusOf(owedOf(native), today());
}
const stateOf = Object.assign(stateIn, unread);

function paymentStateIn(native: CustomerInvoice) {
  if (unknownState(native) !== undefined || isDraft(native) || native.status === "archived") return undefined;
  return isCancelled(native) ? "CLEARED_WITH_CREDIT_NOTE" : paymentStatusOf(owedOf(native));
}
const paymentStateOf = Object.assign(paymentStateIn, unread);

const fields = twoWay({
  dueDate: day("deadline"),
  invoiceDate: day("date"),
  name: plainValue("pdf_invoice_subject"),
});

const head = {
  ...fields.reads,
  ...stamps,
  ...values({ invoiceNumber: "invoice_number" }),
  ...amounts({
    sumNetAmount: "currency_amount_before_tax",
    totalAmount: "currency_amount",
    totalTaxAmount: "currency_tax",
  }),
  invoiceId: ({ id }: CustomerInvoice) => String(id),
  contactId: ({ customer }: CustomerInvoice) => idIn(customer),
  currency: currencyOf,
  lineAmountTypes: () => "EXCLUSIVE" as const,
  paymentStatus: paymentStateOf,
  paymentTermDuration: ({ date, deadline }: CustomerInvoice) => termOf(date, deadline),
  status: stateOf,
};

const listedInvoice = mapping<records.Invoice, CustomerInvoice>(head);

const invoice = mapping<records.Invoice, lines.WithLines>({
  ...head,
  discountAmount: lines.discountOf,
  lineItems: nestedList(lines.invoiceLine, (native) => native.lines),
});

const turned =
  (name: "currency_amount" | "currency_amount_before_tax" | "currency_tax") => (native: CustomerInvoice) => {
    const value = amount(native[name]);
    return value === undefined || value === 0 ? value : -value;
  };

const creditHead = {
  ...stamps,
  ...days({ creditNoteDate: "date" }),
  ...values({ creditNoteNumber: "invoice_number" }),
  id: ({ id }: CustomerInvoice) => String(id),
  contactId: ({ customer }: CustomerInvoice) => idIn(customer),
  currency: currencyOf,
  paymentStatus: paymentStateOf,
  status: stateOf,
  totalGrossAmount: turned("currency_amount"),
  totalNetAmount: turned("currency_amount_before_tax"),
  totalTaxAmount: turned("currency_tax"),
};

const listedCreditNote = mapping<records.CreditNote, CustomerInvoice>(creditHead);
const creditNote = mapping<records.CreditNote, lines.WithLines>({
  ...creditHead,
  creditNoteLines: nestedList(lines.creditLine, (native) => native.lines),
});

const unclearSettlement = paidOrNot(
  "Pennylane says that a document is paid, but not by what: by money, a write-off or by hand. It reads PAID.",
);

const shortRule = "Lists have no lines. Get a single record for them.";

const states = statusFilters(stateOf, paymentStateOf);

async function readKind(session: Session, id: string | undefined, credit: boolean): Promise<CustomerInvoice> {
  const native = (await session.read(path`/customer_invoices/${id}`)) as CustomerInvoice;
  if (isCredit(native) !== credit) throw noRecord();
  return native;
}

const raw = ({ lines: _lines, ...native }: lines.WithLines): CustomerInvoice => native;

const readWith =
  (idName: string, credit: boolean) =>
  async ({ ids }: Call, session: Session): Promise<lines.WithLines> =>
    lines.withLines(await readKind(session, ids[idName], credit), session);

const parts = {
  read: async ({ ids }: Call, session: Session) => {
    const { id } = await readKind(session, ids["invoiceId"], false);
    return lines.linesOf(session, String(id));
  },
  parts: (all: readonly InvoiceLine[]) => all,
  map: lines.invoiceLine,
};

const discountPath = { path: ["discount", "value"] };
const discountAs = (percentage: number): object => ({
  discount: { type: "relative", value: decimal(percentage) },
});

/** The vendor numbers invoices itself. */
const encoders = {
  ...fields.writes,
  contactId: idAs("customer_id"),
  currency: fieldAs("currency"),
  discountPercentage: Object.assign(discountAs, discountPath),
  lineAmountTypes: onlyAccepts(["EXCLUSIVE"], ": its prices are without tax"),
  status: onlyAccepts(["DRAFT", "OPEN"], "; payments lead to the other states"),
};

const invoiceEncoder = encoder<inputs.InvoiceInput>({
  ...encoders,
  discountPercentage: Object.assign(
    (percentage: number): object => (percentage === 0 ? {} : discountAs(percentage)),
    discountPath,
  ),
  lineItems: listAs("invoice_lines", lines.lineEncoder),
  // The due day follows from it.
  paymentTermDuration: (): object => ({}),
});

const patchEncoder = encoder<inputs.InvoicePatch>(encoders);

interface Prepared {
  readonly deadline: string;
}

/** The due day in the body, or the one that follows from the term in the body or of the customer. */
async function prepareNew(call: WriteCall<inputs.InvoiceInput>, session: Session): Promise<Prepared> {
  lines.checkLines(call);
  const { dueDate, invoiceDate, paymentTermDuration, contactId, status } = call.body;
  if (status === "OPEN") await checkOpenDay(invoiceDate, "invoiceDate", session);
  if (dueDate !== undefined) return { deadline: calendarDay(dueDate) };
  const date = calendarDay(invoiceDate);
  if (paymentTermDuration !== undefined) return { deadline: daysAfter(date, paymentTermDuration) };
  const { payment_conditions: conditions } = (await session.read(path`/customers/${contactId}`)) as Customer;
  const deadline = deadlineFor(date, conditions);
  if (deadline !== undefined) return { deadline };
  throw cannotStore(
    `An invoice needs a due day at Pennylane, and the customer's payment conditions (${conditions}) name none. Send dueDate.`,
    "dueDate",
  );
}

/** Finalising gives the number, and cannot be taken back. An earlier attempt may have done so. */
async function finalised(
  { id }: CustomerInvoice,
  { body: { status } }: WriteCall<{ readonly status?: string }>,
  session: Session,
): Promise<void> {
  if (status !== "OPEN") return;
  const at = path`/customer_invoices/${String(id)}`;
  const native = (await session.read(at)) as CustomerInvoice;
  if (isDraft(native)) await session.send({ method: "PUT", path: `${at}/finalize` });
}

const readBack = async ({ id }: CustomerInvoice, _call: unknown, session: Session): Promise<lines.WithLines> => {
  const native = (await session.read(path`/customer_invoices/${String(id)}`)) as CustomerInvoice;
  return lines.withLines(native, session);
};

const finalRule =
  "With the status OPEN the draft is finalised: it gets its number and cannot change any more. Nothing is sent to the customer.";

const create = write<inputs.InvoiceInput, records.Invoice, lines.WithLines>({
  method: "POST",
  path: folder,
  encoder: invoiceEncoder,
  also: ({ marker }) => ({ draft: true, external_reference: marker }),
  prepare: prepareNew,
  body: (encoded: Encoded, prepared) => ({ ...encoded, deadline: (prepared as Prepared).deadline }),
  afterwards: finalised,
  readBack,
  map: invoice,
  raw,
  undo: (id, session) => session.send({ method: "DELETE", path: path`/customer_invoices/${id}` }),
  find: async ({ marker }, session) => {
    const [found] = await allOf<CustomerInvoice>(session, folder, where(condition("external_reference", "eq", marker)));
    return found && lines.withLines(found, session);
  },
  requires: ["contactId"],
  rules: [
    finalRule,
    "Without dueDate and paymentTermDuration the due day follows from the customer's payment conditions.",
    "The target system numbers invoices itself. Kontor's mark is in external_reference.",
  ],
});

const isOnlyOpening = ({ status, ...changes }: inputs.InvoicePatch): boolean =>
  status === "OPEN" && Object.keys(changes).length === 0;

const openStates: readonly unknown[] = ["OPEN", "OVERDUE", "PARTIALLY_PAID", "PARTIALLY_OVERDUE"];

/** A finalised invoice keeps everything but its label (reference, 2026-02). Repeating its status is not a change. */
async function changeable({ ids, body }: WriteCall<inputs.InvoicePatch>, session: Session): Promise<CustomerInvoice> {
  const native = await readKind(session, ids["invoiceId"], false);
  if (isDraft(native)) {
    if (body.status === "OPEN") await checkOpenDay(body.invoiceDate ?? native.date ?? "", "invoiceDate", session);
    return native;
  }
  if (isOnlyOpening(body) && openStates.includes(stateIn(native))) return native;
  throw new Failure(
    "document_locked",
    "A finalised invoice cannot change at Pennylane. Create a credit note there instead.",
    { field: "invoiceId" },
  );
}

/** Of a change of status alone, the action is the request. */
const patchPath = ({ ids: { invoiceId }, body }: WriteCall<inputs.InvoicePatch>, native: CustomerInvoice): string =>
  isOnlyOpening(body) && isDraft(native)
    ? path`/customer_invoices/${invoiceId}/finalize`
    : path`/customer_invoices/${invoiceId}`;

/** An invoice that was finalised before gets the label that it has. */
const patchBody = (encoded: Encoded, prepared: unknown): object => {
  const native = prepared as CustomerInvoice;
  return isDraft(native) ? encoded : { label: native.label };
};

export const invoices = {
  "invoices.list": unclearList(
    unclearSettlement,
    listWithFeed<records.Invoice, CustomerInvoice>("customer_invoices", {
      path: folder,
      map: listedInvoice,
      always: [condition("credit_note", "eq", false)],
      local: ["status", "paymentStatus", "dueDateFrom"],
      localFilter: {
        when: (wanted) => states.when(wanted) || wanted.dueDateFrom !== undefined,
        fits: (native, wanted) => states.fits(native, wanted) && (native.deadline ?? "") >= (wanted.dueDateFrom ?? ""),
      },
      orders: { invoiceDate: "date" },
      rules: [shortRule],
    }),
  ),
  "invoices.get": unclearGet(
    unclearSettlement,
    get<records.Invoice, lines.WithLines>({ map: invoice, read: readWith("invoiceId", false), raw }),
  ),
  "invoices.lineItems.list": partsOf(parts),
  "invoices.lineItems.get": partOf({ ...parts, id: ({ id }: InvoiceLine) => String(id) }),
  "invoices.create": refusingNegativeTotals({ system: "Pennylane" }, create),
  "invoices.patch": write<inputs.InvoicePatch, records.Invoice, lines.WithLines>({
    method: "PUT",
    path: patchPath,
    encoder: patchEncoder,
    prepare: changeable,
    body: patchBody,
    afterwards: finalised,
    readBack,
    map: invoice,
    raw,
    repeatable: true,
    rules: ["Only drafts can change, and lines cannot be changed.", finalRule],
  }),
};

export const creditNotes = {
  "creditNotes.list": unclearList(
    unclearSettlement,
    listWithFeed<records.CreditNote, CustomerInvoice>("customer_invoices", {
      path: folder,
      map: listedCreditNote,
      always: [condition("credit_note", "eq", true)],
      rules: [shortRule],
    }),
  ),
  "creditNotes.get": unclearGet(
    unclearSettlement,
    get<records.CreditNote, lines.WithLines>({ map: creditNote, read: readWith("creditNoteId", true), raw }),
  ),
};
