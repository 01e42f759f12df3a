/** Payments of invoices and of bills, which FreshBooks keeps apart. */
import type { Call, ListCall, ListHandler, OpenAmount, PaidDocument, WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import type { Session, VendorQuery } from "../../contract/session.ts";
import { calendarDay } from "../../kit/dates.ts";
import { encoder, inParent, sentSeparately, singleEntry } from "../../kit/encode.ts";
import { itemsInWindow } from "../../kit/lists/paging.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get, listing, noRecord, undefinedIfMissing, undefinedIfRefused } from "../../kit/reading.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { billFolder, openBill, readBill } from "./bills.ts";
import { allOf, changedSince, isDeleted, isSince, readRecord, resultIn, stampOf, utcStampOf } from "./conventions.ts";
import { givenCredits } from "./credits.ts";
import { amountOf, idOf, priceText } from "./fields.ts";
import { hiding } from "./hiding.ts";
import { openInvoice } from "./invoices.ts";
import type { Bill, BillPayment, Payment } from "./types.ts";

const received = { folder: "/payments/payments", kind: "payment", prefix: "invoice-" } as const;
const paidOut = { folder: "/bill_payments/bill_payments", kind: "bill_payment", prefix: "bill-" } as const;

/** A payment of either side. That of a bill has its supplier from the bill. */
type Paid =
  | { readonly side: "INVOICE"; readonly native: Payment }
  | { readonly side: "BILL"; readonly native: BillPayment; readonly bill: Bill };

const isReceived = (paid: Paid): paid is Extract<Paid, { side: "INVOICE" }> => paid.side === "INVOICE";
const raw = ({ native }: Paid): Payment | BillPayment => native;

const customerOf = (paid: Paid): string | undefined => (isReceived(paid) ? idOf(paid.native.clientid) : undefined);
const supplierOf = (paid: Paid): string | undefined => (isReceived(paid) ? undefined : idOf(paid.bill.vendorid));

const line = mapping<PaymentLine, Paid>({
  amount: ({ native }) => amountOf(native.amount),
  contactId: (paid) => customerOf(paid) ?? supplierOf(paid),
  customerId: customerOf,
  description: ({ native }) => native.note,
  invoiceId: (paid) => idOf(isReceived(paid) ? paid.native.invoiceid : paid.native.billid),
  paymentDate: (paid) => (isReceived(paid) ? paid.native.date : paid.native.paid_date),
  supplierId: supplierOf,
});

const payment = mapping<PaymentRecord, Paid>({
  id: (paid) => (isReceived(paid) ? received : paidOut).prefix + String(paid.native.id),
  currency: ({ native }) => currencyCode(native.amount?.code),
  documentType: ({ side }) => side,
  paymentLines: nestedList(line, (paid) => [paid]),
  paymentType: (paid) => (isReceived(paid) ? paid.native.type : paid.native.payment_type),
  updatedDate: (paid) => (isReceived(paid) ? stampOf(paid.native.updated) : undefined),
});

/** A credit that was used, and one that was given, moved no money. Without its credit, a payment is money. */
async function moneyAmong(natives: readonly Payment[], session: Session): Promise<readonly Payment[]> {
  const active = natives.filter((native) => native.from_credit !== true && !isDeleted(native));
  if (active.every(({ creditid: credit }) => !credit)) return active;
  const given = await givenCredits(session);
  return active.filter(({ creditid: credit }) => !credit || !given.has(credit));
}

async function ofInvoices(session: Session, { filters }: ListCall): Promise<readonly Paid[]> {
  const { lastModifiedAt: since, invoiceId } = filters;
  const query: VendorQuery = {
    ...(since && changedSince(since)),
    ...(invoiceId !== undefined && { "search[invoiceid]": invoiceId }),
  };
  const all = await moneyAmong(await allOf<Payment>(session, received.folder, "payments", query), session);
  return all
    .filter(({ updated }) => isSince(stampOf(updated), since))
    .map((native): Paid => ({ side: "INVOICE", native }));
}

/** A bill has its payments in it. They have no time of change, so it is the bill's. */
async function ofBills(session: Session, { filters: { lastModifiedAt: since } }: ListCall): Promise<readonly Paid[]> {
  const query = since === undefined ? {} : changedSince(since);
  // Companies without a plan for bills have no payments of them.
  const all = (await undefinedIfRefused(allOf<Bill>(session, billFolder, "bills", query), "target_forbidden")) ?? [];
  return all
    .filter(({ updated_at: updated }) => isSince(utcStampOf(updated), since))
    .flatMap((bill) =>
      (bill.bill_payments ?? [])
        .filter((native) => !isDeleted(native))
        .map((native): Paid => ({ side: "BILL", native: { billid: bill.id, ...native }, bill })),
    );
}

const documentOf = (paid: Paid): string | undefined =>
  idOf(isReceived(paid) ? paid.native.invoiceid : paid.native.billid);

const paymentList: ListHandler<PaymentRecord> = {
  fields: payment.fields,
  filters: ["lastModifiedAt", "invoiceId"],
  orders: [],
  requires: [],
  readsWholeList: true,
  rules: [
    "Payments of invoices come first, then those of bills, which Kontor takes from the bills. invoiceId finds payments of the invoice and of the bill with this id: documentType tells them apart.",
    "Credits that were used are no payments. Prepayments and overpayments are payments without invoiceId.",
  ],
  list: async (call, session) => {
    const { invoiceId } = call.filters;
    const both = [...(await ofInvoices(session, call)), ...(await ofBills(session, call))];
    const all = invoiceId === undefined ? both : both.filter((paid) => documentOf(paid) === invoiceId);
    return { ...listing(payment, itemsInWindow(all, call.window), raw), total: all.length };
  },
};

const splitId = (id: string | undefined): { readonly side: Paid["side"]; readonly number: string } => {
  const [, prefix, number] = /^(invoice-|bill-)(\d+)$/.exec(id ?? "") ?? [];
  if (number === undefined) throw noRecord();
  return { side: prefix === received.prefix ? "INVOICE" : "BILL", number };
};

async function readPaid(session: Session, side: Paid["side"], number: string): Promise<Paid | undefined> {
  if (side === "INVOICE") {
    const native = await readRecord<Payment>(session, `${received.folder}${path`/${number}`}`, received.kind);
    const [money] = await moneyAmong([native], session);
    return money && { side, native: money };
  }
  const native = await readRecord<BillPayment>(session, `${paidOut.folder}${path`/${number}`}`, paidOut.kind);
  return { side, native, bill: await readBill(String(native.billid ?? ""), session) };
}

export const openAmount = ({ documentType, id }: PaidDocument, session: Session): Promise<OpenAmount> => {
  if (!/^\d+$/.test(id)) throw noRecord();
  return documentType === "BILL" ? openBill(id, session) : openInvoice(id, session);
};

const lineEncoder = encoder<PaymentLine>({
  amount: sentSeparately,
  // The document decides them.
  contactId: sentSeparately,
  customerId: sentSeparately,
  supplierId: sentSeparately,
  description: sentSeparately,
  invoiceId: sentSeparately,
  paymentDate: sentSeparately,
});

interface Prepared {
  readonly side: Paid["side"];
  readonly body: object;
}

/** Vendor's words for the way of a payment. */
const ways = [
  "Check",
  "Credit",
  "Cash",
  "Bank Transfer",
  "Credit Card",
  "Debit",
  "PayPal",
  "2Checkout",
  "VISA",
  "MASTERCARD",
  "DISCOVER",
  "AMEX",
  "DINERS",
  "JCB",
  "ACH",
  "Other",
];

async function prepare({ body }: WriteCall<PaymentInput>, session: Session): Promise<Prepared> {
  const { currency, documentType: side = "INVOICE", paymentLines = [], paymentType = "Other" } = body;
  const [first, second] = paymentLines;
  if (side === "BOOKING_PROPOSAL")
    throw cannotStore("FreshBooks has no booking proposals. Send INVOICE or BILL.", "documentType");
  if (second !== undefined)
    throw cannotStore(
      "A payment belongs to one document at FreshBooks. Send one payment per document.",
      "paymentLines[1]",
    );
  if (!ways.includes(paymentType))
    throw cannotStore(`FreshBooks has no payment type ${paymentType}. Use one of ${ways.join(", ")}.`, "paymentType");
  const { invoiceId, amount: value, description, paymentDate } = first ?? {};
  if (invoiceId === undefined)
    throw cannotStore(
      "A payment belongs to an invoice or a bill at FreshBooks. Send invoiceId, and enter money on account at FreshBooks as a prepayment credit.",
      "paymentLines[0].invoiceId",
    );
  if (value === undefined || value <= 0)
    throw cannotStore(
      "FreshBooks' API records money that a document receives. Enter refunds at FreshBooks.",
      "paymentLines[0].amount",
    );
  if (paymentDate === undefined)
    throw cannotStore("A payment needs a paymentDate at FreshBooks.", "paymentLines[0].paymentDate");
  const open = await undefinedIfMissing(openAmount({ documentType: side, id: invoiceId }, session));
  if (open === undefined)
    throw cannotStore(
      `FreshBooks has no ${side === "BILL" ? "bill" : "invoice"} ${invoiceId}.`,
      "paymentLines[0].invoiceId",
    );
  if (currency !== undefined && open.currency !== undefined && currency !== open.currency)
    throw cannotStore(
      `FreshBooks records a payment in the currency of its document, which is ${open.currency}.`,
      "currency",
    );
  const date = calendarDay(paymentDate);
  const note = description !== undefined && { note: description };
  if (side === "INVOICE")
    return {
      side,
      body: { invoiceid: Number(invoiceId), amount: { amount: priceText(value) }, date, type: paymentType, ...note },
    };
  return {
    side,
    body: {
      billid: Number(invoiceId),
      amount: { amount: priceText(value), ...(open.currency !== undefined && { code: open.currency }) },
      payment_type: paymentType,
      paid_date: date,
      ...note,
    },
  };
}

/** Only the kind and the id of the reply matter: the payment is read again. */
function paidIn(reply: unknown): Paid | undefined {
  const ofInvoice = resultIn<Payment>(received.kind)(reply);
  if (ofInvoice !== undefined) return { side: "INVOICE", native: ofInvoice };
  const ofBill = resultIn<BillPayment>(paidOut.kind)(reply);
  return ofBill && { side: "BILL", native: ofBill, bill: { id: ofBill.billid ?? 0 } };
}

const pathOf = ({ ids: { paymentId } }: Call): string => {
  const { side, number } = splitId(paymentId);
  return `${(side === "INVOICE" ? received : paidOut).folder}/${number}`;
};

const sideOf = ({ ids: { paymentId } }: Call) => (splitId(paymentId).side === "INVOICE" ? received : paidOut).kind;

export const payments = {
  "payments.list": paymentList,
  "payments.get": get<PaymentRecord, Paid>({
    map: payment,
    raw,
    read: ({ ids }, session) => {
      const { side, number } = splitId(ids["paymentId"]);
      return readPaid(session, side, number);
    },
  }),
  "payments.create": write<PaymentInput, PaymentRecord, Paid>({
    method: "POST",
    path: (_call, { side }: Prepared) => (side === "INVOICE" ? received : paidOut).folder,
    encoder: encoder<PaymentInput>({
      // The document decides it.
      currency: sentSeparately,
      documentType: sentSeparately,
      paymentLines: singleEntry(inParent(lineEncoder)),
      paymentType: sentSeparately,
    }),
    prepare,
    body: (_encoded, prepared) => {
      const { side, body } = prepared as Prepared;
      return { [(side === "INVOICE" ? received : paidOut).kind]: body };
    },
    record: paidIn,
    afterwards: async ({ side, native }, _call, session) => readPaid(session, side, String(native.id)),
    map: payment,
    raw,
    requires: ["paymentLines"],
    rules: [
      "A payment has one line, with a document. Without paymentType it is Other.",
      "FreshBooks does not say which bank account the money is on.",
    ],
  }),
  "payments.delete": hiding(pathOf, sideOf),
};
