/** New payments are bank vouchers: a posting on the customer's or the supplier's account, and one on the bank's. */
import type { OpenAmount, PaidDocument, WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import type { Session } from "../../contract/session.ts";
import { calendarDay } from "../../kit/dates.ts";
import { type Encoded, encoder, sentSeparately, sentSeparatelyIn } from "../../kit/encode.ts";
import { amount, decimal, unsigned } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { noRecord, undefinedIfMissing } from "../../kit/reading.ts";
import { write } from "../../kit/writing.ts";
import { vatIds } from "./catalogue.ts";
import { allOf, companyCurrency } from "./conventions.ts";
import { numericId } from "./fields.ts";
import { type Paid, payment, rawPayment, readSide, type Side } from "./payments.ts";
import { checkOpenDay } from "./settings.ts";
import type { ClientBankAccount, Posted, PostedVoucher, Trader } from "./types.ts";

/** An invoice of either direction. */
interface Document extends Posted {
  readonly CustomerId?: number | null;
  readonly InvoiceNo?: number | string | null;
  readonly SupplierId?: number | null;
}

const sides = {
  INVOICE: { documents: "/v2/OutgoingInvoices", parties: "/v2/Customers", field: "customerId" },
  BILL: { documents: "/v2/IncomingInvoices", parties: "/v2/Suppliers", field: "supplierId" },
} as const;

const sideOf = ({ documentType }: PaymentInput): Side => (documentType === "BILL" ? "BILL" : "INVOICE");

const readDocument = async (session: Session, { documentType, id }: PaidDocument): Promise<Document | undefined> =>
  (await undefinedIfMissing(session.read(`${sides[documentType].documents}${path`/${id}`}`))) as Document | undefined;

/** The balance is in crowns, so that what is open of a document in another currency is not known. */
export async function openAmount(document: PaidDocument, session: Session): Promise<OpenAmount | undefined> {
  const found = await readDocument(session, document);
  if (found === undefined) return undefined;
  const { Balance, CurrencyCode } = found;
  const isOwn = CurrencyCode === companyCurrency;
  return { currency: CurrencyCode ?? undefined, ...(isOwn && { amount: unsigned(Balance) }) };
}

interface Prepared {
  /** The subledger account of the customer or the supplier. */
  readonly party: number | string;
  readonly bank: number | string;
  readonly currency: string;
  /** The numbers of the documents, by the position of their lines. */
  readonly numbers: readonly (string | undefined)[];
  readonly untaxed: number | string | undefined;
}

/** The document of a line, if it names one. */
async function documentOf(
  session: Session,
  side: Side,
  { invoiceId }: PaymentLine,
  at: string,
): Promise<Document | undefined> {
  if (invoiceId === undefined) return undefined;
  const found = await readDocument(session, { documentType: side, id: invoiceId });
  if (found !== undefined) return found;
  throw cannotStore(`PowerOffice Go has no document "${invoiceId}". Check invoiceId.`, `${at}.invoiceId`);
}

const partyOf = (side: Side, line: PaymentLine, document: Document | undefined): string | undefined => {
  const known = side === "BILL" ? document?.SupplierId : document?.CustomerId;
  return known ? String(known) : (line[sides[side].field] ?? line.contactId);
};

/** The account of the line, or the bank account that the company uses day to day. */
async function bankOf(session: Session, { accountId }: PaymentLine, at: string): Promise<number | string> {
  if (accountId !== undefined) return numericId(accountId, `${at}.accountId`);
  const accounts = await allOf<ClientBankAccount>(session, "/v2/ClientBankAccounts");
  const primary = accounts.find(({ IsPrimaryAccount, IsActive }) => IsPrimaryAccount === true && IsActive !== false);
  if (primary?.GeneralLedgerAccountId) return primary.GeneralLedgerAccountId;
  throw cannotStore(
    "PowerOffice Go has no primary bank account. Send the id of the account that the money moved on as accountId.",
    `${at}.accountId`,
  );
}

async function prepare({ body }: WriteCall<PaymentInput>, session: Session): Promise<Prepared> {
  const side = sideOf(body);
  const lines = body.paymentLines ?? [];
  const at = (index: number): string => `paymentLines[${index}]`;
  for (const [index, { paymentDate }] of lines.entries())
    await checkOpenDay(paymentDate, `${at(index)}.paymentDate`, session);
  const documents = await Promise.all(lines.map((line, index) => documentOf(session, side, line, at(index))));
  const parties = new Set(lines.map((line, index) => partyOf(side, line, documents[index])));
  const [party, ...others] = parties;
  if (party === undefined || others.length > 0)
    throw cannotStore(
      `A payment at PowerOffice Go is of one ${side === "BILL" ? "supplier" : "customer"}. Send an invoiceId or the ${sides[side].field} with each line, and other parties as payments of their own.`,
      `${at(0)}.${sides[side].field}`,
    );
  const trader = (await undefinedIfMissing(session.read(`${sides[side].parties}${path`/${party}`}`))) as
    | Trader
    | undefined;
  if (!trader?.SubledgerAccountId)
    throw cannotStore(`PowerOffice Go has no account for "${party}".`, `${at(0)}.${sides[side].field}`);
  const currencies = documents.flatMap((document) => document?.CurrencyCode ?? []);
  return {
    party: trader.SubledgerAccountId,
    bank: await bankOf(session, lines[0] ?? {}, at(0)),
    currency: body.currency ?? currencies[0] ?? companyCurrency,
    numbers: documents.map((document) => (document?.InvoiceNo ? String(document.InvoiceNo) : undefined)),
    untaxed: (await vatIds(session)).get("0"),
  };
}

/** Each line credits the customer or debits the supplier, and the bank gets the opposite. */
function asVoucher(_encoded: Encoded, prepared: unknown, { body }: WriteCall<PaymentInput>): object {
  const { party, bank, currency, numbers, untaxed } = prepared as Prepared;
  const sign = sideOf(body) === "BILL" ? 1 : -1;
  const rate = body.exchangeRate === undefined ? {} : { CurrencyExchangeRate: body.exchangeRate };
  const lines = (body.paymentLines ?? []).flatMap(({ amount: paid, paymentDate, description }, index) => {
    const shared = {
      PostingDate: calendarDay(paymentDate ?? ""),
      VatId: untaxed,
      ...rate,
      ...(description !== undefined && { Description: description }),
    };
    const value = sign * (amount(paid) ?? 0);
    const number = numbers[index];
    return [
      {
        AccountId: party,
        CurrencyAmount: Number(decimal(value)),
        ...shared,
        ...(number !== undefined && { InvoiceNo: number }),
      },
      { AccountId: bank, CurrencyAmount: Number(decimal(-value)), ...shared },
    ];
  });
  return { CurrencyCode: currency, VoucherDate: lines[0]?.PostingDate, VoucherLines: lines };
}

/** The reply names the voucher, whose entry is read from the ledger. */
async function readPosted({ Id }: PostedVoucher, { body }: WriteCall<PaymentInput>, session: Session): Promise<Paid> {
  const found = (await readSide(session, sideOf(body))).find(({ first }) => first.VoucherId === Id);
  if (found === undefined) throw noRecord();
  return found;
}

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

export const bankVouchers = {
  "payments.create": write<PaymentInput, PaymentRecord, Paid>({
    method: "POST",
    path: "/v2/Vouchers/BankJournals",
    encoder: encoder<PaymentInput>({
      currency: sentSeparately,
      documentType: sentSeparately,
      exchangeRate: sentSeparately,
      paymentLines: sentSeparatelyIn(lineEncoder),
    }),
    prepare,
    body: (encoded, prepared, call) => ({
      ...asVoucher(encoded, prepared, call),
      // The vendor refuses a second voucher with the same reference.
      ExternalImportReference: call.marker,
    }),
    readBack: readPosted,
    readBackOnlyReads: true,
    // The reply is the voucher, which has no entry of the ledger.
    stub: () => ({}),
    map: payment,
    raw: rawPayment,
    requires: ["paymentLines", "paymentLines.amount", "paymentLines.paymentDate"],
    rules: [
      "The payment is a bank voucher, which is posted at once. Without accountId, it is on the company's primary bank account.",
      "The target system matches a line with the document that it names.",
    ],
  }),
};
