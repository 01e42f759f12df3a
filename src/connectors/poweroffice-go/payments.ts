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
import { allOf, companyCurrency, ever, isSince } from "./conventions.ts";
import { currencyOf, idOf, stamps } from "./fields.ts";
import type { LedgerEntry } from "./types.ts";

type Side = "INVOICE" | "BILL";

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

interface Share {
  /** Absent for what the payment does not settle, and where it cannot be told which of several documents it settles. */
  readonly document?: string | undefined;
  /** In the payment's currency, positive in the usual direction. */
  readonly amount: number;
}

interface Paid {
  readonly entry: LedgerEntry;
  readonly side: Side;
  readonly shares: readonly Share[];
}

/** A payment credits the customer and debits the supplier. */
const paidOf = (side: Side, value: LedgerEntry["Amount"]): number => {
  const read = amount(value) ?? 0;
  return side === "BILL" || read === 0 ? read : -read;
};

/** What of an entry is matched, in the company's currency. */
const matchedOf = ({ Amount, Balance }: LedgerEntry): number => difference(Amount, Balance ?? 0) ?? 0;

/** The documents of a match with what each got of this payment. Undefined if the match has several of both. */
function documentsOf(payment: LedgerEntry, match: readonly LedgerEntry[]): readonly LedgerEntry[] | undefined {
  const documents = match.filter((entry) => isOf(documentTypes, entry));
  const others = match.filter((entry) => !documents.includes(entry) && entry !== payment);
  if (documents.length === 1) return documents;
  const isWhole = sum(documents.map(matchedOf)) === -matchedOf(payment);
  return others.length === 0 && isWhole ? documents : undefined;
}

function sharesOf(side: Side, payment: LedgerEntry, match: readonly LedgerEntry[]): readonly Share[] {
  const total = paidOf(side, payment.CurrencyAmount);
  const documents = documentsOf(payment, match);
  if (payment.MatchId === null || payment.MatchId === undefined || documents === undefined) return [{ amount: total }];
  const [first, ...others] = documents;
  if (first === undefined) return [{ amount: total }];
  // Balances are in crowns, so that parts of a payment in another currency cannot be told.
  const isWhole = (amount(payment.Balance) ?? 0) === 0;
  if (payment.CurrencyCode !== companyCurrency)
    return isWhole && others.length === 0
      ? [{ document: first.VoucherId ?? undefined, amount: total }]
      : [{ amount: total }];
  const settled =
    others.length === 0
      ? [{ document: first.VoucherId ?? undefined, amount: paidOf(side, matchedOf(payment)) }]
      : documents.map((document) => ({
          document: document.VoucherId ?? undefined,
          amount: -paidOf(side, matchedOf(document)),
        }));
  const rest = difference(total, sum(settled.map((share) => share.amount))) ?? 0;
  return rest === 0 ? settled : [...settled, { amount: rest }];
}

function paymentsOf(side: Side, entries: readonly LedgerEntry[]): readonly Paid[] {
  const matches = Map.groupBy(entries, ({ MatchId }) => MatchId ?? undefined);
  return entries
    .filter((entry) => isOf(moneyTypes, entry))
    .map((entry) => ({ entry, side, shares: sharesOf(side, entry, matches.get(entry.MatchId ?? undefined) ?? []) }));
}

async function readPayments(session: Session): Promise<readonly Paid[]> {
  const read = (path: string) => allOf<LedgerEntry>(session, path, { ...ever, OrderBy: "Id" });
  return [
    ...paymentsOf("INVOICE", await read("/v2/Customerledger/Statement")),
    ...paymentsOf("BILL", await read("/v2/Supplierledger/Statement")),
  ];
}

interface Row extends Share {
  readonly payment: Paid;
}

const contactOf = ({ entry, side }: Paid): string | undefined => {
  const id = side === "INVOICE" ? entry.CustomerId : entry.SupplierId;
  return id === null || id === undefined ? undefined : String(id);
};

const line = mapping<PaymentLine, Row>({
  amount: (row) => row.amount,
  contactId: ({ payment }) => contactOf(payment),
  contactName: ({ payment: { entry, side } }) => (side === "INVOICE" ? entry.CustomerName : entry.SupplierName),
  customerId: ({ payment }) => (payment.side === "INVOICE" ? contactOf(payment) : undefined),
  ...values({ invoiceId: "document" }),
  paymentDate: ({ payment: { entry } }) => entry.PostingDate?.slice(0, 10),
  supplierId: ({ payment }) => (payment.side === "BILL" ? contactOf(payment) : undefined),
});

/** The two ledgers may use the same ids. */
const paymentId = ({ entry, side }: Paid): string => `${side}-${idOf(entry)}`;

const payment = mapping<PaymentRecord, Paid>({
  id: paymentId,
  createdDate: ({ entry }) => stamps.createdDate(entry),
  currency: ({ entry }) => currencyOf(entry),
  documentType: ({ side }) => side,
  paymentLines: nestedList(line, (paid) => paid.shares.map((share) => ({ ...share, payment: paid }))),
  paymentType: ({ entry }) => entry.VoucherType,
  updatedDate: ({ entry }) => stamps.updatedDate(entry),
});

const raw = ({ entry }: Paid): LedgerEntry => entry;

export const payments = {
  "payments.list": incomplete(
    "Payments by manual vouchers are only in journalEntries: the target system does not tell them from other postings of a customer or supplier.",
    inMemory<PaymentRecord, Paid>({
      read: readPayments,
      map: payment,
      raw,
      filters: {
        lastModifiedAt: ({ entry }, since) => isSince(stamps.updatedDate(entry), since),
        invoiceId: ({ shares }, id) => shares.some(({ document }) => document === id),
      },
      rules: [
        "Where several payments settle several documents together, or a payment in another currency settles more than one, its line names no invoiceId.",
      ],
    }),
  ),
  "payments.get": getInMemory<PaymentRecord, Paid>({ read: readPayments, map: payment, id: paymentId, raw }),
};
