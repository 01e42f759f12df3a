/** The chart of accounts, and the journals that are kept. */

import { accountClass } from "../../contract/enums.ts";
import type { AccountInput } from "../../contract/inputs/ledger.ts";
import type * as records from "../../contract/records/ledger.ts";
import type { BankAccount as BankAccountRecord } from "../../contract/records/money.ts";
import { values } from "../../kit/columns.ts";
import { as, encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { spelled, vocabulary } from "../../kit/vocabulary.ts";
import { modified, oneOf, resource, selected } from "./conventions.ts";
import { codes, currencyOf, identity, stamps } from "./fields.ts";
import type { GLAccount, Journal } from "./types.ts";

/** Several kinds are one of ours: the first is what is written. */
const types = vocabulary({
  ...{ 10: "CASH", 12: "BANK", 14: "CREDIT_CARD", 16: "PAYMENT_PROVIDER", 20: "ACCOUNTS_RECEIVABLE" },
  ...{ 21: "CUSTOMER_PREPAYMENT", 22: "ACCOUNTS_PAYABLE", 24: "VAT", 25: "EMPLOYEES_PAYABLE", 26: "PREPAID_EXPENSES" },
  ...{ 27: "ACCRUED_EXPENSES", 30: "FIXED_ASSET", 32: "CURRENT_ASSET", 35: "FIXED_ASSET", 40: "INVENTORY" },
  ...{ 50: "CAPITAL", 52: "RETAINED_EARNINGS", 55: "LONG_TERM_LIABILITY", 60: "CURRENT_LIABILITY" },
  ...{ 29: "CURRENT_LIABILITY", 90: "OTHER", 100: "LIABILITY", 110: "REVENUE", 111: "COST_OF_GOODS_SOLD" },
  ...{ 120: "OTHER_EXPENSE", 121: "OVERHEADS", 122: "DEPRECIATION", 123: "RESEARCH_AND_DEVELOPMENT" },
  ...{ 125: "EMPLOYEE_COSTS", 126: "EMPLOYMENT_COSTS", 130: "EXCEPTIONAL_COSTS", 140: "EXCEPTIONAL_INCOME" },
  ...{ 150: "INCOME_TAXES", 160: "INTEREST_INCOME", 300: "YEAR_END_REFLECTION", 301: "INDIRECT_YEAR_END_COSTING" },
  302: "DIRECT_YEAR_END_COSTING",
});
const sides = vocabulary({ D: "DEBIT", C: "CREDIT" });

const [capital, retained, depreciated] = [50, 52, 35];
const isEquity = `(Type eq ${capital} or Type eq ${retained})`;
const isAsset = `(BalanceSide eq 'D' or Type eq ${depreciated})`;

type Class = NonNullable<records.Account["class"]>;
/** What is written off stands on the credit side among the assets. */
function classOf({ BalanceType, BalanceSide, Type }: GLAccount): Class | undefined {
  if (BalanceType === "W") return BalanceSide === "C" ? "REVENUE" : "EXPENSE";
  if (BalanceType !== "B") return undefined;
  if (Type === capital || Type === retained) return "EQUITY";
  return BalanceSide === "D" || Type === depreciated ? "ASSET" : "LIABILITY";
}
const conditions: Readonly<Record<Class, string>> = {
  ...{ EQUITY: `BalanceType eq 'B' and ${isEquity}`, ASSET: `BalanceType eq 'B' and not ${isEquity} and ${isAsset}` },
  LIABILITY: `BalanceType eq 'B' and not ${isEquity} and not ${isAsset}`,
  ...{ REVENUE: "BalanceType eq 'W' and BalanceSide eq 'C'", EXPENSE: "BalanceType eq 'W' and BalanceSide eq 'D'" },
};
const balances: Readonly<Record<Class, object>> = {
  ...{ ASSET: { BalanceType: "B", BalanceSide: "D" }, LIABILITY: { BalanceType: "B", BalanceSide: "C" } },
  ...{ EQUITY: { BalanceType: "B", BalanceSide: "C" }, REVENUE: { BalanceType: "W", BalanceSide: "C" } },
  EXPENSE: { BalanceType: "W", BalanceSide: "D" },
};
const classes = vocabulary(spelled(accountClass));

const account = mapping<records.Account, GLAccount>({
  ...identity,
  ...stamps,
  class: classOf,
  ...codes({ code: "Code", number: "Code" }),
  debitCreditIndicator: sides.read(({ BalanceSide }) => BalanceSide),
  name: ({ Description }) => Description,
  status: ({ IsBlocked }) => (IsBlocked ? "ARCHIVED" : "ACTIVE"),
  type: types.read(({ Type }) => Type?.toString()),
});

const glAccounts = resource("/financial/GLAccounts", {
  ...{ id: "accountId", key: "ID", map: account },
  ...selected("ID,Code,Description,Type,BalanceSide,BalanceType,IsBlocked,Created,Modified"),
});

const journal = mapping<records.Journal, Journal>({
  ...identity,
  ...stamps,
  ...values({ accountId: "GLAccount", description: "Description" }),
  ...codes({ code: "Code", currency: "Currency" }),
  type: vocabulary({
    ...{ 10: "CASH", 12: "BANK", 16: "PAYMENT_SERVICE", 20: "SALES", 21: "RETURN_INVOICE", 22: "PURCHASE" },
    ...{ 23: "RECEIVED_RETURN_INVOICE", 90: "GENERAL" },
  }).read(({ Type }) => Type?.toString()),
});

/** A bank account is a journal of its kind. */
const bankAccount = mapping<BankAccountRecord, Journal>({
  ...identity,
  ...stamps,
  ...values({ bankName: "BankName", bic: "BankAccountBICCode", description: "BankAccountDescription" }),
  ...values({ iban: "BankAccountIBAN", name: "Description", number: "BankAccountIncludingMask" }),
  currency: currencyOf,
  type: () => "BANK",
});
const journalFields = "ID,Code,Description,Type,Currency,GLAccount,Created,Modified";
const bankFields = "BankName,BankAccountIBAN,BankAccountBICCode,BankAccountIncludingMask,BankAccountDescription";
const bankJournal = 12;
const bankAccounts = resource("/financial/Journals", {
  ...{ id: "bankAccountId", key: "ID", map: bankAccount },
  ...selected(`${journalFields},${bankFields}`),
});

export const accounts = {
  "accounts.list": glAccounts.list({
    filters: {
      ...modified,
      debitCreditIndicator: (side, field) => ({ $filter: `BalanceSide eq '${sides.write(side, field)}'` }),
      types: (wanted, field) => ({ $filter: oneOf("Type", types.theirs(wanted, field)) }),
      classFilter: (wanted, field) => ({ $filter: conditions[classes.write(wanted, field) as Class] }),
      isActive: (isActive) => ({ $filter: `IsBlocked eq ${!isActive}` }),
    },
    rules: ["Pages have sixty records at the target system: a short chart is read whole."],
  }),
  "accounts.get": glAccounts.get(),
  "accounts.create": glAccounts.create<AccountInput>({
    encoder: encoder<AccountInput>({
      class: (wanted) => balances[wanted],
      ...{ name: as("Description"), number: as("Code") },
      status: (status) => ({ IsBlocked: status === "ARCHIVED" }),
      type: (type, _input, field) => ({ Type: Number(types.write(type, field)) }),
    }),
    requires: ["class", "name", "number", "type"],
  }),
  "journals.list": resource("/financial/Journals", {
    ...{ id: "journalId", key: "ID", map: journal },
    ...selected(journalFields),
  }).list({ filters: modified }),
  "bankAccounts.list": bankAccounts.list({ where: `Type eq ${bankJournal}`, filters: modified }),
  "bankAccounts.get": bankAccounts.get(({ Type }) => Type === bankJournal),
};
