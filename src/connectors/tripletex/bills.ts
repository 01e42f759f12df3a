/** Bills and vendor credits. */
import { Failure } from "../../contract/failure.ts";
import type * as records from "../../contract/records/purchasing.ts";
import { values } from "../../kit/columns.ts";
import { termOf } from "../../kit/dates.ts";
import { documentStatusOf, paymentStatusOf } from "../../kit/documents/paymentStatus.ts";
import { file, files } from "../../kit/download.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, type Decimal, difference, unsigned } from "../../kit/money.ts";
import { pathOf, path as pathTo } from "../../kit/path.ts";
import { noRecord, partsOf } from "../../kit/reading.ts";
import { resource, type SearchDescription, search, today, window } from "./conventions.ts";
import * as read from "./fields.ts";
import { lineFields, linesLike, namedLine } from "./lines.ts";
import type { Document, Files, Line, SupplierInvoice, Voucher, Wrapped } from "./types.ts";

const isCredit = ({ isCreditNote }: SupplierInvoice): boolean => isCreditNote === true;

/** "Is 0 if value is missing": a net amount of 0 is unknown if the gross amount is not 0. */
const netOf = ({ amountExcludingVatCurrency: net, amountCurrency: gross }: SupplierInvoice): Decimal =>
  Number(net ?? 0) === 0 && Number(gross ?? 0) !== 0 ? undefined : net;

/** Amounts of bills are negative at the vendor, those of credits positive. */
const signed = (native: SupplierInvoice, value: Decimal): number | undefined => {
  const read = amount(value);
  return read === undefined || read === 0 || isCredit(native) ? read : -read;
};

/** The outstanding amount of a bill is positive, less than 0 if it is overpaid. No recording shows that of a credit. */
const owed = (native: SupplierInvoice) => ({
  open: isCredit(native) ? unsigned(native.outstandingAmount) : native.outstandingAmount,
  total: unsigned(native.amountCurrency),
  due: native.invoiceDueDate,
});

/** A negative bill is money that the company gets, so it cannot be overdue. */
const isNegative = (native: SupplierInvoice): boolean =>
  !isCredit(native) && (signed(native, native.amountCurrency) ?? 0) < 0;

/** A bill that is not in the ledger yet still has to be approved. */
function stateOf(native: SupplierInvoice) {
  if (native.voucher?.number === 0) return "SUBMITTED";
  if (isNegative(native)) return Number(native.outstandingAmount ?? 0) === 0 ? "PAID" : "OPEN";
  return documentStatusOf(owed(native), today());
}

const filesOf = ({ attachment, document, ediDocument }: Files): readonly Document[] =>
  [attachment, document, ediDocument].filter((stored) => stored !== null && stored !== undefined);

const netTotal = (native: SupplierInvoice) => signed(native, netOf(native));
const linesOf = (native: SupplierInvoice) => linesLike(native.orderLines, netTotal(native));

const shared = {
  ...read.identity,
  ...read.stamps,
  ...read.addressList(({ supplier }: SupplierInvoice) => read.addressesOf({ BILLING: supplier?.postalAddress })),
  contactId: ({ supplier }: SupplierInvoice) => read.idOf(supplier),
  currency: read.currencyOf,
  dueDate: ({ invoiceDueDate }: SupplierInvoice) => read.dayOf(invoiceDueDate),
  fileId: ({ voucher }: SupplierInvoice) => read.idOf(filesOf(voucher ?? {})[0]),
  ...values({ name: "supplier.name", paymentReference: "kidOrReceiverReference" }),
  paymentDays: ({ invoiceDate, invoiceDueDate }: SupplierInvoice) => termOf(invoiceDate, invoiceDueDate),
  paymentStatus: (bill: SupplierInvoice) => paymentStatusOf(owed(bill)),
  status: stateOf,
  totalGrossAmount: (native: SupplierInvoice) => signed(native, native.amountCurrency),
  totalNetAmount: netTotal,
  totalTaxAmount: (native: SupplierInvoice) => difference(signed(native, native.amountCurrency), netTotal(native)),
};

const billLine = mapping<records.BillLineItem, Line>(namedLine);
const bill = mapping<records.Bill, SupplierInvoice>({
  ...shared,
  billDate: ({ invoiceDate }) => read.dayOf(invoiceDate),
  billNumber: ({ invoiceNumber }) => invoiceNumber,
  lineItems: nestedList(billLine, linesOf),
});

const vendorCreditLine = mapping<records.VendorCreditLineItem, Line>(namedLine);
const vendorCredit = mapping<records.VendorCredit, SupplierInvoice>({
  ...shared,
  lineItems: nestedList(vendorCreditLine, linesOf),
  vendorCreditDate: ({ invoiceDate }) => read.dayOf(invoiceDate),
  vendorCreditNumber: ({ invoiceNumber }) => invoiceNumber,
});

const folder = "/supplierInvoice";
const billPath = `${folder}/{billId}`;
const fileFields = "(id,fileName,size,mimeType)";
const voucherFields = `voucher(id,number,attachment${fileFields},document${fileFields},ediDocument${fileFields})`;
const fields = `*,changes,currency(code),supplier(id,name,postalAddress${read.addressFields}),${voucherFields},${lineFields}`;

const payables = <Record>(
  description: Pick<SearchDescription<Record, SupplierInvoice>, "map" | "is" | "fits" | "vendorFilters" | "rules">,
) =>
  search<Record, SupplierInvoice>({
    ...description,
    sources: ({ filters: { billDateFrom } }) => [
      { path: folder, query: { fields, ...window("invoiceDate", billDateFrom) } },
    ],
    fits: {
      status: (native, status) => stateOf(native) === status,
      paymentStatus: (native, paymentStatus) => paymentStatusOf(owed(native)) === paymentStatus,
    },
  });

export const bills = {
  "bills.list": payables({
    map: bill,
    is: (native) => !isCredit(native),
    vendorFilters: ["billDateFrom"],
    rules: [
      "Amounts are negative at the target system and positive here. Credit notes of suppliers are listed as vendorCredits.",
    ],
  }),
  "bills.get": resource(folder, "billId", { map: bill, fields }).get((native) => !isCredit(native)),
  "bills.lineItems.list": partsOf({
    path: billPath,
    query: { fields },
    parts: ({ value }: Wrapped<SupplierInvoice>) => {
      if (value === undefined || isCredit(value)) throw noRecord();
      return linesOf(value);
    },
    map: billLine,
  }),
  "bills.document.get": file(async (call, session) => {
    const { value } = (await session.read(pathOf(billPath, call), { fields })) as Wrapped<SupplierInvoice>;
    const [first] = filesOf(value?.voucher ?? {});
    if (first === undefined) throw new Failure("not_found", "This bill has no document.");
    return { id: String(first.id), path: contentOf(first), fileName: first.fileName ?? undefined };
  }),
  "bills.documents.list": files(async (call, session) => {
    const { value } = (await session.read(pathOf(billPath, call), { fields })) as Wrapped<{ voucher?: Voucher | null }>;
    return filesOf(value?.voucher ?? {}).map((raw) => ({
      id: String(raw.id),
      path: contentOf(raw),
      fileName: raw.fileName ?? undefined,
      size: raw.size,
      contentType: raw.mimeType,
      raw,
    }));
  }),
  "vendorCredits.list": payables({ map: vendorCredit, is: isCredit }),
};

function contentOf({ id }: Document): string {
  return pathTo`/document/${String(id)}/content`;
}
