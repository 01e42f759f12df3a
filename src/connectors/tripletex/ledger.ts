/** Fiscal years and account balances. */
import type { FiscalYear, TrialBalanceEntry } from "../../contract/records/ledger.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { lastDayOfYear } from "../../kit/dates.ts";
import { sideOf } from "../../kit/ledger.ts";
import { mapping } from "../../kit/mapping.ts";
import { bySign } from "../../kit/money.ts";
import { allOf, list, nextYear, resource, window } from "./conventions.ts";
import { dayOf, identity, numberOf } from "./fields.ts";
import type { AnnualAccount, BalanceSheetAccount } from "./types.ts";

const years = "/ledger/annualAccount";

/** The vendor's end dates may be exclusive: a year that ends on the day it began on ends the day before. */
const endOf = ({ start, end }: AnnualAccount) =>
  start && end && end.slice(5) === start.slice(5) ? lastDayOfYear(start) : end;

const fiscalYear = mapping<FiscalYear, AnnualAccount>({
  ...identity,
  description: ({ year }) => numberOf(year),
  endDate: (native) => dayOf(endOf(native)),
  startDate: ({ start }) => dayOf(start),
});

export async function fiscalYearStarts(session: Session): Promise<readonly string[]> {
  const annualAccounts = await allOf<AnnualAccount>(session, years, { fields: "start" });
  return annualAccounts.flatMap(({ start }) => start ?? []);
}

const trialBalanceEntry = mapping<TrialBalanceEntry, BalanceSheetAccount>({
  ...values({ accountCode: "account.saftCode", accountName: "account.name" }),
  accountNumber: ({ account }) => numberOf(account?.number),
  balance: sideOf(({ balanceOut }) => bySign(balanceOut)),
  openingBalance: sideOf(({ balanceIn }) => bySign(balanceIn)),
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
    rules: ["Accounts without postings are left out. Each account has its balance, but no debit and credit totals."],
  }),
};
