/** What suppliers send is no document here, but an entry on their account: a bill has a minus, what they credit has none. */
import type { Call, FilterName, ListCall } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { BillLineItem, Bill as BillRecord, VendorCredit } from "../../contract/records/purchasing.ts";
import { type Session } from "../../contract/session.ts";
import { amounts, days, values } from "../../kit/columns.ts";
import { termOf } from "../../kit/dates.ts";
import { file, files, type ListedFile } from "../../kit/download.ts";
import { type Mapping, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { get, noRecord, partsOf } from "../../kit/reading.ts";
import { paymentStatusOf, statusOf } from "../../kit/settled.ts";
import { attachmentsOf } from "./attachments.ts";
import { all, allItems, at, condition, newer, where } from "./conventions.ts";
import { idOf, ids, negated } from "./fields.ts";
import type { BookedEntry } from "./types.ts";

export const entries = at("bookedEntries", "/booked-entries");

/** What the vendor calls 3. */
const supplierInvoice = condition("type", "eq", 3);

/** Of a voucher's entries, the one on the supplier's account names the supplier. */
const isBill = ({ supplierNumber, amount: value }: BookedEntry): boolean =>
  idOf(supplierNumber) !== undefined && Number(value ?? 0) <= 0;
const isVendorCredit = ({ supplierNumber, amount: value }: BookedEntry): boolean =>
  idOf(supplierNumber) !== undefined && Number(value ?? 0) > 0;

type Sign = (value: BookedEntry["amount"]) => number | undefined;

const owed = ({ remainder, amount: total, dueDate }: BookedEntry, sign: Sign) => ({
  ...{ open: sign(remainder), total: sign(total), due: dueDate },
});

const shared = (sign: Sign) => ({
  ...ids({ id: "entryNumber", contactId: "supplierNumber" }),
  ...values({ currency: "currencyCode", reference: "text" }),
  ...days({ dueDate: "dueDate" }),
  paymentDays: ({ date, dueDate }: BookedEntry) => termOf(date, dueDate),
  paymentStatus: (entry: BookedEntry) => paymentStatusOf(owed(entry, sign)),
  status: (entry: BookedEntry) => statusOf(owed(entry, sign)),
  totalGrossAmount: ({ amount: total }: BookedEntry) => sign(total),
});

export const bill = mapping<BillRecord, BookedEntry>({
  ...shared(negated),
  ...days({ billDate: "date" }),
  ...values({ billNumber: "supplierInvoiceNumber" }),
});

const vendorCredit = mapping<VendorCredit, BookedEntry>({
  ...shared(amount),
  ...days({ vendorCreditDate: "date" }),
  ...values({ vendorCreditNumber: "supplierInvoiceNumber" }),
});

/** Debit, as what was bought is, has a plus. */
const line = mapping<BillLineItem, BookedEntry>({
  ...ids({ id: "entryNumber", accountId: "accountNumber", accountNumber: "accountNumber" }),
  ...values({ description: "text", taxCode: "vatAccountNumber" }),
  ...amounts({ totalNetAmount: "amount" }),
});

const payables = <Record extends { readonly status?: string; readonly paymentStatus?: string }>(
  map: Mapping<Record, BookedEntry>,
  is: (entry: BookedEntry) => boolean,
  filters: readonly FilterName[] = ["status", "paymentStatus", "billDateFrom"],
) =>
  newer<Record, BookedEntry>({
    map,
    sources: ({ filters: { billDateFrom } }: ListCall) => {
      const dated = billDateFrom === undefined ? [] : [condition("date", "gte", billDateFrom)];
      return [{ path: entries, query: all(supplierInvoice, ...dated) }];
    },
    fits: (entry, { filters: { status, paymentStatus } }) => {
      if (!is(entry)) return false;
      if (status === undefined && paymentStatus === undefined) return true;
      const { status: state, paymentStatus: paid } = map(entry);
      return (status ?? state) === state && (paymentStatus ?? paid) === paid;
    },
    filters,
    rules: ["Only what is booked is listed. The target system tells gross amounts only, and what is left of them."],
  });

/** One entry, by the number that all years share. */
export async function readEntry(session: Session, id: string | undefined): Promise<BookedEntry> {
  if (id === undefined || !/^\d{1,9}$/.test(id)) throw noRecord();
  const [found] = await allItems<BookedEntry>(session, entries, where("entryNumber", "eq", id));
  if (found === undefined) throw noRecord();
  return found;
}

async function readBill({ ids }: Call, session: Session): Promise<BookedEntry> {
  const found = await readEntry(session, ids["billId"]);
  if (found.type !== 3 || !isBill(found)) throw noRecord();
  return found;
}

/** The voucher's other entries: numbers of vouchers are used again each year. */
async function linesOf(call: Call, session: Session): Promise<readonly BookedEntry[]> {
  const { voucherNumber, date, entryNumber } = await readBill(call, session);
  const ofVoucher = condition("voucherNumber", "eq", voucherNumber ?? "");
  const query = all(ofVoucher, condition("date", "eq", date?.slice(0, 10) ?? ""));
  const found = await allItems<BookedEntry>(session, entries, query);
  return found.filter((entry) => entry.entryNumber !== entryNumber);
}

async function filesOf(call: Call, session: Session): Promise<readonly ListedFile[]> {
  const { voucherNumber, date } = await readBill(call, session);
  return attachmentsOf(session, { voucherNumber, date });
}

export const bills = {
  "bills.list": payables(bill, isBill),
  "bills.get": get<BillRecord, BookedEntry>({ read: readBill, map: bill }),
  "bills.lineItems.list": partsOf({
    ...{ read: linesOf, parts: (lines: readonly BookedEntry[]) => lines, map: line },
    rules: ["Lines are the other entries of the bill's voucher; VAT is one of its own."],
  }),
  "bills.document.get": file(async (call, session) => {
    const [first] = await filesOf(call, session);
    if (first === undefined) throw new Failure("not_found", "This record has no document.");
    return first;
  }),
  "bills.documents.list": files(filesOf),
  "vendorCredits.list": payables(vendorCredit, isVendorCredit, []),
};
