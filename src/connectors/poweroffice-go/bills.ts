/** Posted invoices and credit notes of suppliers, which are one list at the vendor. */
import type * as records from "../../contract/records/purchasing.ts";
import { absoluteAmounts, days, instants, values } from "../../kit/columns.ts";
import { termOf } from "../../kit/dates.ts";
import { documentStatusOf, paymentStatusOf } from "../../kit/documents/paymentStatus.ts";
import { paidOrNot, unclearGet, unclearList } from "../../kit/documents/unclear.ts";
import { mapping } from "../../kit/mapping.ts";
import { unsigned } from "../../kit/money.ts";
import { get } from "../../kit/reading.ts";
import { isSince, latest, search, today } from "./conventions.ts";
import { currencyOf, identity, taxOf, texts } from "./fields.ts";
import type { IncomingInvoice } from "./types.ts";

const folder = "/v2/IncomingInvoices";

const isCredit = ({ VoucherType }: IncomingInvoice): boolean => VoucherType === "IncomingCreditNote";
const isBill = (native: IncomingInvoice): boolean => !isCredit(native);

/** The supplier's ledger has bills on its credit side, so that their balances may be negative. The kind says which they are. */
const owed = (native: IncomingInvoice) => ({
  open: unsigned(native.Balance),
  total: unsigned(native.TotalPostedAmount),
  due: isCredit(native) ? undefined : native.DueDate,
});

const stateOf = (native: IncomingInvoice) =>
  native.IsReversed === true ? "VOIDED" : documentStatusOf(owed(native), today());
const paymentStateOf = (native: IncomingInvoice) =>
  native.IsReversed === true ? "CANCELED" : paymentStatusOf(owed(native));

const changedAt = ({ LastChangedDateTimeOffset, BalanceLastChangedDateTimeOffset }: IncomingInvoice) =>
  latest(LastChangedDateTimeOffset, BalanceLastChangedDateTimeOffset);

const shared = {
  ...identity,
  ...instants({ createdDate: "CreatedDateTimeOffset" }),
  ...texts({ contactId: "SupplierId" }),
  ...values({ paymentReference: "Cid", reference: "PurchaseOrderReference" }),
  ...days({ dueDate: "DueDate" }),
  ...absoluteAmounts({ totalGrossAmount: "TotalAmount", totalNetAmount: "NetAmount" }),
  currency: currencyOf,
  paymentDays: ({ VoucherDate, DueDate }: IncomingInvoice) => termOf(VoucherDate, DueDate),
  paymentStatus: paymentStateOf,
  status: stateOf,
  totalTaxAmount: (native: IncomingInvoice) => unsigned(taxOf(native)),
  updatedDate: changedAt,
};

const bill = mapping<records.Bill, IncomingInvoice>({
  ...shared,
  ...values({ billNumber: "InvoiceNo" }),
  ...days({ billDate: "VoucherDate" }),
});

const vendorCredit = mapping<records.VendorCredit, IncomingInvoice>({
  ...shared,
  ...values({ vendorCreditNumber: "InvoiceNo" }),
  ...days({ vendorCreditDate: "VoucherDate" }),
});

const unclear = paidOrNot(
  "PowerOffice Go shows what is open of a document, but not whether money, a credit note or a write-off settled the rest: PAID stands for all of them.",
);

const fits = {
  lastModifiedAt: (native: IncomingInvoice, at: Date) => isSince(changedAt(native), at),
  status: (native: IncomingInvoice, status: string) => status.split(",").includes(stateOf(native)),
  paymentStatus: (native: IncomingInvoice, status: string) => status.split(",").includes(paymentStateOf(native)),
};

const noLines =
  "Lines are not shown: at the target system, the costs are postings of the document's voucher, in journalEntries.";

export const bills = {
  "bills.list": unclearList(
    unclear,
    search<records.Bill, IncomingInvoice>({
      map: bill,
      path: folder,
      query: ({ filters: { billDateFrom } }) => ({ voucherTypes: "IncomingInvoice", fromDate: billDateFrom }),
      vendorFilters: ["billDateFrom"],
      is: isBill,
      fits,
      rules: [noLines, "Posted bills are listed. A bill that is not posted yet is shown only to the app that sent it."],
    }),
  ),
  "bills.get": unclearGet(
    unclear,
    get<records.Bill, IncomingInvoice>({ path: `${folder}/{billId}`, map: bill, is: isBill, rules: [noLines] }),
  ),
  "vendorCredits.list": unclearList(
    unclear,
    search<records.VendorCredit, IncomingInvoice>({
      map: vendorCredit,
      path: folder,
      query: () => ({ voucherTypes: "IncomingCreditNote" }),
      is: isCredit,
      fits,
      rules: [noLines],
    }),
  ),
};
