import type { ListHandler } from "../../contract/connector.ts";
import type { MonthlyValue, TrialBalanceEntry } from "../../contract/records/ledger.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { mapping, nestedList, nestedRecord } from "../../kit/mapping.ts";
import { amount, balance } from "../../kit/money.ts";
import { nativeOf, type OfYear, oneYear, readOfYear, unpagedRule, yearOf } from "./conventions.ts";
import { accountText, type SidedAmount, sidedAmount } from "./fields.ts";
import type { MonthValue, SumsAndBalances } from "./types.ts";

type Sums = OfYear<SumsAndBalances>;

const numberOf = ({ native, year }: Sums): string | undefined => accountText(native.accountNumber, year.accountLength);

/** A fiscal year may start in any month. */
function calendarMonth({ native, year }: OfYear<MonthValue>): number | undefined {
  const { fiscalYearMonth } = native;
  if (!fiscalYearMonth) return undefined;
  return ((Number(year.id.slice(4, 6)) - 1 + fiscalYearMonth - 1) % 12) + 1;
}

const month = mapping<MonthlyValue, OfYear<MonthValue>>({
  month: calendarMonth,
  balance: nestedRecord(
    sidedAmount,
    ({ native }): SidedAmount => ({
      value: native.monthlyBalance,
      side: native.monthlyBalanceDebitCreditIdentifier,
    }),
  ),
});

/** One of the two columns is filled. */
const opening = ({ native: { openingBalanceDebit: debit, openingBalanceCredit: credit } }: Sums) =>
  amount(debit) === undefined && amount(credit) === undefined ? undefined : balance(debit, credit);

const entry = mapping<TrialBalanceEntry, Sums>({
  accountCode: numberOf,
  accountName: ({ native }) => native.caption,
  accountNumber: numberOf,
  balance: nestedRecord(
    sidedAmount,
    ({ native }): SidedAmount => ({ value: native.balance, side: native.balanceDebitCreditIdentifier }),
  ),
  openingBalance: Object.assign(opening, { fields: sidedAmount.fields }),
  monthlyValues: nestedList(month, ({ native, year }) =>
    native.sumsAndBalancesMonthValues
      ?.filter(({ fiscalYearMonth }) => fiscalYearMonth !== 0)
      .map((value) => ({ native: value, year })),
  ),
  totalCreditAmount: ({ native }) => amount(native.annualValueCredit),
  totalDebitAmount: ({ native }) => amount(native.annualValueDebit),
});

const list: ListHandler<TrialBalanceEntry> = {
  ...inMemory<TrialBalanceEntry, Sums>({
    read: async (session, { filters }) => readOfYear(session, await yearOf(session, filters), "sums-and-balances"),
    map: entry,
    raw: nativeOf,
    filters: { ...oneYear, accountNumber: (sums, number) => Number(numberOf(sums)) === Number(number) },
    rules: [unpagedRule, "Lists accounts with postings. Closing entries are included in the totals."],
  }),
  requires: ["fiscalYearStartDate"],
};

export const trialBalance = { "trialBalance.list": list };
