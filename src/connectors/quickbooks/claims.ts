/** The status of invoices, bills and credits. QuickBooks has none, so it is derived from the open balance. */
import type { ListHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { documentStatusOf, paymentStatusOf, statusFilters } from "../../kit/documents/paymentStatus.ts";
import { withLocalFilter } from "../../kit/lists/inMemory.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { type Vocabulary, vocabulary } from "../../kit/vocabulary.ts";
import { all, type Join, type QueryDescription } from "./conventions.ts";
import type { Transaction } from "./types.ts";

/** A voided document keeps its number but no amounts, and its note begins with "Voided". */
const isVoid = ({ TotalAmt, PrivateNote }: Transaction): boolean =>
  amount(TotalAmt) === 0 && /^voided\b/i.test(PrivateNote ?? "");

/** Overdue means due before today in UTC: QuickBooks does not give the company's time zone. */
const balanceOf = ({ RemainingCredit, Balance, TotalAmt: total, DueDate: due }: Transaction) => {
  const open = RemainingCredit ?? Balance;
  return amount(open) === undefined || amount(total) === undefined ? undefined : { open, total, due };
};

/** Marks documents that credits alone settled. A symbol, so that raw data leaves it out. */
const isCleared = Symbol("cleared by credits alone");
interface Cleared extends Transaction {
  readonly [isCleared]?: boolean;
}

/** A payment of 0 applies credits to documents. An invoice with such payments only was cleared by credits. */
export const withClearing: Join<Transaction> = async (natives, session) => {
  const isPaid = ({ Balance, LinkedTxn: links }: Transaction) => amount(Balance) === 0 && paymentIds(links).length > 0;
  if (!natives.some(isPaid)) return natives;
  const credits = await all<Transaction>(session, "Payment", ["TotalAmt = '0'"]);
  const ids = new Set(credits.map(({ Id }) => Id));
  return natives.map((native): Cleared => {
    const payments = paymentIds(native.LinkedTxn);
    return isPaid(native) && payments.every((id) => ids.has(id)) ? { ...native, [isCleared]: true } : native;
  });
};

const paymentIds = (links: Transaction["LinkedTxn"]): string[] =>
  (links ?? []).filter(({ TxnType }) => TxnType === "Payment").flatMap(({ TxnId }) => TxnId ?? []);

/** Paid documents cannot be changed or deleted. QuickBooks itself would silently remove the credits that were applied. */
export function checkUnused(name: string, { TotalAmt, Balance, RemainingCredit }: Transaction): void {
  const open = amount(RemainingCredit ?? Balance);
  if (open === undefined || open === amount(TotalAmt)) return;
  throw new Failure(
    "document_locked",
    `This ${name} was used up in full or in part, so its amounts cannot change and it cannot be deleted. Delete the payment that uses it first.`,
  );
}

export const claim = {
  status: (native: Transaction) => {
    const balance = balanceOf(native);
    return isVoid(native) ? "VOIDED" : balance && documentStatusOf(balance);
  },
  paymentStatus: (native: Transaction) => {
    if (isVoid(native)) return "CANCELED";
    if ((native as Cleared)[isCleared]) return "CLEARED_WITH_CREDIT_NOTE";
    const balance = balanceOf(native);
    return balance && paymentStatusOf(balance);
  },
};

/** The query language can only tell whether a balance is open. */
const hasBalance = "Balance > '0'";
const hasNoBalance = "Balance = '0'";
const states = vocabulary({
  [hasBalance]: ["OPEN", "PARTIALLY_PAID", "PARTIALLY_OVERDUE", "OVERDUE"],
  [hasNoBalance]: ["PAID", "VOIDED"],
});
const paidStates = vocabulary({
  [hasBalance]: ["PENDING", "PARTLY_PAID"],
  [hasNoBalance]: ["PAID", "CANCELED", "CLEARED_WITH_CREDIT_NOTE"],
});
const balanceFilter = (words: Vocabulary<string>, isQueryable: boolean) => (ours: string, field: string) => {
  const [condition, ...alternatives] = new Set(words.toVendor(ours, field));
  return isQueryable && alternatives.length === 0 ? condition : undefined;
};

interface ClaimResource<Record> {
  readonly map: Mapping<Record, Transaction>;
  readonly list: (description: QueryDescription) => ListHandler<Record>;
}

/**
 * With the filters `status` and `paymentStatus` the whole list is read, narrowed by its balance if the entity's balance is
 * queryable, and filtered here.
 */
export const claims = <Record>(
  { map, list }: ClaimResource<Record>,
  { filters, ...description }: QueryDescription = {},
  isQueryable = true,
) =>
  withLocalFilter<Record, Transaction>(
    list({
      ...description,
      filters: {
        status: balanceFilter(states, isQueryable),
        paymentStatus: balanceFilter(paidStates, isQueryable),
        ...filters,
      },
      rules: [
        ...(description.rules ?? []),
        "QuickBooks has no status. With the filters status and paymentStatus, Kontor reads the whole list and filters it.",
      ],
    }),
    { map, ...statusFilters(claim.status, claim.paymentStatus) },
  );
