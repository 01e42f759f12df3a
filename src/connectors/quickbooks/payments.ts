/** Money from customers and to vendors: two lists of QuickBooks', with ids that no two of them share. */
import type { ListHandler, WriteCall } from "../../contract/connector.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { amounts, values } from "../../kit/columns.ts";
import { calendarDay } from "../../kit/dates.ts";
import { elsewhere, elsewhereIn, encoder, invalid, numberAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { decimal, sum } from "../../kit/money.ts";
import { named } from "../../kit/views.ts";
import { write } from "../../kit/writing.ts";
import { discard, joined, once, oneOf, readFrom, readOne } from "./conventions.ts";
import { currency, identity, refAs, refOf, refs, stamps } from "./fields.ts";
import type { Entity, Line, LinkedTxn, Ref, Transaction } from "./types.ts";

const both = ["Payment", "BillPayment"] as const;

/** One document that is settled by a payment; the whole of it where it is for none. */
interface Settling {
  readonly paid: Transaction;
  readonly line: Line;
}

const partyOf = ({ CustomerRef, VendorRef }: Transaction): Ref | null | undefined => CustomerRef ?? VendorRef;
const accountOf = ({ DepositToAccountRef, CheckPayment, CreditCardPayment }: Transaction) =>
  refOf(DepositToAccountRef ?? CheckPayment?.BankAccountRef ?? CreditCardPayment?.CCAccountRef);
const isDocument = ({ TxnType }: LinkedTxn): boolean => TxnType === "Invoice" || TxnType === "Bill";

const line = mapping<PaymentLine, Settling>({
  accountId: ({ paid }) => accountOf(paid),
  ...amounts({ amount: "line.Amount" }),
  contactId: ({ paid }) => refOf(partyOf(paid)),
  contactName: ({ paid }) => partyOf(paid)?.name,
  ...refs({ customerId: "paid.CustomerRef", supplierId: "paid.VendorRef" }),
  ...values({ description: "paid.PrivateNote", paymentDate: "paid.TxnDate" }),
  invoiceId: ({ line: { LinkedTxn: links } }) => links?.slice(0, 1).find(isDocument)?.TxnId,
});

/** Credits that were used up along with it are no payment, and add nothing to its amount. */
const linesOf = (paid: Transaction): readonly Settling[] => {
  const lines = (paid.Line ?? []).filter(({ LinkedTxn: links }) =>
    links?.every(({ TxnType }) => TxnType !== "CreditMemo" && TxnType !== "VendorCredit"),
  );
  const all = lines.length > 0 ? lines : [{ Amount: paid.TotalAmt }];
  return all.map((one) => ({ paid, line: one }));
};

/** One from a customer never names a vendor. */
const payment = mapping<PaymentRecord, Transaction>({
  ...identity,
  ...stamps,
  ...currency,
  ...values({ paymentType: "PayType" }),
  ...amounts({ exchangeRate: "ExchangeRate" }),
  documentType: ({ VendorRef }) => (VendorRef ? "BILL" : "INVOICE"),
  paymentLines: each(line, linesOf),
});
const { list, get } = joined(both, "paymentId", () => payment);

/** Payments cannot be asked for by what they settle, but an invoice or a bill names its own. */
async function paymentsOf(id: string, session: Session): Promise<readonly string[]> {
  const { native } = await readFrom<Transaction, Entity>(session, ["Invoice", "Bill"], id);
  const links = (native.LinkedTxn ?? []).filter(({ TxnType }) => /^(?:Bill)?Payment/.test(TxnType ?? ""));
  return links.flatMap(({ TxnId }) => TxnId ?? []);
}

const everyOne = list({ rules: ["From customers first, then to vendors."] });
const listed: ListHandler<PaymentRecord> = {
  ...everyOne,
  filters: [...everyOne.filters, "invoiceId"],
  list: async (call, session) => {
    const { invoiceId } = call.filters;
    if (invoiceId === undefined) return everyOne.list(call, session);
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

/** Whom it is from or to: whose the first document is. */
async function partyFor(call: WriteCall<PaymentInput>, session: Session): Promise<Ref> {
  const { invoiceId, contactId, customerId, supplierId } = call.body.paymentLines?.[0] ?? {};
  const named = contactId ?? (isBill(call) ? supplierId : customerId);
  if (named !== undefined) return { value: named };
  if (invoiceId === undefined) throw invalid("A payment needs an invoiceId, or a contactId.", "paymentLines");
  const document = await readOne<Transaction>(session, isBill(call) ? "Bill" : "Invoice", invoiceId);
  return { value: refOf(isBill(call) ? document.VendorRef : document.CustomerRef) };
}

/** What several lines say has to be the same: it is said once. */
function shared(lines: readonly PaymentLine[], field: "accountId" | "description" | "paymentDate"): string | undefined {
  const [first, ...others] = new Set(lines.flatMap((one) => one[field] ?? []));
  if (others.length > 0) throw invalid(`QuickBooks takes one ${field} for a payment.`, `paymentLines.${field}`);
  return first;
}

function placeOf(call: WriteCall<PaymentInput>, account: string | undefined): object {
  const ref = account === undefined ? {} : { value: account };
  if (!isBill(call)) return account === undefined ? {} : { DepositToAccountRef: ref };
  if (account === undefined) throw invalid("A bill is paid from an accountId.", "paymentLines.accountId");
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
    ...placeOf(call, shared(lines, "accountId")),
    [isBill(call) ? "VendorRef" : "CustomerRef"]: party,
    TotalAmt: sum(lines.map((one) => one.amount)),
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
      currency: refAs("CurrencyRef"),
      documentType: elsewhere,
      exchangeRate: numberAs("ExchangeRate"),
      paymentLines: elsewhereIn(lineEncoder),
      paymentType: elsewhere,
    }),
    prepare: partyFor,
    body: bodyOf,
    record: (reply: { readonly Payment?: Transaction; readonly BillPayment?: Transaction }, call) =>
      reply[isBill(call) ? "BillPayment" : "Payment"],
    requires: ["paymentLines"],
    rules: [
      "documentType BILL pays bills from accountId, by check unless paymentType is CreditCard; otherwise invoices are paid, into accountId or to the undeposited funds.",
    ],
  }),
  delete: discard(both, "paymentId"),
});
