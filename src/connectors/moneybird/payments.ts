import type { Call, WriteCall, WriteHandler } from "../../contract/connector.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { allAs, as, dayAs, decimalAs, elsewhere, encoder, invalid, only, spread } from "../../kit/encode.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path, pathOf } from "../../kit/path.ts";
import { get, ifFound } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { remove, write } from "../../kit/writing.ts";
import { changedSince } from "./conventions.ts";
import { documentsSince, external, sales } from "./documents.ts";
import { currencyOf, identity, nameOf, stamps } from "./fields.ts";
import type { Payment, Text, TradeDocument } from "./types.ts";

/** A payment says what it pays; whose it is and in which currency, that says. */
interface Paid extends Payment {
  readonly owner?: TradeDocument | undefined;
}

const partner = ({ owner }: Paid): Text => owner?.contact_id;
const isPurchase = (native: Paid): boolean => native.invoice_type === "Document";

const line = mapping<PaymentLine, Paid>({
  ...values({ accountId: "ledger_account_id", description: "transaction_identifier", invoiceId: "invoice_id" }),
  amount: ({ price }) => amount(price),
  contactId: partner,
  contactName: ({ owner }) => nameOf(owner?.contact),
  customerId: (native) => (isPurchase(native) ? undefined : partner(native)),
  paymentDate: (native) => native.payment_date?.slice(0, 10),
  supplierId: (native) => (isPurchase(native) ? partner(native) : undefined),
});

const documentTypes = vocabulary({ SalesInvoice: "INVOICE", ExternalSalesInvoice: "INVOICE", Document: "BILL" });

const payment = mapping<PaymentRecord, Paid>({
  ...identity,
  ...stamps,
  currency: ({ owner }) => owner && currencyOf(owner),
  documentType: documentTypes.read((native) => native.invoice_type),
  paymentLines: each(line, (native) => [native]),
  paymentType: (native) => native.manual_payment_action,
});
const raw = ({ owner: _owner, ...native }: Paid): Payment => native;

/** Where payments are: the vendor has no list of them, only documents with theirs. */
const purchases = "/documents/purchase_invoices";
const receipts = "/documents/receipts";
const folders = [sales, external, purchases, receipts];

/** By the vendor's name for what is paid, and by ours. */
const owners: Readonly<Record<string, readonly string[]>> = {
  SalesInvoice: [sales],
  ExternalSalesInvoice: [external],
  Document: [purchases, receipts],
  INVOICE: [sales, external],
  BILL: [purchases, receipts],
};

async function ownerOf(session: Session, id: Text, among: readonly string[] = []) {
  for (const folder of among) {
    const at = `${folder}${path`/${id ?? undefined}`}`;
    const owner = (await ifFound(session.read(`${at}.json`))) as TradeDocument | undefined;
    if (owner !== undefined) return { at, owner };
  }
  return undefined;
}

const paymentsOf = (owner: TradeDocument | undefined): readonly Paid[] =>
  owner?.payments?.map((native) => ({ ...native, owner })) ?? [];

/** A payment changes its document. */
async function allPayments(session: Session, since: Date | undefined): Promise<readonly Paid[]> {
  const all: Paid[] = [];
  for (const folder of folders)
    all.push(...(await documentsSince<TradeDocument>(session, folder, since)).flatMap(paymentsOf));
  return all;
}

async function withOwner(native: Payment, session: Session): Promise<Paid> {
  const found = await ownerOf(session, native.invoice_id, owners[native.invoice_type ?? ""]);
  return { ...native, owner: found?.owner };
}

const paymentPath = "/payments/{paymentId}.json";
const readPayment = async (call: Call, session: Session) => (await session.read(pathOf(paymentPath, call))) as Payment;

const lineEncoder = encoder<PaymentLine>({
  ...allAs(as, { accountId: "ledger_account_id", description: "transaction_identifier" }),
  amount: decimalAs("price"),
  // Says where to send it.
  invoiceId: elsewhere,
  paymentDate: dayAs("payment_date"),
});

/** Which of the vendor's documents is paid. */
async function paidDocument(
  { body: { documentType = "INVOICE", paymentLines = [] } }: WriteCall<PaymentInput>,
  session: Session,
): Promise<string> {
  const { invoiceId } = paymentLines[0] ?? {};
  if (invoiceId === undefined) throw invalid("A payment needs the invoiceId of what it pays.", "paymentLines");
  if (documentType !== "INVOICE" && documentType !== "BILL")
    throw invalid("This target system takes INVOICE or BILL.", "documentType");
  const found = await ownerOf(session, invoiceId, owners[documentType]);
  if (found === undefined) throw invalid("There is nothing with this invoiceId to be paid.", "paymentLines");
  return found.at;
}

/** A payment is deleted at its document: which one, it says itself. */
const deletion: WriteHandler<undefined, { id: string }> = {
  ...remove(paymentPath),
  prepare: async (call, session) => {
    const native = await readPayment(call, session);
    return (await ownerOf(session, native.invoice_id, owners[native.invoice_type ?? ""]))?.at;
  },
  request: (call, owner) => ({ method: "DELETE", path: pathOf(`${owner as string}${paymentPath}`, call) }),
};

export const payments = {
  "payments.list": inMemory<PaymentRecord, Paid>({
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
      "The target system hands payments out with their documents only: without invoiceId the whole of them is read, a hundred at a time.",
    ],
  }),
  "payments.get": get({
    read: async (call, session) => withOwner(await readPayment(call, session), session),
    map: payment,
    raw,
  }),
  "payments.create": write<PaymentInput, PaymentRecord, Paid>({
    method: "POST",
    path: (_call, owner: string) => `${owner}/payments.json`,
    encoder: encoder<PaymentInput>({
      documentType: elsewhere,
      paymentLines: only(spread(lineEncoder)),
      paymentType: as("manual_payment_action"),
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
