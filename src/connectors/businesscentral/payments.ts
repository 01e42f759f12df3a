/**
 * Payments are lines of journals, of customers or of vendors. Once such a journal is posted they are gone from it, and
 * show in the ledger only.
 */

import type { WriteCall, WriteHandler } from "../../contract/connector.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import { type Session, type VendorRequest } from "../../contract/session.ts";
import { allAs, as, dayAs, elsewhere, encoder, invalid, nested, only } from "../../kit/encode.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount, bySign, decimal } from "../../kit/money.ts";
import { get, ifFound } from "../../kit/reading.ts";
import { remove, write } from "../../kit/writing.ts";
import { key, matching, readValues } from "./conventions.ts";
import { day, guid, guids, quoted, stamped } from "./fields.ts";
import type { Coded, Entity, List, Payment } from "./types.ts";

const line = mapping<PaymentLine, Payment>({
  /** What customers pay comes with a minus. */
  amount: ({ amount }) => bySign(amount)?.amount,
  contactId: (payment) => guid(payment.customerId) ?? guid(payment.vendorId),
  ...guids({ customerId: "customerId", invoiceId: "appliesToInvoiceId", supplierId: "vendorId" }),
  description: ({ description }) => description,
  /** The only day in the contract that leaves without a time. */
  paymentDate: (payment) => day(payment.postingDate)?.slice(0, 10),
});

const payment = mapping<PaymentRecord, Payment>({
  ...stamped,
  documentType: ({ customerId }) => (customerId === undefined ? "BILL" : "INVOICE"),
  journalCode: (payment) => (payment.customerPaymentJournal ?? payment.vendorPaymentJournal)?.code,
  paymentLines: each(line, (payment) => [payment]),
});

/** The journals, the payments in them, and how a payment names its journal. */
const kinds = {
  INVOICE: { journals: "customerPaymentJournals", payments: "customerPayments", expand: "customerPaymentJournal" },
  BILL: { journals: "vendorPaymentJournals", payments: "vendorPayments", expand: "vendorPaymentJournal" },
} as const;
type Kind = (typeof kinds)[keyof typeof kinds];

const pathOf = ({ payments }: Kind, id: string | undefined): string => `/${payments}${key(id)}`;
const readPayment = async (session: Session, kind: Kind, id: string | undefined): Promise<Payment> =>
  (await session.read(pathOf(kind, id), { $expand: kind.expand })) as Payment;

/** An id does not say whose payment it is of. */
const ofEither = async <Result>(ask: (kind: Kind) => Promise<Result>): Promise<Result> =>
  (await ifFound(ask(kinds.INVOICE))) ?? ask(kinds.BILL);

/** Payments only come journal by journal, and then all of them: here with the journal that each is in. */
interface Listed extends Payment {
  readonly raw: Payment;
}
async function readAll(session: Session): Promise<readonly Listed[]> {
  const all: Listed[] = [];
  for (const { journals, payments, expand } of Object.values(kinds))
    for (const journal of await readValues<Coded & Readonly<Record<string, List<Payment>>>>(session, `/${journals}`, {
      $expand: payments,
    }))
      all.push(...(journal[payments] ?? []).map((raw) => ({ ...raw, raw, [expand]: journal })));
  return all;
}

function kindOf({ documentType = "INVOICE" }: PaymentInput): Kind {
  if (documentType !== "BOOKING_PROPOSAL") return kinds[documentType];
  throw invalid("Business Central has payments of INVOICE and of BILL.", "documentType");
}

const lineEncoder = encoder<PaymentLine>({
  amount: elsewhere,
  contactId: elsewhere,
  customerId: elsewhere,
  supplierId: elsewhere,
  ...allAs(as, { description: "description", invoiceId: "appliesToInvoiceId" }),
  paymentDate: dayAs("postingDate"),
});
/** Whose it is, and with it the sign, follows from the kind. */
const partyOf = ({ amount: paid, contactId, customerId, supplierId }: PaymentLine, input: PaymentInput): object => {
  const isPaid = kindOf(input) === kinds.INVOICE;
  return {
    ...(isPaid ? { customerId: contactId ?? customerId } : { vendorId: contactId ?? supplierId }),
    ...(paid !== undefined && { amount: amount(decimal(isPaid ? -paid : paid)) }),
  };
};

/** The journal that it goes to. */
async function journalFor({ body }: WriteCall<PaymentInput>, session: Session): Promise<string> {
  const { journalCode } = body;
  const $filter = journalCode === undefined ? undefined : `code eq ${quoted(journalCode)}`;
  const [journal] = await readValues<Coded>(session, `/${kindOf(body).journals}`, { $filter, $top: 1 });
  if (journal !== undefined) return journal.id;
  throw invalid("Business Central has no such journal for payments.", "journalCode");
}

const createPayment = write<PaymentInput, PaymentRecord, Payment>({
  method: "POST",
  path: ({ body }, journal: string) => `/${kindOf(body).journals}${key(journal)}/${kindOf(body).payments}`,
  encoder: encoder<PaymentInput>({
    documentType: elsewhere,
    journalCode: elsewhere,
    paymentLines: only(
      nested(lineEncoder, (line: PaymentLine, input: PaymentInput, field) => ({
        ...partyOf(line, input),
        ...lineEncoder(line, field),
      })),
    ),
  }),
  prepare: journalFor,
  readBack: ({ id }: Entity, { body }, session) => readPayment(session, kindOf(body), id),
  map: payment,
  requires: ["paymentLines"],
  rules: ["It waits in the journal until somebody posts that in Business Central. Without journalCode: the first one."],
});

const deletePayment: WriteHandler<undefined, { id: string }> = {
  ...remove(({ ids }) => pathOf(kinds.BILL, ids["paymentId"])),
  prepare: ({ ids }, session) =>
    ofEither(async (kind) => {
      const path = pathOf(kind, ids["paymentId"]);
      return { path, headers: matching((await session.read(path, { $select: "id" })) as Entity) };
    }),
  request: (_call, found) => ({ method: "DELETE", ...(found as Pick<VendorRequest, "headers" | "path">) }),
  find: async ({ ids }, session) => {
    const found = await ifFound(ofEither((kind) => readPayment(session, kind, ids["paymentId"])));
    return found === undefined ? {} : undefined;
  },
};

export const payments = {
  "payments.list": inMemory({
    read: readAll,
    map: payment,
    raw: ({ raw }) => raw,
    filters: {
      lastModifiedAt: (one, moment) => Date.parse(one.lastModifiedDateTime ?? "") >= moment.getTime(),
      invoiceId: (one, invoice) => one.appliesToInvoiceId === invoice,
    },
    rules: [
      "Only payments in journals that are not posted yet; posted ones are in journalEntries.",
      "Business Central hands journals out whole, whatever the page.",
    ],
  }),
  "payments.get": get({
    read: ({ ids }, session) => ofEither((kind) => readPayment(session, kind, ids["paymentId"])),
    map: payment,
  }),
  "payments.create": createPayment,
  "payments.delete": deletePayment,
};
