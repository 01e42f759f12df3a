/**
 * Bills and vendor credits are not documents here but entries on the supplier's account: bills are negative, credits
 * positive. Payments are entries on the accounts of customers, where they are negative, and of suppliers.
 */
import type { Call, FilterName, ListCall } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import type { BillLineItem, Bill as BillRecord, VendorCredit } from "../../contract/records/purchasing.ts";
import { type Session } from "../../contract/session.ts";
import { amounts, days, values } from "../../kit/columns.ts";
import { termOf } from "../../kit/dates.ts";
import { file, files, type ListedFile } from "../../kit/download.ts";
import { type Mapping, mapping, nestedList } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { get, noRecord, partsOf } from "../../kit/reading.ts";
import { paymentStatusOf, statusOf } from "../../kit/settled.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import { attachmentsOf } from "./attachments.ts";
import { allItems, at, condition, matches, newer, where, whereAll } from "./conventions.ts";
import { idOf, ids, negated } from "./fields.ts";
import type { BookedEntry } from "./types.ts";

export const entries = at("bookedEntries", "/booked-entries");

/** The vendor's numbers of the types that we read. */
export const types = { customerPayment: 2, supplierInvoice: 3, supplierPayment: 4 } as const;

/** Only the entry on the supplier's account has a supplier number. */
const isOfSupplier = ({ supplierNumber }: BookedEntry): boolean => idOf(supplierNumber) !== undefined;
const isBill = (entry: BookedEntry): boolean => isOfSupplier(entry) && Number(entry.amount ?? 0) <= 0;
const isVendorCredit = (entry: BookedEntry): boolean => isOfSupplier(entry) && Number(entry.amount ?? 0) > 0;

type Sign = (value: BookedEntry["amount"]) => number | undefined;

const owed = ({ remainder, amount: total, dueDate }: BookedEntry, sign: Sign) => ({
  open: sign(remainder),
  total: sign(total),
  due: dueDate,
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

/** Purchases are debits, which are positive. */
const billLine = mapping<BillLineItem, BookedEntry>({
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
    filters,
    sources: ({ filters: { billDateFrom } }: ListCall) => {
      const dated = billDateFrom === undefined ? [] : [condition("date", "gte", billDateFrom)];
      return [{ path: entries, query: whereAll(condition("type", "eq", types.supplierInvoice), ...dated) }];
    },
    fits: (entry, call) =>
      is(entry) &&
      matches(call.filters, entry, {
        status: (native) => map(native).status,
        paymentStatus: (native) => map(native).paymentStatus,
      }),
    rules: [
      "Only booked entries are listed. The target system has their gross amount and the open amount, but no net amount.",
    ],
  });

/** An entry by its number, which is unique across years. */
export async function readEntry(session: Session, id: string | undefined): Promise<BookedEntry> {
  if (id === undefined || !/^\d{1,9}$/.test(id)) throw noRecord();
  const [found] = await allItems<BookedEntry>(session, entries, where("entryNumber", "eq", id));
  if (found === undefined) throw noRecord();
  return found;
}

async function readBill({ ids }: Call, session: Session): Promise<BookedEntry> {
  const found = await readEntry(session, ids["billId"]);
  if (found.type !== types.supplierInvoice || !isBill(found)) throw noRecord();
  return found;
}

/** The voucher's other entries. Voucher numbers start again each year, so the day is compared as well. */
async function linesOf(call: Call, session: Session): Promise<readonly BookedEntry[]> {
  const { voucherNumber, date, entryNumber } = await readBill(call, session);
  const ofVoucher = condition("voucherNumber", "eq", voucherNumber ?? "");
  const query = whereAll(ofVoucher, condition("date", "eq", date?.slice(0, 10) ?? ""));
  const found = await allItems<BookedEntry>(session, entries, query);
  return found.filter((entry) => entry.entryNumber !== entryNumber);
}

const filesOf = async (call: Call, session: Session): Promise<readonly ListedFile[]> =>
  attachmentsOf(session, await readBill(call, session));

export const bills = {
  "bills.list": payables(bill, isBill),
  "bills.get": get<BillRecord, BookedEntry>({ read: readBill, map: bill }),
  "bills.lineItems.list": partsOf({
    read: linesOf,
    parts: (lines: readonly BookedEntry[]) => lines,
    map: billLine,
    rules: ["Lines are the other entries of the bill's voucher; VAT is a separate line."],
  }),
  "bills.document.get": file(async (call, session) => {
    const [first] = await filesOf(call, session);
    if (first === undefined) throw new Failure("not_found", "This bill has no document.");
    return first;
  }),
  "bills.documents.list": files(filesOf),
  "vendorCredits.list": payables(vendorCredit, isVendorCredit, []),
};

const isOfCustomer = ({ type }: BookedEntry): boolean => type === types.customerPayment;
const isPayment = (entry: BookedEntry): boolean =>
  (isOfCustomer(entry) && idOf(entry.customerNumber) !== undefined) ||
  (entry.type === types.supplierPayment && isOfSupplier(entry));
const invoiceOf = ({ customerInvoiceNumber }: BookedEntry) =>
  idOf(customerInvoiceNumber) === undefined ? undefined : `booked-${customerInvoiceNumber}`;

const paymentLine = mapping<PaymentLine, BookedEntry>({
  // A refund has the opposite sign, so it is negative.
  amount: (entry) => (isOfCustomer(entry) ? negated(entry.amount) : amount(entry.amount)),
  contactId: ({ customerNumber, supplierNumber }) => idOf(customerNumber) ?? idOf(supplierNumber),
  ...ids({ customerId: "customerNumber", supplierId: "supplierNumber" }),
  ...values({ description: "text" }),
  invoiceId: invoiceOf,
  paymentDate: ({ date }) => date?.slice(0, 10),
});

export const payment = mapping<PaymentRecord, BookedEntry>({
  ...ids({ id: "entryNumber" }),
  currency: (native) => currencyCode(native.currencyCode),
  documentType: (entry) => (isOfCustomer(entry) ? "INVOICE" : "BILL"),
  paymentLines: nestedList(paymentLine, (entry) => [entry]),
});

const isAnyPayment = `(${[types.customerPayment, types.supplierPayment]
  .map((type) => condition("type", "eq", type))
  .join("$or:")})`;

export const payments = {
  "payments.list": newer<PaymentRecord, BookedEntry>({
    map: payment,
    sources: ({ filters: { invoiceId } }) => {
      if (invoiceId === undefined) return [{ path: entries, query: whereAll(isAnyPayment) }];
      const [, number] = /^booked-(\d{1,9})$/.exec(invoiceId) ?? [];
      if (number === undefined) return [];
      return [{ path: entries, query: whereAll(isAnyPayment, condition("customerInvoiceNumber", "eq", number)) }];
    },
    fits: isPayment,
    filters: ["invoiceId"],
    rules: ["Only booked payments are listed: those from customers and those to suppliers."],
  }),
  "payments.get": get<PaymentRecord, BookedEntry>({
    read: async ({ ids }, session) => {
      const found = await readEntry(session, ids["paymentId"]);
      if (!isPayment(found)) throw noRecord();
      return found;
    },
    map: payment,
  }),
};
