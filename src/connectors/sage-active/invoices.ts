/** Sales invoices. Credit notes are sales invoices of another type. */
import type { GetHandler, OpenAmount, WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { InvoiceInput, InvoiceLineItemInput } from "../../contract/inputs/sales.ts";
import type * as records from "../../contract/records/sales.ts";
import type { Session } from "../../contract/session.ts";
import { days, values } from "../../kit/columns.ts";
import { calendarDay, daysBetween, termOf } from "../../kit/dates.ts";
import { refusingNegativeTotals } from "../../kit/documents/negativeTotal.ts";
import { statusFilters } from "../../kit/documents/paymentStatus.ts";
import { paidOrNot, unclearGet, unclearList } from "../../kit/documents/unclear.ts";
import { encoder, fieldAs, listAs, numberAs, onlyAccepts, sentSeparately } from "../../kit/encode.ts";
import { anyOf, type Condition, compare, compareWord } from "../../kit/graphql/conditions.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, type Decimal, difference } from "../../kit/money.ts";
import { noRecord } from "../../kit/reading.ts";
import { write } from "../../kit/writing.ts";
import { productConnection, taxIdsOf } from "./catalogue.ts";
import { readThirdParty } from "./contacts.ts";
import { act, checkedId, get, idAs, idIn, list, mutation, one, orderOfCreation, stamps } from "./conventions.ts";
import * as documents from "./documents.ts";
import { checkOpen, postingJournal } from "./organizations.ts";
import type { InvoiceLine, Product, SalesInvoice } from "./types.ts";

const lineSelection =
  "lines { id productId productName totalQuantity unitPrice firstDiscount totalDiscount vatPercentage taxId totalNet totalLiquid }";

const connection = {
  root: "salesInvoices",
  selection: `id creationDate modificationDate customerId socialName operationalNumber documentDate operationDate firstDueDate externalReference status totalNet totalLiquid totalWithholding openItems { modificationDate amount paidAmountAccumulated dueDate } ${lineSelection}`,
};

const creditNote = compareWord("type", "eq", "CREDIT_NOTE");
const invoice = compareWord("type", "neq", "CREDIT_NOTE");

/** A credit note may be kept with negative amounts: no source shows one. */
const signOf = ({ totalLiquid }: SalesInvoice): number => ((amount(totalLiquid) ?? 0) < 0 ? -1 : 1);

const signed = (sign: number, value: Decimal): number | undefined => {
  const read = amount(value);
  return read === undefined || read === 0 ? read : read * sign;
};

/** Whatever is between the net and the total is tax: VAT, the surcharge of Spain's retailers, and withholding. */
const taxIn = ({ totalLiquid, totalNet }: { readonly totalLiquid?: Decimal; readonly totalNet?: Decimal }) =>
  difference(totalLiquid, totalNet);

const lineBasics = {
  ...values({ itemId: "productId", taxCode: "taxId" }),
  taxRatePercentage: ({ vatPercentage }: InvoiceLine) => amount(vatPercentage),
  unitAmount: ({ unitPrice }: InvoiceLine) => amount(unitPrice),
};

const line = mapping<records.InvoiceLineItem, InvoiceLine>({
  ...lineBasics,
  ...values({ lineItemId: "id", name: "productName", description: "productName" }),
  discountItemAmount: ({ totalDiscount }) => amount(totalDiscount) || undefined,
  discountItemPercentage: ({ firstDiscount }) => amount(firstDiscount) || undefined,
  grossAmount: ({ totalLiquid }) => amount(totalLiquid),
  itemsAmount: ({ totalNet }) => amount(totalNet),
  quantity: ({ totalQuantity }) => amount(totalQuantity),
});

const head = {
  ...stamps,
  updatedDate: documents.updatedDate,
  ...values({ contactId: "customerId", reference: "externalReference" }),
  currency: () => "EUR",
  status: documents.statusOf,
  paymentStatus: documents.paymentStatusOf,
};

const invoiceRecord = mapping<records.Invoice, SalesInvoice>({
  ...head,
  ...values({ invoiceId: "id", invoiceNumber: "operationalNumber", name: "socialName" }),
  ...days({ dueDate: "firstDueDate", invoiceDate: "documentDate", shippingDate: "operationDate" }),
  lineAmountTypes: () => "EXCLUSIVE",
  lineItems: nestedList(line, ({ lines }) => lines),
  paymentTermDuration: ({ documentDate, firstDueDate }) => termOf(documentDate, firstDueDate),
  sumNetAmount: ({ totalNet }) => amount(totalNet),
  totalAmount: ({ totalLiquid }) => amount(totalLiquid),
  totalTaxAmount: taxIn,
});

/** A line of a credit note, with the sign of its document. */
interface CreditLine {
  readonly native: InvoiceLine;
  readonly sign: number;
}

const creditLine = mapping<records.CreditNoteLine, CreditLine>({
  id: ({ native }) => native.id,
  itemId: ({ native }) => native.productId,
  itemName: ({ native }) => native.productName,
  quantity: ({ native, sign }) => signed(sign, native.totalQuantity),
  taxCode: ({ native }) => native.taxId,
  taxRatePercentage: ({ native }) => amount(native.vatPercentage),
  totalGrossAmount: ({ native, sign }) => signed(sign, native.totalLiquid),
  totalNetAmount: ({ native, sign }) => signed(sign, native.totalNet),
  totalTaxAmount: ({ native, sign }) => signed(sign, taxIn(native)),
  unitAmount: ({ native }) => amount(native.unitPrice),
});

const creditNoteRecord = mapping<records.CreditNote, SalesInvoice>({
  ...head,
  ...values({ id: "id", creditNoteNumber: "operationalNumber" }),
  ...days({ creditNoteDate: "documentDate" }),
  creditNoteLines: nestedList(creditLine, (native) =>
    native.lines?.map((each) => ({ native: each, sign: signOf(native) })),
  ),
  totalGrossAmount: (native) => signed(signOf(native), native.totalLiquid),
  totalNetAmount: (native) => signed(signOf(native), native.totalNet),
  totalTaxAmount: (native) => signed(signOf(native), taxIn(native)),
});

/** Payments change the open items. */
export const documentChangedSince = (at: Date): Condition => {
  const since = at.toISOString();
  const own = ["creationDate", "modificationDate"].map((field) => compare(field, "gte", "DateTime", since));
  return anyOf(...own, compare("openItems.some.modificationDate", "gte", "DateTime", since));
};

const doubt = paidOrNot(documents.settledByWhat);

/** Spain's withholding tax, for which the contract has no field. */
const sayingWithheld = <Record>(handler: GetHandler<Record>): GetHandler<Record> => ({
  ...handler,
  get: async (call, session) => {
    const found = await handler.get(call, session);
    const withheld = amount((found.raw as SalesInvoice).totalWithholding) ?? 0;
    if (withheld === 0) return found;
    const warning = `Sage Active has taken withholding tax of ${withheld} off the total. It is a negative part of the tax.`;
    return { ...found, warnings: [...(found.warnings ?? []), warning] };
  },
});

const states = statusFilters(
  (native: SalesInvoice) => documents.statusOf(native),
  (native: SalesInvoice) => documents.paymentStatusOf(native),
);

async function readInvoice(session: Session, id: string | undefined): Promise<SalesInvoice> {
  const found = await one<SalesInvoice>(session, connection, id, [invoice]);
  if (found === undefined) throw noRecord();
  return found;
}

export async function openInvoice(id: string, session: Session): Promise<OpenAmount> {
  return { amount: documents.openIn(await readInvoice(session, id)), currency: "EUR" };
}

const lineEncoder = encoder<InvoiceLineItemInput>({
  description: fieldAs("productName"),
  discountItemPercentage: numberAs("firstDiscount"),
  itemId: idAs("productId"),
  name: (name, { description }) => (description === undefined ? { productName: name } : {}),
  quantity: numberAs("totalQuantity"),
  taxCode: sentSeparately,
  unitAmount: numberAs("unitPrice"),
});

/** Refuses before sending what the vendor would refuse, or store differently. */
async function checkReferences({ body }: WriteCall<InvoiceInput>, session: Session): Promise<void> {
  if (body.status === "OPEN") await checkOpen(session, body.invoiceDate, "invoiceDate");
  const customer = await readThirdParty(session, "CUSTOMER", body.contactId);
  if (customer === undefined) throw cannotStore("Sage Active has no customer with this id.", "contactId");
  const ids = body.lineItems.map(({ itemId }, index) => checkedId(itemId ?? "", `lineItems[${index}].itemId`));
  const wanted = [...new Set(ids)].map((id) => one<Product>(session, productConnection, id));
  const products = (await Promise.all(wanted)).flatMap((product) => product ?? []);
  for (const [index, { itemId, taxCode }] of body.lineItems.entries()) checkTax(products, { index, itemId, taxCode });
}

interface NamedTax {
  readonly index: number;
  readonly itemId: string | undefined;
  readonly taxCode: string | undefined;
}

/** A line has the tax of its product, and no field for another one. */
function checkTax(products: readonly Product[], { index, itemId, taxCode }: NamedTax): void {
  const at = `lineItems[${index}]`;
  const product = products.find(({ id }) => id === itemId);
  if (product === undefined) throw cannotStore("Sage Active has no product with this id.", `${at}.itemId`);
  if (taxCode === undefined || taxIdsOf(product).includes(taxCode)) return;
  throw cannotStore(
    `A line has the tax of its product at Sage Active. Send an item with this tax: GET /accounting/items lists them with their taxCode.`,
    `${at}.taxCode`,
  );
}

/** The last instalment is the rest, and always has this number (vendor's page on sales invoices). */
const lastInstalment = 9999;

function termIn({ invoiceDate, dueDate, paymentTermDuration }: InvoiceInput): object {
  const day = dueDate === undefined ? paymentTermDuration : daysBetween(calendarDay(invoiceDate), calendarDay(dueDate));
  if (day === undefined) return {};
  if (day < 0) throw cannotStore("The due date is before the invoice date.", "dueDate");
  const instalment = { order: lastInstalment, type: "REMAINING_AMOUNT", value: 0, condition: "DAY_OF_PAYMENT", day };
  return { paymentTermLines: [instalment] };
}

/** A number makes an invoice final at once. */
function checkNumber({ invoiceNumber, status }: InvoiceInput): object {
  if (invoiceNumber !== undefined && status !== "OPEN")
    throw cannotStore("A number makes an invoice final at Sage Active. Send it with status OPEN.", "invoiceNumber");
  return {};
}

const invoiceEncoder = encoder<InvoiceInput>(
  {
    contactId: idAs("customerId"),
    currency: onlyAccepts(["EUR"]),
    dueDate: sentSeparately,
    invoiceDate: (at: string) => ({ documentDate: calendarDay(at) }),
    invoiceNumber: fieldAs("operationalNumber"),
    lineAmountTypes: onlyAccepts(["EXCLUSIVE"]),
    lineItems: listAs("lines", lineEncoder),
    paymentTermDuration: sentSeparately,
    reference: fieldAs("externalReference"),
    shippingDate: (at: string) => ({ operationDate: calendarDay(at) }),
    status: onlyAccepts(["DRAFT", "OPEN"], "; payments lead to the other states"),
  },
  (input) => ({ ...termIn(input), ...checkNumber(input) }),
);

/** Closes and posts an invoice. An earlier attempt may have done one or both. */
async function posted(
  { id }: SalesInvoice,
  { body }: WriteCall<InvoiceInput>,
  session: Session,
): Promise<SalesInvoice | void> {
  if (body.status !== "OPEN") return undefined;
  const journalTypeId = await postingJournal(session, "sales");
  const before = await readInvoice(session, id);
  if (documents.isDraft(before))
    await act(
      session,
      { field: "closeSalesInvoice", input: "CloseSalesInvoiceGLDtoInput", selection: "id operationalNumber" },
      { salesInvoiceId: id },
    );
  const closed = await readInvoice(session, id);
  if (closed.status !== "Closed") return closed;
  const posting = {
    field: "postSalesInvoice",
    input: "PostSalesInvoiceGLDtoInput",
    selection: "accountingEntryId accountingEntryNumber",
  };
  const accountingEntryDescription = `${closed.operationalNumber ?? ""} ${closed.socialName ?? ""}`
    .trim()
    .slice(0, 200);
  await act(session, posting, { salesInvoiceId: id, accountingEntryDescription, journalTypeId });
  return readInvoice(session, id);
}

export const invoices = {
  "invoices.list": unclearList(
    doubt,
    list<records.Invoice, SalesInvoice>({
      of: connection,
      map: invoiceRecord,
      where: [invoice],
      filters: {
        lastModifiedAt: documentChangedSince,
        dueDateFrom: (from) => compare("firstDueDate", "gte", "DateTime", from),
        status: () => undefined,
        paymentStatus: () => undefined,
      },
      localFilter: { when: states.when, fits: states.fits },
      rules: ["With the filters status and paymentStatus, Kontor reads the whole list and filters it."],
      orders: { invoiceDate: "documentDate", invoiceNumber: "operationalNumber" },
      defaultOrder: orderOfCreation,
    }),
  ),
  "invoices.get": unclearGet(
    doubt,
    sayingWithheld(get<records.Invoice, SalesInvoice>({ of: connection, map: invoiceRecord, where: [invoice] })),
  ),
  "invoices.create": refusingNegativeTotals(
    { system: "Sage Active" },
    write<InvoiceInput, records.Invoice, SalesInvoice>({
      ...mutation({ field: "createSalesInvoice", input: "SalesInvoiceCreateGLDtoInput" }),
      encoder: invoiceEncoder,
      prepare: checkReferences,
      map: invoiceRecord,
      afterwards: posted,
      readBack: (reply, _call, session) => readInvoice(session, idIn(reply)),
      readBackOnlyReads: true,
      stub: (reply) => ({ invoiceId: idIn(reply) ?? "" }),
      undo: (id, session) =>
        act(session, { field: "deleteSalesInvoice", input: "SalesInvoiceDeleteGLDtoInput" }, { id }),
      requires: ["contactId", "lineItems", "lineItems.itemId", "lineItems.unitAmount"],
      rules: [
        "The invoice stays a draft unless status is OPEN, which closes and posts it. A line has the tax of its item.",
      ],
    }),
  ),
  "creditNotes.list": unclearList(
    doubt,
    list<records.CreditNote, SalesInvoice>({
      of: connection,
      map: creditNoteRecord,
      where: [creditNote],
      filters: { lastModifiedAt: documentChangedSince },
      defaultOrder: orderOfCreation,
    }),
  ),
  "creditNotes.get": unclearGet(
    doubt,
    sayingWithheld(
      get<records.CreditNote, SalesInvoice>({ of: connection, map: creditNoteRecord, where: [creditNote] }),
    ),
  ),
};
