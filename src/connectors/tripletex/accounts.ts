import type { AccountInput } from "../../contract/inputs/ledger.ts";
import type { Account as AccountRecord } from "../../contract/records/ledger.ts";
import { values } from "../../kit/columns.ts";
import { encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { same, twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { resource, search } from "./conventions.ts";
import { currencyOf, identity, stamps, wholeNumber } from "./fields.ts";
import type { Account } from "./types.ts";

/** The vendor's word, ours, and the class: what only carries the result has none. */
const kinds = [
  ["ASSETS", "OTHER_BALANCE_SHEET_ACCOUNT", "ASSET"],
  ["EQUITY", "EQUITY", "EQUITY"],
  ["LIABILITIES", "LIABILITY", "LIABILITY"],
  ["OPERATING_REVENUES", "REVENUE", "REVENUE"],
  ["OPERATING_EXPENSES", "EXPENSE", "EXPENSE"],
  ["INVESTMENT_INCOME", "OTHER_INCOME", "REVENUE"],
  ["COST_OF_CAPITAL", "OTHER_EXPENSE", "EXPENSE"],
  ["TAX_ON_ORDINARY_ACTIVITIES", "INCOME_TAXES", "EXPENSE"],
  ["EXTRAORDINARY_INCOME", "EXCEPTIONAL_INCOME", "REVENUE"],
  ["EXTRAORDINARY_COST", "EXCEPTIONAL_COSTS", "EXPENSE"],
  ["TAX_ON_EXTRAORDINARY_ACTIVITIES", "INCOME_TAXES", "EXPENSE"],
  ["ANNUAL_RESULT", "MANAGEMENT_RESULT", undefined],
  ["TRANSFERS_AND_ALLOCATIONS", "OTHER", undefined],
  // Ledgers of their own, and banks, say more than their side of the balance sheet.
  ["CUSTOMER", "ACCOUNTS_RECEIVABLE", undefined],
  ["VENDOR", "ACCOUNTS_PAYABLE", undefined],
  ["EMPLOYEE", "EMPLOYEES_PAYABLE", undefined],
  ["BANK", "BANK", undefined],
] as const;
const types = vocabulary(Object.fromEntries(kinds.map(([theirs, type]) => [theirs, type] as const)));
const classes = vocabulary(
  Object.fromEntries(kinds.flatMap(([theirs, , of]) => (of === undefined ? [] : [[theirs, of] as const]))),
);

const ledgers: readonly unknown[] = ["CUSTOMER", "VENDOR", "EMPLOYEE"];
const kindOf = ({ type, ledgerType, isBankAccount }: Account) => {
  if (isBankAccount) return "BANK";
  return ledgers.includes(ledgerType) ? ledgerType : type;
};
const classOf = ({ type }: Account) => classes.ours(type);

const accountFields = twoWay({
  description: same("description"),
  name: same("name"),
  number: wholeNumber("number"),
});

const account = mapping<AccountRecord, Account>({
  ...identity,
  ...stamps,
  ...accountFields.reads,
  ...values({ code: "saftCode" }),
  class: classOf,
  currency: currencyOf,
  status: ({ isInactive }) => (isInactive ? "ARCHIVED" : "ACTIVE"),
  type: types.read(kindOf),
});

const path = "/ledger/account";
const fields = "*,changes,currency(code)";
const ledger = resource(path, "accountId", { map: account, fields });

export const accounts = {
  "accounts.list": search({
    map: account,
    sources: ({ filters: { isActive } }) => [
      { path, query: { fields, ...(isActive !== undefined && { isInactive: !isActive }) } },
    ],
    asked: ["isActive"],
    fits: {
      types: (native, wanted) => wanted.split(",").includes(types.ours(kindOf(native)) ?? ""),
      classFilter: (native, wanted) => classOf(native) === wanted,
    },
  }),
  "accounts.get": ledger.get(),
  "accounts.create": ledger.create({
    encoder: encoder<AccountInput>({
      ...accountFields.writes,
      status: (status) => ({ isInactive: status === "ARCHIVED" }),
    }),
    requires: ["name", "number"],
    rules: ["The target system makes the type out of the number."],
  }),
};
