/** Supplier invoices: bills, and vendor credits, which the vendor keeps with them. */
import { Big } from "big.js";
import type { Call, ListHandler, WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { BillInput, BillLineItemInput } from "../../contract/inputs/purchasing.ts";
import type * as records from "../../contract/records/purchasing.ts";
import type { Session } from "../../contract/session.ts";
import { days } from "../../kit/columns.ts";
import { termOf } from "../../kit/dates.ts";
import { documentStatusOf, paymentStatusOf, statusFilters } from "../../kit/documents/paymentStatus.ts";
import { paidOrNot, unclearGet, unclearList } from "../../kit/documents/unclear.ts";
import { encoder, fieldAs, listAs, onlyAccepts, sentSeparately } from "../../kit/encode.ts";
import { filteredList } from "../../kit/lists/filteredList.ts";
import { type Mapping, mapping, nestedList } from "../../kit/mapping.ts";
import { amount, decimal, difference, portion, sum } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { noRecord, partsOf } from "../../kit/reading.ts";
import { day, plainValue, twoWay } from "../../kit/twoWay.ts";
import { checkOpenDay, largestPage, lastModified, readRecord, resource, unwrapped } from "./conventions.ts";
import { accountAs, currencyOf, dimensionsAs, exact, idOf, tag, tagsOf, today } from "./fields.ts";
import { type Sign, signed } from "./sales.ts";
import type { SupplierInvoice, SupplierInvoiceRow } from "./types.ts";

const folder = "/supplierinvoices";
const kind = "SupplierInvoice";

/** Invoices and supplier invoices may have the same number, and payments name either. */
const prefix = "bill-";
export const billId = (givenNumber: string): string => prefix + givenNumber;

export function givenNumberOf(id: string | undefined): string {
  const [, number] = /^bill-(\d+)$/.exec(id ?? "") ?? [];
  if (number === undefined) throw noRecord();
  return number;
}

const pathTo = (id: string | undefined): string => path`/supplierinvoices/${givenNumberOf(id)}`;

const isCredit = ({ Credit }: SupplierInvoice): boolean => Credit === true;
const isBill = (native: SupplierInvoice): boolean => !isCredit(native);

/** Amounts of credits are turned, unless the vendor has them without a minus. */
const signOf = (native: SupplierInvoice): Sign => (isCredit(native) && Number(native.Total ?? 0) < 0 ? -1 : 1);

const owedBy = (native: SupplierInvoice) => ({
  open: signed(native.Balance, signOf(native)),
  total: signed(native.Total, signOf(native)),
  due: native.DueDate,
});

/** The list calls it otherwise. */
const isCancelled = ({ Cancel, Cancelled }: SupplierInvoice): boolean => Cancel === true || Cancelled === true;

function stateOf(native: SupplierInvoice) {
  if (isCancelled(native)) return "VOIDED";
  return native.Booked === true ? documentStatusOf(owedBy(native), today()) : "DRAFT";
}
const paymentStateOf = (native: SupplierInvoice) =>
  native.Booked === true && !isCancelled(native) ? paymentStatusOf(owedBy(native)) : undefined;

interface Line {
  readonly id: string;
  readonly row: SupplierInvoiceRow;
  readonly net: number;
  readonly quantity: number | undefined;
}

/** The amount in the document's currency. Rows in crowns have no other. */
function netOf(row: SupplierInvoiceRow, isForeign: boolean): number {
  const inCurrency = difference(row.DebitCurrency ?? 0, row.CreditCurrency ?? 0) ?? 0;
  if (isForeign && inCurrency !== 0) return inCurrency;
  return difference(row.Debit ?? 0, row.Credit ?? 0) ?? 0;
}

/** The rows of what was bought. The others post the total and the VAT. */
const isLine = ({ Code }: SupplierInvoiceRow): boolean => Code !== "TOT" && Code !== "VAT";

function linesOf(native: SupplierInvoice): readonly Line[] {
  const sign = signOf(native);
  const isForeign = (native.Currency ?? "SEK") !== "SEK";
  return (native.SupplierInvoiceRows ?? []).filter(isLine).map((row, index) => ({
    id: String(index + 1),
    row,
    net: signed(netOf(row, isForeign), sign) ?? 0,
    // Rows that were entered by account and amount have none.
    quantity: amount(row.Quantity) ? signed(row.Quantity, sign) : undefined,
  }));
}

const line = {
  id: ({ id }: Line) => id,
  accountId: ({ row }: Line) => idOf(row.Account),
  accountNumber: ({ row }: Line) => idOf(row.Account),
  description: ({ row }: Line) => row.ItemDescription || row.TransactionInformation || row.AccountDescription,
  dimensions: nestedList(tag, ({ row }: Line) => tagsOf(row)),
  itemId: ({ row }: Line) => row.ArticleNumber,
  quantity: ({ quantity }: Line) => quantity,
  totalNetAmount: ({ net }: Line) => net,
  unitAmount: ({ row }: Line) => amount(row.Price) || undefined,
  unitName: ({ row }: Line) => row.Unit,
};
const billLine = mapping<records.BillLineItem, Line>(line);
const creditLine = mapping<records.VendorCreditLineItem, Line>(line);

const headFields = twoWay({
  billNumber: plainValue("InvoiceNumber"),
  contactId: plainValue("SupplierNumber"),
  billDate: day("InvoiceDate"),
  dueDate: day("DueDate"),
});
const detailFields = twoWay({ paymentReference: plainValue("OCR") });

const shared = {
  id: ({ GivenNumber }: SupplierInvoice) => billId(GivenNumber),
  contactId: ({ SupplierNumber }: SupplierInvoice) => SupplierNumber,
  currency: currencyOf,
  ...days({ dueDate: "DueDate" }),
  name: ({ SupplierName }: SupplierInvoice) => SupplierName,
  paidDate: (native: SupplierInvoice) =>
    stateOf(native) === "PAID" ? days({ at: "FinalPayDate" }).at(native) : undefined,
  paymentDays: ({ InvoiceDate, DueDate }: SupplierInvoice) => termOf(InvoiceDate, DueDate),
  paymentStatus: paymentStateOf,
  status: stateOf,
  totalGrossAmount: (native: SupplierInvoice) => signed(native.Total, signOf(native)),
};

const detail = {
  ...detailFields.reads,
  totalNetAmount: (native: SupplierInvoice) => signed(difference(native.Total, native.VAT), signOf(native)),
  totalTaxAmount: (native: SupplierInvoice) => signed(native.VAT, signOf(native)),
};

const listedBill = mapping<records.Bill, SupplierInvoice>({ ...shared, ...headFields.reads });
const bill = mapping<records.Bill, SupplierInvoice>({
  ...shared,
  ...headFields.reads,
  ...detail,
  lineItems: nestedList(billLine, linesOf),
});

const listedCredit = mapping<records.VendorCredit, SupplierInvoice>({
  ...shared,
  ...days({ vendorCreditDate: "InvoiceDate" }),
  vendorCreditNumber: ({ InvoiceNumber }) => InvoiceNumber,
});
const vendorCreditRecord = mapping<records.VendorCredit, SupplierInvoice>({
  ...shared,
  ...detail,
  ...days({ vendorCreditDate: "InvoiceDate" }),
  lineItems: nestedList(creditLine, linesOf),
  vendorCreditNumber: ({ InvoiceNumber }) => InvoiceNumber,
});

const unclearSettlement = paidOrNot(
  "Fortnox shows what is left of a supplier invoice, but not whether money or a credit settled it: a settled document reads PAID.",
);

const states = statusFilters(stateOf, paymentStateOf);

const payables = <Record extends { readonly paymentStatus?: string }>(
  map: Mapping<Record, SupplierInvoice>,
  isOfKind: (native: SupplierInvoice) => boolean,
  hasDay: boolean,
): ListHandler<Record> =>
  unclearList(
    unclearSettlement,
    filteredList<Record, SupplierInvoice>({
      map,
      sources: ({ filters: { lastModifiedAt } }) => [
        { path: folder, ...(lastModifiedAt && { query: lastModified(lastModifiedAt) }) },
      ],
      fits: (native, { filters }) =>
        isOfKind(native) && states.fits(native, filters) && (native.InvoiceDate ?? "") >= (filters.billDateFrom ?? ""),
      filters: ["lastModifiedAt", "status", "paymentStatus", ...(hasDay ? (["billDateFrom"] as const) : [])],
      readsWholeList: true,
      size: largestPage,
      page: (page) => ({ page, limit: largestPage }),
      records: ({ SupplierInvoices }: { readonly SupplierInvoices: readonly SupplierInvoice[] }) => SupplierInvoices,
      rules: [
        "The target system keeps bills and vendor credits in one list. Kontor reads up to 500 of both at a time; the total comes with the last page.",
        "Lists have no lines, no net amount and no tax. Get a single record for them.",
      ],
    }),
  );

const lineEncoder = encoder<BillLineItemInput>({
  accountId: accountAs("Account"),
  description: fieldAs("ItemDescription"),
  dimensions: dimensionsAs,
  itemId: fieldAs("ArticleNumber"),
  quantity: Object.assign(
    (value: number, _input: unknown, field: string): object => {
      if (Number.isInteger(value)) return { Quantity: value };
      throw cannotStore(
        `Fortnox stores whole quantities on supplier invoices, so ${value} cannot be stored. Send quantity 1 and the amount as unitAmount.`,
        field,
      );
    },
    { path: ["Quantity"] },
  ),
  // The VAT of all lines is a total of the document.
  taxRatePercentage: sentSeparately,
  totalTaxAmount: sentSeparately,
  totalNetAmount: (value, { quantity, unitAmount }) =>
    unitAmount === undefined && (quantity === undefined || quantity === 1) ? { Quantity: 1, Price: value } : {},
  unitAmount: exact("Price"),
});

const netOfInput = ({ totalNetAmount, quantity = 1, unitAmount }: BillLineItemInput): number =>
  totalNetAmount ??
  new Big(quantity)
    .times(unitAmount ?? 0)
    .round(2, Big.roundHalfUp)
    .toNumber();

const taxOfInput = (input: BillLineItemInput): number =>
  input.totalTaxAmount ?? portion(netOfInput(input), input.taxRatePercentage ?? 0);

/** A row posts to an account, which is the article's if there is one. */
function checkLines(lines: readonly BillLineItemInput[]): void {
  for (const [index, { accountId, itemId, quantity, unitAmount, totalNetAmount }] of lines.entries()) {
    const at = `lineItems[${index}]`;
    if (accountId === undefined && itemId === undefined)
      throw cannotStore(`A line of a bill needs an account at Fortnox. Send ${at}.accountId.`, `${at}.accountId`);
    if (unitAmount === undefined && totalNetAmount !== undefined && (quantity ?? 1) !== 1)
      throw cannotStore(`Fortnox stores the price of a line. Send ${at}.unitAmount.`, `${at}.unitAmount`);
  }
}

const billEncoder = encoder<BillInput>(
  {
    ...headFields.writes,
    ...detailFields.writes,
    currency: fieldAs("Currency"),
    lineItems: listAs("SupplierInvoiceRows", lineEncoder),
    status: onlyAccepts(["DRAFT", "OPEN"], "; payments lead to the other states"),
  },
  ({ lineItems = [] }) => {
    checkLines(lineItems);
    const net = sum(lineItems.map(netOfInput));
    const tax = sum(lineItems.map(taxOfInput));
    return { Total: decimal(sum([net, tax])), VAT: decimal(tax) };
  },
);

/** An earlier attempt may have booked it. */
async function bookedIfOpen(
  { GivenNumber }: SupplierInvoice,
  { body: { status } }: WriteCall<BillInput>,
  session: Session,
): Promise<SupplierInvoice | undefined> {
  if (status !== "OPEN") return undefined;
  const at = path`/supplierinvoices/${GivenNumber}`;
  const native = await readRecord<SupplierInvoice>(session, at, kind);
  if (native.Booked === true) return native;
  await session.send({ method: "PUT", path: `${at}/bookkeep` });
  return readRecord<SupplierInvoice>(session, at, kind);
}

const billRecords = resource<records.Bill, SupplierInvoice>(folder, "billId", {
  kind,
  map: bill,
  at: ({ ids }) => pathTo(ids["billId"]),
});
const creditRecords = resource<records.VendorCredit, SupplierInvoice>(folder, "vendorCreditId", {
  kind,
  map: vendorCreditRecord,
  at: ({ ids }) => pathTo(ids["vendorCreditId"]),
});

/** For checks: the contract has no operation for a single one. */
export const vendorCredit = creditRecords.get(isCredit);

/** The open amount, in the currency of the supplier invoice. Negative for a credit. */
export async function openBill(id: string, session: Session) {
  const native = await readRecord<SupplierInvoice>(session, pathTo(id), kind);
  return { amount: amount(native.Balance), currency: native.Currency ?? undefined };
}

export const bills = {
  "bills.list": payables(listedBill, isBill, true),
  "bills.get": unclearGet(unclearSettlement, billRecords.get(isBill)),
  "bills.lineItems.list": partsOf({
    path: ({ ids }: Call) => pathTo(ids["billId"]),
    parts: (reply: { readonly [name: string]: unknown }) => {
      const native = unwrapped<SupplierInvoice>(kind)(reply);
      if (native === undefined || isCredit(native)) throw noRecord();
      return linesOf(native);
    },
    map: billLine,
    raw: ({ row }: Line) => row,
  }),
  "bills.create": billRecords.create<BillInput>({
    encoder: billEncoder,
    prepare: ({ body }, session) => checkOpenDay(body.status === "OPEN" ? body.billDate : "", "billDate", session),
    afterwards: bookedIfOpen,
    requires: ["contactId", "lineItems"],
    rules: [
      "The bill stays unbooked unless status is OPEN: then it is booked, which is final.",
      "The target system keeps the VAT of the document, not of its lines. Kontor adds it up from the rates of the lines. Quantities are whole numbers.",
    ],
  }),
  "vendorCredits.list": payables(listedCredit, isCredit, false),
};
