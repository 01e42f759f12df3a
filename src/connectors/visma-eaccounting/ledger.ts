/** Accounts, fiscal years, balances and bank accounts. */
import type {
  Account as AccountRecord,
  TrialBalanceEntry,
  FiscalYear as YearRecord,
} from "../../contract/records/ledger.ts";
import type { BankAccount as BankRecord } from "../../contract/records/money.ts";
import type { Session, VendorQuery } from "../../contract/session.ts";
import { days, instants, values } from "../../kit/columns.ts";
import { calendarDay } from "../../kit/dates.ts";
import { sideOf, yearBalances } from "../../kit/ledger.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { bySign } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get, noRecord } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import {
  allOf,
  changedSince,
  fiscalYears,
  list,
  modified,
  resource,
  today,
  yearOf,
  yearStarting,
} from "./conventions.ts";
import { currencyOf } from "./fields.ts";
import type { Account, AccountBalance, BankAccount, FiscalYear } from "./types.ts";

/** Measured at the vendor for a Swedish company. Types 28 to 30, such as financial income and costs, are of both kinds. */
const classes = vocabulary({
  ...Object.fromEntries(Array.from({ length: 10 }, (_, type) => [String(type), "ASSET" as const])),
  "10": "EQUITY",
  ...Object.fromEntries(Array.from({ length: 9 }, (_, index) => [String(11 + index), "LIABILITY" as const])),
  ...Object.fromEntries(Array.from({ length: 4 }, (_, index) => [String(20 + index), "REVENUE" as const])),
  ...Object.fromEntries(Array.from({ length: 4 }, (_, index) => [String(24 + index), "EXPENSE" as const])),
});
const ofBothKinds = ["28", "29", "30"];

const typeOf = ({ Type }: Account): string | undefined => Type?.toString();

const account = mapping<AccountRecord, Account>({
  ...values({ id: "Number", name: "Name", number: "Number", type: "TypeDescription" }),
  ...instants({ updatedDate: "ModifiedUtc" }),
  class: classes.read(typeOf, ofBothKinds),
  status: ({ IsActive }) => (IsActive === false ? "ARCHIVED" : "ACTIVE"),
});

async function accountsOf(
  session: Session,
  { fiscalYearStartDate, lastModifiedAt }: { readonly fiscalYearStartDate?: string; readonly lastModifiedAt?: Date },
): Promise<readonly Account[]> {
  const years = await fiscalYears(session);
  const year = fiscalYearStartDate === undefined ? currentYear(years) : yearStarting(years, fiscalYearStartDate);
  if (year === undefined) return [];
  const changed: VendorQuery = lastModifiedAt === undefined ? {} : changedSince("ModifiedUtc")(lastModifiedAt);
  return allOf<Account>(session, path`/accounts/${year.Id}`, changed);
}

/** Today's, or the latest. */
const currentYear = (years: readonly FiscalYear[]): FiscalYear | undefined =>
  yearOf(years, today()) ??
  years.toSorted((left, right) => ((left.StartDate ?? "") < (right.StartDate ?? "") ? -1 : 1)).at(-1);

const fiscalYear = mapping<YearRecord, FiscalYear>({
  ...values({ id: "Id" }),
  ...days({ endDate: "EndDate", startDate: "StartDate" }),
});
const years = resource<YearRecord, FiscalYear>("/fiscalyears", "fiscalYearId", fiscalYear);

const numberOf = ({ AccountNumber }: AccountBalance): string => String(AccountNumber);

const balance = mapping<TrialBalanceEntry, AccountBalance>({
  ...values({ accountName: "AccountName" }),
  accountCode: numberOf,
  accountNumber: numberOf,
  balance: sideOf(({ Balance }) => bySign(Balance)),
});

const bankAccount = mapping<BankRecord, BankAccount>({
  ...values({ id: "Id", iban: "Iban", name: "Name", number: "Bban", type: "BankAccountTypeDescription" }),
  ...instants({ updatedDate: "ModifiedUtc" }),
  currency: currencyOf,
  status: ({ IsActive }) => (IsActive === false ? "ARCHIVED" : "ACTIVE"),
});
const bankAccounts = resource<BankRecord, BankAccount>("/bankaccounts", "bankAccountId", bankAccount);

export const ledger = {
  "accounts.list": inMemory<AccountRecord, Account>({
    read: (session, { filters }) => accountsOf(session, filters),
    map: account,
    filters: {
      // `read` has applied both.
      lastModifiedAt: () => true,
      fiscalYearStartDate: () => true,
      classFilter: (native, wanted) => classes.toContract(typeOf(native)) === wanted,
      isActive: ({ IsActive }, wanted) => (IsActive !== false) === wanted,
    },
    rules: ["The chart of accounts belongs to a fiscal year. Without fiscalYearStartDate it is the one of today."],
  }),
  "accounts.get": get<AccountRecord, Account>({
    map: account,
    read: async ({ ids }, session) => {
      const year = currentYear(await fiscalYears(session));
      const number = ids["accountId"];
      if (year === undefined || !/^\d+$/.test(number ?? "")) throw noRecord();
      return (await session.read(path`/accounts/${year.Id}/${number}`)) as Account;
    },
    rules: ["The account is the one of today's fiscal year."],
  }),
  "bankAccounts.list": list<BankRecord, BankAccount>({ path: "/bankaccounts", map: bankAccount, filters: modified }),
  "bankAccounts.get": bankAccounts.get(),
  "fiscalYears.list": list<YearRecord, FiscalYear>({ path: "/fiscalyears", map: fiscalYear }),
  "fiscalYears.get": years.get(),
  "trialBalance.list": yearBalances<AccountBalance>({
    read: async (session, first) => {
      const year = yearStarting(await fiscalYears(session), first);
      if (year === undefined) return [];
      return allOf<AccountBalance>(session, path`/accountbalances/${calendarDay(year.EndDate ?? "")}`);
    },
    map: balance,
    number: numberOf,
    rules: ["Balances are those at the end of the fiscal year. The target system has no totals of debit and credit."],
  }),
};
