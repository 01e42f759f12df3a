import type {
  ListCall,
  ListHandler,
  OpenAmount,
  PaidDocument,
  WriteCall,
  WriteHandler,
} from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { dayAs, type Encoded, encoder, inParent, invalidField, sentSeparately, singleEntry } from "../../kit/encode.ts";
import { assembledPage } from "../../kit/lists/filteredList.ts";
import { itemsInWindow } from "../../kit/lists/paging.ts";
import { withRows } from "../../kit/lookup.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, decimal } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get, listing, noRecord, undefinedIfMissing } from "../../kit/reading.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import { remove, write } from "../../kit/writing.ts";
import { openOf as openOfBill, readBill } from "./bills.ts";
import { idNumber, withCurrency } from "./fields.ts";
import { openOf as openOfInvoice, readInvoice } from "./invoices.ts";
import type { Bill, Invoice, InvoicePayment, OutgoingPayment, Page } from "./types.ts";

/** A payment with the document that it pays, which has the contact and the currency. */
type Paid =
  | { readonly of: "INVOICE"; readonly payment: InvoicePayment; readonly document: Invoice }
  | { readonly of: "BILL"; readonly payment: OutgoingPayment; readonly document: Bill };

const textOf = (id: number | null | undefined): string | undefined => (id ? String(id) : undefined);

/** A payment of an invoice is only unique below it. */
const idOf = (paid: Paid): string => (paid.of === "BILL" ? paid.payment.id : `${paid.document.id}-${paid.payment.id}`);

const customer = (paid: Paid) => (paid.of === "INVOICE" ? textOf(paid.document.contact_id) : undefined);
const supplier = (paid: Paid) => (paid.of === "BILL" ? textOf(paid.document.supplier_id) : undefined);

const line = mapping<PaymentLine, Paid>({
  accountId: (paid) => textOf(paid.of === "BILL" ? paid.payment.sender_bank_account_id : paid.payment.bank_account_id),
  amount: (paid) => amount(paid.of === "BILL" ? paid.payment.amount : paid.payment.value),
  contactId: (paid) => customer(paid) ?? supplier(paid),
  customerId: customer,
  description: (paid) => (paid.of === "BILL" ? paid.payment.note : paid.payment.title),
  invoiceId: ({ document: { id } }) => String(id),
  paymentDate: (paid) => (paid.of === "BILL" ? paid.payment.execution_date : paid.payment.date)?.slice(0, 10),
  supplierId: supplier,
});

const payment = mapping<PaymentRecord, Paid>({
  id: idOf,
  currency: (paid) => currencyCode(paid.of === "BILL" ? paid.payment.currency_code : paid.document.currency?.name),
  documentType: ({ of }) => of,
  exchangeRate: (paid) => (paid.of === "BILL" ? amount(paid.payment.exchange_rate) : undefined),
  paymentLines: nestedList(line, (paid) => [paid]),
  paymentType: (paid) => (paid.of === "BILL" ? paid.payment.payment_type : undefined),
});
const raw = ({ payment: native }: Paid): unknown => native;

/** Credit notes, cash discounts and credits of earlier overpayments settle an invoice, but no money moves. */
const isReceived = (native: InvoicePayment): boolean =>
  !native.kb_credit_voucher_id && !native.is_cash_discount && !native.is_client_account_redemption;

/** Orders to a bank are no money yet, and a cash discount never is. */
const isSpent = ({ status, payment_type: type }: OutgoingPayment): boolean =>
  status === "PAID" && type !== "CASH_DISCOUNT";

const most = 2000;

async function withOwnCurrency(document: Invoice, session: Session): Promise<Invoice> {
  const [joined = document] = await withRows([document], [withCurrency], session);
  return joined;
}

async function paymentsOfInvoice(invoice: Invoice, session: Session): Promise<readonly Paid[]> {
  const at = path`/2.0/kb_invoice/${String(invoice.id)}/payment`;
  const natives = (await session.read(at, { limit: most })) as readonly InvoicePayment[];
  const document = await withOwnCurrency(invoice, session);
  return natives.filter(isReceived).map((native) => ({ of: "INVOICE", payment: native, document }));
}

const outgoing = "/4.0/purchase/outgoing-payments";
const mostOutgoing = 100;

async function paymentsOfBill(id: string, session: Session): Promise<readonly Paid[]> {
  const document = await readBill(session, id);
  const { data } = (await session.read(outgoing, { bill_id: id, limit: mostOutgoing })) as Page<OutgoingPayment>;
  return data.filter(isSpent).map((native) => ({ of: "BILL", payment: native, document }));
}

const isInvoiceId = (id: string): boolean => /^\d+$/.test(id);

/** The document of an id of ours. */
const paymentsOf = async (id: string, session: Session): Promise<readonly Paid[]> => {
  if (!isInvoiceId(id)) return (await undefinedIfMissing(paymentsOfBill(id, session))) ?? [];
  const invoice = await undefinedIfMissing(readInvoice(session, id));
  return invoice === undefined ? [] : paymentsOfInvoice(invoice, session);
};

const stretch = 50;

/** bexio has no list of payments. Documents of which something was paid are read, a page after the other. */
async function nextPayments(cursor: string | undefined, session: Session) {
  const [kind = "invoices", from = "0"] = cursor?.split(" ") ?? [];
  const at = Number(from);
  if (kind === "invoices") {
    const query = { limit: stretch, offset: at, order_by: "id_asc" };
    const invoices = (await session.read("/2.0/kb_invoice", query)) as readonly Invoice[];
    const paid = invoices.filter(({ total_received_payments: received }) => amount(received));
    const found = await Promise.all(paid.map((invoice) => paymentsOfInvoice(invoice, session)));
    return { natives: found.flat(), next: invoices.length < stretch ? "bills 1" : `invoices ${at + stretch}` };
  }
  const { data } = (await session.read("/4.0/purchase/bills", { limit: stretch, page: at })) as Page<Bill>;
  const paid = data.filter(({ status }) => status === "PAID" || status === "PARTIALLY_PAID");
  const found = await Promise.all(paid.map(({ id }) => paymentsOfBill(id, session)));
  return { natives: found.flat(), ...(data.length === stretch && { next: `bills ${at + 1}` }) };
}

/** Reads on until there is a payment, or nothing left. */
async function nonEmptyPayments(begin: string | undefined, session: Session) {
  let found = await nextPayments(begin, session);
  while (found.natives.length === 0 && "next" in found && found.next !== undefined)
    found = await nextPayments(found.next, session);
  return found;
}

const list: ListHandler<PaymentRecord> = {
  fields: payment.fields,
  filters: ["invoiceId"],
  orders: [],
  requires: [],
  readsWholeList: true,
  rules: [
    "The target system returns payments by document. Without the filter invoiceId, Kontor reads all invoices and bills, and the payments of those that are paid in part or in full.",
    "Settlements without money are left out: credit notes, cash discounts, and credits from earlier overpayments. So are orders to a bank that it has not carried out.",
  ],
  list: async (call: ListCall, session) => {
    const { invoiceId } = call.filters;
    if (invoiceId !== undefined) {
      const found = await paymentsOf(invoiceId, session);
      return { ...listing(payment, itemsInWindow(found, call.window), raw), total: found.length };
    }
    const { natives, total } = await assembledPage(call, session, {
      name: "payments",
      read: (cursor) => nonEmptyPayments(cursor, session),
    });
    return { ...listing(payment, natives as readonly Paid[], raw), total };
  },
};

/** `7-12` is payment 12 of invoice 7, everything else a payment of a bill. */
const partsOf = (id: string): readonly [invoice: string, payment: string] | undefined => {
  const [, invoice, paymentId] = /^(\d+)-(\d+)$/.exec(id) ?? [];
  return invoice === undefined || paymentId === undefined ? undefined : [invoice, paymentId];
};

const pathTo = (id: string): string => {
  const [invoice, paymentId] = partsOf(id) ?? [];
  return invoice === undefined
    ? path`/4.0/purchase/outgoing-payments/${id}`
    : path`/2.0/kb_invoice/${invoice}/payment/${paymentId}`;
};

async function readPayment(id: string, session: Session): Promise<Paid> {
  const [invoice] = partsOf(id) ?? [];
  const native = await session.read(pathTo(id));
  if (invoice === undefined) {
    const found = native as OutgoingPayment;
    if (!isSpent(found)) throw noRecord();
    return { of: "BILL", payment: found, document: await readBill(session, found.bill_id ?? "") };
  }
  const found = native as InvoicePayment;
  if (!isReceived(found)) throw noRecord();
  const document = await withOwnCurrency(await readInvoice(session, invoice), session);
  return { of: "INVOICE", payment: found, document };
}

type Prepared =
  | { readonly of: "INVOICE"; readonly document: Invoice }
  | { readonly of: "BILL"; readonly document: Bill };

async function documentToPay({ body }: WriteCall<PaymentInput>, session: Session): Promise<Prepared> {
  const { documentType = "INVOICE", paymentLines = [] } = body;
  const [first, ...others] = paymentLines;
  if (others.length > 0)
    throw cannotStore(
      "A payment belongs to one document in bexio, and money on account to none. Send one payment per document.",
      "paymentLines[1]",
    );
  const { invoiceId, amount: paid = 0 } = first ?? {};
  if (invoiceId === undefined)
    throw cannotStore(
      "bexio's API has no payments on account. Name the invoice or bill in invoiceId.",
      "paymentLines[0].invoiceId",
    );
  if (paid <= 0) throw cannotStore("bexio's API has no refunds. Enter the refund in bexio.", "paymentLines[0].amount");
  const unknown = invalidField(`bexio has no ${documentType.toLowerCase()} with the id ${invoiceId}.`, "invoiceId");
  if (documentType === "BILL") {
    const document = await undefinedIfMissing(readBill(session, invoiceId));
    if (document === undefined) throw unknown;
    return { of: "BILL", document };
  }
  if (documentType !== "INVOICE") throw invalidField("documentType has to be INVOICE or BILL.", "documentType");
  const document = await undefinedIfMissing(readInvoice(session, invoiceId));
  if (document === undefined) throw unknown;
  return { of: "INVOICE", document: await withOwnCurrency(document, session) };
}

const rateRefusal = () =>
  cannotStore("bexio converts payments of invoices at its own rate. Leave exchangeRate out.", "exchangeRate");

interface Sent {
  readonly paid?: number;
  readonly day?: string;
  readonly account?: number;
}

/** The account of the body, or the one that the document names. */
function paymentBody(encoded: Encoded, prepared: unknown, { body }: WriteCall<PaymentInput>): object {
  const found = prepared as Prepared;
  const { paid = 0, day, account } = encoded as Sent;
  const currency = found.of === "BILL" ? found.document.currency_code : found.document.currency?.name;
  if (body.currency !== undefined && currency && body.currency !== currency)
    throw cannotStore(`The document is in ${currency}, and so is its payment.`, "currency");
  if (found.of === "INVOICE") {
    if (body.exchangeRate !== undefined && body.exchangeRate !== 1) throw rateRefusal();
    const bank = account ?? found.document.bank_account_id ?? null;
    return { date: day, value: decimal(paid), bank_account_id: bank };
  }
  if (account === undefined)
    throw cannotStore(
      "A payment of a bill needs the bank account in accountId. GET /accounting/bankAccounts lists them.",
      "paymentLines[0].accountId",
    );
  const { base_currency_code: base, exchange_rate: rate } = found.document;
  return {
    bill_id: found.document.id,
    payment_type: "MANUAL",
    execution_date: day,
    amount: paid,
    currency_code: currency,
    exchange_rate: currency === base ? 1 : (body.exchangeRate ?? amount(rate)),
    is_salary_payment: false,
    sender_bank_account_id: account,
  };
}

const lineEncoder = encoder<PaymentLine>({
  accountId: (id, _input, field) => ({ account: idNumber(id, field) }),
  amount: (paid) => ({ paid: Number(decimal(paid)) }),
  // The document decides it.
  contactId: sentSeparately,
  customerId: sentSeparately,
  supplierId: sentSeparately,
  // Part of the path, or added with the bill.
  invoiceId: sentSeparately,
  paymentDate: dayAs("day"),
});

export async function openAmount(
  { documentType, id }: PaidDocument,
  session: Session,
): Promise<OpenAmount | undefined> {
  if (documentType === "BILL") {
    const document = await undefinedIfMissing(readBill(session, id));
    return document && { amount: openOfBill(document), currency: document.currency_code ?? undefined };
  }
  const found = isInvoiceId(id) ? await undefinedIfMissing(readInvoice(session, id)) : undefined;
  if (found === undefined) return undefined;
  const { currency } = await withOwnCurrency(found, session);
  return { amount: openOfInvoice(found), currency: currency?.name ?? undefined };
}

export const isReconciled = (native: unknown): boolean => Boolean((native as OutgoingPayment).transaction_id);

const deletion: WriteHandler<undefined, { id: string }> = remove(({ ids: { paymentId = "" } }) => pathTo(paymentId));

const unsaved = (reply: unknown, prepared: Prepared): Paid =>
  prepared.of === "BILL"
    ? { ...prepared, payment: reply as OutgoingPayment }
    : { ...prepared, payment: reply as InvoicePayment };

export const payments = {
  "payments.list": list,
  "payments.get": get<PaymentRecord, Paid>({
    read: ({ ids: { paymentId = "" } }, session) => readPayment(paymentId, session),
    map: payment,
    raw,
  }),
  "payments.create": write<PaymentInput, PaymentRecord, Paid>({
    method: "POST",
    path: (_call, prepared: Prepared) =>
      prepared.of === "BILL" ? outgoing : path`/2.0/kb_invoice/${String(prepared.document.id)}/payment`,
    encoder: encoder<PaymentInput>({
      currency: sentSeparately,
      documentType: sentSeparately,
      exchangeRate: sentSeparately,
      paymentLines: singleEntry(inParent(lineEncoder)),
    }),
    prepare: documentToPay,
    body: paymentBody,
    readBack: async (reply, call, session) => unsaved(reply, await documentToPay(call, session)),
    stub: (reply: { readonly id: string | number }) => ({ id: String(reply.id) }),
    map: payment,
    raw,
    requires: ["paymentLines"],
    rules: [
      "A payment has exactly one line, with an invoice or a bill.",
      "Payments of bills are booked as paid by hand. No order is sent to the bank.",
    ],
  }),
  "payments.delete": deletion,
};
