/**
 * Payments are entries of the customers' and the suppliers' ledgers. Entries that settle each other share a match id, so
 * that a payment with its documents is found among all entries.
 */
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import type { Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { incomplete } from "../../kit/lists/incomplete.ts";
import { getInMemory, inMemory } from "../../kit/lists/inMemory.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, difference, sum } from "../../kit/money.ts";
import { allOf, companyCurrency, ever, isSince, latest } from "./conventions.ts";
import { currencyOf, idOf, stamps } from "./fields.ts";
import type { LedgerEntry } from "./types.ts";

export type Side = "INVOICE" | "BILL";

/** Vouchers with which money moves. Manual vouchers may move some, too, but do not say so. */
const moneyTypes = [
  "BankJournal",
  "CashJournal",
  "IncomingBankRemittance",
  "IncomingOcrGiro",
  "IncomingPayments",
  "OutgoingPayments",
];
const documentTypes = ["OutgoingInvoice", "OutgoingCreditNote", "IncomingInvoice", "IncomingCreditNote"];

const isOf = (types: readonly string[], { VoucherType, IsWriteOff }: LedgerEntry): boolean =>
  types.includes(VoucherType ?? "") && IsWriteOff !== true;

/** A part of an entry: what of it settles a document, or nothing yet. */
interface Share {
  readonly entry: LedgerEntry;
  /** Absent if this part settles no document, or one of several that the vendor does not name. */
  readonly document?: string | undefined;
  /** In the payment's currency, positive in the usual direction. */
  readonly amount: number;
}

/** What a customer or a supplier paid with one voucher. */
export interface Paid {
  readonly first: LedgerEntry;
  readonly entries: readonly LedgerEntry[];
  readonly side: Side;
  readonly shares: readonly Share[];
}

/** A payment credits the customer and debits the supplier. */
const paidOf = (side: Side, value: LedgerEntry["Amount"]): number => {
  const read = amount(value) ?? 0;
  return side === "BILL" || read === 0 ? read : -read;
};

/** The matched part of an entry, in the company's currency. */
const matchedOf = ({ Amount, Balance }: LedgerEntry): number => difference(Amount, Balance ?? 0) ?? 0;

/** The documents of a match with what each got of this payment. Undefined if the match has several of both. */
function documentsOf(payment: LedgerEntry, match: readonly LedgerEntry[]): readonly LedgerEntry[] | undefined {
  const documents = match.filter((entry) => isOf(documentTypes, entry));
  const others = match.filter((entry) => !documents.includes(entry) && entry !== payment);
  if (documents.length === 1) return documents;
  const isWhole = sum(documents.map(matchedOf)) === -matchedOf(payment);
  return others.length === 0 && isWhole ? documents : undefined;
}

function sharesOf(side: Side, entry: LedgerEntry, match: readonly LedgerEntry[]): readonly Share[] {
  const total = paidOf(side, entry.CurrencyAmount);
  const documents = entry.MatchId === null || entry.MatchId === undefined ? [] : (documentsOf(entry, match) ?? []);
  const [first, ...others] = documents;
  if (first === undefined) return [{ entry, amount: total }];
  const documentOf = ({ VoucherId }: LedgerEntry) => VoucherId ?? undefined;
  // Balances are in crowns, so the parts of a payment in another currency are unknown.
  const isWhole = (amount(entry.Balance) ?? 0) === 0;
  if (entry.CurrencyCode !== companyCurrency)
    return [{ entry, amount: total, ...(isWhole && others.length === 0 && { document: documentOf(first) }) }];
  const settled =
    others.length === 0
      ? [{ entry, document: documentOf(first), amount: paidOf(side, matchedOf(entry)) }]
      : documents.map((document) => ({
          entry,
          document: documentOf(document),
          amount: -paidOf(side, matchedOf(document)),
        }));
  const rest = difference(total, sum(settled.map((share) => share.amount))) ?? 0;
  return rest === 0 ? settled : [...settled, { entry, amount: rest }];
}

const partyIn = ({ CustomerId, SupplierId }: LedgerEntry): string => String(CustomerId ?? SupplierId ?? "");

function paymentsOf(side: Side, all: readonly LedgerEntry[]): readonly Paid[] {
  const matches = Map.groupBy(all, ({ MatchId }) => MatchId ?? undefined);
  const moved = all.filter((entry) => isOf(moneyTypes, entry));
  const byVoucher = Map.groupBy(moved, (entry) =>
    [entry.VoucherId ?? entry.Id, partyIn(entry), entry.CurrencyCode].join(" "),
  );
  return [...byVoucher.values()].flatMap((entries) => {
    const [first] = entries;
    const shares = entries.flatMap((entry) => sharesOf(side, entry, matches.get(entry.MatchId ?? undefined) ?? []));
    return first === undefined ? [] : [{ first, entries, side, shares }];
  });
}

const ledgers = { INVOICE: "/v2/Customerledger/Statement", BILL: "/v2/Supplierledger/Statement" } as const;

/** The payments of one side, which takes all entries of its ledger. */
export const readSide = async (session: Session, side: Side): Promise<readonly Paid[]> =>
  paymentsOf(side, await allOf<LedgerEntry>(session, ledgers[side], { ...ever, OrderBy: "Id" }));

const readPayments = async (session: Session): Promise<readonly Paid[]> => [
  ...(await readSide(session, "INVOICE")),
  ...(await readSide(session, "BILL")),
];

interface Row extends Share {
  readonly side: Side;
}

const contactOf = ({ entry }: Row): string | undefined => partyIn(entry) || undefined;

const line = mapping<PaymentLine, Row>({
  amount: (row) => row.amount,
  contactId: contactOf,
  contactName: ({ entry: { CustomerName, SupplierName } }) => CustomerName ?? SupplierName,
  customerId: (row) => (row.side === "INVOICE" ? contactOf(row) : undefined),
  ...values({ invoiceId: "document" }),
  paymentDate: ({ entry }) => entry.PostingDate?.slice(0, 10),
  supplierId: (row) => (row.side === "BILL" ? contactOf(row) : undefined),
});

/** The two ledgers may use the same ids. */
const paymentId = ({ first, side }: Paid): string => `${side}-${idOf(first)}`;
const changedAt = ({ entries }: Paid) =>
  latest(...entries.map(({ LastChangedDateTimeOffset }) => LastChangedDateTimeOffset));

export const payment = mapping<PaymentRecord, Paid>({
  id: paymentId,
  createdDate: ({ first }) => stamps.createdDate(first),
  currency: ({ first }) => currencyOf(first),
  documentType: ({ side }) => side,
  paymentLines: nestedList(line, ({ shares, side }) => shares.map((share) => ({ ...share, side }))),
  paymentType: ({ first }) => first.VoucherType,
  updatedDate: changedAt,
});

/** The entries of the ledger: a payment is no record of the API. */
export const rawPayment = ({ entries }: Paid): object => ({ entries });

export const payments = {
  "payments.list": incomplete(
    "Payments by manual vouchers are only in journalEntries: the target system does not tell them from other postings of a customer or supplier.",
    inMemory<PaymentRecord, Paid>({
      read: readPayments,
      map: payment,
      raw: rawPayment,
      filters: {
        lastModifiedAt: (paid, since) => isSince(changedAt(paid), since),
        invoiceId: ({ shares }, id) => shares.some(({ document }) => document === id),
      },
      rules: [
        "Where several payments settle several documents together, or a payment in another currency settles more than one, its line names no invoiceId.",
      ],
    }),
  ),
  "payments.get": getInMemory<PaymentRecord, Paid>({
    read: readPayments,
    map: payment,
    id: paymentId,
    raw: rawPayment,
  }),
};
