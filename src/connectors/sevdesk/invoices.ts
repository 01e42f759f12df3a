/** Invoices. Cancellation invoices (type SR) are credit notes. */
import type { Call, OpenAmount, PaidDocument, WriteCall } from "../../contract/connector.ts";
import { cannotStore, Failure } from "../../contract/failure.ts";
import type {
  InvoiceInput,
  InvoiceLineItemInput,
  InvoiceLineItemPatch,
  InvoicePatch,
} from "../../contract/inputs/sales.ts";
import type * as records from "../../contract/records/sales.ts";
import type { Session } from "../../contract/session.ts";
import { days, values } from "../../kit/columns.ts";
import { accountingDay, daysBetween } from "../../kit/dates.ts";
import {
  type Encoded,
  encodedTogether,
  encoder,
  fieldAs,
  listAs,
  numberAs,
  onlyAccepts,
  sentSeparately,
} from "../../kit/encode.ts";
import { filteredList } from "../../kit/lists/filteredList.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, difference } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get, partOf, partsOf, undefinedIfMissing } from "../../kit/reading.ts";
import { operationsOf } from "../../kit/views.ts";
import { write } from "../../kit/writing.ts";
import { companyCurrency } from "./accounts.ts";
import {
  changedAfter,
  germanDay,
  inPages,
  isChangedSince,
  isSet,
  readRecord,
  recordIn,
  referenceTo,
  secondsOf,
  wholeNumber,
} from "./conventions.ts";
import * as shared from "./fields.ts";
import { printed } from "./files.ts";
import {
  type Complete,
  type Draft,
  discountOf,
  factsOf,
  type Line,
  type LineFacts,
  lineEncoders,
  lineFields,
  linesIn,
  positionsRule,
  rateOf,
  readDocument,
  savedLine,
  withoutUnits,
} from "./positions.ts";
import { contactPersonId, isFirstSystem } from "./references.ts";
import {
  cachedGuidance,
  chooseRule,
  decoded,
  onlyRate,
  ruleReference,
  salesRule,
  salesRuleWords,
  taxTypeOf,
} from "./taxes.ts";
import type { Invoice as InvoiceHead, Reply, Text } from "./types.ts";

type Invoice = Complete<InvoiceHead>;

/** Normal, partial, advance and final invoices. Recurring ones (WKR) are templates, and reminders (MA) repeat an invoice. */
const kinds: readonly Text[] = ["RE", "TR", "AR", "ER"];
export const isCancellation = ({ invoiceType }: Invoice): boolean => invoiceType === "SR";
const isInvoice = ({ invoiceType }: Invoice): boolean => kinds.includes(invoiceType ?? "RE");

/** The due date is kept as a number of days after the invoice's date. */
const dueOf = ({ invoiceDate, timeToPay }: Invoice): string | undefined => {
  const term = wholeNumber(timeToPay);
  if (!invoiceDate || term === undefined) return undefined;
  return new Date(Date.parse(invoiceDate.slice(0, 10)) + term * 86_400_000).toISOString();
};

const statusOf = shared.statusOf<Invoice>(shared.salesStates, dueOf);

/** A cancelled invoice is settled without a payment: its cancellation invoice is a credit note. */
const isCancelled = ({ status, paidAmount, sumGross }: Invoice): boolean =>
  status === shared.paid && (amount(paidAmount) ?? 0) === 0 && (amount(sumGross) ?? 0) !== 0;

const paymentStatusOf = (invoice: Invoice) =>
  isCancelled(invoice) ? ("CLEARED_WITH_CREDIT_NOTE" as const) : shared.paymentStatusOf(statusOf(invoice), invoice);

const showsGross = ({ showNet }: Invoice): boolean => !isSet(showNet ?? "1");

const ruleIn = (invoice: Invoice) => {
  const word = salesRule(invoice);
  return word === "NET" && showsGross(invoice) ? ("GROSS" as const) : word;
};

const fields = {
  ...shared.stamps,
  ...values({
    invoiceId: "id",
    currency: "currency",
    invoiceNumber: "invoiceNumber",
    name: "addressName",
    oneLineAddress: "address",
    reference: "customerInternalNote",
  }),
  contactId: shared.contactId,
  dueDate: (invoice: Invoice) => accountingDay(dueOf(invoice)),
  ...days({ invoiceDate: "invoiceDate", shippingDate: "deliveryDate" }),
  lineAmountTypes: (invoice: Invoice) => (showsGross(invoice) ? ("INCLUSIVE" as const) : ("EXCLUSIVE" as const)),
  paidDate: shared.paidDay,
  paymentStatus: paymentStatusOf,
  paymentTermDuration: ({ timeToPay }: Invoice) => wholeNumber(timeToPay),
  status: statusOf,
  sumNetAmount: shared.netOf,
  taxRule: Object.assign(ruleIn, { unread: salesRule.unread }),
  totalAmount: shared.grossOf,
  totalTaxAmount: shared.taxOf,
};

const summary = mapping<records.Invoice, Invoice>(fields);

const line = mapping<records.InvoiceLineItem, Line>({
  ...lineFields,
  ...values({ lineItemId: "id", name: "name" }),
  discountItemPercentage: discountOf,
  grossAmount: shared.grossOf,
  itemsAmount: shared.netOf,
});

/** What the lines come to above the document's own total, if sevdesk keeps a discount beside them. */
const documentDiscount = (invoice: Invoice): number | undefined => {
  if (invoice.positions === undefined) return undefined;
  const rest = difference(shared.sumOf(invoice.positions, shared.netOf), shared.netOf(invoice));
  // Less is rounding.
  return rest !== undefined && Math.abs(rest) > 0.005 * Math.max(1, invoice.positions.length) ? rest : undefined;
};

const invoice = mapping<records.Invoice, Invoice>({
  ...fields,
  discountAmount: documentDiscount,
  lineItems: nestedList(line, linesIn),
});
const withoutAdded = ({ units: _units, ...native }: Invoice): Invoice => native;

const read = (id: string, session: Session): Promise<Invoice> =>
  readDocument<Invoice>(session, "Invoice", { id, is: isInvoice });
const readCall = ({ ids: { invoiceId = "" } }: Call, session: Session): Promise<Invoice> => read(invoiceId, session);

interface Saved {
  readonly invoice?: Invoice;
}
const savedIn = (reply: Reply<Saved>): Invoice | undefined => recordIn(reply)?.invoice;

interface Encoding {
  readonly lines?: readonly Draft[];
  readonly taxRule?: string;
  readonly showNet?: boolean;
  readonly [field: string]: unknown;
}

const encodeLine = encoder<Partial<InvoiceLineItemInput>>(lineEncoders);

const pricesAs = encodedTogether(["lineAmountTypes", "taxRule"], (input: Partial<InvoiceInput>) => {
  const types = input.lineAmountTypes ?? (input.taxRule === "GROSS" ? "INCLUSIVE" : undefined);
  return {
    ...(types !== undefined && { showNet: types !== "INCLUSIVE" }),
    ...(input.taxRule !== undefined && { taxRule: input.taxRule }),
  };
});

const encoders = {
  contactId: (id: string) => ({ contact: referenceTo("Contact", id) }),
  currency: fieldAs("currency"),
  dueDate: sentSeparately,
  invoiceDate: (day: string) => ({ invoiceDate: germanDay(day) }),
  lineAmountTypes: Object.assign(pricesAs.lineAmountTypes, { words: ["EXCLUSIVE", "INCLUSIVE"] }),
  lineItems: listAs("lines", encodeLine),
  name: fieldAs("addressName"),
  oneLineAddress: fieldAs("address"),
  paymentTermDuration: numberAs("timeToPay"),
  reference: fieldAs("customerInternalNote"),
  shippingDate: (day: string) => ({ deliveryDate: secondsOf(day) }),
  taxRule: Object.assign(
    (word: string, input: Partial<InvoiceInput>, field: string) => {
      salesRuleWords(word, input, field);
      return pricesAs.taxRule(word, input, field);
    },
    { words: [...salesWords()] },
  ),
};
function salesWords(): readonly string[] {
  return [
    "NET",
    "GROSS",
    "EXPORT_GOODS",
    "INTRACOMMUNITY_GOODS",
    "TAXFREE",
    "REVERSE_CHARGE",
    "SMALL_BUSINESS_EXEMPTION",
    "NON_DOMESTIC_SERVICE",
    "OSS_GOODS",
    "OSS_ELECTRONIC_SERVICES",
    "OSS_SERVICES",
    "INTRACOMMUNITY_SERVICE",
  ];
}

interface Prepared {
  readonly facts: LineFacts;
  readonly contactPerson: string;
  readonly currency: string | undefined;
  readonly isFirst: boolean;
  readonly guidance: Awaited<ReturnType<typeof cachedGuidance>>;
  /** The invoice before a change. */
  readonly current?: Invoice;
}

async function prepare(call: WriteCall<InvoiceInput | InvoicePatch>, session: Session): Promise<Prepared> {
  const isFirst = await isFirstSystem(session);
  return {
    facts: await factsOf(call, session),
    contactPerson: await contactPersonId(session),
    currency: await companyCurrency(session),
    isFirst,
    guidance: isFirst ? [] : await cachedGuidance(session),
  };
}

/** Nothing says how an exchange rate is sent with an invoice. */
function checkCurrency(asked: unknown, { currency }: Prepared): void {
  if (asked === undefined || currency === undefined || asked === currency) return;
  throw cannotStore(
    `Kontor writes invoices in the company's currency ${currency} to sevdesk. Leave currency out, or enter the invoice in sevdesk.`,
    "currency",
  );
}

interface TaxInput {
  readonly word: string | undefined;
  readonly lines: readonly Draft[];
}

interface Taxes {
  readonly tax: object;
  /** The rate of lines that name none. */
  readonly usualRate: number | undefined;
  /** With the rates of their tax codes. */
  readonly lines: readonly Draft[];
}

function taxOf({ word, lines: drafts }: TaxInput, { facts, guidance, isFirst }: Prepared): Taxes {
  const { lines, coded } = decoded(drafts, guidance);
  if (isFirst) return { tax: taxTypeOf(word), usualRate: undefined, lines };
  const rates = new Map(
    lines.map((draft, index) => [`lineItems[${index}].taxRatePercentage`, rateOf(draft, facts)] as const),
  );
  const rule = chooseRule(guidance, { side: "INVOICE", word, coded, rates });
  return { tax: ruleReference(rule), usualRate: onlyRate(rule), lines };
}

/** Shown on the document. sevdesk requires it. */
const taxText = "Umsatzsteuer";

function newInvoice(encoded: Encoded, prepared: unknown, { body }: WriteCall<InvoiceInput>): object {
  const facts = prepared as Prepared;
  const { lines: drafts = [], showNet = true, taxRule, currency, ...rest } = encoded as Encoding;
  checkCurrency(currency, facts);
  const { tax, usualRate, lines } = taxOf({ word: taxRule, lines: drafts }, facts);
  return {
    invoice: {
      objectName: "Invoice",
      mapAll: true,
      invoiceType: "RE",
      status: 100,
      contactPerson: referenceTo("SevUser", facts.contactPerson),
      discount: 0,
      taxRate: 0,
      taxText: body.taxText ?? taxText,
      currency: currency ?? facts.currency ?? "EUR",
      showNet,
      ...tax,
      ...termOf(body),
      ...rest,
    },
    invoicePosSave: lines.map((draft, index) =>
      savedLine(draft, index, { objectName: "InvoicePos", facts: facts.facts, usualRate, showNet }),
    ),
    invoicePosDelete: null,
    takeDefaultAddress: body.oneLineAddress === undefined && body.name === undefined,
  };
}

const termOf = ({ invoiceDate, dueDate }: Partial<InvoiceInput>): object =>
  invoiceDate === undefined || dueDate === undefined ? {} : { timeToPay: daysBetween(invoiceDate, dueDate) };

/** Gives a draft its number. Nothing is mailed: the invoice is marked as downloaded. */
async function open(id: string, session: Session): Promise<void> {
  // An earlier attempt may have opened it.
  const current = await readRecord<Invoice>(session, path`/Invoice/${id}`);
  if (current?.status !== "100") return;
  await session.send({
    method: "PUT",
    path: path`/Invoice/${id}/sendBy`,
    body: { sendType: "VPDF", sendDraft: false },
  });
}

/** The fields of a draft that sevdesk requires with every change, as they are. */
function unchanged(current: Invoice): object {
  const { contact, contactPerson, invoiceDate, taxRule, taxType, timeToPay } = current;
  return {
    contact: contact && referenceTo("Contact", contact.id),
    ...(contactPerson && { contactPerson: referenceTo("SevUser", contactPerson.id) }),
    invoiceDate: invoiceDate ? germanDay(invoiceDate) : undefined,
    ...(taxRule && { taxRule: referenceTo("TaxRule", taxRule.id) }),
    ...(taxType && { taxType }),
    ...(wholeNumber(timeToPay) !== undefined && { timeToPay: wholeNumber(timeToPay) }),
    currency: current.currency,
    taxText: current.taxText || taxText,
  };
}

const asDrafts = ({ positions = [] }: Invoice): readonly Draft[] =>
  positions.map((position) => ({
    id: position.id,
    ...(position.part && { partId: String(position.part.id) }),
    ...(position.name && { name: position.name }),
    ...(position.text && { text: position.text }),
    quantity: amount(position.quantity as string) ?? 1,
    price: amount(position.price) ?? 0,
    rate: amount(position.taxRate) ?? 0,
  }));

function changedInvoice(encoded: Encoded, prepared: unknown, { body }: WriteCall<InvoicePatch>): object {
  const facts = prepared as Prepared;
  const current = facts.current as Invoice;
  const { lines, taxRule, currency, ...rest } = encoded as Encoding;
  checkCurrency(currency, facts);
  const showNet = rest.showNet ?? !showsGross(current);
  const known = new Map((current.positions ?? []).map((position) => [position.id, position]));
  for (const [index, { id }] of (lines ?? []).entries())
    if (id !== undefined && !known.has(id))
      throw cannotStore(`The invoice has no line "${id}".`, `lineItems[${index}].lineItemId`);
  const former = new Map(asDrafts(current).map((draft) => [draft.id, draft]));
  const drafts =
    lines?.map((draft) => {
      const { rate, ...before } = former.get(draft.id) ?? {};
      return { ...before, ...(draft.code === undefined && rate !== undefined && { rate }), ...draft };
    }) ?? asDrafts(current);
  const isRetaxed = taxRule !== undefined || drafts.some(({ code }) => code !== undefined);
  const retaxed = isRetaxed ? taxOf({ word: taxRule, lines: drafts }, facts) : undefined;
  const kept = new Set(drafts.map(({ id }) => id));
  const deleted = [...known.keys()].filter((id) => !kept.has(id));
  const invoiceDate = body.invoiceDate ?? current.invoiceDate ?? undefined;
  return {
    invoice: {
      id: Number(current.id),
      objectName: "Invoice",
      mapAll: true,
      invoiceType: current.invoiceType ?? "RE",
      status: 100,
      discount: 0,
      taxRate: 0,
      ...unchanged(current),
      ...retaxed?.tax,
      ...(body.dueDate !== undefined && invoiceDate !== undefined && termOf({ invoiceDate, dueDate: body.dueDate })),
      ...rest,
      showNet,
    },
    invoicePosSave: (retaxed?.lines ?? drafts).map((draft, index) =>
      savedLine(draft, index, { objectName: "InvoicePos", facts: facts.facts, usualRate: retaxed?.usualRate, showNet }),
    ),
    invoicePosDelete: deleted.length === 0 ? null : deleted.map((id) => referenceTo("InvoicePos", id)),
    takeDefaultAddress: false,
  };
}

const lockedMessage =
  "sevdesk changes drafts only. Cancel this invoice in sevdesk, or create a credit note there, and create a new invoice.";

/** Only drafts change. Opening an open invoice again is no change. */
async function prepareChange(call: WriteCall<InvoicePatch>, session: Session): Promise<Prepared> {
  const current = await readCall(call, session);
  const [field = "status"] = Object.keys(call.body);
  const isDraft = current.status === "100";
  if (!isDraft) throw new Failure("document_locked", lockedMessage, { field });
  return { ...(await prepare(call, session)), current };
}

const statusAs = onlyAccepts(
  ["DRAFT", "OPEN"],
  ". sevdesk cancels an invoice with a cancellation invoice: cancel it there, then it is PAID with the payment status CLEARED_WITH_CREDIT_NOTE",
);

const lineParts = {
  read: readCall,
  parts: linesIn,
  map: line,
  raw: withoutUnits,
};

const draftRules = [
  "The invoice is a draft without a number unless its status is OPEN. It then gets its number, is locked, and can no longer be changed. Nothing is mailed.",
  "Without taxRule the invoice has the company's usual tax rule. A line without taxRatePercentage has the rate of its item.",
  "A line without unitName has the unit of its item, or is a piece.",
  "sevdesk needs one of its users as contact person. Kontor takes the first one.",
  "Without name and oneLineAddress sevdesk fills in the contact's first address.",
];

export const invoices = {
  "invoices.list": filteredList<records.Invoice, Invoice>({
    map: summary,
    sources: ({ filters: { lastModifiedAt: since } }) => [
      { path: "/Invoice", query: since === undefined ? {} : changedAfter(since) },
    ],
    fits: (native, { filters: { status, paymentStatus, lastModifiedAt: since, dueDateFrom = "" } }) =>
      isInvoice(native) &&
      isChangedSince(native, since) &&
      (dueOf(native) ?? "") >= dueDateFrom &&
      (status === undefined || status.split(",").includes(statusOf(native) ?? "")) &&
      (paymentStatus === undefined || paymentStatus.split(",").includes(paymentStatusOf(native) ?? "")),
    filters: ["status", "paymentStatus", "dueDateFrom", "lastModifiedAt"],
    ...inPages,
    rules: [
      "Cancellation invoices are listed in creditNotes. Templates of recurring invoices and reminders are left out. Only the last page has the total.",
      "The list has no lines: sevdesk returns them for one invoice at a time.",
      "Revenue vouchers, which sevdesk keeps for invoices from other systems, are not listed.",
    ],
  }),
  "invoices.get": get({ read: readCall, map: invoice, raw: withoutAdded, rules: [positionsRule] }),
  "invoices.document.get": printed("Invoice", "invoiceId"),
  ...operationsOf("invoices.lineItems", {
    list: partsOf(lineParts),
    get: partOf({ ...lineParts, id: ({ id }: Line) => id }),
  }),
  "invoices.create": write<InvoiceInput, records.Invoice, Invoice>({
    method: "POST",
    path: "/Invoice/Factory/saveInvoice",
    encoder: encoder<InvoiceInput>({ ...encoders, status: statusAs, taxText: sentSeparately }),
    requires: ["contactId"],
    prepare,
    body: newInvoice,
    record: savedIn,
    afterwards: async ({ id }, { body }, session) => {
      if (body.status === "OPEN") await open(id, session);
      return read(id, session);
    },
    map: invoice,
    raw: withoutAdded,
    undo: (id, session) => session.send({ method: "DELETE", path: path`/Invoice/${id}` }),
    rules: draftRules,
  }),
  "invoices.patch": write<InvoicePatch, records.Invoice, Invoice>({
    method: "POST",
    path: "/Invoice/Factory/saveInvoice",
    encoder: encoder<InvoicePatch>({
      ...(encoders as object),
      lineItems: listAs("lines", encoder<InvoiceLineItemPatch>({ ...lineEncoders, lineItemId: fieldAs("id") })),
      status: statusAs,
    }),
    prepare: prepareChange,
    body: changedInvoice,
    record: savedIn,
    afterwards: async ({ id }, { body }, session) => {
      if (body.status === "OPEN") await open(id, session);
      return read(id, session);
    },
    map: invoice,
    raw: withoutAdded,
    rules: [
      "sevdesk changes drafts only.",
      "lineItems replaces all lines. Send the lineItemId of each line to keep.",
      "status OPEN gives the invoice its number and locks it. Nothing is mailed.",
    ],
  }),
};

export const openAmountOfInvoice = async ({ id }: PaidDocument, session: Session): Promise<OpenAmount | undefined> => {
  const found = await undefinedIfMissing(readRecord<Invoice>(session, path`/Invoice/${id}`));
  return found && { amount: shared.openOf(found), currency: found.currency ?? undefined };
};
