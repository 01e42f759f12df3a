/** Payments from customers and to vendors, and receipts, which are sale and payment in one. Their ids are unique across all. */
import { Big } from "big.js";
import type { GetHandler, ListHandler, OpenAmount, PaidDocument, WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { calendarDay } from "../../kit/dates.ts";
import { encoder, invalidField, sentSeparately, sentSeparatelyIn } from "../../kit/encode.ts";
import { windowBounds } from "../../kit/lists/paging.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, decimal, sum } from "../../kit/money.ts";
import { recordResult, undefinedIfMissing } from "../../kit/reading.ts";
import { number, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { write } from "../../kit/writing.ts";
import { discard, joined, once, oneOf, partOfList, readFrom, readOne } from "./conventions.ts";
import { currency, identity, refOf, refs, stamps } from "./fields.ts";
import { paymentsIn, purchaseParts, rawOf } from "./purchaseParts.ts";
import type { Entity, LinkedTxn, Ref, Text, Transaction } from "./types.ts";

const entities = ["Payment", "BillPayment", "SalesReceipt", "RefundReceipt"] as const;
type PaymentEntity = (typeof entities)[number];
/** Only these can be written. Deleting a receipt would delete the sale as well. */
const writtenEntities = ["Payment", "BillPayment"] as const;

/** A part of a payment, and the document that it settles, if any. */
interface SettledLine {
  readonly payment: Transaction;
  readonly amount: number;
  readonly documentId?: Text;
}

const partyOf = ({ CustomerRef, VendorRef }: Transaction): Ref | null | undefined => CustomerRef ?? VendorRef;
const accountOf = ({ DepositToAccountRef, CheckPayment, CreditCardPayment }: Transaction) =>
  refOf(DepositToAccountRef ?? CheckPayment?.BankAccountRef ?? CreditCardPayment?.CCAccountRef);
const isDocument = ({ TxnType }: LinkedTxn): boolean => TxnType === "Invoice" || TxnType === "Bill";

const line = mapping<PaymentLine, SettledLine>({
  accountId: ({ payment: native }) => accountOf(native),
  ...values({ amount: "amount", invoiceId: "documentId" }),
  contactId: ({ payment: native }) => refOf(partyOf(native)),
  contactName: ({ payment: native }) => partyOf(native)?.name,
  ...refs({ customerId: "payment.CustomerRef", supplierId: "payment.VendorRef" }),
  ...values({ description: "payment.PrivateNote", paymentDate: "payment.TxnDate" }),
});

/**
 * The money of a payment is its total. Its lines may come to more, because they can use up credits as well: the money is
 * assigned to the documents in their order, and the rest was paid on account.
 */
function settledLines(native: Transaction): readonly SettledLine[] {
  let left = new Big(amount(native.TotalAmt) ?? 0);
  const settled = (native.Line ?? []).flatMap(({ Amount, LinkedTxn: links }): SettledLine[] => {
    const document = links?.slice(0, 1).find(isDocument);
    const part = new Big(amount(Amount) ?? 0);
    const paid = part.lt(left) ? part : left;
    if (document === undefined || paid.lte(0)) return [];
    left = left.minus(paid);
    return [{ payment: native, amount: paid.toNumber(), documentId: document.TxnId }];
  });
  const rest = { payment: native, amount: left.toNumber() };
  return left.eq(0) && settled.length > 0 ? settled : [...settled, rest];
}

/** A sales receipt is a sale and its payment in one, a refund receipt a credit note and its refund. */
const receiptLine =
  (sign: 1 | -1) =>
  (native: Transaction): readonly SettledLine[] => [
    { payment: native, amount: sign * (amount(native.TotalAmt) ?? 0), documentId: native.Id },
  ];

const paymentFields = twoWay({
  exchangeRate: number("ExchangeRate"),
});
const paymentWith = (linesOf: (native: Transaction) => readonly SettledLine[]) =>
  mapping<PaymentRecord, Transaction>({
    ...identity,
    ...stamps,
    ...currency.reads,
    ...paymentFields.reads,
    ...values({ paymentType: "PayType" }),
    // Only payments of bills name a vendor.
    documentType: ({ VendorRef }) => (VendorRef ? "BILL" : "INVOICE"),
    paymentLines: nestedList(line, linesOf),
  });
const payment = paymentWith(settledLines);
const mappings: Readonly<Record<PaymentEntity, typeof payment>> = {
  Payment: payment,
  BillPayment: payment,
  SalesReceipt: paymentWith(receiptLine(1)),
  RefundReceipt: paymentWith(receiptLine(-1)),
};
const { list, get } = joined(entities, "paymentId", (entity) => mappings[entity]);

/** A check or expense that paid a customer back, or a vendor on account. */
const purchasePayment = paymentWith((native) => [{ payment: native, amount: amount(native.TotalAmt) ?? 0 }]);
const purchasePayments = partOfList("Purchase", purchasePayment, { keep: paymentsIn, raw: rawOf });

/** The other payments, followed by those among the purchases. Purchases are read only where the others end. */
const withPurchases = (payments: ListHandler<PaymentRecord>): ListHandler<PaymentRecord> => ({
  ...payments,
  list: async (call, session) => {
    const found = await payments.list(call, session);
    const { from, to } = windowBounds(call.window);
    const { total = 0, records, raw } = found;
    if (to <= total) return { ...found, total: undefined };
    const { window: _window, ...whole } = call;
    const all = await purchasePayments.list(whole, session);
    const start = Math.max(0, from - total);
    const end = to - total;
    return {
      ...found,
      records: [...records, ...all.records.slice(start, end)],
      raw: [...raw, ...all.raw.slice(start, end)],
      total: total + all.records.length,
    };
  },
});

const orPurchase: GetHandler<PaymentRecord> = {
  ...get,
  get: async (call, session) => {
    const found = await undefinedIfMissing(get.get(call, session));
    if (found !== undefined) return found;
    const purchase = await readOne<Transaction>(session, "Purchase", call.ids["paymentId"]);
    const { payment: part } = await purchaseParts(purchase, session);
    return recordResult(purchasePayment, part, rawOf);
  },
};

const paidEntities = ["Invoice", "Bill", "SalesReceipt", "CreditMemo", "RefundReceipt", "VendorCredit"] as const;

/** QuickBooks cannot filter payments by document, but an invoice or a bill names its payments. */
async function paymentsOf(id: string, session: Session): Promise<readonly string[]> {
  const { entity, native } = await readFrom<Transaction, Entity>(session, paidEntities, id);
  if (entity === "SalesReceipt" || entity === "RefundReceipt") return [native.Id];
  const links = (native.LinkedTxn ?? []).filter(({ TxnType }) => /^(?:Bill)?Payment/.test(TxnType ?? ""));
  return links.flatMap(({ TxnId }) => TxnId ?? []);
}

const unfiltered = withPurchases(
  list({
    alsoDeletedFrom: ["Purchase"],
    rules: [
      "Payments from customers come first, then payments to vendors, sales receipts and refund receipts. A payment that only uses up a credit has the amount 0.",
      "Checks and expenses that paid a customer back, or a vendor on account, come last. Kontor finds them by reading all expenses, so only the last page has the total.",
      "Journal entries between a bank account and receivables or payables are only in journalEntries.",
    ],
  }),
);
const listed: ListHandler<PaymentRecord> = {
  ...unfiltered,
  filters: [...unfiltered.filters, "invoiceId"],
  list: async (call, session) => {
    const { invoiceId } = call.filters;
    if (invoiceId === undefined) return unfiltered.list(call, session);
    const ids = await paymentsOf(invoiceId, session);
    if (ids.length === 0) return { records: [], raw: [], total: 0 };
    return list({ where: [oneOf("Id", ids)] }).list(call, session);
  },
};

/** The open amount of a document. Credits count as open until they are used up. */
export async function openAmount(
  { documentType, id }: PaidDocument,
  session: Session,
): Promise<OpenAmount | undefined> {
  const documents =
    documentType === "BILL" ? (["Bill", "VendorCredit"] as const) : (["Invoice", "CreditMemo"] as const);
  const document = await undefinedIfMissing(readFrom<Transaction, Entity>(session, documents, id));
  if (document === undefined) return undefined;
  const { RemainingCredit, Balance, CurrencyRef } = document.native;
  return { amount: amount(RemainingCredit ?? Balance), currency: refOf(CurrencyRef) ?? undefined };
}

const lineEncoder = encoder<PaymentLine>({
  accountId: sentSeparately,
  amount: sentSeparately,
  contactId: sentSeparately,
  customerId: sentSeparately,
  description: sentSeparately,
  invoiceId: sentSeparately,
  paymentDate: sentSeparately,
  supplierId: sentSeparately,
});

const isBill = ({ body }: WriteCall<PaymentInput>): boolean => body.documentType === "BILL";

/** QuickBooks records refunds as receipts with items, or as checks to the receivables account. */
function checkAmounts(call: WriteCall<PaymentInput>): void {
  for (const [index, { amount: part = 0, invoiceId }] of (call.body.paymentLines ?? []).entries()) {
    const field = `paymentLines[${index}]`;
    if (part < 0)
      throw cannotStore(
        "QuickBooks' API has no refunds of payments or credits. Record the refund in QuickBooks, as a refund receipt or as a check to the receivables account.",
        `${field}.amount`,
      );
    if (invoiceId === undefined && isBill(call))
      throw cannotStore(
        "Kontor records money on account only for customers. Name the bill in invoiceId, or write a check to the payables account in QuickBooks.",
        `${field}.invoiceId`,
      );
  }
}

/** The customer or vendor: as named by a line, otherwise that of the first document. */
async function partyFor(call: WriteCall<PaymentInput>, session: Session): Promise<Ref> {
  checkAmounts(call);
  const { paymentLines: lines = [] } = call.body;
  const partyIds = lines.map(
    ({ contactId, customerId, supplierId }) => contactId ?? (isBill(call) ? supplierId : customerId),
  );
  const partyId = partyIds.find((id) => id !== undefined);
  if (partyId !== undefined) return { value: partyId };
  const invoiceId = lines.map((paymentLine) => paymentLine.invoiceId).find((id) => id !== undefined);
  if (invoiceId === undefined) throw invalidField("A payment needs an invoiceId or a contactId.", "paymentLines");
  const document = await readOne<Transaction>(session, isBill(call) ? "Bill" : "Invoice", invoiceId);
  return { value: refOf(isBill(call) ? document.VendorRef : document.CustomerRef) };
}

/** QuickBooks has these once for the payment, so all lines have to agree. */
function shared(lines: readonly PaymentLine[], field: "accountId" | "description" | "paymentDate"): string | undefined {
  const [value, ...excess] = new Set(lines.flatMap((paymentLine) => paymentLine[field] ?? []));
  if (excess.length > 0)
    throw invalidField(`All lines of a payment have to have the same ${field}.`, `paymentLines.${field}`);
  return value;
}

function accountAs(call: WriteCall<PaymentInput>, account: string | undefined): object {
  const ref = account === undefined ? {} : { value: account };
  if (!isBill(call)) return account === undefined ? {} : { DepositToAccountRef: ref };
  if (account === undefined)
    throw invalidField("The payment of a bill needs the accountId that it is paid from.", "paymentLines.accountId");
  return call.body.paymentType === "CreditCard"
    ? { PayType: "CreditCard", CreditCardPayment: { CCAccountRef: ref } }
    : { PayType: "Check", CheckPayment: { BankAccountRef: ref } };
}

function bodyOf(encoded: object, party: unknown, call: WriteCall<PaymentInput>): object {
  const { paymentLines: lines = [] } = call.body;
  const day = shared(lines, "paymentDate");
  const note = shared(lines, "description");
  return {
    ...encoded,
    ...accountAs(call, shared(lines, "accountId")),
    [isBill(call) ? "VendorRef" : "CustomerRef"]: party,
    TotalAmt: sum(lines.map((paymentLine) => paymentLine.amount)),
    ...(day !== undefined && { TxnDate: calendarDay(day) }),
    ...(note !== undefined && { PrivateNote: note }),
    Line: lines
      .filter(({ invoiceId }) => invoiceId !== undefined)
      .map(({ invoiceId, amount: part = 0 }) => ({
        Amount: Number(decimal(part)),
        LinkedTxn: [{ TxnId: invoiceId, TxnType: isBill(call) ? "Bill" : "Invoice" }],
      })),
  };
}

export const payments = operationsOf("payments", {
  list: listed,
  get: orPurchase,
  create: write<PaymentInput, PaymentRecord, Transaction>({
    method: "POST",
    query: once,
    repeatable: true,
    map: payment,
    path: (call) => (isBill(call) ? "/billpayment" : "/payment"),
    encoder: encoder<PaymentInput>({
      ...currency.writes,
      ...paymentFields.writes,
      documentType: sentSeparately,
      paymentLines: sentSeparatelyIn(lineEncoder),
      paymentType: sentSeparately,
    }),
    prepare: partyFor,
    body: bodyOf,
    record: (reply: { readonly Payment?: Transaction; readonly BillPayment?: Transaction }, call) =>
      reply[isBill(call) ? "BillPayment" : "Payment"],
    requires: ["paymentLines"],
    rules: [
      "A line without invoiceId is money on account of the customer.",
      "With documentType BILL the payment settles bills from accountId, by check unless paymentType is CreditCard. Otherwise it settles invoices, and the money goes to accountId, by default to the undeposited funds.",
    ],
  }),
  delete: discard(writtenEntities, "paymentId"),
});
