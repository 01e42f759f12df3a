/** Payments of customers and to vendors, and refunds. Lists lack the documents that were paid, so each payment is read. */
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
import type { Session } from "../../contract/session.ts";
import { calendarDay, instant } from "../../kit/dates.ts";
import { encoder, invalidField, sentSeparately, sentSeparatelyIn } from "../../kit/encode.ts";
import { incomplete } from "../../kit/lists/incomplete.ts";
import { itemsInWindow } from "../../kit/lists/paging.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, decimal, sum } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get, listing, noRecord, undefinedIfMissing } from "../../kit/reading.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import { remove, write } from "../../kit/writing.ts";
import { openBill, openVendorCredit } from "./bills.ts";
import { allOf, lastModified, readRecord } from "./conventions.ts";
import { openInvoice, salesReceipts } from "./invoices.ts";
import type { Bill, CreditNote, CustomerPayment, Invoice, Refund, Text, VendorCredit, VendorPayment } from "./types.ts";

/** Each kind of payment has ids of its own, below which record of the vendor it is. */
type Kind = "customer" | "vendor" | "creditnote" | "vendorcredit" | "refund";

interface Key {
  readonly kind: Kind;
  /** The payment, or the credit or payment that was refunded. */
  readonly id: string;
  /** The refund. */
  readonly refund?: string | undefined;
}

const idOf = ({ kind, id, refund }: Key): string => [kind, id, ...(refund === undefined ? [] : [refund])].join("-");

function keyOf(id: string | undefined): Key {
  const [, kind, first, refund] =
    /^(customer|vendor|creditnote|vendorcredit|refund)-(\d+)(?:-(\d+))?$/.exec(id ?? "") ?? [];
  const isRefund = kind === "creditnote" || kind === "vendorcredit" || kind === "refund";
  if (kind === undefined || first === undefined || isRefund !== (refund !== undefined)) throw noRecord();
  return { kind: kind as Kind, id: first, refund };
}

interface Part {
  readonly documentId?: string;
  readonly value: number;
}

/** A payment or refund of any kind, in one form. */
interface Paid {
  readonly key: Key;
  readonly side: "INVOICE" | "BILL";
  readonly party: Text;
  readonly partyName?: Text;
  readonly currency: Text;
  readonly rate?: number | undefined;
  readonly date: Text;
  readonly mode: Text;
  readonly account: Text;
  readonly description: Text;
  readonly created?: Text;
  readonly updated?: Text;
  readonly parts: readonly Part[];
  readonly native: unknown;
}

/** The part that no document has used is money on account, even if it was paid back later. */
function partsOf(total: number, applied: readonly Part[]): readonly Part[] {
  const rest = sum([total, ...applied.map(({ value }) => -value)]);
  return rest === 0 && applied.length > 0 ? applied : [...applied, { value: rest }];
}

async function readCustomerPayment(session: Session, id: string): Promise<Paid> {
  const native = await readRecord<CustomerPayment>(session, path`/customerpayments/${id}`, "payment");
  const applied = (native.invoices ?? []).map(({ invoice_id: documentId, amount_applied: value }) => ({
    documentId,
    value: amount(value) ?? 0,
  }));
  return {
    key: { kind: "customer", id },
    side: "INVOICE",
    party: native.customer_id,
    partyName: native.customer_name,
    currency: native.currency_code,
    rate: amount(native.exchange_rate),
    date: native.date,
    mode: native.payment_mode,
    account: native.account_id,
    description: native.description,
    created: native.created_time,
    updated: native.updated_time,
    parts: partsOf(amount(native.amount) ?? 0, applied),
    native,
  };
}

async function readVendorPayment(session: Session, id: string): Promise<Paid> {
  const native = await readRecord<VendorPayment>(session, path`/vendorpayments/${id}`, "vendorpayment");
  const applied = (native.bills ?? []).map(({ bill_id: documentId, amount_applied: value }) => ({
    documentId,
    value: amount(value) ?? 0,
  }));
  return {
    key: { kind: "vendor", id },
    side: "BILL",
    party: native.vendor_id,
    partyName: native.vendor_name,
    currency: native.currency_code,
    rate: amount(native.exchange_rate),
    date: native.date,
    mode: native.payment_mode,
    account: native.paid_through_account_id,
    description: native.description,
    created: native.created_time,
    updated: native.last_modified_time,
    parts: partsOf(amount(native.amount) ?? 0, applied),
    native,
  };
}

/** Lists of refunds have the amount in both currencies, single refunds in one. */
const refunded = ({ amount: value, amount_fcy: inCurrency }: Refund): number => 0 - (amount(value ?? inCurrency) ?? 0);

const refundFacts = (native: Refund) => ({
  date: native.date,
  mode: native.refund_mode,
  description: native.description,
  native,
});

async function readCreditRefund(session: Session, { id, refund }: Key): Promise<Paid> {
  const note = await readRecord<CreditNote>(session, path`/creditnotes/${id}`, "creditnote");
  const at = path`/creditnotes/${id}/refunds/${refund}`;
  const native = await readRecord<Refund>(session, at, "creditnote_refund");
  return {
    ...refundFacts(native),
    key: { kind: "creditnote", id, refund },
    side: "INVOICE",
    party: note.customer_id,
    partyName: note.customer_name,
    currency: note.currency_code,
    account: native.from_account_id,
    parts: [{ documentId: id, value: refunded(native) }],
  };
}

async function readVendorCreditRefund(session: Session, { id, refund }: Key): Promise<Paid> {
  const credit = await readRecord<VendorCredit>(session, path`/vendorcredits/${id}`, "vendor_credit");
  const at = path`/vendorcredits/${id}/refunds/${refund}`;
  const native = await readRecord<Refund>(session, at, "vendor_credit_refund");
  return {
    ...refundFacts(native),
    key: { kind: "vendorcredit", id, refund },
    side: "BILL",
    party: credit.vendor_id,
    partyName: credit.vendor_name,
    currency: credit.currency_code,
    account: native.account_id,
    parts: [{ documentId: id, value: refunded(native) }],
  };
}

const refundsOfPayment = (session: Session, id: string): Promise<readonly Refund[]> =>
  allOf<Refund>(session, path`/customerpayments/${id}/refunds`, "payment_refunds");

/** Money on account that went back. */
async function readPaymentRefund(session: Session, { id, refund }: Key): Promise<Paid> {
  const payment = await readCustomerPayment(session, id);
  const native = (await refundsOfPayment(session, id)).find(({ payment_refund_id: own }) => own === refund);
  if (native === undefined) throw noRecord();
  return {
    ...refundFacts(native),
    key: { kind: "refund", id, refund },
    side: "INVOICE",
    party: payment.party,
    partyName: payment.partyName,
    currency: payment.currency,
    account: native.from_account_id,
    parts: [{ value: refunded(native) }],
  };
}

const readers: Readonly<Record<Kind, (session: Session, key: Key) => Promise<Paid>>> = {
  customer: (session, { id }) => readCustomerPayment(session, id),
  vendor: (session, { id }) => readVendorPayment(session, id),
  creditnote: readCreditRefund,
  vendorcredit: readVendorCreditRefund,
  refund: readPaymentRefund,
};

const readPaid = (session: Session, key: Key): Promise<Paid> => readers[key.kind](session, key);

interface PaidLine {
  readonly paid: Paid;
  readonly part: Part;
}

const ofSide =
  (side: Paid["side"]) =>
  ({ paid }: PaidLine): Text =>
    paid.side === side ? paid.party : undefined;

const line = mapping<PaymentLine, PaidLine>({
  accountId: ({ paid }) => paid.account,
  amount: ({ part }) => part.value,
  contactId: ({ paid }) => paid.party,
  contactName: ({ paid }) => paid.partyName,
  customerId: ofSide("INVOICE"),
  description: ({ paid }) => paid.description,
  invoiceId: ({ part }) => part.documentId,
  paymentDate: ({ paid }) => paid.date?.slice(0, 10),
  supplierId: ofSide("BILL"),
});

const payment = mapping<PaymentRecord, Paid>({
  id: ({ key }) => idOf(key),
  createdDate: ({ created }) => instant(created),
  currency: ({ currency }) => currencyCode(currency),
  documentType: ({ side }) => side,
  exchangeRate: ({ rate }) => rate,
  paymentLines: nestedList(line, (paid) => paid.parts.map((part) => ({ paid, part }))),
  paymentType: ({ mode }) => mode,
  updatedDate: ({ updated }) => instant(updated),
});
const raw = ({ native }: Paid): unknown => native;

/** Payments of customers, each followed by its refunds. */
async function customerKeys(session: Session, rows: readonly CustomerPayment[]): Promise<readonly Key[]> {
  const keys: Key[] = [];
  for (const { payment_id: id, bcy_refunded_amount: back } of rows) {
    keys.push({ kind: "customer", id });
    if (!amount(back)) continue;
    const refunds = await refundsOfPayment(session, id);
    keys.push(...refunds.map((refund): Key => ({ kind: "refund", id, refund: refund.payment_refund_id ?? undefined })));
  }
  return keys;
}

const creditKey = ({ creditnote_id: id, creditnote_refund_id: refund }: Refund): Key => ({
  kind: "creditnote",
  id: id ?? "",
  refund: refund ?? undefined,
});
const vendorCreditKey = ({ vendor_credit_id: id, vendor_credit_refund_id: refund }: Refund): Key => ({
  kind: "vendorcredit",
  id: id ?? "",
  refund: refund ?? undefined,
});

const isSince =
  (since: Date | undefined) =>
  ({ last_modified_time: at }: { readonly last_modified_time?: Text }): boolean =>
    since === undefined || !at || Date.parse(at) >= since.getTime();

/** Refunds do not say when they were changed, but they change their credit. */
async function creditRefundKeys(session: Session, since: Date | undefined): Promise<readonly Key[]> {
  const refunds = (await allOf<Refund>(session, "/creditnotes/refunds", "creditnote_refunds")).map(creditKey);
  if (since === undefined || refunds.length === 0) return refunds;
  const notes = await allOf<CreditNote>(session, "/creditnotes", "creditnotes");
  const changed = new Set(notes.filter(isSince(since)).map(({ creditnote_id: id }) => id));
  return refunds.filter(({ id }) => changed.has(id));
}

async function vendorCreditRefundKeys(session: Session, since: Date | undefined): Promise<readonly Key[]> {
  const refunds = (await allOf<Refund>(session, "/vendorcredits/refunds", "vendor_credit_refunds")).map(
    vendorCreditKey,
  );
  if (since === undefined || refunds.length === 0) return refunds;
  const credits = await allOf<VendorCredit>(session, "/vendorcredits", "vendorcredits", lastModified(since));
  const changed = new Set(credits.map(({ vendor_credit_id: id }) => id));
  return refunds.filter(({ id }) => changed.has(id));
}

async function allKeys(session: Session, since: Date | undefined): Promise<readonly Key[]> {
  const ofCustomers = await allOf<CustomerPayment>(session, "/customerpayments", "customerpayments");
  const query = since === undefined ? {} : lastModified(since);
  const ofVendors = await allOf<VendorPayment>(session, "/vendorpayments", "vendorpayments", query);
  return [
    ...(await customerKeys(session, ofCustomers.filter(isSince(since)))),
    ...ofVendors.map(({ payment_id: id }): Key => ({ kind: "vendor", id })),
    ...(await creditRefundKeys(session, since)),
    ...(await vendorCreditRefundKeys(session, since)),
  ];
}

/** Payments and refunds of one document, of whichever kind it is. */
async function keysOf(session: Session, id: string): Promise<readonly Key[]> {
  const found = <Row>(at: string, name: string): Promise<readonly Row[] | undefined> =>
    undefinedIfMissing(allOf<Row>(session, at, name));
  const ofInvoice = await found<CustomerPayment>(path`/invoices/${id}/payments`, "payments");
  if (ofInvoice !== undefined) return ofInvoice.map((paid): Key => ({ kind: "customer", id: paid.payment_id }));
  const ofBill = await found<VendorPayment>(path`/bills/${id}/payments`, "payments");
  if (ofBill !== undefined) return ofBill.map((paid): Key => ({ kind: "vendor", id: paid.payment_id }));
  const ofNote = await found<Refund>(path`/creditnotes/${id}/refunds`, "creditnote_refunds");
  if (ofNote !== undefined) return ofNote.map(creditKey);
  const ofCredit = await found<Refund>(path`/vendorcredits/${id}/refunds`, "vendor_credit_refunds");
  return (ofCredit ?? []).map(vendorCreditKey);
}

const keysFor = ({ filters: { invoiceId, lastModifiedAt } }: ListCall, session: Session): Promise<readonly Key[]> =>
  invoiceId === undefined ? allKeys(session, lastModifiedAt) : keysOf(session, invoiceId);

const atOnce = 5;

const list: ListHandler<PaymentRecord> = incomplete(
  `${salesReceipts} Refunds that vendors paid back out of money on account are only in the payment at Zoho Books.`,
  {
    fields: payment.fields,
    filters: ["lastModifiedAt", "invoiceId"],
    orders: [],
    requires: [],
    readsWholeList: true,
    rules: [
      "Payments of customers come first, each followed by its refunds, then payments to vendors, refunds of credit notes and of vendor credits. Kontor reads these lists, then each payment of the page.",
    ],
    list: async (call, session) => {
      const keys = await keysFor(call, session);
      const onPage = itemsInWindow(keys, call.window);
      const paid: Paid[] = [];
      for (let at = 0; at < onPage.length; at += atOnce)
        paid.push(...(await Promise.all(onPage.slice(at, at + atOnce).map((key) => readPaid(session, key)))));
      return { ...listing(payment, paid, raw), total: keys.length };
    },
  },
  ({ invoiceId }) => invoiceId !== undefined,
);

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

interface Prepared {
  readonly path: string;
  readonly body: object;
}

type PaymentCall = WriteCall<PaymentInput>;

const isBill = ({ body }: PaymentCall): boolean => body.documentType === "BILL";

/** Zoho Books has these once for the payment, so all lines have to agree. */
function shared(lines: readonly PaymentLine[], field: "accountId" | "description" | "paymentDate"): string | undefined {
  const [value, ...excess] = new Set(lines.flatMap((paymentLine) => paymentLine[field] ?? []));
  if (excess.length > 0)
    throw invalidField(`All lines of a payment have to have the same ${field}.`, `paymentLines.${field}`);
  return value;
}

interface Owner {
  readonly party: Text;
  readonly currency: Text;
}

/** The customer or vendor of a document, and its currency. */
async function ownerOf(call: PaymentCall, id: string, isRefund: boolean, session: Session): Promise<Owner | undefined> {
  if (!isBill(call)) {
    const at = isRefund ? path`/creditnotes/${id}` : path`/invoices/${id}`;
    const kind = isRefund ? "creditnote" : "invoice";
    const found = await undefinedIfMissing(readRecord<Invoice | CreditNote>(session, at, kind));
    return found && { party: found.customer_id, currency: found.currency_code };
  }
  const at = isRefund ? path`/vendorcredits/${id}` : path`/bills/${id}`;
  const found = await undefinedIfMissing(
    readRecord<Bill | VendorCredit>(session, at, isRefund ? "vendor_credit" : "bill"),
  );
  return found && { party: found.vendor_id, currency: found.currency_code };
}

const nameOf = (call: PaymentCall, isRefund: boolean): string => {
  if (isBill(call)) return isRefund ? "vendor credit" : "bill";
  return isRefund ? "credit note" : "invoice";
};

async function ownerFor(call: PaymentCall, isRefund: boolean, session: Session): Promise<Owner> {
  const lines = call.body.paymentLines ?? [];
  const at = lines.findIndex(({ invoiceId }) => invoiceId !== undefined);
  const id = lines[at]?.invoiceId;
  if (id !== undefined) {
    const owner = await ownerOf(call, id, isRefund, session);
    if (owner !== undefined) return owner;
    throw cannotStore(`Zoho Books has no ${nameOf(call, isRefund)} ${id}.`, `paymentLines[${at}].invoiceId`);
  }
  const party = lines
    .map(({ contactId, customerId, supplierId }) => contactId ?? (isBill(call) ? supplierId : customerId))
    .find((partyId) => partyId !== undefined);
  if (party === undefined)
    throw invalidField(
      "A payment needs an invoiceId, or the customer or supplier who pays on account.",
      "paymentLines",
    );
  const contact = await undefinedIfMissing(
    readRecord<{ readonly currency_code?: Text }>(session, path`/contacts/${party}`, "contact"),
  );
  if (contact !== undefined) return { party, currency: contact.currency_code };
  throw cannotStore(
    `Zoho Books has no contact ${party}.`,
    `paymentLines[0].${isBill(call) ? "supplierId" : "customerId"}`,
  );
}

function checkCurrency({ body: { currency } }: PaymentCall, owner: Owner): void {
  if (currency === undefined || !owner.currency || currency === owner.currency) return;
  throw cannotStore(
    `Zoho Books keeps a payment in the currency of its document or contact, which is ${owner.currency}.`,
    "currency",
  );
}

/** Without the noise of binary fractions. */
const exact = (value: number): number => Number(decimal(value));

function paymentFor(call: PaymentCall, { party }: Owner): Prepared {
  const { paymentLines: lines = [], exchangeRate, paymentType = "banktransfer" } = call.body;
  const account = shared(lines, "accountId");
  const date = shared(lines, "paymentDate");
  const note = shared(lines, "description");
  const applied = lines.flatMap(({ invoiceId, amount: value = 0 }) =>
    invoiceId === undefined
      ? []
      : [{ [isBill(call) ? "bill_id" : "invoice_id"]: invoiceId, amount_applied: exact(value) }],
  );
  return {
    path: isBill(call) ? "/vendorpayments" : "/customerpayments",
    body: {
      [isBill(call) ? "vendor_id" : "customer_id"]: party,
      payment_mode: paymentType,
      amount: exact(sum(lines.map((paymentLine) => paymentLine.amount))),
      ...(date !== undefined && { date: calendarDay(date) }),
      ...(note !== undefined && { description: note }),
      ...(exchangeRate !== undefined && { exchange_rate: exchangeRate }),
      ...(account !== undefined && { [isBill(call) ? "paid_through_account_id" : "account_id"]: account }),
      [isBill(call) ? "bills" : "invoices"]: applied,
    },
  };
}

/** The payment of a customer with enough money on account. */
async function refundablePayment(session: Session, { party }: Owner, value: number): Promise<string> {
  const rows = await allOf<CustomerPayment>(session, "/customerpayments", "customerpayments", {
    customer_id: party ?? undefined,
  });
  const found = rows.find(({ customer_id: id, unused_amount: left }) => id === party && (amount(left) ?? 0) >= value);
  if (found !== undefined) return found.payment_id;
  throw cannotStore(
    `Zoho Books pays money on account back out of one payment, and no payment of this customer has ${value} left.`,
    "paymentLines[0].amount",
  );
}

async function refundFor(call: PaymentCall, owner: Owner, session: Session): Promise<Prepared> {
  const { paymentLines: [first = {}, second] = [], exchangeRate, paymentType = "banktransfer" } = call.body;
  if (second !== undefined)
    throw cannotStore(
      "Zoho Books has one refund for one credit. Send each refund as a payment of its own.",
      "paymentLines[1]",
    );
  const { accountId, amount: value = 0, description, invoiceId, paymentDate } = first;
  if (accountId === undefined)
    throw cannotStore(
      "A refund needs the account that the money moved through. Send paymentLines[0].accountId; GET /accounting/bankAccounts lists them.",
      "paymentLines[0].accountId",
    );
  const back = exact(0 - value);
  const body = {
    ...(paymentDate !== undefined && { date: calendarDay(paymentDate) }),
    refund_mode: paymentType,
    amount: back,
    ...(description !== undefined && { description }),
    ...(exchangeRate !== undefined && { exchange_rate: exchangeRate }),
  };
  if (isBill(call)) {
    if (invoiceId === undefined)
      throw cannotStore(
        "Name the vendor credit in invoiceId. Record a refund of money on account in Zoho Books, in the payment itself.",
        "paymentLines[0].invoiceId",
      );
    return { path: path`/vendorcredits/${invoiceId}/refunds`, body: { ...body, account_id: accountId } };
  }
  const withAccount = { ...body, from_account_id: accountId };
  if (invoiceId !== undefined) return { path: path`/creditnotes/${invoiceId}/refunds`, body: withAccount };
  const id = await refundablePayment(session, owner, back);
  return { path: path`/customerpayments/${id}/refunds`, body: withAccount };
}

async function prepare(call: PaymentCall, session: Session): Promise<Prepared> {
  const lines = call.body.paymentLines ?? [];
  const isRefund = lines.every(({ amount: value = 0 }) => value < 0);
  const mixed = lines.findIndex(({ amount: value = 0 }) => value < 0 !== isRefund);
  if (mixed >= 0)
    throw cannotStore(
      "Zoho Books keeps refunds apart from payments. Send the refund as a payment of its own.",
      `paymentLines[${mixed}].amount`,
    );
  const owner = await ownerFor(call, isRefund, session);
  checkCurrency(call, owner);
  return isRefund ? refundFor(call, owner, session) : paymentFor(call, owner);
}

interface Reply {
  readonly payment?: CustomerPayment;
  readonly vendorpayment?: VendorPayment;
  readonly creditnote_refund?: Refund;
  readonly vendor_credit_refund?: Refund;
  /** A list, or the only refund. */
  readonly payment_refunds?: Refund | readonly Refund[];
}

const asList = <Each>(value: Each | readonly Each[] | undefined): readonly Each[] => {
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as readonly Each[]) : [value as Each];
};

/** The payment or refund that a reply to a write names. */
function keyIn(reply: Reply): Key {
  const { payment: received, vendorpayment: sent, creditnote_refund: ofNote, vendor_credit_refund: ofCredit } = reply;
  if (received !== undefined) return { kind: "customer", id: received.payment_id };
  if (sent !== undefined) return { kind: "vendor", id: sent.payment_id };
  if (ofNote !== undefined) return creditKey(ofNote);
  if (ofCredit !== undefined) return vendorCreditKey(ofCredit);
  const [back] = asList(reply.payment_refunds);
  return { kind: "refund", id: back?.payment_id ?? "", refund: back?.payment_refund_id ?? undefined };
}

const pathsOf: Readonly<Record<Kind, (key: Key) => string>> = {
  customer: ({ id }) => path`/customerpayments/${id}`,
  vendor: ({ id }) => path`/vendorpayments/${id}`,
  creditnote: ({ id, refund }) => path`/creditnotes/${id}/refunds/${refund}`,
  vendorcredit: ({ id, refund }) => path`/vendorcredits/${id}/refunds/${refund}`,
  refund: ({ id, refund }) => path`/customerpayments/${id}/refunds/${refund}`,
};

const deletion: WriteHandler<undefined, { id: string }> = remove(({ ids }) => {
  const key = keyOf(ids["paymentId"]);
  return pathsOf[key.kind](key);
});

export async function openAmount(
  { documentType, id }: PaidDocument,
  session: Session,
): Promise<OpenAmount | undefined> {
  const readFirst = documentType === "BILL" ? openBill : openInvoice;
  const found = await undefinedIfMissing(readFirst(id, session));
  if (found !== undefined) return found;
  return undefinedIfMissing(documentType === "BILL" ? openVendorCredit(id, session) : openCreditNote(id, session));
}

async function openCreditNote(id: string, session: Session): Promise<OpenAmount> {
  const note = await readRecord<CreditNote>(session, path`/creditnotes/${id}`, "creditnote");
  return { amount: amount(note.balance), currency: note.currency_code ?? undefined };
}

/** A payment that was matched with a line of a bank statement names that line. */
export const isReconciled = (native: unknown): boolean =>
  ((native as CustomerPayment).imported_transactions ?? []).length > 0;

export const payments = {
  "payments.list": list,
  "payments.get": get<PaymentRecord, Paid>({
    map: payment,
    raw,
    read: ({ ids }, session) => readPaid(session, keyOf(ids["paymentId"])),
  }),
  "payments.create": write<PaymentInput, PaymentRecord, Paid>({
    method: "POST",
    path: (_call, prepared: Prepared) => prepared.path,
    encoder: encoder<PaymentInput>({
      currency: sentSeparately,
      documentType: sentSeparately,
      exchangeRate: sentSeparately,
      paymentLines: sentSeparatelyIn(lineEncoder),
      paymentType: sentSeparately,
    }),
    prepare,
    body: (_encoded, prepared) => (prepared as Prepared).body,
    readBack: (reply: Reply, _call, session) => readPaid(session, keyIn(reply)),
    stub: (reply: Reply) => ({ id: idOf(keyIn(reply)) }),
    map: payment,
    raw,
    requires: ["paymentLines"],
    rules: [
      "A line without invoiceId is money on account of the customer or supplier. Without paymentType the payment is a bank transfer, and without accountId it goes to the target system's default account.",
      "A negative line is a refund: of the credit note or vendor credit in invoiceId, or of a customer's money on account. It needs accountId.",
    ],
  }),
  "payments.delete": deletion,
};
