/** Invoices and drafts. A credit note is an invoice with negative amounts. */
import type { FilterName, Filters, ListHandler, WriteCall } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type * as inputs from "../../contract/inputs/sales.ts";
import type * as records from "../../contract/records/sales.ts";
import { type Session } from "../../contract/session.ts";
import { absoluteAmounts, amounts, days } from "../../kit/columns.ts";
import { termOf } from "../../kit/dates.ts";
import { documentStatusOf, paymentStatusOf } from "../../kit/documents/paymentStatus.ts";
import { unclearGet, unclearList } from "../../kit/documents/unclear.ts";
import { file } from "../../kit/download.ts";
import { encoder, listAs, onlyAccepts, sentSeparately } from "../../kit/encode.ts";
import type { Source } from "../../kit/lists/filteredList.ts";
import { type Mapping, mapping, nestedList } from "../../kit/mapping.ts";
import { amount, difference, portion, sum, unsigned } from "../../kit/money.ts";
import { get, noRecord, partOf, partsOf, undefinedIfMissing } from "../../kit/reading.ts";
import { referencedRow } from "../../kit/referencedRow.ts";
import { day, number, twoWay } from "../../kit/twoWay.ts";
import { vatAccounts } from "./bookedEntries.ts";
import { create, idempotencyKey, matches, numbered, older, pdfAt, today, unclearSettlement } from "./conventions.ts";
import * as documents from "./documents.ts";
import { idOf, ids, negated, negateds, wholeNumber } from "./fields.ts";
import { checkOpenYear } from "./ledger.ts";
import { merged, replace } from "./replacing.ts";
import { checkRates } from "./salesVat.ts";
import type { Document, Invoice, Line } from "./types.ts";

const drafts = "/invoices/drafts";
const booked = "/invoices/booked";

const isDraft = ({ bookedInvoiceNumber }: Invoice): boolean => idOf(bookedInvoiceNumber) === undefined;
const isCredit = ({ grossAmount, netAmount }: Invoice): boolean => Number(grossAmount ?? netAmount ?? 0) < 0;

const isInvoice = (native: Invoice): boolean => !isCredit(native);

/** Drafts are numbered separately and lose their number when they are booked. */
const invoiceId = (invoice: Invoice): string =>
  isDraft(invoice) ? `draft-${invoice.draftInvoiceNumber}` : `booked-${invoice.bookedInvoiceNumber}`;

function pathTo(id: string | undefined): string {
  const [, folder, number] = /^(draft|booked)-(\d+)$/.exec(id ?? "") ?? [];
  return numbered(folder === "draft" ? drafts : booked, number);
}

const owed = (invoice: Invoice) => {
  const sign = isCredit(invoice) ? negated : amount;
  return { open: sign(invoice.remainder), total: sign(invoice.grossAmount), due: invoice.dueDate };
};
const stateOf = (invoice: Invoice) => (isDraft(invoice) ? "DRAFT" : documentStatusOf(owed(invoice), today()));
const paymentStateOf = (invoice: Invoice) => (isDraft(invoice) ? undefined : paymentStatusOf(owed(invoice)));

const lineFields = twoWay({ discountItemPercentage: number("discountPercentage") });

const invoiceLine = mapping<records.InvoiceLineItem, Line>({
  ...documents.taxedLine,
  ...documents.dimensionsOf,
  ...lineFields.reads,
  lineItemId: documents.lineId,
  grossAmount: documents.grossOf,
  itemsAmount: documents.netOf,
});

const dayFields = twoWay({
  dueDate: day("dueDate"),
  invoiceDate: day("date"),
  shippingDate: day("delivery.deliveryDate"),
});

const head = {
  ...documents.receivableHead,
  ...documents.namedFields.reads,
  ...dayFields.reads,
  invoiceId,
  ...amounts({ sumNetAmount: "netAmount", totalAmount: "grossAmount", totalTaxAmount: "vatAmount" }),
  ...ids({ invoiceNumber: "bookedInvoiceNumber" }),
  lineAmountTypes: () => "EXCLUSIVE" as const,
  paymentStatus: paymentStateOf,
  paymentTermDuration: ({ date, dueDate }: Invoice) => termOf(date, dueDate),
  status: stateOf,
};

const listedInvoice = mapping<records.Invoice, Invoice>(head);
const invoice = mapping<records.Invoice, Invoice>({
  ...head,
  lineItems: nestedList(invoiceLine, ({ lines }) => lines),
});

/** The vendor has views of booked invoices for most states. */
const views: Readonly<Record<string, string>> = {
  PAID: "/invoices/paid",
  OPEN: "/invoices/unpaid",
  PARTIALLY_PAID: "/invoices/unpaid",
  OVERDUE: "/invoices/overdue",
  PARTIALLY_OVERDUE: "/invoices/overdue",
};

const draftSource: Source = { path: drafts, query: { sort: "draftInvoiceNumber" } };
const bookedSource = (path: string): Source => ({ path, query: { sort: "bookedInvoiceNumber" } });

function sourcesFor({ status }: Filters): readonly Source[] {
  if (status === undefined) return [draftSource, bookedSource(booked)];
  return [status === "DRAFT" ? draftSource : bookedSource(views[status] ?? booked)];
}

/** Drafts come first, then booked invoices. Only the sign of the amounts tells invoices from credit notes. */
const receivables = <Record extends { readonly paymentStatus?: string }>(
  map: Mapping<Record, Invoice>,
  { fits, rules }: { readonly fits: (invoice: Invoice) => boolean; readonly rules?: readonly string[] },
  filters: readonly FilterName[] = ["status", "paymentStatus", "dueDateFrom"],
): ListHandler<Record> =>
  unclearList(
    unclearSettlement,
    older<Record, Invoice>({
      map,
      sources: (call) => sourcesFor(call.filters),
      fits: (native, call) =>
        fits(native) &&
        matches(call.filters, native, { status: stateOf, paymentStatus: paymentStateOf }) &&
        (native.dueDate ?? "") >= (call.filters.dueDateFrom ?? ""),
      filters,
      rules: ["Lists have no lines. Get a single record or its lineItems for them.", ...(rules ?? [])],
    }),
  );

const parts = {
  path: ({ ids }: { readonly ids: Readonly<Record<string, string>> }) => pathTo(ids["invoiceId"]),
  parts: (document: Invoice) => {
    if (isCredit(document)) throw noRecord();
    return document.lines;
  },
  map: invoiceLine,
};

const encoders = {
  ...documents.currencyField.writes,
  ...documents.namedFields.writes,
  ...documents.receivableFields.writes,
  ...dayFields.writes,
  addresses: documents.recipientAs,
  lineAmountTypes: onlyAccepts(["EXCLUSIVE"]),
  status: onlyAccepts(["DRAFT", "OPEN"], "; payments lead to the other states"),
};

const lineEncoders = {
  ...documents.lineEncoders,
  ...lineFields.writes,
  dimensions: documents.departmentAs,
};
const invoiceEncoder = encoder<inputs.InvoiceInput>({
  ...encoders,
  ...documents.customerField.writes,
  // Sent when the invoice is booked.
  invoiceNumber: sentSeparately,
  lineItems: listAs("lines", encoder<inputs.InvoiceLineItemInput>(lineEncoders)),
});

const patchEncoder = encoder<inputs.InvoicePatch>({
  ...encoders,
  lineItems: listAs("lines", encoder<inputs.InvoiceLineItemPatch>(lineEncoders)),
});
/** Amounts that the vendor calculates. */
const calculated = [
  "netAmount",
  "grossAmount",
  "vatAmount",
  "roundingAmount",
  "netAmountInBaseCurrency",
  "grossAmountInBaseCurrency",
  "costPriceInBaseCurrency",
  "marginInBaseCurrency",
  "marginPercentage",
];

function draftPath({ invoiceId: id }: Readonly<Record<string, string>>): string {
  if (id?.startsWith("booked-"))
    throw new Failure(
      "document_locked",
      "Booking is final at e-conomic, so a booked invoice cannot change. Create a credit note there instead.",
      { field: "invoiceId" },
    );
  return pathTo(id);
}

interface Booking {
  readonly status?: string;
  readonly invoiceNumber?: string;
  readonly lineItems?: readonly TaxedInput[];
}

interface TaxedInput {
  readonly taxCode?: string | undefined;
  readonly taxRatePercentage?: number;
}

/** The vendor takes VAT from the customer's zone and the item's group. A code can only confirm it. */
async function checkCodes({ lineItems = [] }: Booking, session: Session): Promise<void> {
  const codes = lineItems.map(({ taxCode }) => taxCode);
  if (codes.every((code) => code === undefined)) return;
  const known = await vatAccounts(session);
  for (const [index, code] of codes.entries())
    if (code !== undefined)
      referencedRow(known, {
        field: `lineItems[${index}].taxCode`,
        value: code,
        kind: "VAT code",
        key: ({ vatCode }) => vatCode,
      });
}

/** A draft whose VAT is not what the body's rates come to is deleted before it can be booked. */
async function checkTax(draft: Invoice, { lineItems = [] }: Booking, session: Session): Promise<void> {
  const lines = draft.lines ?? [];
  const rates = lineItems.map(({ taxRatePercentage }) => taxRatePercentage);
  if (lines.length !== rates.length || rates.some((rate) => rate === undefined)) return;
  const expected = sum(lines.map((line, index) => portion(line.totalNetAmount, rates[index] ?? 0)));
  const stored = amount(draft.vatAmount) ?? 0;
  if (Math.abs(expected - stored) <= 0.01 * lines.length) return;
  await session.send({ method: "DELETE", path: numbered(drafts, String(draft.draftInvoiceNumber)) });
  throw new Failure(
    "cannot_store",
    `VAT follows from the customer's zone and the item's group at e-conomic: this invoice would have ${stored} instead of ${expected}. Use an item whose group has the rate, or another taxRatePercentage. Nothing was stored.`,
    { field: "lineItems[0].taxRatePercentage", undone: true },
  );
}

/** Booking is final and removes the draft. A repeated key is answered with the booked invoice. */
async function bookedIfOpen(draft: Invoice, call: WriteCall<Booking>, session: Session): Promise<Invoice> {
  const { status, invoiceNumber } = call.body;
  if (status !== "OPEN") return (await session.read(pathTo(invoiceId(draft)))) as Invoice;
  const reply = (await session.send({
    method: "POST",
    path: booked,
    headers: idempotencyKey({ marker: `${call.marker}-booking` }),
    body: {
      draftInvoice: { draftInvoiceNumber: draft.draftInvoiceNumber },
      ...(invoiceNumber !== undefined && { bookWithNumber: wholeNumber(invoiceNumber, "invoiceNumber") }),
    },
  })) as Invoice;
  return (await session.read(pathTo(invoiceId(reply)))) as Invoice;
}

/** For new drafts, which may be deleted. */
async function checkedAndBooked(
  draft: Invoice,
  call: WriteCall<inputs.InvoiceInput>,
  session: Session,
): Promise<Invoice> {
  // An earlier attempt may have booked it: then there is no draft.
  const stored = (await undefinedIfMissing(session.read(pathTo(invoiceId(draft))))) as Invoice | undefined;
  if (stored !== undefined) await checkTax(stored, call.body, session);
  return bookedIfOpen(draft, call, session);
}

export const invoices = {
  "invoices.list": receivables(listedInvoice, {
    fits: isInvoice,
    rules: ["Drafts come first, then booked invoices. Credit notes are listed as creditNotes."],
  }),
  "invoices.get": unclearGet(
    unclearSettlement,
    get<records.Invoice, Invoice>({
      path: ({ ids }) => pathTo(ids["invoiceId"]),
      map: invoice,
      is: isInvoice,
    }),
  ),
  "invoices.document.get": file(({ ids: { invoiceId: id = "" } }) => pdfAt(id, pathTo(id))),
  "invoices.lineItems.list": partsOf(parts),
  "invoices.lineItems.get": partOf({ ...parts, id: documents.lineId }),
  "invoices.create": create<inputs.InvoiceInput, records.Invoice, Invoice>(drafts, {
    encoder: invoiceEncoder,
    body: documents.fromTemplate,
    afterwards: checkedAndBooked,
    map: invoice,
    prepare: async (call, session) => {
      await checkCodes(call.body, session);
      await checkOpenYear(call.body, session);
      const template = await documents.templateFor(call, session);
      await checkRates(call.body.lineItems ?? [], (template as Document).recipient?.vatZone, session);
      return merged(template, await documents.termsFor(call.body, session));
    },
    requires: ["contactId", "lineItems.itemId"],
    rules: [
      "The invoice stays a draft unless status is OPEN: then it is booked, which is final. Nothing is sent to the customer.",
      "Recipient, payment terms and layout default to the customer's. dueDate without paymentTermId uses terms of the type dueDate; with other terms the target system calculates the due date itself.",
      "VAT follows from the customer's zone and the item's group. invoiceNumber is used only when the invoice is booked.",
    ],
  }),
  "invoices.patch": replace<inputs.InvoicePatch, records.Invoice, Invoice>({
    path: draftPath,
    encoder: patchEncoder,
    check: async ({ body }, current, session) => {
      await checkCodes(body, session);
      await checkOpenYear({ invoiceDate: (current as Invoice).date ?? undefined, ...body }, session);
      await checkRates(body.lineItems ?? [], (current as Invoice).recipient?.vatZone, session);
    },
    afterwards: bookedIfOpen,
    map: invoice,
    omitted: [...calculated, "lastUpdated", "soap", "templates", "pdf", "attachment"],
    rules: ["Only drafts can be changed. lineItems replaces all lines. With status OPEN the changed draft is booked."],
  }),
};

/** Either the quantity or the price of a credited line is negative. A line of the opposite direction has no minus. */
const isOpposite = (line: Line): boolean => Number(line.quantity ?? 0) * Number(line.unitNetPrice ?? 0) > 0;

const creditLine = mapping<records.CreditNoteLine, Line>({
  ...documents.tradeLine,
  ...documents.taxedLine,
  ...absoluteAmounts({ unitAmount: "unitNetPrice" }),
  quantity: (native) => {
    const quantity = unsigned(native.quantity);
    return isOpposite(native) ? negated(quantity) : quantity;
  },
  totalGrossAmount: (native) => negated(documents.grossOf(native)),
  totalNetAmount: (native) => negated(documents.netOf(native)),
  totalTaxAmount: (native) => negated(difference(documents.grossOf(native), documents.netOf(native))),
});

const creditHead = {
  ...documents.receivableHead,
  id: invoiceId,
  paymentStatus: paymentStateOf,
  status: stateOf,
  ...days({ creditNoteDate: "date" }),
  ...ids({ creditNoteNumber: "bookedInvoiceNumber" }),
  ...negateds({ totalGrossAmount: "grossAmount", totalNetAmount: "netAmount", totalTaxAmount: "vatAmount" }),
};

const creditNote = mapping<records.CreditNote, Invoice>({
  ...creditHead,
  creditNoteLines: nestedList(creditLine, ({ lines }) => lines),
});

export const creditNotes = {
  "creditNotes.list": receivables(mapping<records.CreditNote, Invoice>(creditHead), { fits: isCredit }, []),
  "creditNotes.get": unclearGet(
    unclearSettlement,
    get<records.CreditNote, Invoice>({
      path: ({ ids: { creditNoteId } }) => pathTo(creditNoteId),
      map: creditNote,
      is: isCredit,
    }),
  ),
};
