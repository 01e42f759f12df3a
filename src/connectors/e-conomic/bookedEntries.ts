/**
 * Bills and vendor credits are not documents here but entries on the supplier's account: bills are negative, credits
 * positive. Payments are entries on the accounts of customers, where they are negative, and of suppliers.
 */
import type { Call, FilterName, ListCall, OpenAmount, PaidDocument } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import type { BillLineItem, Bill as BillRecord, VendorCredit } from "../../contract/records/purchasing.ts";
import { type Session } from "../../contract/session.ts";
import { amounts, days, values } from "../../kit/columns.ts";
import { termOf } from "../../kit/dates.ts";
import { documentStatusOf, paymentStatusOf } from "../../kit/documents/paymentStatus.ts";
import { type Doubt, unclearGet, unclearList } from "../../kit/documents/unclear.ts";
import { file, files, type ListedFile } from "../../kit/download.ts";
import { itemsInWindow } from "../../kit/lists/paging.ts";
import { type Mapping, mapping, nestedList } from "../../kit/mapping.ts";
import { amount, difference, sum } from "../../kit/money.ts";
import { get, listing, noRecord, partsOf, readCached, undefinedIfMissing } from "../../kit/reading.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import { attachmentsOf } from "./attachments.ts";
import {
  allItems,
  allOf,
  at,
  condition,
  matches,
  newer,
  today,
  unclearSettlement,
  where,
  whereAll,
} from "./conventions.ts";
import { idIn, idOf, ids, negated } from "./fields.ts";
import type { BookedEntry, Invoice, VatAccount } from "./types.ts";

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
  status: (entry: BookedEntry) => documentStatusOf(owed(entry, sign), today()),
  totalGrossAmount: ({ amount: total }: BookedEntry) => sign(total),
});

const bill = mapping<BillRecord, BookedEntry>({
  ...shared(negated),
  ...days({ billDate: "date" }),
  ...values({ billNumber: "supplierInvoiceNumber" }),
});

/** A bill with the tax that its voucher posts. */
interface TaxedBill extends BookedEntry {
  readonly tax: number;
}

export const taxedBill = mapping<BillRecord, TaxedBill>({
  ...shared(negated),
  ...days({ billDate: "date" }),
  ...values({ billNumber: "supplierInvoiceNumber" }),
  totalNetAmount: ({ amount: total, tax }) => difference(negated(total), tax),
  totalTaxAmount: ({ tax }) => tax,
});
export const rawBill = ({ tax: _tax, ...entry }: TaxedBill): BookedEntry => entry;

/** The tax of a credit has the opposite sign of a bill's. */
const vendorCredit = mapping<VendorCredit, TaxedBill>({
  ...shared(amount),
  ...days({ vendorCreditDate: "date" }),
  ...values({ vendorCreditNumber: "supplierInvoiceNumber" }),
  totalNetAmount: ({ amount: total, tax }) => sum([total, tax]),
  totalTaxAmount: ({ tax }) => negated(tax),
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
  rules: readonly string[] = [
    "Only booked entries are listed. The target system has their gross amount and the open amount, but no net amount.",
  ],
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
    rules,
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

const linesOf = async (call: Call, session: Session): Promise<readonly BookedEntry[]> =>
  othersOf(await readBill(call, session), session);

/** The voucher's other entries. Voucher numbers start again each year, so the day is compared as well. */
async function othersOf(
  { voucherNumber, date, entryNumber }: BookedEntry,
  session: Session,
): Promise<readonly BookedEntry[]> {
  const ofVoucher = condition("voucherNumber", "eq", voucherNumber ?? "");
  const query = whereAll(ofVoucher, condition("date", "eq", date?.slice(0, 10) ?? ""));
  const found = await allItems<BookedEntry>(session, entries, query);
  return found.filter((entry) => entry.entryNumber !== entryNumber);
}

/** The accounts that VAT is posted to. */
export const vatAccounts = (session: Session): Promise<readonly VatAccount[]> =>
  readCached(session, "VAT accounts", () => allOf<VatAccount>(session, "/vat-accounts"));

/** The vendor has a bill's gross amount. Its tax is what the voucher posts to the accounts of VAT. */
export async function withTax(entry: BookedEntry, session: Session): Promise<TaxedBill> {
  const accounts = new Set(
    (await vatAccounts(session)).flatMap(({ account, contraAccount }) =>
      [account, contraAccount].flatMap((linked) => idIn(linked, "accountNumber") ?? []),
    ),
  );
  const taxes = (await othersOf(entry, session)).filter((other) => accounts.has(idOf(other.accountNumber) ?? ""));
  return { ...entry, tax: sum(taxes.map((tax) => tax.amount)) };
}

const filesOf = async (call: Call, session: Session): Promise<readonly ListedFile[]> =>
  attachmentsOf(session, await readBill(call, session));

/** There are few credits, so the tax of each is read from its voucher. */
const creditsWithoutTax = payables<VendorCredit>(
  mapping<VendorCredit, BookedEntry>(shared(amount)),
  isVendorCredit,
  [],
  ["Only booked entries are listed."],
);

export const bills = {
  "bills.list": unclearList(unclearSettlement, payables(bill, isBill)),
  "bills.get": unclearGet(
    unclearSettlement,
    get<BillRecord, TaxedBill>({
      read: async (call, session) => withTax(await readBill(call, session), session),
      map: taxedBill,
      raw: rawBill,
    }),
  ),
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
  "vendorCredits.list": unclearList(unclearSettlement, {
    ...creditsWithoutTax,
    fields: vendorCredit.fields,
    list: async (call: ListCall, session: Session) => {
      const { raw, total } = await creditsWithoutTax.list(call, session);
      const credits = await Promise.all((raw as readonly BookedEntry[]).map((entry) => withTax(entry, session)));
      return { ...listing(vendorCredit, credits, rawBill), total };
    },
  }),
};

const isOfCustomer = ({ type }: BookedEntry): boolean => type === types.customerPayment;
const isPayment = (entry: BookedEntry): boolean =>
  (isOfCustomer(entry) && idOf(entry.customerNumber) !== undefined) ||
  (entry.type === types.supplierPayment && isOfSupplier(entry));
const invoiceOf = ({ customerInvoiceNumber, paidBill }: PaymentEntry) =>
  idOf(customerInvoiceNumber) === undefined ? idOf(paidBill) : `booked-${customerInvoiceNumber}`;

/** A payment with the entry of the bill that it pays: a supplier's payment only has the bill's number. */
interface PaymentEntry extends BookedEntry {
  readonly paidBill?: BookedEntry["entryNumber"] | undefined;
}
export const rawPayment = ({ paidBill: _bill, ...entry }: PaymentEntry): BookedEntry => entry;

const billKey = ({ supplierNumber, supplierInvoiceNumber }: BookedEntry): string =>
  `${supplierNumber} ${supplierInvoiceNumber}`;
/** Filters have a limited length. */
const numbersPerQuery = 20;

/** Finds the bills of payments to suppliers, many at a time. */
export async function withBills(payments: readonly BookedEntry[], session: Session): Promise<readonly PaymentEntry[]> {
  const numbers = [
    ...new Set(payments.filter(isOfSupplier).flatMap(({ supplierInvoiceNumber }) => supplierInvoiceNumber || [])),
  ];
  const found = new Map<string, BookedEntry["entryNumber"]>();
  for (let start = 0; start < numbers.length; start += numbersPerQuery) {
    const part = numbers.slice(start, start + numbersPerQuery);
    const anyOf = part.map((number) => condition("supplierInvoiceNumber", "eq", number)).join("$or:");
    const query = whereAll(condition("type", "eq", types.supplierInvoice), `(${anyOf})`);
    const bills = await allItems<BookedEntry>(session, entries, query);
    for (const entry of bills.filter(isOfSupplier)) found.set(billKey(entry), entry.entryNumber);
  }
  return payments.map((entry) => (isOfSupplier(entry) ? { ...entry, paidBill: found.get(billKey(entry)) } : entry));
}

const paymentLine = mapping<PaymentLine, PaymentEntry>({
  // A refund has the opposite sign, so it is negative.
  amount: (entry) => (isOfCustomer(entry) ? negated(entry.amount) : amount(entry.amount)),
  contactId: ({ customerNumber, supplierNumber }) => idOf(customerNumber) ?? idOf(supplierNumber),
  ...ids({ customerId: "customerNumber", supplierId: "supplierNumber" }),
  ...values({ description: "text" }),
  invoiceId: invoiceOf,
  paymentDate: ({ date }) => date?.slice(0, 10),
});

export const payment = mapping<PaymentRecord, PaymentEntry>({
  ...ids({ id: "entryNumber" }),
  currency: (native) => currencyCode(native.currencyCode),
  documentType: (entry) => (isOfCustomer(entry) ? "INVOICE" : "BILL"),
  paymentLines: nestedList(paymentLine, (entry) => [entry]),
});

const isAnyPayment = `(${[types.customerPayment, types.supplierPayment]
  .map((type) => condition("type", "eq", type))
  .join("$or:")})`;

const listed = newer<PaymentRecord, BookedEntry>({
  map: payment,
  sources: ({ filters: { invoiceId } }) => {
    if (invoiceId === undefined) return [{ path: entries, query: whereAll(isAnyPayment) }];
    const [, number] = /^booked-(\d{1,9})$/.exec(invoiceId) ?? [];
    if (number === undefined) return [];
    return [{ path: entries, query: whereAll(isAnyPayment, condition("customerInvoiceNumber", "eq", number)) }];
  },
  fits: isPayment,
  filters: ["invoiceId"],
  rules: [
    "Only booked payments are listed: those from customers and those to suppliers, whose bill is found by its number.",
  ],
});

/** The payments of a bill have its number. */
async function paymentsOfBill(id: string, session: Session): Promise<readonly BookedEntry[]> {
  const found = await undefinedIfMissing(readEntry(session, id));
  if (found?.supplierInvoiceNumber == null || found.supplierInvoiceNumber === "") return [];
  const query = whereAll(
    condition("type", "eq", types.supplierPayment),
    condition("supplierInvoiceNumber", "eq", found.supplierInvoiceNumber),
  );
  const natives = await allItems<BookedEntry>(session, entries, query);
  return natives.filter((entry) => isPayment(entry) && entry.supplierNumber === found.supplierNumber);
}

/** The entries of a voucher are not paired, so the account against which a payment was entered is unknown. */
const mayBeDiscount: Doubt<PaymentRecord> = {
  reason:
    "e-conomic enters cash discounts and losses like payments, and does not show which is which: some payments may be no money.",
  concerns: () => true,
};

export const payments = {
  "payments.list": unclearList(mayBeDiscount, {
    ...listed,
    list: async (call: ListCall, session: Session) => {
      const { invoiceId } = call.filters;
      const isOfBill = invoiceId !== undefined && /^\d{1,9}$/.test(invoiceId);
      const ofBill = isOfBill ? await paymentsOfBill(invoiceId, session) : [];
      const { raw, total } = isOfBill
        ? { raw: itemsInWindow(ofBill, call.window), total: ofBill.length }
        : await listed.list(call, session);
      return { ...listing(payment, await withBills(raw as readonly BookedEntry[], session), rawPayment), total };
    },
  }),
  "payments.get": unclearGet(
    mayBeDiscount,
    get<PaymentRecord, PaymentEntry>({
      read: async ({ ids }, session) => {
        const found = await readEntry(session, ids["paymentId"]);
        if (!isPayment(found)) throw noRecord();
        return (await withBills([found], session))[0];
      },
      map: payment,
      raw: rawPayment,
    }),
  ),
};

/** The open amount of an invoice or a bill. The vendor's remainder of a bill is negative. */
export async function openAmount(
  { documentType, id }: PaidDocument,
  session: Session,
): Promise<OpenAmount | undefined> {
  if (documentType === "BILL") {
    const found = await undefinedIfMissing(readEntry(session, id));
    return found && { amount: negated(found.remainder), currency: currencyCode(found.currencyCode) };
  }
  const [, number] = /^booked-(\d{1,9})$/.exec(id) ?? [];
  if (number === undefined) return undefined;
  const invoice = (await undefinedIfMissing(session.read(`/invoices/booked/${number}`))) as Invoice | undefined;
  return invoice && { amount: amount(invoice.remainder), currency: currencyCode(invoice.currency) };
}
