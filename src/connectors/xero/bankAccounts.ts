import type { BankAccountInput } from "../../contract/inputs/money.ts";
import type { BankAccount as BankAccountRecord } from "../../contract/records/money.ts";
import { as, encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { activities } from "./accounts.ts";
import { currencyOf, equals, modified, single, wholeList } from "./conventions.ts";
import { updated } from "./fields.ts";
import { create } from "./telling.ts";
import type { Account } from "./types.ts";

const types = { BANK: "BANK", CREDITCARD: "CREDIT_CARD", PAYPAL: "PAYMENT_PROVIDER" } as const;

const bankAccount = mapping<BankAccountRecord, Account>({
  ...updated,
  id: (account) => account.AccountID,
  currency: (account) => currencyOf(account.CurrencyCode),
  name: (account) => account.Name,
  number: (account) => account.BankAccountNumber,
  status: vocabulary(activities).read((account) => account.Status),
  type: vocabulary(types).read((account) => account.BankAccountType),
});

const told = encoder<BankAccountInput>({
  currency: as("CurrencyCode"),
  name: as("Name"),
  number: as("BankAccountNumber"),
  type: (type) => ({ BankAccountType: vocabulary(types).write(type, "type") }),
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
    unwrapped: true,
    encoder: told,
    also: () => ({ Type: "BANK" }),
    map: bankAccount,
    requires: ["name", "number"],
  }),
};
