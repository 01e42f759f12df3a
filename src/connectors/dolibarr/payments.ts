/** Payments, which Dolibarr returns only for the document that they settle. */
import type { OpenAmount, PaidDocument, WriteCall } from "../../contract/connector.ts";
import { cannotStore, Failure } from "../../contract/failure.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { encoder, invalidField, sentSeparately, sentSeparatelyIn } from "../../kit/encode.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, type Decimal, decimal, difference, portion, sum } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { undefinedIfMissing } from "../../kit/reading.ts";
import { referencedRow } from "../../kit/referencedRow.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { allOf, isVersion18 } from "./conventions.ts";
import { epochOf, idOf, isForeign, numericId, statusOf } from "./fields.ts";
import { isCredit } from "./invoices.ts";
import type { BankAccount, Invoice, Numeric, Paid, PaymentType, SupplierInvoice, Trade } from "./types.ts";

type Kind = "INVOICE" | "BILL";
const folders = { INVOICE: "/invoices", BILL: "/supplierinvoices" } as const;

/** A payment with its document, which has the contact. */
interface Settled extends Paid {
  readonly owner: Trade;
  readonly kind: Kind;
  /** The part of the payment that exceeds the document's total, in the company's currency. */
  readonly excess?: number;
}

interface Share extends Settled {
  readonly share: number;
  /** Money beyond the document's total, which the customer has on account. */
  readonly isExcess: boolean;
}

function sharesOf(settled: Settled): readonly Share[] {
  const money = inCurrency(settled, settled.amount);
  if (money === undefined) return [];
  const excess = inCurrency(settled, settled.excess ?? 0) ?? 0;
  const share = { ...settled, share: difference(money, excess) ?? 0, isExcess: false };
  return excess === 0 ? [share] : [share, { ...settled, share: excess, isExcess: true }];
}

/** The vendor has the amount in the company's currency, converted at the document's rate. */
const inCurrency = ({ owner }: Settled, paid: Decimal): number | undefined => {
  const value = amount(paid);
  return value === undefined || !isForeign(owner) ? value : portion(value, amount(owner.multicurrency_tx) ?? 1, 1);
};

/** The vendor's sign: what was paid back for a credit is negative. */
const line = mapping<PaymentLine, Share>({
  ...values({ amount: "share" }),
  contactId: ({ owner }) => idOf(owner.socid),
  customerId: ({ owner, kind }) => (kind === "INVOICE" ? idOf(owner.socid) : undefined),
  description: ({ num }) => num,
  invoiceId: ({ owner, isExcess }) => (isExcess ? undefined : String(owner.id)),
  paymentDate: ({ date }) => date?.slice(0, 10),
  supplierId: ({ owner, kind }) => (kind === "BILL" ? idOf(owner.socid) : undefined),
});

const payment = mapping<PaymentRecord, Settled>({
  id: ({ ref, owner, kind, date }) => ref || `${kind}-${owner.id}-${date}`,
  currency: ({ owner }) => currencyCode(owner.multicurrency_code),
  ...values({ documentType: "kind", paymentType: "type" }),
  paymentLines: nestedList(line, sharesOf),
});
const raw = ({ owner: _owner, kind: _kind, excess: _excess, ...paid }: Settled): Paid => paid;

/** Credits and deposits are listed as payments, too: "(CREDIT_NOTE)", "(DEPOSIT)". */
const isMoney = ({ type }: Paid): boolean => !type?.startsWith("(");

async function paymentsOf(session: Session, kind: Kind, id: string): Promise<readonly Settled[]> {
  const documentPath = `${folders[kind]}${path`/${id}`}`;
  const owner = (await session.read(documentPath)) as Trade;
  const payments = (await session.read(`${documentPath}/payments`)) as readonly Paid[];
  return withExcess(payments.filter(isMoney).map((paid) => ({ ...paid, owner, kind })));
}

/** The last payments of a document are those that paid too much. */
function withExcess(payments: readonly Settled[]): readonly Settled[] {
  const total = amount(payments[0]?.owner.total_ttc) ?? 0;
  let left = total > 0 ? Math.max(0, difference(sum(payments.map((paid) => paid.amount)), total) ?? 0) : 0;
  return payments
    .toReversed()
    .map((paid) => {
      const excess = Math.min(left, amount(paid.amount) ?? 0);
      left = difference(left, excess) ?? 0;
      return excess > 0 ? { ...paid, excess } : paid;
    })
    .toReversed();
}

/** Invoices and bills have the same ids, so the filter takes those of bills with a prefix. */
const ofBill = /^bill:(.*)$/;
const paymentsFor = async (session: Session, invoiceId: string): Promise<readonly Settled[]> => {
  const [, bill] = ofBill.exec(invoiceId) ?? [];
  if (bill !== undefined) return paymentsOf(session, "BILL", bill);
  const ofInvoice = await undefinedIfMissing(paymentsOf(session, "INVOICE", invoiceId));
  return ofInvoice ?? paymentsOf(session, "BILL", invoiceId);
};

const kindOf = ({ documentType = "INVOICE" }: PaymentInput): Kind => {
  if (documentType === "INVOICE" || documentType === "BILL") return documentType;
  throw invalidField("This target system accepts payments only for documentType INVOICE or BILL.", "documentType");
};

interface NewPayment {
  readonly kind: Kind;
  readonly id: string;
  /** The part that pays the document. */
  readonly amount: number;
  /** The part that the customer pays on account. */
  readonly excess: number;
  readonly date: string;
  readonly accountId: string | undefined;
}

function newPaymentOf({ body }: Pick<WriteCall<PaymentInput>, "body">): NewPayment {
  const lines = body.paymentLines ?? [];
  const [first, ...others] = lines.filter(({ invoiceId }) => invoiceId !== undefined);
  const { invoiceId: id, amount: paid, paymentDate: date, accountId } = first ?? {};
  const kind = kindOf(body);
  if (id === undefined)
    throw cannotStore(
      "Dolibarr's API has no payments without a document. Send paymentLines[0].invoiceId.",
      "paymentLines[0].invoiceId",
    );
  if (others.length > 0)
    throw cannotStore(
      "A payment of Dolibarr settles one document here. Send one payment for each.",
      "paymentLines[1].invoiceId",
    );
  if (paid === undefined || date === undefined)
    throw invalidField("A payment needs amount and paymentDate.", "paymentLines");
  numericId(id, "paymentLines.invoiceId");
  const excess = sum(lines.flatMap((entry) => (entry === first ? [] : (entry.amount ?? 0))));
  if (excess < 0 || (excess > 0 && kind === "BILL"))
    throw cannotStore(
      "Dolibarr's API takes money on account only from customers, together with the payment of an invoice.",
      "paymentLines[1].amount",
    );
  return { kind, id, amount: paid, excess, date, accountId };
}

interface Prepared {
  readonly mode: number;
  readonly account: number;
  readonly foreign: boolean;
}

async function modeOf({ paymentType }: PaymentInput, { mode_reglement_id: usual }: Trade, session: Session) {
  if (paymentType === undefined && idOf(usual) !== undefined) return Number(usual);
  const types = await allOf<PaymentType>(session, "/setup/dictionary/payment_types");
  const field = "paymentType";
  if (paymentType === undefined) {
    const codes = types.map(({ code }) => code).join(", ");
    throw invalidField(`The document has no payment type, so paymentType is required. Use one of ${codes}.`, field);
  }
  // A type may be named by its id, too.
  const key = ({ id, code }: PaymentType) => (String(id) === paymentType ? paymentType : code);
  return Number(referencedRow(types, { field, value: paymentType, kind: "payment type", key }).id);
}

async function accountOf({ accountId }: NewPayment, { fk_account: usual }: Trade, session: Session): Promise<number> {
  if (accountId !== undefined) return numericId(accountId, "paymentLines.accountId");
  if (idOf(usual) !== undefined) return Number(usual);
  const [account, ...others] = await allOf<BankAccount>(session, "/bankaccounts", { sqlfilters: "(t.clos:=:0)" });
  if (account !== undefined && others.length === 0) return Number(account.id);
  throw invalidField(
    "accountId is required, because the target system has no bank account or several.",
    "paymentLines.accountId",
  );
}

/** The module for foreign currencies. Without it, Dolibarr does not know the path. */
async function hasCurrencies(session: Session): Promise<boolean> {
  try {
    await session.read("/multicurrencies", { limit: 1 });
    return true;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return !/API not found/.test(`${error.message} ${error.details.targetMessage ?? ""}`) && error.code !== "not_found";
  }
}

/** Version 18 pays what is open of a bill, and later ones with the module Multicurrency its total, whatever amount they get. */
async function checkBill({ amount: paid, id }: NewPayment, owner: Trade, session: Session): Promise<void> {
  const field = "paymentLines[0].amount";
  if (Number((owner as { readonly type?: Numeric }).type) === 2 || paid <= 0)
    throw cannotStore(
      "Dolibarr's API cannot record money from a supplier: it would store a payment to the supplier.",
      field,
    );
  if (isForeign(owner))
    throw cannotStore(
      "Dolibarr accepts payments of bills only in the company's currency.",
      "paymentLines[0].invoiceId",
    );
  const before = (await session.read(`/supplierinvoices${path`/${id}`}/payments`)) as readonly Paid[];
  const open = difference(owner.total_ttc, sum(before.map((payment) => payment.amount)));
  const isOld = await isVersion18(session);
  if (isOld && paid === open) return;
  const isTotal = paid === amount(owner.total_ttc) && paid === open;
  if (isTotal || (!isOld && !(await hasCurrencies(session)))) return;
  throw cannotStore(
    isOld
      ? `Version 18 of Dolibarr pays all that is open of a bill, ${open}, whatever amount it gets. Pay that amount.`
      : `With the module Multicurrency, Dolibarr pays the total of a bill, ${amount(owner.total_ttc)}, whatever amount it gets. Pay it in full, or record the payment in Dolibarr.`,
    field,
  );
}

/** Money that goes back for a credit note is negative. */
function checkInvoice({ amount: paid, excess }: NewPayment, owner: Invoice): void {
  const field = "paymentLines[0].amount";
  const open = openOf(owner) ?? 0;
  if (isCredit(owner)) {
    if (paid >= 0) throw cannotStore(`The document is a credit note. Send ${field} as a negative amount.`, field);
    if (-paid > -open) throw cannotStore(`${field} is ${paid}, but only ${-open} of this credit note is open.`, field);
    return;
  }
  if (paid <= 0)
    throw cannotStore("Dolibarr's API records refunds of credit notes only. Name a credit note as invoiceId.", field);
  if (excess > 0 && paid !== open)
    throw cannotStore(`${field} must be what is open, ${open}, if the customer pays more than the invoice.`, field);
}

/** The open amount of an invoice, in its currency. */
const openOf = (owner: Invoice): number | undefined => {
  const open = amount(owner.remaintopay);
  return open === undefined || !isForeign(owner) ? open : portion(open, amount(owner.multicurrency_tx) ?? 1, 1);
};

export async function openAmount(
  { documentType, id }: PaidDocument,
  session: Session,
): Promise<OpenAmount | undefined> {
  if (!/^[1-9]\d{0,14}$/.test(id)) return undefined;
  const documentPath = `${folders[documentType]}${path`/${id}`}`;
  const owner = (await undefinedIfMissing(session.read(documentPath))) as (Invoice & SupplierInvoice) | undefined;
  if (owner === undefined || statusOf(owner) !== 1) return undefined;
  const currency = currencyCode(owner.multicurrency_code);
  if (documentType === "INVOICE") return { amount: openOf(owner), currency };
  const before = (await session.read(`${documentPath}/payments`)) as readonly Paid[];
  const open = isForeign(owner) ? undefined : difference(owner.total_ttc, sum(before.map((paid) => paid.amount)));
  return { amount: open, currency };
}

async function prepare(call: WriteCall<PaymentInput>, session: Session): Promise<Prepared> {
  const newPayment = newPaymentOf(call);
  const owner = (await session.read(`${folders[newPayment.kind]}${path`/${newPayment.id}`}`)) as Trade;
  if (newPayment.kind === "BILL") await checkBill(newPayment, owner, session);
  else checkInvoice(newPayment, owner);
  const mode = await modeOf(call.body, owner, session);
  return { mode, account: await accountOf(newPayment, owner, session), foreign: isForeign(owner) };
}

/** The marker is sent as the reference of an outside system or, for a bill, as the payment's number. */
function bodyOf(prepared: Prepared, call: WriteCall<PaymentInput>): object {
  const { kind, id, amount, excess, date } = newPaymentOf(call);
  const { mode, account, foreign } = prepared;
  // Dolibarr turns the sign of what is paid for a credit note.
  const paid = Math.abs(amount) + excess;
  const common = { datepaye: epochOf(date), closepaidinvoices: "yes", accountid: account };
  const value = decimal(paid);
  if (kind === "BILL") return { ...common, payment_mode_id: mode, num_payment: call.marker, amount: value };
  const amounts = { amount: foreign ? "" : value, multicurrency_amount: foreign ? value : "" };
  // By default, Dolibarr compares the amount with the negative total of a credit note, and refuses it.
  const isBeyond = amount < 0 || excess > 0;
  return {
    ...common,
    paymentid: mode,
    ref_ext: call.marker,
    arrayofamounts: { [id]: amounts },
    ...(isBeyond && { accepthigherpayment: true }),
  };
}

/** Finds the payment by its marker, because the reply is an id that no list has. */
async function findMarked(call: WriteCall<PaymentInput>, session: Session): Promise<Settled | undefined> {
  const { kind, id } = newPaymentOf(call);
  const settled = await paymentsOf(session, kind, id);
  return settled.find(({ ref_ext, num }) => (kind === "BILL" ? num : ref_ext) === call.marker);
}

async function readBack(_reply: unknown, call: WriteCall<PaymentInput>, session: Session): Promise<Settled> {
  const found = await findMarked(call, session);
  if (found === undefined) throw invalidField("The target system did not store the payment.", "paymentLines");
  return found;
}

const lineEncoder = encoder<PaymentLine>({
  accountId: sentSeparately,
  amount: sentSeparately,
  customerId: sentSeparately,
  invoiceId: sentSeparately,
  paymentDate: sentSeparately,
});

export const payments = {
  "payments.list": {
    ...inMemory<PaymentRecord, Settled>({
      read: (session, { filters: { invoiceId = "" } }) => paymentsFor(session, invoiceId),
      map: payment,
      raw,
      filters: { invoiceId: () => true },
      rules: [
        "The target system returns payments only per document. invoiceId is the id of an invoice or credit note, or bill: followed by the id of a bill or vendor credit.",
        "An id without the prefix that no invoice has is taken for a bill's.",
        "Amounts are in the document's currency, converted at its rate. If a payment covers several documents, only the part for the requested document is shown.",
      ],
    }),
    requires: ["invoiceId"] as const,
  },
  "payments.create": write<PaymentInput, PaymentRecord, Settled>({
    method: "POST",
    path: (call) => {
      const { kind, id } = newPaymentOf(call);
      return kind === "BILL" ? path`/supplierinvoices/${id}/payments` : "/invoices/paymentsdistributed";
    },
    encoder: encoder<PaymentInput>({
      // Compared with the document's before.
      currency: sentSeparately,
      documentType: sentSeparately,
      paymentLines: sentSeparatelyIn(lineEncoder),
      paymentType: sentSeparately,
    }),
    prepare,
    body: (_encoded, prepared, call) => bodyOf(prepared as Prepared, call),
    bareReply: true,
    readBack,
    // The reply is an id that no list has. Until the payment is found by its marker, its outcome is unknown.
    stub: () => ({}),
    find: findMarked,
    map: payment,
    raw,
    requires: ["paymentLines"],
    rules: [
      "paymentType is a code of the target system, such as VIR, CB, CHQ or LIQ, or its id. The default is that of the document.",
      "accountId defaults to the bank account of the document, or to the only bank account.",
      "The amount is in the document's currency. The refund of a credit note is negative. A second line without invoiceId is money on account.",
      "Bills can be paid only in full if the target system has version 18 or the module for foreign currencies. Refunds of suppliers are refused.",
    ],
  }),
};
