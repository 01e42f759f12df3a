import type { BankAccount } from "../../contract/records/money.ts";
import { inMemory, oneInMemory, readWhole } from "../../kit/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { changedSince, inOnePiece } from "./conventions.ts";
import { currencyOf, identity, named, stamps } from "./fields.ts";
import type { FinancialAccount } from "./types.ts";

const looksLikeIban = /^[A-Z]{2}\d{2}[A-Z0-9]{6,}$/;

const bankAccount = mapping<BankAccount, FinancialAccount>({
  ...identity,
  ...named,
  ...stamps,
  bankName: ({ provider }) => provider,
  currency: currencyOf,
  iban: ({ identifier }) => (identifier && looksLikeIban.test(identifier) ? identifier : undefined),
  number: ({ identifier }) => identifier,
  status: ({ active }) => (active === false ? "ARCHIVED" : "ACTIVE"),
  type: ({ type }) => type,
});

const all = readWhole<FinancialAccount>("/financial_accounts.json");

export const bankAccounts = {
  "bankAccounts.list": inMemory({ read: all, map: bankAccount, filters: changedSince, rules: [inOnePiece] }),
  "bankAccounts.get": oneInMemory({ read: all, map: bankAccount, id: ({ id }) => id }),
};
