import type { BankAccountInput } from "../../contract/inputs/money.ts";
import type { BankAccount as BankAccountRecord } from "../../contract/records/money.ts";
import { mapping } from "../../kit/mapping.ts";
import { theirWords, words } from "../../kit/vocabulary.ts";
import { as, body } from "../../kit/writing.ts";
import { activities } from "./accounts.ts";
import { updated } from "./fields.ts";
import { currencyOf, equals, modified, single, wholeList } from "./habits.ts";
import { create } from "./telling.ts";
import type { Account } from "./vendor.ts";

const types = { BANK: "BANK", CREDITCARD: "CREDIT_CARD", PAYPAL: "PAYMENT_PROVIDER" } as const;

const bankAccount = mapping<BankAccountRecord, Account>({
  ...updated,
  id: (account) => account.AccountID,
  currency: (account) => currencyOf(account.CurrencyCode),
  name: (account) => account.Name,
  number: (account) => account.BankAccountNumber,
  status: words(activities, (account) => account.Status),
  type: words(types, (account) => account.BankAccountType),
});

const told = body<BankAccountInput>({
  currency: as("CurrencyCode"),
  name: as("Name"),
  number: as("BankAccountNumber"),
  type: (type) => ({ BankAccountType: theirWords(types, type, "type")[0] }),
});

export const bankAccounts = {
  "bankAccounts.list": wholeList("Accounts", {
    map: bankAccount,
    query: equals("Type")("BANK"),
    headers: modified,
  }),
  "bankAccounts.get": single("Accounts", {
    id: "bankAccountId",
    map: bankAccount,
    is: ({ Type }) => Type === "BANK",
  }),
  "bankAccounts.create": create("Accounts", {
    alone: true,
    body: told,
    also: () => ({ Type: "BANK" }),
    map: bankAccount,
    requires: ["name", "number"],
  }),
};
