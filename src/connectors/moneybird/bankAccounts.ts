import type { BankAccount } from "../../contract/records/money.ts";
import { mapping } from "../../kit/mapping.ts";
import { currencyOf, identity, stamps } from "./fields.ts";
import { changedSince, fromList, inOnePiece, readWhole, wholeList } from "./habits.ts";
import type { FinancialAccount } from "./vendor.ts";

const looksLikeIban = /^[A-Z]{2}\d{2}[A-Z0-9]{6,}$/;

const bankAccount = mapping<BankAccount, FinancialAccount>({
  ...identity,
  ...stamps,
  bankName: ({ provider }) => provider,
  currency: ({ currency }) => currencyOf(currency),
  iban: ({ identifier }) => (identifier && looksLikeIban.test(identifier) ? identifier : undefined),
  name: ({ name }) => name,
  number: ({ identifier }) => identifier,
  status: ({ active }) => (active === false ? "ARCHIVED" : "ACTIVE"),
  type: ({ type }) => type,
});

const all = readWhole<FinancialAccount>("/financial_accounts.json");

export const bankAccounts = {
  "bankAccounts.list": wholeList({ read: all, map: bankAccount, tests: changedSince, rules: [inOnePiece] }),
  "bankAccounts.get": fromList(all, bankAccount),
};
