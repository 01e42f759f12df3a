/** Payments are bookings of bank transactions on documents. The log of these bookings has all of them. */
import type { Call, OpenAmount, PaidDocument, WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import type { Session } from "../../contract/session.ts";
import { instants, values } from "../../kit/columns.ts";
import { encoder, sentSeparately, sentSeparatelyIn } from "../../kit/encode.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get, noRecord, undefinedIfMissing } from "../../kit/reading.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { companyCurrency, readCheckAccounts } from "./accounts.ts";
import { isBill, openAmountOfBill } from "./bills.ts";
import { allOf, figure, idIn, isSet, noonOf, readRecord, referenceTo, secondsOf } from "./conventions.ts";
import * as shared from "./fields.ts";
import { openAmountOfInvoice } from "./invoices.ts";
import type { Booking, CheckAccount, CreditNote, Invoice, Transaction, Voucher } from "./types.ts";

type Document = Invoice & CreditNote & Voucher;
type Kind = "Invoice" | "CreditNote" | "Voucher";
const kinds: readonly string[] = ["Invoice", "CreditNote", "Voucher"] satisfies readonly Kind[];

interface Payment extends Booking {
  readonly kind: Kind;
  readonly document?: Document | undefined;
  readonly transaction?: Transaction | undefined;
  readonly account?: CheckAccount | undefined;
}

const isPaidBill = ({ kind, document }: Payment): boolean =>
  kind === "Voucher" && (document === undefined || document.creditDebit === "C");
const sideOf = (payment: Payment) => (isPaidBill(payment) ? ("BILL" as const) : ("INVOICE" as const));
const partnerOf = ({ document }: Payment) => idIn(document?.contact ?? document?.supplier);

/** Cancellation invoices have other ids than credit notes. */
const documentIdOf = ({ object, document }: Payment): string | undefined =>
  document?.invoiceType === "SR" ? `SR-${idIn(object)}` : idIn(object);

const line = mapping<PaymentLine, Payment>({
  accountId: ({ transaction }) => idIn(transaction?.checkAccount),
  // Bookings have the sign of the bank transaction: money that leaves is negative.
  amount: (payment) => {
    const booked = amount(payment.amountPaid);
    return booked === undefined || !isPaidBill(payment) ? booked : 0 - booked;
  },
  contactId: partnerOf,
  customerId: (payment) => (isPaidBill(payment) ? undefined : partnerOf(payment)),
  supplierId: (payment) => (isPaidBill(payment) ? partnerOf(payment) : undefined),
  ...values({ contactName: "transaction.payeePayerName", description: "transaction.paymtPurpose" }),
  invoiceId: documentIdOf,
  paymentDate: ({ bookingDate }) => bookingDate?.slice(0, 10),
});

const payment = mapping<PaymentRecord, Payment>({
  ...values({ id: "id" }),
  ...instants({ createdDate: "create" }),
  currency: ({ account, document }) => currencyCode(account?.currency ?? document?.currency),
  documentType: sideOf,
  paymentLines: nestedList(line, (native) => [native]),
});
const raw = ({ kind: _kind, document: _document, transaction: _transaction, account: _account, ...booking }: Payment) =>
  booking;

const byId = <Native extends { readonly id: string }>(natives: readonly Native[]): ReadonlyMap<string, Native> =>
  new Map(natives.map((native) => [native.id, native]));

const isPayment = ({ object }: Booking): boolean => kinds.includes(object?.objectName ?? "");

/** The bookings with their documents and transactions. A few are read one by one, many with the whole lists. */
async function joined(bookings: readonly Booking[], session: Session): Promise<readonly Payment[]> {
  const found = bookings.filter(isPayment).map((booking) => ({ ...booking, kind: booking.object?.objectName as Kind }));
  if (found.length === 0) return [];
  const accounts = byId(await readCheckAccounts(session));
  const documentsOf = await documentReader(found, session);
  const transactions = await recordsBehind<Transaction>(
    "/CheckAccountTransaction",
    found.map(({ checkAccountTransaction }) => idIn(checkAccountTransaction)),
    session,
  );
  return found.map((booking) => {
    const transaction = transactions.get(idIn(booking.checkAccountTransaction) ?? "");
    return {
      ...booking,
      document: documentsOf(booking.kind).get(idIn(booking.object) ?? ""),
      transaction,
      account: accounts.get(idIn(transaction?.checkAccount) ?? ""),
    };
  });
}

async function documentReader(found: readonly Payment[], session: Session) {
  const documents = new Map<Kind, ReadonlyMap<string, Document>>();
  for (const kind of ["Invoice", "CreditNote", "Voucher"] as const) {
    const ids = found.filter((each) => each.kind === kind).map(({ object }) => idIn(object));
    documents.set(kind, await recordsBehind<Document>(`/${kind}`, ids, session));
  }
  return (kind: Kind): ReadonlyMap<string, Document> => documents.get(kind) ?? new Map();
}

const fewRecords = 3;
async function recordsBehind<Native extends { readonly id: string }>(
  folder: string,
  ids: readonly (string | undefined)[],
  session: Session,
): Promise<ReadonlyMap<string, Native>> {
  const wanted = [...new Set(ids.filter((id) => id !== undefined))];
  if (wanted.length === 0) return new Map();
  if (wanted.length > fewRecords) return byId(await allOf<Native>(session, folder));
  const found: Native[] = [];
  for (const id of wanted) {
    const record = await undefinedIfMissing(readRecord<Native>(session, `${folder}/${encodeURIComponent(id)}`));
    if (record !== undefined) found.push(record);
  }
  return byId(found);
}

const log = "/CheckAccountTransactionLog";
const readLog = (session: Session): Promise<readonly Booking[]> => allOf<Booking>(session, log);

async function paymentOf({ ids: { paymentId } }: Call, session: Session): Promise<Payment | undefined> {
  const booking = (await readLog(session)).find(({ id }) => id === paymentId);
  return booking && (await joined([booking], session))[0];
}

interface Target {
  readonly kind: Kind;
  readonly id: string;
  readonly document: Document;
}

/** The document that a payment names: a voucher for bills, otherwise an invoice or a credit note. */
async function targetOf(documentType: string, invoiceId: string, session: Session): Promise<Target> {
  const candidates: readonly Kind[] = documentType === "BILL" ? ["Voucher"] : ["Invoice", "CreditNote"];
  for (const kind of candidates) {
    const document = await undefinedIfMissing(readRecord<Document>(session, path`/${kind}/${invoiceId}`));
    if (document === undefined || (kind === "Voucher" && !isBill(document))) continue;
    return { kind, id: invoiceId, document };
  }
  throw cannotStore(
    `sevdesk has no ${documentType === "BILL" ? "bill" : "invoice or credit note"} "${invoiceId}".`,
    "paymentLines[0].invoiceId",
  );
}

/** Bank accounts with a feed take no transactions of others: their payments come from the bank. */
async function accountOf(accountId: string | undefined, session: Session): Promise<CheckAccount> {
  const all = await readCheckAccounts(session);
  const offline = all.filter(({ type }) => type !== "online");
  const named = accountId === undefined ? undefined : all.find(({ id }) => id === accountId);
  if (accountId !== undefined && named === undefined)
    throw cannotStore(`sevdesk has no bank account "${accountId}".`, "paymentLines[0].accountId");
  if (named?.type === "online")
    throw cannotStore(
      "The payments of this bank account come from the bank. Match its transaction with the document in sevdesk, or name a cash account as accountId.",
      "paymentLines[0].accountId",
    );
  const usual =
    offline.find(({ defaultAccount }) => isSet(defaultAccount)) ?? (offline.length === 1 ? offline[0] : undefined);
  const account = named ?? usual;
  if (account !== undefined) return account;
  const candidates = offline.map(({ id, name }) => `${id} (${name})`).join("; ");
  throw cannotStore(
    `sevdesk needs a bank account. Send one of ${candidates || "its accounts"} as accountId.`,
    "paymentLines[0].accountId",
  );
}

interface Prepared extends Target {
  readonly account: CheckAccount;
}

async function prepare({ body }: WriteCall<PaymentInput>, session: Session): Promise<Prepared> {
  const { documentType = "INVOICE", paymentLines: [first, ...others] = [] } = body;
  if (documentType === "BOOKING_PROPOSAL") throw cannotStore("sevdesk takes INVOICE or BILL.", "documentType");
  if (others.length > 0)
    throw cannotStore("In sevdesk, a booking pays one document. Send a separate payment for each.", "paymentLines[1]");
  if (first?.invoiceId === undefined)
    throw cannotStore(
      "sevdesk's API books payments on documents only. Send paymentLines[0].invoiceId.",
      "paymentLines[0].invoiceId",
    );
  if (first.amount === undefined) throw cannotStore("sevdesk needs an amount.", "paymentLines[0].amount");
  if (first.paymentDate === undefined) throw cannotStore("sevdesk needs a paymentDate.", "paymentLines[0].paymentDate");
  if (first.invoiceId.startsWith("SR-"))
    throw cannotStore(
      "A cancellation invoice is settled with the invoice that it reverses.",
      "paymentLines[0].invoiceId",
    );
  const target = await targetOf(documentType, first.invoiceId, session);
  checkPayable(target, first.amount);
  const account = await accountOf(first.accountId, session);
  const currency = target.document.currency ?? (await companyCurrency(session));
  if (body.currency !== undefined && body.currency !== currency)
    throw cannotStore(`The document is in ${currency}. sevdesk books payments in its currency only.`, "currency");
  return { ...target, account };
}

function checkPayable({ kind, document }: Target, paid: number): void {
  const draft = kind === "Voucher" ? "50" : "100";
  const field = "paymentLines[0].invoiceId";
  if (document.status === draft) throw cannotStore("The document is a draft in sevdesk. Open it first.", field);
  if (document.status === shared.paid) throw cannotStore("The document is paid in sevdesk: 0 is open.", field);
  const isCredit = kind === "CreditNote";
  if (isCredit !== paid < 0)
    throw cannotStore(
      isCredit
        ? "Money of a credit note goes back: send a negative amount."
        : "sevdesk's API books no refunds on invoices and bills. Enter a credit note in sevdesk, and pay that back.",
      "paymentLines[0].amount",
    );
  const open = kind === "CreditNote" ? amount(document.sumGross) : shared.openOf(document);
  if (open !== undefined && Math.abs(paid) > open)
    throw cannotStore(`${Math.abs(paid)} is more than the ${open} that are open in sevdesk.`, "paymentLines[0].amount");
}

const lineEncoder = encoder<PaymentLine>({
  accountId: sentSeparately,
  amount: sentSeparately,
  contactId: sentSeparately,
  customerId: sentSeparately,
  supplierId: sentSeparately,
  invoiceId: sentSeparately,
  paymentDate: sentSeparately,
});

function booked({ body }: WriteCall<PaymentInput>, { kind, document, account }: Prepared): object {
  const [first] = body.paymentLines ?? [];
  const paid = first?.amount ?? 0;
  const day = first?.paymentDate ?? "";
  const open = kind === "CreditNote" ? amount(document.sumGross) : shared.openOf(document);
  return {
    // The sign of the bank transaction.
    amount: figure(kind === "Voucher" ? -paid : paid),
    date: kind === "Voucher" ? noonOf(day) : secondsOf(day),
    type: Math.abs(paid) === open ? "FULL_PAYMENT" : "N",
    checkAccount: referenceTo("CheckAccount", account.id),
  };
}

/** The reply is another record than the log's, so the newest booking of the document is read. */
async function newest(call: WriteCall<PaymentInput>, session: Session): Promise<Payment> {
  const id = call.body.paymentLines?.[0]?.invoiceId;
  const kindsOfSide: readonly string[] = call.body.documentType === "BILL" ? ["Voucher"] : ["Invoice", "CreditNote"];
  const [booking] = (await readLog(session))
    .filter(({ object }) => idIn(object) === id && kindsOfSide.includes(object?.objectName ?? ""))
    .toSorted((left, right) => Number(right.id) - Number(left.id));
  const [found] = booking ? await joined([booking], session) : [];
  if (found === undefined) throw noRecord();
  return found;
}

export async function openAmount(document: PaidDocument, session: Session): Promise<OpenAmount | undefined> {
  if (!/^\d+$/.test(document.id)) return undefined;
  return document.documentType === "BILL"
    ? openAmountOfBill(document, session)
    : openAmountOfInvoice(document, session);
}

const isOf = (payment: Payment, invoiceId: string): boolean => documentIdOf(payment) === invoiceId;

export const payments = {
  "payments.list": inMemory<PaymentRecord, Payment>({
    read: async (session, { filters: { lastModifiedAt: since } }) => {
      const bookings = await readLog(session);
      return joined(
        bookings.filter(({ create }) => since === undefined || Date.parse(create ?? "") >= since.getTime()),
        session,
      );
    },
    map: payment,
    raw,
    filters: { invoiceId: isOf, lastModifiedAt: () => true },
    rules: [
      "Payments are sevdesk's bookings on invoices, credit notes and vouchers. Bank transactions that are booked on no document are not listed.",
      "Bookings do not change: lastModifiedAt compares when they were made. A booking that is taken back disappears.",
    ],
  }),
  "payments.get": get({ read: paymentOf, map: payment, raw }),
  "payments.create": write<PaymentInput, PaymentRecord, Payment>({
    method: "PUT",
    path: (_call, { kind, id }: Prepared) => path`/${kind}/${id}/bookAmount`,
    encoder: encoder<PaymentInput>({
      currency: sentSeparately,
      documentType: sentSeparately,
      paymentLines: sentSeparatelyIn(lineEncoder),
    }),
    prepare,
    body: (_encoded, prepared, call) => booked(call, prepared as Prepared),
    readBack: (_reply, call, session) => newest(call, session),
    stub: () => ({}),
    map: payment,
    raw,
    requires: ["paymentLines"],
    rules: [
      "A payment pays one document, from a bank account without a feed. Without accountId it is the default account, or the only one.",
      "A payment of a credit note is negative.",
    ],
  }),
};
