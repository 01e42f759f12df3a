import type { AccountInput } from "../../contract/inputs/ledger.ts";
import type { Account as AccountRecord } from "../../contract/records/ledger.ts";
import { encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { resource, search } from "./conventions.ts";
import { currencyOf, identity, numberOf, stamps, wholeNumber } from "./fields.ts";
import type { Account } from "./types.ts";

const types = vocabulary({
  ASSETS: "OTHER_BALANCE_SHEET_ACCOUNT",
  EQUITY: "EQUITY",
  LIABILITIES: "LIABILITY",
  OPERATING_REVENUES: "REVENUE",
  OPERATING_EXPENSES: "EXPENSE",
  INVESTMENT_INCOME: "OTHER_INCOME",
  COST_OF_CAPITAL: "OTHER_EXPENSE",
  TAX_ON_ORDINARY_ACTIVITIES: "INCOME_TAXES",
  EXTRAORDINARY_INCOME: "EXCEPTIONAL_INCOME",
  EXTRAORDINARY_COST: "EXCEPTIONAL_COSTS",
  TAX_ON_EXTRAORDINARY_ACTIVITIES: "INCOME_TAXES",
  ANNUAL_RESULT: "MANAGEMENT_RESULT",
  TRANSFERS_AND_ALLOCATIONS: "OTHER",
  // Subledgers and banks are more specific than their side of the balance sheet.
  CUSTOMER: "ACCOUNTS_RECEIVABLE",
  VENDOR: "ACCOUNTS_PAYABLE",
  EMPLOYEE: "EMPLOYEES_PAYABLE",
  BANK: "BANK",
} as const);

/** Types that only carry the result have no class. */
const classes = vocabulary({
  ASSETS: "ASSET",
  EQUITY: "EQUITY",
  LIABILITIES: "LIABILITY",
  OPERATING_REVENUES: "REVENUE",
  OPERATING_EXPENSES: "EXPENSE",
  INVESTMENT_INCOME: "REVENUE",
  COST_OF_CAPITAL: "EXPENSE",
  TAX_ON_ORDINARY_ACTIVITIES: "EXPENSE",
  EXTRAORDINARY_INCOME: "REVENUE",
  EXTRAORDINARY_COST: "EXPENSE",
  TAX_ON_EXTRAORDINARY_ACTIVITIES: "EXPENSE",
} as const);

const ledgers: readonly unknown[] = ["CUSTOMER", "VENDOR", "EMPLOYEE"];
const kindOf = ({ type, ledgerType, isBankAccount }: Account) => {
  if (isBankAccount) return "BANK";
  return ledgers.includes(ledgerType) ? ledgerType : type;
};
const classOf = ({ type }: Account) => classes.toContract(type);

const accountFields = twoWay({
  description: plainValue("description"),
  name: plainValue("name"),
  number: wholeNumber("number"),
});

const account = mapping<AccountRecord, Account>({
  ...identity,
  ...stamps,
  ...accountFields.reads,
  // The SAF-T code groups accounts: 15 for 1500 and 1510.
  code: ({ number }) => numberOf(number),
  class: Object.assign(classOf, { unread: types.read(({ type }: Account) => type).unread }),
  currency: currencyOf,
  status: ({ isInactive }) => (isInactive ? "ARCHIVED" : "ACTIVE"),
  type: types.read(kindOf),
});

const path = "/ledger/account";
const fields = "*,changes,currency(code)";
const ledger = resource(path, "accountId", { map: account, fields });

export function taxCodeOfAccount(native: unknown): string | undefined {
  const { vatType } = native as Account;
  return vatType?.id == null ? undefined : String(vatType.id);
}

export const accounts = {
  "accounts.list": search({
    map: account,
    sources: ({ filters: { isActive } }) => [
      { path, query: { fields, ...(isActive !== undefined && { isInactive: !isActive }) } },
    ],
    vendorFilters: ["isActive"],
    fits: {
      types: (native, accountTypes) => accountTypes.split(",").includes(types.toContract(kindOf(native)) ?? ""),
      classFilter: (native, accountClass) => classOf(native) === accountClass,
    },
  }),
  "accounts.get": ledger.get(),
  "accounts.create": ledger.create({
    encoder: encoder<AccountInput>({
      ...accountFields.writes,
      status: (status) => ({ isInactive: status === "ARCHIVED" }),
    }),
    requires: ["name", "number"],
    rules: ["The target system derives the type from the number."],
  }),
};
