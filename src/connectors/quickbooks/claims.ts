/** What is owed by customers or to suppliers. No document says where it stands: what is left of it does. */
import type { ListHandler } from "../../contract/connector.ts";
import { narrowed } from "../../kit/lists/inMemory.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { byState, paymentStatusOf, statusOf } from "../../kit/settled.ts";
import { type Vocabulary, vocabulary } from "../../kit/vocabulary.ts";
import type { Queried } from "./conventions.ts";
import type { Transaction } from "./types.ts";

/** A voided document keeps its number, without any amounts; its note begins with the word. */
const isVoid = ({ TotalAmt, PrivateNote }: Transaction): boolean =>
  amount(TotalAmt) === 0 && /^voided\b/i.test(PrivateNote ?? "");

/** What is late was due before today in UTC: QuickBooks does not say where its days begin. */
const owed = ({ RemainingCredit, Balance, TotalAmt: total, DueDate: due }: Transaction) => {
  const open = RemainingCredit ?? Balance;
  return amount(open) === undefined || amount(total) === undefined ? undefined : { open, total, due };
};

export const claim = {
  status: (native: Transaction) => {
    const left = owed(native);
    return isVoid(native) ? "VOIDED" : left && statusOf(left);
  },
  paymentStatus: (native: Transaction) => {
    const left = owed(native);
    return isVoid(native) ? "CANCELED" : left && paymentStatusOf(left);
  },
};

/** As far as the query language goes: whether something is left. */
const hasBalance = "Balance > '0'";
const hasNoBalance = "Balance = '0'";
const states = vocabulary({
  [hasBalance]: ["OPEN", "PARTIALLY_PAID", "PARTIALLY_OVERDUE", "OVERDUE"],
  [hasNoBalance]: ["PAID", "VOIDED"],
});
const paidStates = vocabulary({ [hasBalance]: ["PENDING", "PARTLY_PAID"], [hasNoBalance]: ["PAID", "CANCELED"] });
const leftBy = (words: Vocabulary<string>, isAsked: boolean) => (wanted: string, field: string) => {
  const [condition, ...others] = new Set(words.theirs(wanted, field));
  return isAsked && others.length === 0 ? condition : undefined;
};

interface Kind<Record> {
  readonly map: Mapping<Record, Transaction>;
  readonly list: (description: Queried) => ListHandler<Record>;
}

/** With `status` or `paymentStatus` the list is read whole, as far as the vendor narrows it down. */
export const claims = <Record>({ map, list }: Kind<Record>, { filters, ...more }: Queried = {}, isAsked = true) =>
  narrowed<Record, Transaction>(
    list({
      ...more,
      filters: { status: leftBy(states, isAsked), paymentStatus: leftBy(paidStates, isAsked), ...filters },
      rules: [
        "QuickBooks has no word for where a document stands: with status or paymentStatus the whole list is read and looked through.",
      ],
    }),
    { map, ...byState(claim.status, claim.paymentStatus) },
  );
