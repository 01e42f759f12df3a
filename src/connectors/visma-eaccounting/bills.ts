/** Supplier invoices that are booked: bills, and vendor credits, which the vendor keeps with them. */
import type { ListHandler } from "../../contract/connector.ts";
import type * as records from "../../contract/records/purchasing.ts";
import { days, instants, values } from "../../kit/columns.ts";
import { termOf } from "../../kit/dates.ts";
import { documentStatusOf, paymentStates, statusFilters } from "../../kit/documents/paymentStatus.ts";
import { paidOrNot, unclearGet, unclearList } from "../../kit/documents/unclear.ts";
import { filteredList } from "../../kit/lists/filteredList.ts";
import { type Mapping, mapping, nestedList } from "../../kit/mapping.ts";
import { amount, difference, sum, unsigned } from "../../kit/money.ts";
import { noRecord, partsOf } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { changedSince, largestPage, resource, today } from "./conventions.ts";
import { currencyOf, tag, tagsOf } from "./fields.ts";
import type { Page, SupplierInvoice, SupplierInvoiceRow } from "./types.ts";

const folder = "/supplierinvoices";

const isCredit = ({ IsCreditInvoice }: SupplierInvoice): boolean => IsCreditInvoice === true;
const isBill = (native: SupplierInvoice): boolean => !isCredit(native);

const kinds = vocabulary({ "0": "draft", "1": "normal", "2": "deleted" } as const);
const kindOf = kinds.read(({ Status }: SupplierInvoice) => Status?.toString());

/** The vendor's payment states. A payment that waits for the bank is open until the money has left. */
const settlements = vocabulary({
  "3": "unpaid",
  "4": "partly",
  "5": "partly",
  "6": "paid",
  "7": "unpaid",
  "8": "unpaid",
  "9": "paid",
  "10": "unpaid",
  "11": "unpaid",
  "12": "voided",
  "15": "unpaid",
  "16": "unpaid",
} as const);
const settled = settlements.read(({ PaymentStatus }: SupplierInvoice) => PaymentStatus?.toString());

/** The vendor has what is owed with a minus, and credits without: the kind decides, and amounts count without their sign. */
const totalOf = ({ TotalAmount }: SupplierInvoice) => unsigned(TotalAmount);
const taxOf = ({ Vat }: SupplierInvoice) => unsigned(Vat);
const remainingOf = ({ RemainingAmountInvoiceCurrency, RemainingAmount }: SupplierInvoice) =>
  unsigned(RemainingAmountInvoiceCurrency ?? RemainingAmount);

/** The amount left is missing or 0 for some unpaid documents, mostly in lists, so the payment's state decides first. */
function openOf(native: SupplierInvoice): number | undefined {
  const word = settled(native);
  const left = remainingOf(native);
  if (word === "paid") return 0;
  if (word === undefined) return native.PaymentStatus === undefined || native.PaymentStatus === null ? left : undefined;
  return left || (word === "partly" ? undefined : totalOf(native));
}

/** An unknown number of either field. */
const unread = (native: SupplierInvoice): string | undefined => kindOf.unread(native) ?? settled.unread(native);

function stateIn(native: SupplierInvoice) {
  const word = settled(native);
  const kind = kindOf(native);
  if (kind === "deleted" || word === "voided") return "VOIDED";
  if (kind === "draft") return "DRAFT";
  if (unread(native) !== undefined) return undefined;
  const open = openOf(native);
  if (open === undefined && word !== "partly") return undefined;
  // Something is left, but not how much.
  if (open === undefined) return (native.DueDate ?? "").slice(0, 10) < today() ? "PARTIALLY_OVERDUE" : "PARTIALLY_PAID";
  return documentStatusOf({ open, total: totalOf(native), due: native.DueDate }, today());
}
const stateOf = Object.assign(stateIn, { unread });

function paymentStateIn(native: SupplierInvoice) {
  const state = stateIn(native);
  return state === undefined || state === "VOIDED" || state === "DRAFT" ? undefined : paymentStates[state];
}
const paymentStateOf = Object.assign(paymentStateIn, { unread });

/**
 * Rows are postings. In the BAS chart of Sweden and the Norwegian standard, debts to suppliers begin with 24, and VAT with 26
 * or 27; what is left was bought.
 */
const isLine = ({ AccountNumber }: SupplierInvoiceRow): boolean => !/^2[467]/.test(String(AccountNumber ?? ""));

interface Line {
  readonly id: string;
  readonly row: SupplierInvoiceRow;
  readonly net: number;
}

/** Lines without the accounts of debts and VAT, if they are what the document says. Others would not add up. */
function linesOf(native: SupplierInvoice): readonly Line[] {
  const sign = isCredit(native) ? -1 : 1;
  const lines = (native.Rows ?? []).filter(isLine).map((row, index) => {
    const net = difference(row.DebetAmount ?? 0, row.CreditAmount ?? 0) ?? 0;
    return { id: row.Id ?? String(row.LineNumber ?? index + 1), row, net: net === 0 ? 0 : net * sign };
  });
  const net = difference(totalOf(native), taxOf(native) ?? 0);
  const isWhole = net !== undefined && Math.abs(sum(lines.map((line) => line.net)) - net) <= 0.005 * lines.length;
  return isWhole ? lines : [];
}

const line = {
  id: ({ id }: Line) => id,
  accountId: ({ row }: Line) => row.AccountNumber?.toString(),
  accountNumber: ({ row }: Line) => row.AccountNumber?.toString(),
  description: ({ row }: Line) => row.TransactionText,
  dimensions: nestedList(tag, ({ row }: Line) => tagsOf(row)),
  totalNetAmount: ({ net }: Line) => net,
};
const billLine = mapping<records.BillLineItem, Line>(line);
const creditLine = mapping<records.VendorCreditLineItem, Line>(line);

const shared = {
  ...values({ id: "Id", contactId: "SupplierId", name: "SupplierName", paymentReference: "OcrNumber" }),
  ...days({ dueDate: "DueDate" }),
  ...instants({ createdDate: "CreatedUtc", updatedDate: "ModifiedUtc" }),
  currency: currencyOf,
  paidDate: (native: SupplierInvoice) =>
    stateIn(native) === "PAID" ? days({ at: "PaymentDate" }).at(native) : undefined,
  paymentDays: ({ InvoiceDate, DueDate }: SupplierInvoice) => termOf(InvoiceDate, DueDate),
  paymentStatus: paymentStateOf,
  status: stateOf,
  totalGrossAmount: totalOf,
  totalNetAmount: (native: SupplierInvoice) =>
    amount(native.Vat) === undefined ? undefined : difference(totalOf(native), taxOf(native)),
  totalTaxAmount: taxOf,
};

const bill = mapping<records.Bill, SupplierInvoice>({
  ...shared,
  ...values({ billNumber: "InvoiceNumber" }),
  ...days({ billDate: "InvoiceDate" }),
  lineItems: nestedList(billLine, linesOf),
});

const credit = mapping<records.VendorCredit, SupplierInvoice>({
  ...shared,
  ...values({ vendorCreditNumber: "InvoiceNumber" }),
  ...days({ vendorCreditDate: "InvoiceDate" }),
  lineItems: nestedList(creditLine, linesOf),
});

const unclearSettlement = paidOrNot(
  "Visma eAccounting shows what is left of a supplier invoice, but not whether money or a credit settled it: a settled document reads PAID.",
);

const linesRule =
  "Lines are the postings of what was bought, in charts in which debts to suppliers begin with 24 and VAT with 26 or 27. They are left out if they do not add up to the net amount, as in other charts or currencies.";

const states = statusFilters(stateIn, paymentStateIn);

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
        { path: folder, ...(lastModifiedAt && { query: changedSince("ModifiedUtc")(lastModifiedAt) }) },
      ],
      fits: (native, { filters }) =>
        isOfKind(native) && states.fits(native, filters) && (native.InvoiceDate ?? "") >= (filters.billDateFrom ?? ""),
      filters: ["lastModifiedAt", "status", "paymentStatus", ...(hasDay ? (["billDateFrom"] as const) : [])],
      readsWholeList: true,
      size: largestPage,
      page: (page) => ({ $page: page, $pagesize: largestPage }),
      records: ({ Data }: Page<SupplierInvoice>) => Data as readonly SupplierInvoice[],
      rules: [
        "The target system keeps bills and vendor credits in one list. Kontor reads up to 1,000 of both at a time; the total comes with the last page.",
        "Drafts are not in the list, because they are not booked.",
        linesRule,
      ],
    }),
  );

const billRecords = resource<records.Bill, SupplierInvoice>(folder, "billId", bill);
const creditRecords = resource<records.VendorCredit, SupplierInvoice>(folder, "vendorCreditId", credit);

/** For checks: the contract has no operation for a single one. */
export const vendorCredit = creditRecords.get(isCredit);

export const bills = {
  "bills.list": payables(bill, isBill, true),
  "bills.get": unclearGet(unclearSettlement, billRecords.get(isBill)),
  "bills.lineItems.list": partsOf({
    path: billRecords.at,
    parts: (native: SupplierInvoice) => {
      if (isCredit(native)) throw noRecord();
      return linesOf(native);
    },
    map: billLine,
    raw: ({ row }: Line) => row,
    rules: [linesRule],
  }),
  "vendorCredits.list": payables(credit, isCredit, false),
};
