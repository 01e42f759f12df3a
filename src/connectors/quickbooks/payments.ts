/** Payments from customers and to vendors: two lists of QuickBooks', with ids that are unique across both. */
import type { ListHandler, WriteCall } from "../../contract/connector.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { amounts, values } from "../../kit/columns.ts";
import { calendarDay } from "../../kit/dates.ts";
import { elsewhere, elsewhereIn, encoder, invalid } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { decimal, sum } from "../../kit/money.ts";
import { number, twoWay } from "../../kit/twoWay.ts";
import { named } from "../../kit/views.ts";
import { write } from "../../kit/writing.ts";
import { discard, joined, once, oneOf, readFrom, readOne } from "./conventions.ts";
import { currency, identity, refOf, refs, stamps } from "./fields.ts";
import type { Entity, Line, LinkedTxn, Ref, Transaction } from "./types.ts";

const entities = ["Payment", "BillPayment"] as const;

/** A document that a payment settles; the payment's total if it settles none. */
interface SettledLine {
  readonly payment: Transaction;
  readonly line: Line;
}

const partyOf = ({ CustomerRef, VendorRef }: Transaction): Ref | null | undefined => CustomerRef ?? VendorRef;
const accountOf = ({ DepositToAccountRef, CheckPayment, CreditCardPayment }: Transaction) =>
  refOf(DepositToAccountRef ?? CheckPayment?.BankAccountRef ?? CreditCardPayment?.CCAccountRef);
const isDocument = ({ TxnType }: LinkedTxn): boolean => TxnType === "Invoice" || TxnType === "Bill";

const line = mapping<PaymentLine, SettledLine>({
  accountId: ({ payment: native }) => accountOf(native),
  ...amounts({ amount: "line.Amount" }),
  contactId: ({ payment: native }) => refOf(partyOf(native)),
  contactName: ({ payment: native }) => partyOf(native)?.name,
  ...refs({ customerId: "payment.CustomerRef", supplierId: "payment.VendorRef" }),
  ...values({ description: "payment.PrivateNote", paymentDate: "payment.TxnDate" }),
  invoiceId: ({ line: { LinkedTxn: links } }) => links?.slice(0, 1).find(isDocument)?.TxnId,
});

/** Without the credits that were applied together with the payment: they are not part of its amount. */
const linesOf = (native: Transaction): readonly SettledLine[] => {
  const lines = (native.Line ?? []).filter(({ LinkedTxn: links }) =>
    links?.every(({ TxnType }) => TxnType !== "CreditMemo" && TxnType !== "VendorCredit"),
  );
  const settled = lines.length > 0 ? lines : [{ Amount: native.TotalAmt }];
  return settled.map((settledLine) => ({ payment: native, line: settledLine }));
};

const paymentFields = twoWay({
  exchangeRate: number("ExchangeRate"),
});
const payment = mapping<PaymentRecord, Transaction>({
  ...identity,
  ...stamps,
  ...currency.reads,
  ...paymentFields.reads,
  ...values({ paymentType: "PayType" }),
  // Only payments of bills name a vendor.
  documentType: ({ VendorRef }) => (VendorRef ? "BILL" : "INVOICE"),
  paymentLines: nestedList(line, linesOf),
});
const { list, get } = joined(entities, "paymentId", () => payment);

/** QuickBooks cannot filter payments by document, but an invoice or a bill names its payments. */
async function paymentsOf(id: string, session: Session): Promise<readonly string[]> {
  const { native } = await readFrom<Transaction, Entity>(session, ["Invoice", "Bill"], id);
  const links = (native.LinkedTxn ?? []).filter(({ TxnType }) => /^(?:Bill)?Payment/.test(TxnType ?? ""));
  return links.flatMap(({ TxnId }) => TxnId ?? []);
}

const unfiltered = list({ rules: ["Payments from customers come first, then payments to vendors."] });
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

const lineEncoder = encoder<PaymentLine>({
  accountId: elsewhere,
  amount: elsewhere,
  description: elsewhere,
  invoiceId: elsewhere,
  paymentDate: elsewhere,
});

const isBill = ({ body }: WriteCall<PaymentInput>): boolean => body.documentType === "BILL";

/** The customer or vendor: as named by the first line, otherwise that of its document. */
async function partyFor(call: WriteCall<PaymentInput>, session: Session): Promise<Ref> {
  const { invoiceId, contactId, customerId, supplierId } = call.body.paymentLines?.[0] ?? {};
  const partyId = contactId ?? (isBill(call) ? supplierId : customerId);
  if (partyId !== undefined) return { value: partyId };
  if (invoiceId === undefined) throw invalid("A payment needs an invoiceId or a contactId.", "paymentLines");
  const document = await readOne<Transaction>(session, isBill(call) ? "Bill" : "Invoice", invoiceId);
  return { value: refOf(isBill(call) ? document.VendorRef : document.CustomerRef) };
}

/** QuickBooks has these once for the payment, so all lines have to agree. */
function shared(lines: readonly PaymentLine[], field: "accountId" | "description" | "paymentDate"): string | undefined {
  const [value, ...excess] = new Set(lines.flatMap((paymentLine) => paymentLine[field] ?? []));
  if (excess.length > 0)
    throw invalid(`All lines of a payment have to have the same ${field}.`, `paymentLines.${field}`);
  return value;
}

function accountAs(call: WriteCall<PaymentInput>, account: string | undefined): object {
  const ref = account === undefined ? {} : { value: account };
  if (!isBill(call)) return account === undefined ? {} : { DepositToAccountRef: ref };
  if (account === undefined)
    throw invalid("The payment of a bill needs the accountId that it is paid from.", "paymentLines.accountId");
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

export const payments = named("payments", {
  list: listed,
  get,
  create: write<PaymentInput, PaymentRecord, Transaction>({
    method: "POST",
    query: once,
    repeatable: true,
    map: payment,
    path: (call) => (isBill(call) ? "/billpayment" : "/payment"),
    encoder: encoder<PaymentInput>({
      ...currency.writes,
      ...paymentFields.writes,
      documentType: elsewhere,
      paymentLines: elsewhereIn(lineEncoder),
      paymentType: elsewhere,
    }),
    prepare: partyFor,
    body: bodyOf,
    record: (reply: { readonly Payment?: Transaction; readonly BillPayment?: Transaction }, call) =>
      reply[isBill(call) ? "BillPayment" : "Payment"],
    requires: ["paymentLines"],
    rules: [
      "With documentType BILL the payment settles bills from accountId, by check unless paymentType is CreditCard. Otherwise it settles invoices, and the money goes to accountId, by default to the undeposited funds.",
    ],
  }),
  delete: discard(entities, "paymentId"),
});
