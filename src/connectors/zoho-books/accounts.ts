/** The chart of accounts. Bank accounts are accounts too, and a separate resource in the contract. */
import type { AccountInput } from "../../contract/inputs/ledger.ts";
import type { Account as AccountRecord } from "../../contract/records/ledger.ts";
import type { BankAccount as BankAccountRecord } from "../../contract/records/money.ts";
import { values } from "../../kit/columns.ts";
import { encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { enumValue, plainValue, twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { list, modified, resource } from "./conventions.ts";
import { currencyAs, currencyOf, stamps } from "./fields.ts";
import type { Account, BankAccount } from "./types.ts";

const types = vocabulary({
  bank: "BANK",
  cash: "CASH",
  credit_card: "CREDIT_CARD",
  accounts_receivable: "ACCOUNTS_RECEIVABLE",
  accounts_payable: "ACCOUNTS_PAYABLE",
  other_current_asset: "CURRENT_ASSET",
  fixed_asset: "FIXED_ASSET",
  stock: "INVENTORY",
  payment_clearing: "PAYMENT_PROVIDER",
  other_asset: "NON_CURRENT_ASSET",
  intangible_asset: "NON_CURRENT_ASSET",
  right_to_use_asset: "NON_CURRENT_ASSET",
  financial_asset: "NON_CURRENT_ASSET",
  contingent_asset: "NON_CURRENT_ASSET",
  contract_asset: "NON_CURRENT_ASSET",
  other_current_liability: "CURRENT_LIABILITY",
  contract_liability: "CURRENT_LIABILITY",
  refund_liability: "CURRENT_LIABILITY",
  long_term_liability: "LONG_TERM_LIABILITY",
  loans_and_borrowing: "LONG_TERM_LIABILITY",
  lease_liability: "LONG_TERM_LIABILITY",
  other_liability: "LIABILITY",
  employee_benefit_liability: "LIABILITY",
  contingent_liability: "LIABILITY",
  financial_liability: "LIABILITY",
  equity: "EQUITY",
  income: "REVENUE",
  other_income: "OTHER_INCOME",
  finance_income: "OTHER_INCOME",
  other_comprehensive_income: "OTHER_INCOME",
  expense: "EXPENSE",
  manufacturing_expense: "EXPENSE",
  impairment_expense: "EXPENSE",
  employee_benefit_expense: "EXPENSE",
  lease_expense: "EXPENSE",
  finance_expense: "EXPENSE",
  tax_expense: "EXPENSE",
  depreciation_expense: "DEPRECIATION",
  cost_of_goods_sold: "COST_OF_GOODS_SOLD",
  other_expense: "OTHER_EXPENSE",
});

const classOf = (ours: string) => {
  if (/EXPENSE|DEPRECIATION|COST/.test(ours)) return "EXPENSE";
  if (/REVENUE|INCOME/.test(ours)) return "REVENUE";
  if (ours === "EQUITY") return "EQUITY";
  return /LIABILITY|PAYABLE|CREDIT_CARD/.test(ours) ? "LIABILITY" : "ASSET";
};

const classes = Object.assign(
  ({ account_type: type }: Account) => {
    const ours = types.toContract(type);
    return ours && classOf(ours);
  },
  { unread: types.read(({ account_type: type }: Account) => type).unread },
);

const accountFields = twoWay({
  description: plainValue("description"),
  name: plainValue("account_name"),
  parentAccountId: plainValue("parent_account_id"),
  type: enumValue(types, "account_type"),
});

const account = mapping<AccountRecord, Account>({
  ...stamps,
  ...accountFields.reads,
  // Zoho Books calls the account's number its code.
  ...values({ id: "account_id", code: "account_code", number: "account_code" }),
  class: classes,
  currency: currencyOf,
  status: ({ is_active: isActive }) => (isActive === false ? "ARCHIVED" : "ACTIVE"),
});

const bankTypes = vocabulary({
  bank: "BANK",
  cash: "CASH",
  credit_card: "CREDIT_CARD",
  payment_clearing: "PAYMENT_PROVIDER",
});

const bankAccount = mapping<BankAccountRecord, BankAccount>({
  ...values({ id: "account_id", bankName: "bank_name", name: "account_name", number: "account_number" }),
  balance: ({ balance }) => amount(balance),
  currency: currencyOf,
  status: ({ is_active: isActive }) => (isActive === false ? "ARCHIVED" : "ACTIVE"),
  type: bankTypes.read(({ account_type: type }) => type),
});

const stateFilters = { true: "Active", false: "Inactive", undefined: "All" } as const;
const stateFilter = (isActive: boolean | undefined): string =>
  stateFilters[String(isActive) as keyof typeof stateFilters];

const accountRecords = resource<AccountRecord, Account>("/chartofaccounts", "accountId", {
  kind: "chart_of_account",
  map: account,
});

const bankRecords = resource<BankAccountRecord, BankAccount>("/bankaccounts", "bankAccountId", {
  kind: "bankaccount",
  map: bankAccount,
});

export const accounts = {
  "accounts.list": list<AccountRecord, Account>("chartofaccounts", {
    path: "/chartofaccounts",
    query: ({ filters: { isActive } }) => ({ filter_by: `AccountType.${stateFilter(isActive)}` }),
    map: account,
    filters: { ...modified, isActive: () => ({}) },
    defaultOrder: "account_name",
  }),
  "accounts.get": accountRecords.get(),
  "accounts.create": accountRecords.create<AccountInput>({
    encoder: encoder<AccountInput>({
      ...accountFields.writes,
      currency: currencyAs,
      number: plainValue("account_code").writes,
    }),
    lookups: [],
    requires: ["name", "type"],
  }),
  "bankAccounts.list": list<BankAccountRecord, BankAccount>("bankaccounts", {
    path: "/bankaccounts",
    query: { filter_by: "Status.All" },
    map: bankAccount,
    defaultOrder: "account_name",
  }),
  "bankAccounts.get": bankRecords.get(),
};
