import type { ListHandler, OpenAmount, WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type * as inputs from "../../contract/inputs/sales.ts";
import type * as records from "../../contract/records/sales.ts";
import type { Session } from "../../contract/session.ts";
import { days, values } from "../../kit/columns.ts";
import { termOf } from "../../kit/dates.ts";
import { refusingNegativeTotals } from "../../kit/documents/negativeTotal.ts";
import { statusFilters } from "../../kit/documents/paymentStatus.ts";
import { file } from "../../kit/download.ts";
import { type Encoded, encoder, fieldAs, listAs, onlyAccepts } from "../../kit/encode.ts";
import { incomplete } from "../../kit/lists/incomplete.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { noRecord, partOf, partsOf } from "../../kit/reading.ts";
import { day, plainValue, twoWay } from "../../kit/twoWay.ts";
import { list, modified, readRecord, resource, unwrapped } from "./conventions.ts";
import * as documents from "./documents.ts";
import { address, currencyAs, currencyOf, placesOf, stamps } from "./fields.ts";
import type { Invoice } from "./types.ts";

const folder = "/invoices";
const kind = "invoice";

/** Of a written-off invoice nothing is open, and its status says that it is paid. */
const isWrittenOff = ({ write_off_amount: lost }: Invoice): boolean => (amount(lost) ?? 0) !== 0;

function settledBy(invoice: Invoice): "cleared" | "lost" | undefined {
  if (isWrittenOff(invoice)) return "lost";
  return documents.isByCredit(invoice, invoice.credits_applied, invoice.payment_made) ? "cleared" : undefined;
}

const status = Object.assign((invoice: Invoice) => (isWrittenOff(invoice) ? undefined : documents.statusOf(invoice)), {
  unread: documents.statusOf.unread,
});

/** Credits have a day, too, but no field shows it. */
const paidDay = (invoice: Invoice) =>
  documents.isPaid(invoice) && !isWrittenOff(invoice) && !amount(invoice.credits_applied)
    ? days({ at: "last_payment_date" }).at(invoice)
    : undefined;

const line = mapping<records.InvoiceLineItem, documents.DocumentLine>(documents.invoiceLineFields);

const headFields = twoWay({
  contactId: plainValue("customer_id"),
  invoiceNumber: plainValue("invoice_number"),
  reference: plainValue("reference_number"),
  dueDate: day("due_date"),
  invoiceDate: day("date"),
});

const head = {
  ...stamps,
  ...headFields.reads,
  ...values({ invoiceId: "invoice_id", name: "customer_name" }),
  currency: currencyOf,
  paymentTermDuration: ({ date, due_date: due }: Invoice) => termOf(date, due),
  status,
  totalAmount: ({ total }: Invoice) => amount(total),
};

const listedInvoice = mapping<records.Invoice, Invoice>({
  ...head,
  // Lists do not say whether money or a credit settled an invoice.
  paymentStatus: (native) => (isWrittenOff(native) ? "BAD_DEBT" : undefined),
});

const invoice = mapping<records.Invoice, Invoice>({
  ...head,
  addresses: nestedList(address, placesOf),
  discountAmount: documents.discountOf,
  lineAmountTypes: ({ is_inclusive_tax: isInclusive }) => (isInclusive === true ? "INCLUSIVE" : "EXCLUSIVE"),
  lineItems: nestedList(line, documents.linesOf),
  paidDate: paidDay,
  paymentStatus: documents.paymentStatusOf(settledBy),
  sumNetAmount: documents.netOf,
  taxRule: documents.taxRuleOf,
  totalTaxAmount: documents.taxOf,
});

export const shortRule = "Lists have no lines, no net amount and no tax. Get a single record for them.";

export const salesReceipts =
  "Sales receipts, which Zoho Books keeps for sales that are paid at once, are not listed: neither as invoices nor as payments.";

const states = statusFilters(
  (native: Invoice) => status(native),
  () => undefined,
);

const invoiceList: ListHandler<records.Invoice> = incomplete(
  salesReceipts,
  list<records.Invoice, Invoice>("invoices", {
    path: folder,
    map: listedInvoice,
    filters: {
      ...modified,
      dueDateFrom: (from) => ({ due_date_start: from }),
      status: () => ({}),
    },
    orders: { createdDate: "created_time", invoiceDate: "date", invoiceNumber: "invoice_number" },
    defaultOrder: "created_time",
    localFilter: { when: states.when, fits: states.fits },
    rules: [shortRule, "With the filter status, Kontor reads the whole list and filters it."],
  }),
  ({ dueDateFrom }) => dueDateFrom !== undefined,
);

/** A discount of the whole document and one of a line exclude each other. */
function discountType({
  discountPercentage,
  lineItems = [],
}: Pick<inputs.InvoiceInput, "discountPercentage"> & {
  readonly lineItems?: readonly { readonly discountItemPercentage?: number }[];
}): object {
  const ofDocument = (discountPercentage ?? 0) !== 0;
  const ofLine = lineItems.findIndex(({ discountItemPercentage: share = 0 }) => share !== 0);
  if (ofDocument && ofLine >= 0)
    throw cannotStore(
      "Zoho Books has a discount of the whole invoice or of its lines, not both. Send one of them.",
      `lineItems[${ofLine}].discountItemPercentage`,
    );
  if (ofDocument) return { discount_type: "entity_level", is_discount_before_tax: true };
  return ofLine < 0 ? {} : { discount_type: "item_level", is_discount_before_tax: true };
}

const lineEncoders = {
  ...documents.rowEncoders,
  discountItemPercentage: documents.percentageAs,
  name: fieldAs("name"),
};

const encoders = {
  ...headFields.writes,
  currency: currencyAs,
  discountPercentage: documents.percentageAs,
  lineAmountTypes: documents.amountTypesAs,
};

const invoiceEncoder = encoder<inputs.InvoiceInput>(
  {
    ...encoders,
    lineItems: listAs("line_items", encoder<inputs.InvoiceLineItemInput>(lineEncoders)),
    status: onlyAccepts(["DRAFT", "OPEN"], "; payments lead to the other states"),
  },
  discountType,
);

const patchEncoder = encoder<inputs.InvoicePatch>(
  {
    contactId: encoders.contactId,
    currency: encoders.currency,
    discountPercentage: documents.changedPercentageAs,
    dueDate: encoders.dueDate,
    invoiceDate: encoders.invoiceDate,
    lineAmountTypes: encoders.lineAmountTypes,
    lineItems: listAs(
      "line_items",
      encoder<inputs.InvoiceLineItemPatch>({ ...lineEncoders, lineItemId: fieldAs("line_item_id") }),
    ),
    reference: encoders.reference,
    status: onlyAccepts(["DRAFT", "OPEN", "VOIDED"], "; payments lead to the other states"),
  },
  discountType,
);

const readInvoice = (id: string | undefined) => (session: Session) =>
  readRecord<Invoice>(session, path`/invoices/${id}`, kind);

const act = (id: string | undefined) => (action: string, session: Session) =>
  session.send({ method: "POST", path: path`/invoices/${id}/status/${action}` });

const movedInvoice = ({ invoice_id: id }: Invoice, call: WriteCall<{ readonly status?: string }>, session: Session) =>
  documents.moved(call, session, {
    read: readInvoice(id),
    send: act(id),
    actions: { OPEN: "sent", VOIDED: "void" },
  });

/** Without this parameter, a number of ours is refused. */
const ownNumber = ({ body }: WriteCall<{ readonly invoiceNumber?: string }>) => ({
  ignore_auto_number_generation: body.invoiceNumber === undefined ? undefined : true,
});

/** Every change needs the customer and all rows. */
const withKept = (encoded: Encoded, prepared: unknown): object => {
  const before = prepared as Invoice;
  return { customer_id: before.customer_id, line_items: documents.keptRows(before), ...encoded };
};

const invoiceRecords = resource<records.Invoice, Invoice>(folder, "invoiceId", { kind, map: invoice });

export async function openInvoice(id: string, session: Session): Promise<OpenAmount> {
  const { balance, currency_code: currency } = await readInvoice(id)(session);
  return { amount: amount(balance), currency: currency ?? undefined };
}

const parts = {
  path: `${folder}/{invoiceId}`,
  parts: (reply: { readonly [name: string]: unknown }): readonly documents.DocumentLine[] => {
    const native = unwrapped<Invoice>(kind)(reply);
    if (native === undefined) throw noRecord();
    return documents.linesOf(native) ?? [];
  },
  map: line,
  raw: documents.rawLine,
};

export const invoices = {
  "invoices.list": invoiceList,
  "invoices.get": documents.sayingWithheld(invoiceRecords.get()),
  "invoices.document.get": file(({ ids: { invoiceId: id = "" } }) => ({
    id,
    path: `${path`/invoices/${id}`}?accept=pdf`,
    accept: "application/pdf",
    fileName: `${id}.pdf`,
  })),
  "invoices.lineItems.list": partsOf(parts),
  "invoices.lineItems.get": partOf({ ...parts, id: ({ id }: documents.DocumentLine) => id }),
  "invoices.create": refusingNegativeTotals(
    { system: "Zoho Books" },
    invoiceRecords.create<inputs.InvoiceInput>({
      encoder: invoiceEncoder,
      query: ownNumber,
      lookups: [],
      afterwards: movedInvoice,
      undo: (id, session) => session.send({ method: "DELETE", path: path`/invoices/${id}` }),
      requires: ["contactId", "lineItems"],
      rules: ["The invoice stays a draft unless status is OPEN. Nothing is sent to the customer."],
    }),
  ),
  "invoices.patch": invoiceRecords.change<inputs.InvoicePatch>({
    encoder: patchEncoder,
    prepare: ({ ids }, session) => readInvoice(ids["invoiceId"])(session),
    body: withKept,
    lookups: [],
    afterwards: movedInvoice,
    rules: [
      "lineItems replaces all lines: lines with a lineItemId are changed, lines without one are added, and lines that are left out are deleted. With status OPEN the changed invoice is posted, with VOIDED it is voided.",
    ],
  }),
};
