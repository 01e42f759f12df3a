/** Invoices, and credit notes, which the vendor keeps with them. */
import type { FilterName, ListHandler, WriteCall } from "../../contract/connector.ts";
import { cannotStore, Failure } from "../../contract/failure.ts";
import type * as inputs from "../../contract/inputs/sales.ts";
import type * as records from "../../contract/records/sales.ts";
import type { Session } from "../../contract/session.ts";
import { days } from "../../kit/columns.ts";
import { termOf } from "../../kit/dates.ts";
import { documentStatusOf, paymentStatusOf, statusFilters } from "../../kit/documents/paymentStatus.ts";
import { paidOrNot, unclearGet, unclearList } from "../../kit/documents/unclear.ts";
import { file } from "../../kit/download.ts";
import { encoder, listAs, onlyAccepts, sentSeparately } from "../../kit/encode.ts";
import { type Mapping, mapping, nestedList } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { noRecord, partOf, partsOf } from "../../kit/reading.ts";
import { day, plainValue, twoWay } from "../../kit/twoWay.ts";
import { checkOpenDay, list, modified, readRecord, resource, unwrapped } from "./conventions.ts";
import { dimensionsAs, idOf, tag, tagsOf, today } from "./fields.ts";
import * as sales from "./sales.ts";
import type { Invoice } from "./types.ts";

const folder = "/invoices";
const kind = "Invoice";

const isCredit = ({ Credit }: Invoice): boolean => Credit === "true";

/** Amounts of credit notes are turned, unless the vendor has them without a minus. */
const signOf = (native: Invoice): sales.Sign => (isCredit(native) && Number(native.Total ?? 0) < 0 ? -1 : 1);

interface Owed {
  readonly open: number | undefined;
  readonly total: number | undefined;
  readonly due: Invoice["DueDate"];
}
const owedBy = (sign: sales.Sign, { Balance, Total, DueDate }: Invoice): Owed => ({
  open: sales.signed(Balance, sign),
  total: sales.signed(Total, sign),
  due: DueDate,
});

/** Until it is booked, an invoice is a draft, or a document that was sent or printed without being posted. */
function stateOf(native: Invoice, sign: sales.Sign = 1) {
  if (native.Cancelled === true) return "VOIDED";
  if (native.Booked !== true) return native.Sent === true ? "DOCUMENT_CREATED" : "DRAFT";
  return documentStatusOf(owedBy(sign, native), today());
}
function paymentStateOf(native: Invoice, sign: sales.Sign = 1) {
  return native.Booked === true && native.Cancelled !== true ? paymentStatusOf(owedBy(sign, native)) : undefined;
}

/** The day of the last payment stays when a payment is removed. */
const paidDay = (native: Invoice) => (stateOf(native) === "PAID" ? days({ at: "FinalPayDate" }).at(native) : undefined);

const line = mapping<records.InvoiceLineItem, sales.Line>({
  lineItemId: ({ id }) => id,
  accountId: ({ row }) => idOf(row.AccountNumber),
  description: ({ row }) => row.Description,
  dimensions: nestedList(tag, ({ row }) => tagsOf(row)),
  discountItemAmount: sales.discountAmountOf,
  discountItemPercentage: sales.discountPercentageOf,
  grossAmount: ({ gross }) => gross,
  itemId: ({ row }) => row.ArticleNumber,
  itemsAmount: ({ net }) => net,
  quantity: ({ quantity }) => quantity,
  taxRatePercentage: ({ rate }) => rate,
  unitAmount: ({ row }) => amount(row.Price),
});

const dayFields = twoWay({
  dueDate: day("DueDate"),
  invoiceDate: day("InvoiceDate"),
});
const headFields = twoWay({
  invoiceNumber: plainValue("DocumentNumber"),
  name: plainValue("CustomerName"),
  paymentTermId: plainValue("TermsOfPayment"),
});
const detailFields = twoWay({
  reference: plainValue("YourOrderNumber"),
  shippingDate: day("DeliveryDate"),
});

const head = {
  ...sales.contactId.reads,
  ...sales.currency.reads,
  ...dayFields.reads,
  ...headFields.reads,
  invoiceId: ({ DocumentNumber }: Invoice) => DocumentNumber,
  journalCode: ({ VoucherSeries }: Invoice) => VoucherSeries,
  paidDate: paidDay,
  paymentStatus: (native: Invoice) => paymentStateOf(native),
  paymentTermDuration: ({ InvoiceDate, DueDate }: Invoice) => termOf(InvoiceDate, DueDate),
  status: (native: Invoice) => stateOf(native),
  totalAmount: ({ Total }: Invoice) => amount(Total),
};

const listedInvoice = mapping<records.Invoice, Invoice>(head);

const invoice = mapping<records.Invoice, Invoice>({
  ...head,
  ...detailFields.reads,
  addresses: sales.addresses,
  lineAmountTypes: ({ VATIncluded }) => (VATIncluded === true ? "INCLUSIVE" : "EXCLUSIVE"),
  lineItems: nestedList(line, (native) => sales.linesOf(native, native.InvoiceRows)),
  sumNetAmount: (native) => sales.netOf(native),
  totalTaxAmount: ({ TotalVAT }) => amount(TotalVAT),
});

const creditLine = mapping<records.CreditNoteLine, sales.Line>({
  id: ({ id }) => id,
  description: ({ row }) => row.Description,
  itemId: ({ row }) => row.ArticleNumber,
  quantity: ({ quantity }) => quantity,
  taxRatePercentage: ({ rate }) => rate,
  totalDiscountPercentage: sales.discountPercentageOf,
  totalGrossAmount: ({ gross }) => gross,
  totalNetAmount: ({ net }) => net,
  unitAmount: ({ row }) => amount(row.Price),
  unitName: ({ row }) => row.Unit,
});

const creditHead = {
  ...sales.contactId.reads,
  ...sales.currency.reads,
  ...days({ creditNoteDate: "InvoiceDate" }),
  id: ({ DocumentNumber }: Invoice) => DocumentNumber,
  creditNoteNumber: ({ DocumentNumber }: Invoice) => DocumentNumber,
  paymentTermId: ({ TermsOfPayment }: Invoice) => TermsOfPayment,
};

/** Lists do not say which documents are credit notes, but the filter does. */
const listedSign = ({ Total }: Invoice): sales.Sign => (Number(Total ?? 0) < 0 ? -1 : 1);

const listedCreditNote = mapping<records.CreditNote, Invoice>({
  ...creditHead,
  paymentStatus: (native) => paymentStateOf(native, listedSign(native)),
  status: (native) => stateOf(native, listedSign(native)),
  totalGrossAmount: (native) => sales.signed(native.Total, listedSign(native)),
});

const creditNote = mapping<records.CreditNote, Invoice>({
  ...creditHead,
  addresses: sales.addresses,
  creditNoteLines: nestedList(creditLine, (native) => sales.linesOf(native, native.InvoiceRows, signOf(native))),
  paymentStatus: (native) => paymentStateOf(native, signOf(native)),
  reference: ({ YourOrderNumber }) => YourOrderNumber,
  status: (native) => stateOf(native, signOf(native)),
  totalGrossAmount: (native) => sales.signed(native.Total, signOf(native)),
  totalNetAmount: (native) => sales.netOf(native, signOf(native)),
  totalTaxAmount: (native) => sales.signed(native.TotalVAT, signOf(native)),
});

const unclearSettlement = paidOrNot(
  "Fortnox shows what is left of an invoice, but not whether money or a credit note settled it: a settled document reads PAID.",
);

const shortRule = "Lists have no lines, no net amount and no tax. Get a single record for them.";

const receivables = <Record extends { readonly paymentStatus?: string }>(
  map: Mapping<Record, Invoice>,
  { credit, filters = [] }: { readonly credit: boolean; readonly filters?: readonly FilterName[] },
): ListHandler<Record> => {
  const states = statusFilters(
    (native: Invoice) => stateOf(native, listedSign(native)),
    (native: Invoice) => paymentStateOf(native, listedSign(native)),
  );
  const local = Object.fromEntries(filters.map((name) => [name, () => ({})]));
  return unclearList(
    unclearSettlement,
    list<Record, Invoice>("Invoices", {
      path: folder,
      query: { credit: String(credit) },
      map,
      filters: { ...modified, ...local },
      ...(!credit && { orders: { invoiceDate: "invoicedate", invoiceNumber: "documentnumber" } }),
      localFilter: {
        when: (wanted) => states.when(wanted) || wanted.dueDateFrom !== undefined,
        fits: (native, wanted) => states.fits(native, wanted) && (native.DueDate ?? "") >= (wanted.dueDateFrom ?? ""),
      },
      rules: [shortRule],
    }),
  );
};

const parts = {
  path: `${folder}/{invoiceId}`,
  parts: (reply: { readonly [name: string]: unknown }): readonly sales.Line[] => {
    const native = unwrapped<Invoice>(kind)(reply);
    if (native === undefined || isCredit(native)) throw noRecord();
    return sales.linesOf(native, native.InvoiceRows);
  },
  map: line,
  raw: ({ row }: sales.Line) => row,
};

const encoders = {
  ...sales.contactId.writes,
  ...sales.currency.writes,
  ...dayFields.writes,
  ...detailFields.writes,
  addresses: sales.addressesAs,
  lineAmountTypes: Object.assign(
    (type: string, _input: unknown, field: string): object => {
      if (type === "INCLUSIVE" || type === "EXCLUSIVE") return { VATIncluded: type === "INCLUSIVE" };
      throw cannotStore("Fortnox accepts only INCLUSIVE or EXCLUSIVE for lineAmountTypes.", field);
    },
    { words: ["INCLUSIVE", "EXCLUSIVE"], path: ["VATIncluded"] },
  ),
  name: headFields.writes.name,
  paymentTermId: headFields.writes.paymentTermId,
};

const lineEncoders = {
  ...sales.rowEncoders,
  ...sales.accountEncoder,
  dimensions: dimensionsAs,
  discountItemPercentage: sales.percentAs,
  quantity: sales.quantityAs("DeliveredQuantity"),
};

const invoiceEncoder = encoder<inputs.InvoiceInput>({
  ...encoders,
  invoiceNumber: headFields.writes.invoiceNumber,
  lineItems: listAs("InvoiceRows", encoder<inputs.InvoiceLineItemInput>(lineEncoders)),
  status: onlyAccepts(["DRAFT", "OPEN"], "; payments lead to the other states"),
});

const patchEncoder = encoder<inputs.InvoicePatch>({
  ...encoders,
  lineItems: listAs(
    "InvoiceRows",
    encoder<inputs.InvoiceLineItemPatch>({ ...lineEncoders, lineItemId: sentSeparately }),
  ),
  status: onlyAccepts(["DRAFT", "OPEN", "VOIDED"], "; payments lead to the other states"),
});

const actions: Readonly<Record<string, string>> = { OPEN: "bookkeep", VOIDED: "cancel" };

/** Books or cancels an invoice. An earlier attempt may have done so. */
async function moved(
  { DocumentNumber }: Invoice,
  { body: { status } }: WriteCall<{ readonly status?: string }>,
  session: Session,
): Promise<Invoice | undefined> {
  const action = actions[status ?? ""];
  if (action === undefined) return undefined;
  const at = path`/invoices/${DocumentNumber}`;
  const native = await readRecord<Invoice>(session, at, kind);
  const isDone = action === "cancel" ? native.Cancelled === true : native.Booked === true;
  if (isDone) return native;
  await session.send({ method: "PUT", path: `${at}/${action}` });
  return readRecord<Invoice>(session, at, kind);
}

/** A booked invoice is posted: the vendor changes it no more. */
async function checkUnbooked({ ids }: WriteCall<inputs.InvoicePatch>, session: Session): Promise<void> {
  const native = await readRecord<Invoice>(session, path`/invoices/${ids["invoiceId"]}`, kind);
  if (isCredit(native)) throw noRecord();
  if (native.Booked !== true) return;
  throw new Failure(
    "document_locked",
    "Bookkeeping is final at Fortnox, so a booked invoice cannot change. Create a credit note there instead.",
    { field: "invoiceId" },
  );
}

const invoiceRecords = resource<records.Invoice, Invoice>(folder, "invoiceId", { kind, map: invoice });
const creditRecords = resource<records.CreditNote, Invoice>(folder, "creditNoteId", { kind, map: creditNote });

/** The open amount, in the invoice's currency. Negative for a credit note. */
export async function openInvoice(id: string, session: Session) {
  const native = await readRecord<Invoice>(session, path`/invoices/${id}`, kind);
  return { amount: amount(native.Balance), currency: native.Currency ?? undefined };
}

export const invoices = {
  "invoices.list": receivables(listedInvoice, {
    credit: false,
    filters: ["status", "paymentStatus", "dueDateFrom"],
  }),
  "invoices.get": unclearGet(
    unclearSettlement,
    invoiceRecords.get((native) => !isCredit(native)),
  ),
  "invoices.document.get": file(({ ids: { invoiceId: id = "" } }) => ({
    id,
    path: path`/invoices/${id}/preview`,
    accept: "application/pdf",
    fileName: `${id}.pdf`,
  })),
  "invoices.lineItems.list": partsOf(parts),
  "invoices.lineItems.get": partOf({ ...parts, id: ({ id }: sales.Line) => id }),
  "invoices.create": invoiceRecords.create<inputs.InvoiceInput>({
    encoder: invoiceEncoder,
    within: sales.withinKind(kind),
    prepare: ({ body }, session) =>
      checkOpenDay(body.status === "OPEN" ? body.invoiceDate : "", "invoiceDate", session),
    afterwards: moved,
    requires: ["contactId"],
    rules: [
      "The invoice stays unbooked unless status is OPEN: then it is booked, which is final. Nothing is sent to the customer.",
      "Kontor sets freight and administration fee to 0. The company's settings decide whether the target system rounds the total to whole crowns: the rounding is a line.",
      "Quantities and prices have two decimals, VAT percentages none.",
    ],
  }),
  "invoices.patch": invoiceRecords.change<inputs.InvoicePatch>({
    encoder: patchEncoder,
    prepare: checkUnbooked,
    afterwards: moved,
    rules: [
      "Only unbooked invoices can be changed. lineItems replaces all lines. With status OPEN the changed invoice is booked, with VOIDED it is cancelled.",
    ],
  }),
};

export const creditNotes = {
  "creditNotes.list": receivables(listedCreditNote, { credit: true }),
  "creditNotes.get": unclearGet(unclearSettlement, creditRecords.get(isCredit)),
};
