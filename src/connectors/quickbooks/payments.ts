/** Money from customers and to vendors: two lists of QuickBooks', with ids that no two of them share. */

import type { Call, ListHandler, WriteCall } from "../../contract/connector.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { calendarDay } from "../../kit/dates.ts";
import { elsewhere, elsewhereIn, encoder, invalid, numberAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount, decimal, sum } from "../../kit/money.ts";
import { get } from "../../kit/reading.ts";
import { write } from "../../kit/writing.ts";
import { discard, type From, joined, modified, nativeOf, once, oneOf, readFrom, readOne } from "./conventions.ts";
import { currencyOf, rateOf, refAs, refOf, refs, stamps } from "./fields.ts";
import type { Entity, Line, LinkedTxn, Ref, Transaction } from "./types.ts";

type Paid = From<Transaction, "Payment" | "BillPayment">;
const both = ["Payment", "BillPayment"] as const;

/** One document that is settled by a payment; the whole of it where it is for none. */
interface Settling {
  readonly paid: Paid;
  readonly line: Line;
}

const partyOf = ({ native: { CustomerRef, VendorRef } }: Paid): Ref | null | undefined => CustomerRef ?? VendorRef;
const accountOf = ({ native: { DepositToAccountRef, CheckPayment, CreditCardPayment } }: Paid) =>
  refOf(DepositToAccountRef ?? CheckPayment?.BankAccountRef ?? CreditCardPayment?.CCAccountRef);
const linkOf = ({ line }: Settling): LinkedTxn | undefined => line.LinkedTxn?.[0];
const isDocument = ({ TxnType }: LinkedTxn): boolean => TxnType === "Invoice" || TxnType === "Bill";

const line = mapping<PaymentLine, Settling>({
  accountId: ({ paid }) => accountOf(paid),
  amount: ({ line: { Amount } }) => amount(Amount),
  contactId: ({ paid }) => refOf(partyOf(paid)),
  contactName: ({ paid }) => partyOf(paid)?.name,
  ...refs({ customerId: "paid.native.CustomerRef", supplierId: "paid.native.VendorRef" }),
  ...values({ description: "paid.native.PrivateNote", paymentDate: "paid.native.TxnDate" }),
  invoiceId: (settling) => {
    const link = linkOf(settling);
    return link && isDocument(link) ? link.TxnId : undefined;
  },
});

/** Credits that were used up along with it are no payment, and add nothing to its amount. */
const linesOf = (paid: Paid): readonly Settling[] => {
  const lines = (paid.native.Line ?? []).filter(({ LinkedTxn: links }) =>
    links?.every(({ TxnType }) => TxnType !== "CreditMemo" && TxnType !== "VendorCredit"),
  );
  const all = lines.length > 0 ? lines : [{ Amount: paid.native.TotalAmt }];
  return all.map((one) => ({ paid, line: one }));
};

const payment = mapping<PaymentRecord, Paid>({
  ...values({ id: "native.Id", paymentType: "native.PayType" }),
  createdDate: ({ native }) => stamps.createdDate(native),
  currency: ({ native }) => currencyOf(native),
  documentType: ({ entity }) => (entity === "Payment" ? "INVOICE" : "BILL"),
  exchangeRate: ({ native }) => rateOf(native),
  paymentLines: each(line, linesOf),
  updatedDate: ({ native }) => stamps.updatedDate(native),
});

/** Payments cannot be asked for by what they settle, but an invoice or a bill names its own. */
async function paymentsOf(id: string, session: Session): Promise<readonly string[]> {
  const { native } = await readFrom<Transaction, Entity>(session, ["Invoice", "Bill"], id);
  const links = (native.LinkedTxn ?? []).filter(({ TxnType }) => /^(?:Bill)?Payment/.test(TxnType ?? ""));
  return links.flatMap(({ TxnId }) => TxnId ?? []);
}

const everyOne = joined(both, { map: payment, filters: modified, rules: ["From customers first, then to vendors."] });
const listed: ListHandler<PaymentRecord> = {
  ...everyOne,
  filters: [...everyOne.filters, "invoiceId"],
  list: async (call, session) => {
    const { invoiceId } = call.filters;
    if (invoiceId === undefined) return everyOne.list(call, session);
    const ids = await paymentsOf(invoiceId, session);
    if (ids.length === 0) return { records: [], raw: [], total: 0 };
    return joined(both, { map: payment, filters: modified, where: [oneOf("Id", ids)] }).list(call, session);
  },
};

const lineEncoder = encoder<PaymentLine>({
  accountId: elsewhere,
  amount: elsewhere,
  description: elsewhere,
  invoiceId: elsewhere,
  paymentDate: elsewhere,
});

const isBill = ({ body }: Pick<WriteCall<PaymentInput>, "body">): boolean => body.documentType === "BILL";

/** Whom it is from or to: whose the first document is. */
async function partyFor({ body, ...call }: WriteCall<PaymentInput>, session: Session): Promise<Ref> {
  const { invoiceId, contactId, customerId, supplierId } = body.paymentLines?.[0] ?? {};
  const named = contactId ?? (isBill({ body, ...call }) ? supplierId : customerId);
  if (named !== undefined) return { value: named };
  if (invoiceId === undefined) throw invalid("A payment needs an invoiceId, or a contactId.", "paymentLines");
  const party = isBill({ body, ...call })
    ? (await readOne<Transaction>(session, "Bill", invoiceId)).VendorRef
    : (await readOne<Transaction>(session, "Invoice", invoiceId)).CustomerRef;
  return { value: refOf(party) };
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
  const [day, note] = [shared(lines, "paymentDate"), shared(lines, "description")];
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

export const payments = {
  "payments.list": listed,
  "payments.get": get<PaymentRecord, Paid>({
    read: ({ ids }: Call, session) => readFrom(session, both, ids["paymentId"]),
    map: payment,
    raw: nativeOf,
  }),
  "payments.create": write<PaymentInput, PaymentRecord, Paid>({
    ...{ method: "POST", query: once, repeatable: true, map: payment, raw: nativeOf },
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
    record: (reply: { readonly Payment?: Transaction; readonly BillPayment?: Transaction }, call) => {
      const entity = isBill(call) ? "BillPayment" : "Payment";
      const native = reply[entity];
      return native && { entity, native };
    },
    requires: ["paymentLines"],
    rules: [
      "documentType BILL pays bills from accountId, by check unless paymentType is CreditCard; otherwise invoices are paid, into accountId or to the undeposited funds.",
    ],
  }),
  "payments.delete": discard(both, "paymentId"),
};
