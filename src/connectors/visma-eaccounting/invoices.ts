/** Customer invoices that are booked, and credit notes, which the vendor keeps with them. */
import { Big } from "big.js";
import type { ListHandler, WriteCall } from "../../contract/connector.ts";
import { cannotStore, Failure } from "../../contract/failure.ts";
import type * as inputs from "../../contract/inputs/sales.ts";
import type * as records from "../../contract/records/sales.ts";
import type { Session } from "../../contract/session.ts";
import { days, instants, values } from "../../kit/columns.ts";
import { termOf } from "../../kit/dates.ts";
import { statusFilters } from "../../kit/documents/paymentStatus.ts";
import { paidOrNot, unclearGet, unclearList } from "../../kit/documents/unclear.ts";
import { file } from "../../kit/download.ts";
import { type Encoded, encoder, fieldAs, listAs, onlyAccepts, sentSeparately } from "../../kit/encode.ts";
import { filteredList } from "../../kit/lists/filteredList.ts";
import { type Mapping, mapping, nestedList } from "../../kit/mapping.ts";
import { amount, portion, sum } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { noRecord, partOf, partsOf, undefinedIfMissing } from "../../kit/reading.ts";
import { day, plainValue, twoWay } from "../../kit/twoWay.ts";
import { write } from "../../kit/writing.ts";
import { allOf, checkOpenDay, largestPage, readSettings, referenced, resource } from "./conventions.ts";
import { currencyOf, dimensionsAs, tag, tagsOf } from "./fields.ts";
import { rateOf } from "./items.ts";
import * as sales from "./sales.ts";
import type {
  Article,
  ArticleAccountCoding,
  CompanySettings,
  Customer,
  Invoice,
  InvoiceDraft,
  InvoiceUrl,
  Page,
} from "./types.ts";

const folder = "/customerinvoices";
const drafts = "/customerinvoicedrafts";

const isInvoice = (native: Invoice): boolean => !sales.isCredit(native);

const numberOf = ({ InvoiceNumber }: Invoice): string | undefined => InvoiceNumber?.toString() || undefined;

interface LineOf {
  readonly line: sales.Line;
  readonly native: Invoice;
}
const linesOf = (native: Invoice): readonly LineOf[] => sales.linesOf(native).map((line) => ({ line, native }));

const line = mapping<records.InvoiceLineItem, LineOf>({
  lineItemId: ({ line: { id } }) => id,
  description: ({ line: { row } }) => row.Text,
  dimensions: nestedList(tag, ({ line: { row } }: LineOf) => tagsOf(row)),
  discountItemPercentage: ({ line, native }) => sales.discountOf(line, native),
  grossAmount: ({ line: { gross } }) => gross,
  itemId: ({ line: { row } }) => row.ArticleId,
  itemsAmount: ({ line: { net } }) => net,
  quantity: ({ line: { quantity } }) => quantity,
  taxRatePercentage: ({ line: { rate } }) => rate,
  unitAmount: ({ line: { row } }) => amount(row.UnitPrice),
});

const written = twoWay({
  contactId: plainValue("CustomerId"),
  reference: plainValue("YourReference"),
  dueDate: day("DueDate"),
  invoiceDate: day("InvoiceDate"),
  shippingDate: day("DeliveryDate"),
});

const invoice = mapping<records.Invoice, Invoice>({
  ...written.reads,
  ...values({ invoiceId: "Id", name: "InvoiceCustomerName", paymentTermId: "TermsOfPaymentId" }),
  ...instants({ createdDate: "CreatedUtc", updatedDate: "ModifiedUtc" }),
  addresses: sales.addresses,
  currency: currencyOf,
  invoiceNumber: numberOf,
  lineAmountTypes: ({ IncludesVat }) => (IncludesVat === true ? "INCLUSIVE" : "EXCLUSIVE"),
  lineItems: nestedList(line, linesOf),
  // The day of a part payment is there, too.
  paidDate: (native) => (sales.stateIn(native) === "PAID" ? days({ at: "PaymentDate" }).at(native) : undefined),
  paymentStatus: sales.paymentStateOf,
  paymentTermDuration: ({ InvoiceDate, DueDate }) => termOf(InvoiceDate, DueDate),
  status: sales.stateOf,
  sumNetAmount: sales.netOf,
  totalAmount: sales.grossOf,
  totalTaxAmount: sales.taxOf,
});

const creditLine = mapping<records.CreditNoteLine, LineOf>({
  id: ({ line: { id } }) => id,
  description: ({ line: { row } }) => row.Text,
  itemId: ({ line: { row } }) => row.ArticleId,
  quantity: ({ line: { quantity } }) => quantity,
  taxRatePercentage: ({ line: { rate } }) => rate,
  totalDiscountPercentage: ({ line, native }) => sales.discountOf(line, native),
  totalGrossAmount: ({ line: { gross } }) => gross,
  totalNetAmount: ({ line: { net } }) => net,
  unitAmount: ({ line: { row } }) => amount(row.UnitPrice),
  unitName: ({ line: { row } }) => row.UnitAbbreviation,
});

const creditNote = mapping<records.CreditNote, Invoice>({
  ...values({
    id: "Id",
    contactId: "CustomerId",
    paymentTermId: "TermsOfPaymentId",
    reference: "YourReference",
  }),
  ...days({ creditNoteDate: "InvoiceDate" }),
  ...instants({ createdDate: "CreatedUtc", updatedDate: "ModifiedUtc" }),
  addresses: sales.addresses,
  creditNoteLines: nestedList(creditLine, linesOf),
  creditNoteNumber: numberOf,
  currency: currencyOf,
  paymentStatus: sales.paymentStateOf,
  status: sales.stateOf,
  totalGrossAmount: sales.grossOf,
  totalNetAmount: sales.netOf,
  totalTaxAmount: sales.taxOf,
});

const unclearSettlement = paidOrNot(
  "Visma eAccounting shows what is left of an invoice, but not whether money or a credit note settled it: a settled document reads PAID.",
);

const states = statusFilters(sales.stateIn, sales.paymentStateIn);

const receivables = <Record extends { readonly paymentStatus?: string }>(
  map: Mapping<Record, Invoice>,
  isOfKind: (native: Invoice) => boolean,
  filters: ListHandler<Record>["filters"],
): ListHandler<Record> =>
  unclearList(
    unclearSettlement,
    filteredList<Record, Invoice>({
      map,
      sources: ({ filters: { lastModifiedAt } }) => [
        { path: folder, ...(lastModifiedAt && { query: { modifiedSinceUtc: lastModifiedAt.toISOString() } }) },
      ],
      fits: (native, { filters: wanted }) =>
        isOfKind(native) && states.fits(native, wanted) && (native.DueDate ?? "") >= (wanted.dueDateFrom ?? ""),
      filters,
      readsWholeList: true,
      size: largestPage,
      page: (page) => ({ $page: page, $pagesize: largestPage }),
      records: ({ Data }: Page<Invoice>) => Data as readonly Invoice[],
      rules: [
        "The target system keeps invoices and credit notes in one list. Kontor reads up to 1,000 of both at a time; the total comes with the last page.",
        "Drafts are not in the list, because they are not booked.",
        "Payments are not shown: the target system has no list of them.",
      ],
    }),
  );

const parts = {
  path: `${folder}/{invoiceId}`,
  parts: (native: Invoice): readonly LineOf[] => {
    if (sales.isCredit(native)) throw noRecord();
    return linesOf(native);
  },
  map: line,
  raw: ({ line: { row } }: LineOf) => row,
};

const lineEncoder = encoder<inputs.InvoiceLineItemInput>(
  {
    description: fieldAs("Text"),
    dimensions: dimensionsAs,
    discountItemPercentage: (percentage) => (percentage === 0 ? {} : { DiscountPercentage: percentage / 100 }),
    itemId: fieldAs("ArticleId"),
    name: (name, { description }) => (description === undefined ? { Text: name } : {}),
    quantity: fieldAs("Quantity"),
    // The article's coding decides it.
    taxRatePercentage: sentSeparately,
    unitAmount: fieldAs("UnitPrice"),
  },
  () => ({ IsTextRow: false, ReversedConstructionServicesVatFree: false }),
);

const invoiceEncoder = encoder<inputs.InvoiceInput>(
  {
    ...written.writes,
    // The customer has it.
    currency: sentSeparately,
    lineAmountTypes: onlyAccepts(["EXCLUSIVE"], ": the customer decides how prices are stored"),
    lineItems: listAs("Rows", lineEncoder),
    status: onlyAccepts(["OPEN"], ": the invoice is booked at once"),
  },
  () => ({ EuThirdParty: false, RotReducedInvoicingType: 0 }),
);

type LineInput = inputs.InvoiceLineItemInput;

const roundedTo = (decimals: number, value: Big): number => value.round(decimals, Big.roundHalfUp).toNumber();

/** The price of a line without VAT, after its discount. */
function netOfInput({ quantity, unitAmount = 0, discountItemPercentage: off = 0 }: LineInput): number {
  const full = new Big(quantity).times(unitAmount);
  return roundedTo(2, full.times(new Big(100).minus(off)).div(100));
}

const taxOfInput = (input: LineInput): number => portion(netOfInput(input), input.taxRatePercentage ?? 0);

interface Prepared {
  /** Whether the vendor takes this customer's prices with VAT. */
  readonly isInclusive: boolean;
  readonly rates: readonly (number | undefined)[];
}

const isDomestic = ({ InvoiceCountryCode: country }: Customer, { CountryCode: own }: CompanySettings): boolean =>
  !country || !own || country === own;

/** The rate of the article, which a domestic customer pays. Customers abroad may be exempt, which only the vendor knows. */
async function ratesFor(
  { body: { lineItems } }: WriteCall<inputs.InvoiceInput>,
  isSure: boolean,
  session: Session,
): Promise<readonly (number | undefined)[]> {
  const codings = await allOf<ArticleAccountCoding>(session, "/articleaccountcodings");
  return Promise.all(
    lineItems.map(async ({ itemId = "", taxRatePercentage: asked }, index) => {
      const at = `lineItems[${index}]`;
      const reference = { folder: "/articles", id: itemId, field: `${at}.itemId`, kind: "article" };
      const { CodingId, Name } = await referenced<Article>(session, reference);
      const coding = codings.find(({ Id }) => Id === CodingId);
      const rate = coding && rateOf(coding);
      if (!isSure || rate === undefined || asked === undefined || asked === rate) return rate;
      throw cannotStore(
        `The article ${Name ?? itemId} is sold at ${rate} % at Visma eAccounting, not at ${asked} %. Send another itemId, or this rate.`,
        `${at}.taxRatePercentage`,
      );
    }),
  );
}

/** Prices of customers abroad have four decimals. */
function checkPrices({ lineItems }: inputs.InvoiceInput, decimals: number): void {
  for (const [index, { unitAmount }] of lineItems.entries()) {
    if (unitAmount === undefined || Number(unitAmount.toFixed(decimals)) === unitAmount) continue;
    const field = `lineItems[${index}].unitAmount`;
    throw cannotStore(
      `Visma eAccounting stores prices with ${decimals} decimals for this customer, so ${field} would be rounded. Round it first.`,
      field,
    );
  }
}

async function prepare(call: WriteCall<inputs.InvoiceInput>, session: Session): Promise<Prepared> {
  const { contactId = "", currency, invoiceDate } = call.body;
  const reference = { folder: "/customers", id: contactId, field: "contactId", kind: "customer" };
  const [customer, settings] = await Promise.all([referenced<Customer>(session, reference), readSettings(session)]);
  const { CurrencyCode: own = settings.CurrencyCode } = customer;
  if (currency !== undefined && own && currency !== own)
    throw cannotStore(
      `Visma eAccounting invoices this customer in ${own}. Send this currency, or another customer.`,
      "currency",
    );
  await checkOpenDay(invoiceDate, "invoiceDate", session);
  checkPrices(call.body, isDomestic(customer, settings) ? 2 : 4);
  const isSure = isDomestic(customer, settings) && customer.ReverseChargeOnConstructionServices !== true;
  const isInclusive = customer.IsPrivatePerson === true && settings.ShowPricesExclVatPC === false;
  return { isInclusive, rates: await ratesFor(call, isSure, session) };
}

/** Prices of private persons are with VAT, if the company's settings say so. They have two decimals. */
function priceWithTax(input: LineInput, rate: number | undefined, index: number): number {
  const price = new Big(input.unitAmount ?? 0).times(new Big(100).plus(rate ?? 0)).div(100);
  if (price.round(2, Big.roundHalfUp).eq(price)) return price.toNumber();
  const field = `lineItems[${index}].unitAmount`;
  throw cannotStore(
    `Visma eAccounting stores prices of private persons with VAT, and ${field} has more than two decimals then: ${price.toString()}. Send another price.`,
    field,
  );
}

function bodyOf(encoded: Encoded, { isInclusive, rates }: Prepared, { lineItems }: inputs.InvoiceInput): object {
  if (!isInclusive) return encoded;
  const rows = encoded["Rows"] as readonly object[];
  return {
    ...encoded,
    Rows: rows.map((row, index) => {
      const input = lineItems[index];
      return input?.unitAmount === undefined ? row : { ...row, UnitPrice: priceWithTax(input, rates[index], index) };
    }),
  };
}

/** Compares the draft's totals with those of the body. A line without a rate has the vendor's. */
function checkTotals(draft: InvoiceDraft, { lineItems }: inputs.InvoiceInput): void {
  const isTaxKnown = lineItems.every(({ taxRatePercentage }) => taxRatePercentage !== undefined);
  const net = sum(lineItems.map(netOfInput));
  const tax = isTaxKnown ? sum(lineItems.map(taxOfInput)) : (amount(draft.TotalVatAmount) ?? 0);
  const rounding = Math.abs(amount(draft.TotalRoundings) ?? 0);
  const lines = lineItems.length;
  const total = sum([net, tax]);
  const isTotalSame = [0, rounding, -rounding].some((off) => sales.isSame(draft.TotalAmount, sum([total, off]), lines));
  if (isTotalSame && sales.isSame(draft.TotalVatAmount, tax, lines)) return;
  throw new Failure(
    "stored_differs",
    `Visma eAccounting made it ${draft.TotalAmount ?? "nothing"}, of which ${draft.TotalVatAmount ?? "nothing"} is VAT, instead of ${total} and ${tax}, so nothing was booked. The VAT follows from the article and the customer.`,
    { field: "lineItems" },
  );
}

/** The invoice that an earlier attempt made of a draft. */
async function bookedFrom({ Id, CreatedUtc }: InvoiceDraft, session: Session): Promise<Invoice> {
  const since = CreatedUtc ? { modifiedSinceUtc: CreatedUtc } : {};
  const found = (await allOf<Invoice>(session, folder, since)).find(
    ({ CreatedFromDraftId }) => CreatedFromDraftId === Id,
  );
  if (found === undefined) throw noRecord();
  return found;
}

/** The vendor books a draft as another record. An earlier attempt may have done so. */
async function booked(
  draft: InvoiceDraft,
  { body }: WriteCall<inputs.InvoiceInput>,
  session: Session,
): Promise<Invoice> {
  const at = `${drafts}${path`/${draft.Id}`}`;
  const stored = (await undefinedIfMissing(session.read(at))) as InvoiceDraft | undefined;
  if (stored === undefined) return bookedFrom(draft, session);
  try {
    checkTotals(stored, body);
    const { Id } = (await session.send({
      method: "POST",
      path: `${at}/convert`,
      // Otherwise an earlier day becomes today's.
      query: { keepOriginalDraftDate: true, overrideCompanyKeepOriginalDraftDate: true },
      body: {},
    })) as Invoice;
    return (await session.read(`${folder}${path`/${Id}`}`)) as Invoice;
  } catch (error) {
    if (!(error instanceof Failure) || !isRefusal(error)) throw error;
    await session.send({ method: "DELETE", path: at });
    throw new Failure(error.code, error.message, { ...error.details, undone: true });
  }
}

/** The draft is still there. */
const isRefusal = ({ code }: Failure): boolean =>
  ["stored_differs", "target_rejected", "target_conflict", "target_forbidden"].includes(code);

const invoiceRecords = resource<records.Invoice, Invoice>(folder, "invoiceId", invoice);
const creditRecords = resource<records.CreditNote, Invoice>(folder, "creditNoteId", creditNote);

export const invoices = {
  "invoices.list": receivables(invoice, isInvoice, ["lastModifiedAt", "status", "paymentStatus", "dueDateFrom"]),
  "invoices.get": unclearGet(unclearSettlement, invoiceRecords.get(isInvoice)),
  "invoices.document.get": file(async ({ ids: { invoiceId: id = "" } }, session) => {
    const { Url } = (await session.read(`${folder}${path`/${id}`}/pdf`)) as InvoiceUrl;
    if (!Url) throw noRecord();
    return { id, path: Url, accept: "application/pdf", fileName: `${id}.pdf` };
  }),
  "invoices.lineItems.list": partsOf(parts),
  "invoices.lineItems.get": partOf({ ...parts, id: ({ line: { id } }: LineOf) => id }),
  "invoices.create": write<inputs.InvoiceInput, records.Invoice, Invoice>({
    method: "POST",
    path: drafts,
    encoder: invoiceEncoder,
    prepare,
    body: (encoded, prepared, { body }) => bodyOf(encoded, prepared as Prepared, body),
    afterwards: (draft, call, session) => booked(draft, call, session),
    map: invoice,
    requires: ["contactId", "lineItems.itemId"],
    rules: [
      "The invoice is booked at once, which is final. Nothing is sent to the customer. Kontor creates a draft, compares its totals with the body, and books it only if they agree.",
      "The article of a line decides its account and its VAT, so every line needs an itemId. For customers abroad the VAT may differ from the article's.",
      "The customer decides the currency. The company's settings decide whether the target system rounds the total to whole units: the rounding is a line.",
    ],
  }),
};

export const creditNotes = {
  "creditNotes.list": receivables(creditNote, sales.isCredit, ["lastModifiedAt"]),
  "creditNotes.get": unclearGet(unclearSettlement, creditRecords.get(sales.isCredit)),
};
