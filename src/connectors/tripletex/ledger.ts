/** Years, and what the accounts stand at. */
import type { FiscalYear, TrialBalanceEntry } from "../../contract/records/ledger.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { lastDayOfYear } from "../../kit/dates.ts";
import { mapping, one } from "../../kit/mapping.ts";
import { bySign, type Side } from "../../kit/money.ts";
import { allOf, list, nextYear, resource, window } from "./conventions.ts";
import { dayOf, identity, numberOf } from "./fields.ts";
import type { AnnualAccount, BalanceSheetAccount } from "./types.ts";

const years = "/ledger/annualAccount";

/** Its ends are exclusive elsewhere: a year that ends on the day it began on ends the day before. */
const endOf = ({ start, end }: AnnualAccount) =>
  start && end && end.slice(5) === start.slice(5) ? lastDayOfYear(start) : end;

const fiscalYear = mapping<FiscalYear, AnnualAccount>({
  ...identity,
  description: ({ year }) => numberOf(year),
  endDate: (native) => dayOf(endOf(native)),
  startDate: ({ start }) => dayOf(start),
});

export async function fiscalYearStarts(session: Session): Promise<readonly string[]> {
  const all = await allOf<AnnualAccount>(session, years, { fields: "start" });
  return all.flatMap(({ start }) => start ?? []);
}

const balance = mapping<Side, Side>(values({ amount: "amount", debitCreditIndicator: "debitCreditIndicator" }));

const trialBalanceEntry = mapping<TrialBalanceEntry, BalanceSheetAccount>({
  ...values({ accountCode: "account.saftCode", accountName: "account.name" }),
  accountNumber: ({ account }) => numberOf(account?.number),
  balance: one(balance, ({ balanceOut }) => bySign(balanceOut)),
  openingBalance: one(balance, ({ balanceIn }) => bySign(balanceIn)),
});

export const ledger = {
  "fiscalYears.list": list<FiscalYear, AnnualAccount>({ path: years, map: fiscalYear }),
  "fiscalYears.get": resource(years, "fiscalYearId", { map: fiscalYear, fields: "*" }).get(),
  "trialBalance.list": list<TrialBalanceEntry, BalanceSheetAccount>({
    path: "/balanceSheet",
    query: { fields: "*,account(id,number,name,saftCode)" },
    map: trialBalanceEntry,
    filters: {
      fiscalYearStartDate: (first) => window("date", first, nextYear(first)),
      accountNumber: (number) => ({
        accountNumberFrom: Number(number),
        accountNumberTo: Number(number) + 1,
      }),
    },
    requires: ["fiscalYearStartDate"],
    rules: ["Accounts without movements are left out. Of a year only the difference is told, not both sides of it."],
  }),
};
