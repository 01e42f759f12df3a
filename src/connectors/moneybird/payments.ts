import { Big } from "big.js";
import type { Call, OpenAmount, PaidDocument, WriteCall, WriteHandler } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { dayAs, type Encoded, encoder, inParent, invalidField, sentSeparately, singleEntry } from "../../kit/encode.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path, pathOf } from "../../kit/path.ts";
import { get, noRecord, undefinedIfMissing } from "../../kit/reading.ts";
import { decimal, plainValue, twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { remove, write } from "../../kit/writing.ts";
import { changedSince } from "./conventions.ts";
import { documentsSince, external, sales } from "./documents.ts";
import { currencyOf, identity, isMoney, nameOf, openOf, stamps } from "./fields.ts";
import type { Payment, Text, TradeDocument } from "./types.ts";

/** A payment with the document that it pays, which has the contact and the currency. */
interface DocumentPayment extends Payment {
  readonly owner?: TradeDocument | undefined;
}

const partner = ({ owner }: DocumentPayment): Text => owner?.contact_id;
const isPurchase = (native: DocumentPayment): boolean => native.invoice_type === "Document";

const lineFields = twoWay({
  accountId: plainValue("ledger_account_id"),
  description: plainValue("transaction_identifier"),
  amount: decimal("price"),
});
const line = mapping<PaymentLine, DocumentPayment>({
  ...lineFields.reads,
  ...values({ invoiceId: "invoice_id" }),
  contactId: partner,
  contactName: ({ owner }) => nameOf(owner?.contact),
  customerId: (native) => (isPurchase(native) ? undefined : partner(native)),
  paymentDate: (native) => native.payment_date?.slice(0, 10),
  supplierId: (native) => (isPurchase(native) ? partner(native) : undefined),
});

const documentTypes = vocabulary({ SalesInvoice: "INVOICE", ExternalSalesInvoice: "INVOICE", Document: "BILL" });

const paymentFields = twoWay({
  paymentType: plainValue("manual_payment_action"),
});
const payment = mapping<PaymentRecord, DocumentPayment>({
  ...identity,
  ...stamps,
  ...paymentFields.reads,
  currency: ({ owner }) => owner && currencyOf(owner),
  documentType: documentTypes.read((native) => native.invoice_type),
  paymentLines: nestedList(line, (native) => [native]),
});
const raw = ({ owner: _owner, ...native }: DocumentPayment): Payment => native;

/** The vendor has no list of payments: they are part of their documents. */
const purchases = "/documents/purchase_invoices";
const receipts = "/documents/receipts";
const folders = [sales, external, purchases, receipts];

/** By the vendor's type of the paid document, and by ours. */
const owners: Readonly<Record<string, readonly string[]>> = {
  SalesInvoice: [sales],
  ExternalSalesInvoice: [external],
  Document: [purchases, receipts],
  INVOICE: [sales, external],
  BILL: [purchases, receipts],
};

async function ownerOf(session: Session, id: Text, candidates: readonly string[] = []) {
  for (const folder of candidates) {
    const at = `${folder}${path`/${id ?? undefined}`}`;
    const owner = (await undefinedIfMissing(session.read(`${at}.json`))) as TradeDocument | undefined;
    if (owner !== undefined) return { at, owner };
  }
  return undefined;
}

const paymentsOf = (owner: TradeDocument | undefined): readonly DocumentPayment[] =>
  owner?.payments?.filter(isMoney).map((native) => ({ ...native, owner })) ?? [];

/** Payments since then are on documents that changed since then, because a payment changes its document. */
async function allPayments(session: Session, since: Date | undefined): Promise<readonly DocumentPayment[]> {
  const found: DocumentPayment[] = [];
  for (const folder of folders)
    found.push(...(await documentsSince<TradeDocument>(session, folder, since)).flatMap(paymentsOf));
  return found;
}

async function withOwner(native: Payment, session: Session): Promise<DocumentPayment> {
  const found = await ownerOf(session, native.invoice_id, owners[native.invoice_type ?? ""]);
  return { ...native, owner: found?.owner };
}

const paymentPath = "/payments/{paymentId}.json";
const readPayment = async (call: Call, session: Session) => (await session.read(pathOf(paymentPath, call))) as Payment;

const lineEncoder = encoder<PaymentLine>({
  ...lineFields.writes,
  // The document decides it.
  contactId: sentSeparately,
  customerId: sentSeparately,
  supplierId: sentSeparately,
  // Part of the path.
  invoiceId: sentSeparately,
  paymentDate: dayAs("payment_date"),
});

/** The document that is paid, and where it is. */
interface PaidOwner {
  readonly at: string;
  readonly owner: TradeDocument;
}

async function paidDocument(
  { body: { documentType = "INVOICE", paymentLines = [] } }: WriteCall<PaymentInput>,
  session: Session,
): Promise<PaidOwner> {
  const [first, ...others] = paymentLines;
  if (others.length > 0)
    throw cannotStore(
      "A payment belongs to one document in Moneybird, and money on account to none. Send one payment per document.",
      "paymentLines[1]",
    );
  const { invoiceId } = first ?? {};
  if (invoiceId === undefined)
    throw cannotStore(
      "Moneybird has no payments on account. Name the invoice, credit note or bill in invoiceId.",
      "paymentLines[0].invoiceId",
    );
  if (documentType !== "INVOICE" && documentType !== "BILL")
    throw invalidField("documentType has to be INVOICE or BILL.", "documentType");
  const found = await ownerOf(session, invoiceId, owners[documentType]);
  if (found === undefined)
    throw invalidField(
      `The target system has no ${documentType === "BILL" ? "bill" : "invoice"} with the id ${invoiceId}.`,
      "paymentLines",
    );
  return found;
}

/** A payment in another currency needs its value in the administration's, at the rate of the body or of the document. */
function withBase(encoded: Encoded, prepared: unknown, { body }: WriteCall<PaymentInput>): object {
  const { owner } = prepared as PaidOwner;
  const total = amount(owner.total_price_incl_tax);
  const totalBase = amount(owner.total_price_incl_tax_base);
  const price = body.paymentLines?.[0]?.amount;
  if (price === undefined || !total || totalBase === undefined || total === totalBase) return encoded;
  const rate = body.exchangeRate ?? new Big(totalBase).div(total).toNumber();
  return { ...encoded, price_base: new Big(price).times(rate).toFixed(2) };
}

/** Credits are open with a negative amount. */
export async function openAmount(
  { documentType, id }: PaidDocument,
  session: Session,
): Promise<OpenAmount | undefined> {
  const found = await ownerOf(session, id, owners[documentType]);
  return found && { amount: openOf(found.owner), currency: currencyOf(found.owner) };
}

export const isReconciled = (payment: unknown): boolean => Boolean((payment as Payment).financial_mutation_id);

/** A payment is deleted under the path of its document. */
const deletion: WriteHandler<undefined, { id: string }> = {
  ...remove(paymentPath),
  prepare: async (call, session) => {
    const native = await readPayment(call, session);
    return (await ownerOf(session, native.invoice_id, owners[native.invoice_type ?? ""]))?.at;
  },
  request: (call, owner) => ({ method: "DELETE", path: pathOf(`${owner as string}${paymentPath}`, call) }),
};

export const payments = {
  "payments.list": inMemory<PaymentRecord, DocumentPayment>({
    read: async (session, { filters: { invoiceId, lastModifiedAt } }) =>
      invoiceId === undefined
        ? allPayments(session, lastModifiedAt)
        : paymentsOf((await ownerOf(session, invoiceId, folders))?.owner),
    map: payment,
    raw,
    filters: {
      ...changedSince,
      invoiceId: (native, id) => native.invoice_id === id,
    },
    rules: [
      "Settlements of two invoices and rounding differences are left out: no money moved.",
      "The target system returns payments only as parts of documents. Without the filter invoiceId, Kontor reads all documents, a hundred at a time.",
    ],
  }),
  "payments.get": get({
    read: async (call, session) => {
      const native = await readPayment(call, session);
      if (!isMoney(native)) throw noRecord();
      return withOwner(native, session);
    },
    map: payment,
    raw,
  }),
  "payments.create": write<PaymentInput, PaymentRecord, DocumentPayment>({
    method: "POST",
    path: (_call, { at }: PaidOwner) => `${at}/payments.json`,
    body: withBase,
    encoder: encoder<PaymentInput>({
      // The document decides it.
      currency: sentSeparately,
      documentType: sentSeparately,
      exchangeRate: sentSeparately,
      ...paymentFields.writes,
      paymentLines: singleEntry(inParent(lineEncoder)),
    }),
    prepare: paidDocument,
    readBack: (reply: Payment, _call, session) => withOwner(reply, session),
    stub: (reply: Payment) => payment(reply),
    map: payment,
    raw,
    within: "payment",
    requires: ["paymentLines"],
    rules: ["A payment has exactly one line, with a document. Refunds of credit notes are negative."],
  }),
  "payments.delete": deletion,
};
