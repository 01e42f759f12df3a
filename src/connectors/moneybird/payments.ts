import type { Call, WriteCall, WriteHandler } from "../../contract/connector.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { dayAs, elsewhere, encoder, invalid, only, spread } from "../../kit/encode.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { path, pathOf } from "../../kit/path.ts";
import { get, ifFound } from "../../kit/reading.ts";
import { decimal, same, twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { remove, write } from "../../kit/writing.ts";
import { changedSince } from "./conventions.ts";
import { documentsSince, external, sales } from "./documents.ts";
import { currencyOf, identity, nameOf, stamps } from "./fields.ts";
import type { Payment, Text, TradeDocument } from "./types.ts";

/** A payment with the document that it pays, which has the contact and the currency. */
interface DocumentPayment extends Payment {
  readonly owner?: TradeDocument | undefined;
}

const partner = ({ owner }: DocumentPayment): Text => owner?.contact_id;
const isPurchase = (native: DocumentPayment): boolean => native.invoice_type === "Document";

const lineFields = twoWay({
  accountId: same("ledger_account_id"),
  description: same("transaction_identifier"),
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
  paymentType: same("manual_payment_action"),
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
    const owner = (await ifFound(session.read(`${at}.json`))) as TradeDocument | undefined;
    if (owner !== undefined) return { at, owner };
  }
  return undefined;
}

const paymentsOf = (owner: TradeDocument | undefined): readonly DocumentPayment[] =>
  owner?.payments?.map((native) => ({ ...native, owner })) ?? [];

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
  // Part of the path.
  invoiceId: elsewhere,
  paymentDate: dayAs("payment_date"),
});

/** The path of the document that is paid. */
async function paidDocument(
  { body: { documentType = "INVOICE", paymentLines = [] } }: WriteCall<PaymentInput>,
  session: Session,
): Promise<string> {
  const { invoiceId } = paymentLines[0] ?? {};
  if (invoiceId === undefined) throw invalid("A payment needs the invoiceId of the invoice or bill.", "paymentLines");
  if (documentType !== "INVOICE" && documentType !== "BILL")
    throw invalid("documentType has to be INVOICE or BILL.", "documentType");
  const found = await ownerOf(session, invoiceId, owners[documentType]);
  if (found === undefined)
    throw invalid(
      `The target system has no ${documentType === "BILL" ? "bill" : "invoice"} with the id ${invoiceId}.`,
      "paymentLines",
    );
  return found.at;
}

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
      "The target system has payments only as parts of documents: without the filter invoiceId the whole list of documents is read, a hundred at a time.",
    ],
  }),
  "payments.get": get({
    read: async (call, session) => withOwner(await readPayment(call, session), session),
    map: payment,
    raw,
  }),
  "payments.create": write<PaymentInput, PaymentRecord, DocumentPayment>({
    method: "POST",
    path: (_call, owner: string) => `${owner}/payments.json`,
    encoder: encoder<PaymentInput>({
      documentType: elsewhere,
      ...paymentFields.writes,
      paymentLines: only(spread(lineEncoder)),
    }),
    prepare: paidDocument,
    readBack: (reply: Payment, _call, session) => withOwner(reply, session),
    stub: (reply: Payment) => payment(reply),
    map: payment,
    raw,
    within: "payment",
    requires: ["paymentLines"],
  }),
  "payments.delete": deletion,
};
