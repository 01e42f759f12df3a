/** The chart of accounts, journals and bank accounts. */
import { accountClass } from "../../contract/enums.ts";
import type { AccountInput } from "../../contract/inputs/ledger.ts";
import type * as records from "../../contract/records/ledger.ts";
import type { BankAccount as BankAccountRecord } from "../../contract/records/money.ts";
import { values } from "../../kit/columns.ts";
import { encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { valuesSpelledBy, vocabulary } from "../../kit/vocabulary.ts";
import { resource, wordsIn } from "./conventions.ts";
import { code, codes, currencies, identity, stamps } from "./fields.ts";
import * as types from "./types.ts";

/** Several of the vendor's types may map to one of ours; the first one is written. */
const accountTypes = vocabulary({
  10: "CASH",
  12: "BANK",
  14: "CREDIT_CARD",
  16: "PAYMENT_PROVIDER",
  20: "ACCOUNTS_RECEIVABLE",
  21: "CUSTOMER_PREPAYMENT",
  22: "ACCOUNTS_PAYABLE",
  24: "VAT",
  25: "EMPLOYEES_PAYABLE",
  26: "PREPAID_EXPENSES",
  27: "ACCRUED_EXPENSES",
  30: "FIXED_ASSET",
  32: "CURRENT_ASSET",
  35: "FIXED_ASSET",
  40: "INVENTORY",
  50: "CAPITAL",
  52: "RETAINED_EARNINGS",
  55: "LONG_TERM_LIABILITY",
  60: "CURRENT_LIABILITY",
  29: "CURRENT_LIABILITY",
  90: "OTHER",
  100: "LIABILITY",
  110: "REVENUE",
  111: "COST_OF_GOODS_SOLD",
  120: "OTHER_EXPENSE",
  121: "OVERHEADS",
  122: "DEPRECIATION",
  123: "RESEARCH_AND_DEVELOPMENT",
  125: "EMPLOYEE_COSTS",
  126: "EMPLOYMENT_COSTS",
  130: "EXCEPTIONAL_COSTS",
  140: "EXCEPTIONAL_INCOME",
  150: "INCOME_TAXES",
  160: "INTEREST_INCOME",
  300: "YEAR_END_REFLECTION",
  301: "INDIRECT_YEAR_END_COSTING",
  302: "DIRECT_YEAR_END_COSTING",
});
const sides = vocabulary({ D: "DEBIT", C: "CREDIT" });

const capital = 50;
const retained = 52;
const depreciated = 35;
const isEquity = `(Type eq ${capital} or Type eq ${retained})`;
const isAsset = `(BalanceSide eq 'D' or Type eq ${depreciated})`;

/** `W` is profit and loss, `B` the balance sheet. */
const balanceTypes = vocabulary({ W: "RESULT", B: "BALANCE" });

type Class = NonNullable<records.Account["class"]>;
/** Accumulated depreciation is an asset with a credit balance. */
function classOf({ BalanceType, BalanceSide, Type }: types.GLAccount): Class | undefined {
  if (BalanceType === "W") return BalanceSide === "C" ? "REVENUE" : "EXPENSE";
  if (BalanceType !== "B") return undefined;
  if (Type === capital || Type === retained) return "EQUITY";
  return BalanceSide === "D" || Type === depreciated ? "ASSET" : "LIABILITY";
}
const conditions: Readonly<Record<Class, string>> = {
  EQUITY: `BalanceType eq 'B' and ${isEquity}`,
  ASSET: `BalanceType eq 'B' and not ${isEquity} and ${isAsset}`,
  LIABILITY: `BalanceType eq 'B' and not ${isEquity} and not ${isAsset}`,
  REVENUE: "BalanceType eq 'W' and BalanceSide eq 'C'",
  EXPENSE: "BalanceType eq 'W' and BalanceSide eq 'D'",
};
const balances: Readonly<Record<Class, object>> = {
  ASSET: { BalanceType: "B", BalanceSide: "D" },
  LIABILITY: { BalanceType: "B", BalanceSide: "C" },
  EQUITY: { BalanceType: "B", BalanceSide: "C" },
  REVENUE: { BalanceType: "W", BalanceSide: "C" },
  EXPENSE: { BalanceType: "W", BalanceSide: "D" },
};
const classes = vocabulary(valuesSpelledBy(accountClass));

const accountFields = twoWay({
  name: plainValue("Description"),
  number: code("Code"),
});
const account = mapping<records.Account, types.GLAccount>({
  ...identity,
  ...stamps,
  ...accountFields.reads,
  ...codes({ code: "Code" }),
  class: Object.assign(classOf, {
    unread: balanceTypes.read(({ BalanceType }: types.GLAccount) => BalanceType).unread,
  }),
  debitCreditIndicator: sides.read(({ BalanceSide }) => BalanceSide),
  status: ({ IsBlocked }) => (IsBlocked ? "ARCHIVED" : "ACTIVE"),
  type: accountTypes.read(({ Type }) => Type?.toString()),
});
const { list, get, create } = resource("/financial/GLAccounts", {
  id: "accountId",
  key: "ID",
  map: account,
  fields: types.glAccountFields,
});

const journalTypes = vocabulary({
  10: "CASH",
  12: "BANK",
  16: "PAYMENT_SERVICE",
  20: "SALES",
  21: "RETURN_INVOICE",
  22: "PURCHASE",
  23: "RECEIVED_RETURN_INVOICE",
  90: "GENERAL",
});
const journal = mapping<records.Journal, types.Journal>({
  ...identity,
  ...stamps,
  ...values({ accountId: "GLAccount", description: "Description" }),
  ...codes({ code: "Code", currency: "Currency" }),
  type: journalTypes.read(({ Type }) => Type?.toString()),
});

/** Bank accounts are journals of type bank. */
const bankAccount = mapping<BankAccountRecord, types.Journal>({
  ...identity,
  ...stamps,
  ...values({
    bankName: "BankName",
    bic: "BankAccountBICCode",
    description: "BankAccountDescription",
    iban: "BankAccountIBAN",
    name: "Description",
    number: "BankAccountIncludingMask",
  }),
  ...currencies({ currency: "Currency" }),
  type: () => "BANK",
});
const bankJournal = 12;
const journals = { path: "/financial/Journals", key: "ID", fields: types.journalFields } as const;
const bankAccounts = resource(journals.path, { ...journals, id: "bankAccountId", map: bankAccount });

export const accounts = {
  ...operationsOf("accounts", {
    list: list({
      filters: {
        debitCreditIndicator: (side, field) => ({ $filter: `BalanceSide eq '${sides.write(side, field)}'` }),
        types: wordsIn("Type", accountTypes),
        classFilter: (ours, field) => ({ $filter: conditions[classes.write(ours, field) as Class] }),
        isActive: (isActive) => ({ $filter: `IsBlocked eq ${!isActive}` }),
      },
      rules: ["The target system returns sixty records at a time."],
      readsWholeList: true,
    }),
    get: get(),
    create: create<AccountInput>({
      encoder: encoder<AccountInput>({
        ...accountFields.writes,
        class: (value) => balances[value],
        status: (status) => ({ IsBlocked: status === "ARCHIVED" }),
        type: (type, _input, field) => ({ Type: Number(accountTypes.write(type, field)) }),
      }),
      requires: ["class", "name", "number", "type"],
    }),
  }),
  "journals.list": resource(journals.path, { ...journals, id: "journalId", map: journal }).list(),
  ...operationsOf("bankAccounts", {
    list: bankAccounts.list({ where: `Type eq ${bankJournal}` }),
    get: bankAccounts.get(({ Type }) => Type === bankJournal),
  }),
};
