/**
 * Payments are lines of journals, of customers or of vendors. Once such a journal is posted they are gone from it, and
 * show in the ledger only.
 */

import type { Filters, GetHandler, ListHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { PaymentLine as PaymentLineRecord, Payment as PaymentRecord } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { bySign } from "../../kit/money.ts";
import { cut } from "../../kit/paging.ts";
import { ifFound } from "../../kit/reading.ts";
import { key } from "./conventions.ts";
import { day, guid, identity, updated } from "./fields.ts";
import type { Coded, List, Page } from "./types.ts";
import type { Payment } from "./vendorLedger.ts";

const line = mapping<PaymentLineRecord, Payment>({
  /** What customers pay is told with a minus. */
  amount: ({ amount }) => bySign(amount)?.amount,
  contactId: (payment) => guid(payment.customerId) ?? guid(payment.vendorId),
  customerId: (payment) => guid(payment.customerId),
  description: ({ description }) => description,
  invoiceId: (payment) => guid(payment.appliesToInvoiceId),
  /** The only day in the contract that leaves without a time. */
  paymentDate: (payment) => day(payment.postingDate)?.slice(0, 10),
  supplierId: (payment) => guid(payment.vendorId),
});

const journalOf = (payment: Payment) => payment.customerPaymentJournal ?? payment.vendorPaymentJournal;

export const payment = mapping<PaymentRecord, Payment>({
  ...identity,
  ...updated,
  documentType: ({ customerId }) => (customerId === undefined ? "BILL" : "INVOICE"),
  journalCode: (payment) => journalOf(payment)?.code,
  paymentLines: each(line, (payment) => [payment]),
});

/** The journals, the payments in them, and how a payment names its journal. */
export const kinds = {
  INVOICE: { journals: "customerPaymentJournals", payments: "customerPayments", expand: "customerPaymentJournal" },
  BILL: { journals: "vendorPaymentJournals", payments: "vendorPayments", expand: "vendorPaymentJournal" },
} as const;
export type Kind = (typeof kinds)[keyof typeof kinds];

export const paymentPath = ({ payments }: Kind, id: string | undefined): string => `/${payments}${key(id)}`;
export const readPayment = async (session: Session, kind: Kind, id: string | undefined): Promise<Payment> =>
  (await session.read(paymentPath(kind, id), { $expand: kind.expand })) as Payment;

/** An id does not say whose payment it is of. */
export const ofEither = async <Result>(ask: (kind: Kind) => Promise<Result>): Promise<Result> =>
  (await ifFound(ask(kinds.INVOICE))) ?? ask(kinds.BILL);

/** Payments are only told journal by journal, and then all of them: here with the journal that each is in. */
async function readAll(session: Session, { journals, payments, expand }: Kind): Promise<readonly Told[]> {
  const { value } = (await session.read(`/${journals}`, { $expand: payments })) as Page;
  if (!Array.isArray(value)) throw new Failure("target_bad_response", "The target system's list has no records.");
  return (value as (Coded & Readonly<Record<string, List<Payment>>>)[]).flatMap((journal) =>
    (journal[payments] ?? []).map((told) => ({ told, payment: { ...told, [expand]: journal } })),
  );
}
interface Told {
  readonly told: Payment;
  readonly payment: Payment;
}

function isWanted({ told }: Told, { lastModifiedAt, invoiceId }: Filters): boolean {
  const isNew = lastModifiedAt === undefined || Date.parse(told.lastModifiedDateTime ?? "") >= lastModifiedAt.getTime();
  return isNew && (invoiceId === undefined || told.appliesToInvoiceId === invoiceId);
}

export const listPayments: ListHandler<PaymentRecord> = {
  fields: payment.fields,
  filters: ["lastModifiedAt", "invoiceId"],
  orders: [],
  requires: [],
  rules: [
    "Only payments in journals that are not posted yet; posted ones are in journalEntries.",
    "Business Central hands journals out whole, whatever the page.",
  ],
  list: async ({ filters, window }, session) => {
    const all = [...(await readAll(session, kinds.INVOICE)), ...(await readAll(session, kinds.BILL))];
    const wanted = all.filter((one) => isWanted(one, filters));
    const shown = cut(wanted, window);
    return {
      records: shown.map((one) => payment(one.payment)),
      raw: shown.map(({ told }) => told),
      total: wanted.length,
    };
  },
};

export const getPayment: GetHandler<PaymentRecord> = {
  fields: payment.fields,
  get: async ({ ids }, session) => {
    const raw = await ofEither((kind) => readPayment(session, kind, ids["paymentId"]));
    return { record: payment(raw), raw };
  },
};
