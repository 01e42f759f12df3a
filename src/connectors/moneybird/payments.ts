import type { Call, ListHandler, WriteCall, WriteHandler } from "../../contract/connector.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { as, dayAs, decimalAs, elsewhere, encoder, invalid, only, spread } from "../../kit/encode.ts";
import { inMemory } from "../../kit/inMemory.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get, ifFound } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { remove, write } from "../../kit/writing.ts";
import { isChangedSince } from "./conventions.ts";
import { documentsSince } from "./documents.ts";
import { identity, stamps } from "./fields.ts";
import type { Payment, TradeDocument } from "./types.ts";

const line = mapping<PaymentLine, Payment>({
  accountId: (payment) => payment.ledger_account_id,
  amount: ({ price }) => amount(price),
  description: (payment) => payment.transaction_identifier,
  invoiceId: (payment) => payment.invoice_id,
  paymentDate: (payment) => payment.payment_date?.slice(0, 10),
});

const documentTypes = { SalesInvoice: "INVOICE", ExternalSalesInvoice: "INVOICE", Document: "BILL" } as const;

const payment = mapping<PaymentRecord, Payment>({
  ...identity,
  ...stamps,
  documentType: vocabulary(documentTypes).read((native) => native.invoice_type),
  paymentLines: each(line, (native) => [native]),
  paymentType: (native) => native.manual_payment_action,
});

/** Where payments are: the vendor has no list of them, only documents with theirs. */
const sales = "/sales_invoices";
const purchases = "/documents/purchase_invoices";
const receipts = "/documents/receipts";

async function paymentsOfOne(session: Session, id: string): Promise<readonly Payment[]> {
  for (const folder of [sales, purchases, receipts]) {
    const document = await ifFound(session.read(`${folder}${path`/${id}.json`}`));
    if (document !== undefined) return (document as TradeDocument).payments ?? [];
  }
  return [];
}

/** A payment changes its document. */
async function allPayments(session: Session, since: Date | undefined): Promise<readonly Payment[]> {
  const all: Payment[] = [];
  for (const folder of [sales, purchases, receipts])
    for (const { payments } of await documentsSince<TradeDocument>(session, folder, since))
      all.push(...(payments ?? []));
  return all;
}

const list: ListHandler<PaymentRecord> = inMemory({
  read: (session, { filters: { invoiceId, lastModifiedAt } }) =>
    invoiceId === undefined ? allPayments(session, lastModifiedAt) : paymentsOfOne(session, invoiceId),
  map: payment,
  filters: {
    invoiceId: (native, id) => native.invoice_id === id,
    lastModifiedAt: isChangedSince,
  },
  rules: [
    "The target system hands payments out with their documents only: without invoiceId the whole of them is read, a hundred at a time.",
  ],
});

const lineEncoder = encoder<PaymentLine>({
  accountId: as("ledger_account_id"),
  amount: decimalAs("price"),
  description: as("transaction_identifier"),
  // Says where to send it.
  invoiceId: elsewhere,
  paymentDate: dayAs("payment_date"),
});

const owners: Readonly<Record<string, string>> = { INVOICE: sales, BILL: purchases };

function folderFor({ body: { documentType = "INVOICE", paymentLines = [] } }: WriteCall<PaymentInput>): string {
  const { invoiceId } = paymentLines[0] ?? {};
  if (invoiceId === undefined) throw invalid("A payment needs the invoiceId of what it pays.", "paymentLines");
  const folder = owners[documentType];
  if (folder === undefined) throw invalid("This target system takes INVOICE or BILL.", "documentType");
  return `${folder}${path`/${invoiceId}/payments.json`}`;
}

const paymentPath = ({ ids }: Call): string => path`/payments/${ids["paymentId"]}.json`;
const gone = remove(paymentPath);

/** A payment is deleted at its document: which one, it says itself. */
const deletion: WriteHandler<undefined, { id: string }> = {
  ...gone,
  prepare: async (call, session) => {
    const { invoice_type: type, invoice_id: id } = (await session.read(paymentPath(call))) as Payment;
    const owner = path`/${id ?? undefined}`;
    if (type === "SalesInvoice") return `${sales}${owner}`;
    if (type === "ExternalSalesInvoice") return `/external_sales_invoices${owner}`;
    const bill = await ifFound(session.read(`${purchases}${owner}.json`));
    return `${bill === undefined ? receipts : purchases}${owner}`;
  },
  request: ({ ids }, owner) => ({
    method: "DELETE",
    path: `${owner as string}${path`/payments/${ids["paymentId"]}.json`}`,
  }),
};

export const payments = {
  "payments.list": list,
  "payments.get": get({ path: paymentPath, map: payment }),
  "payments.create": write({
    method: "POST",
    path: folderFor,
    encoder: encoder<PaymentInput>({
      documentType: elsewhere,
      paymentLines: only(spread(lineEncoder)),
      paymentType: as("manual_payment_action"),
    }),
    map: payment,
    within: "payment",
    requires: ["paymentLines"],
  }),
  "payments.delete": deletion,
};
