import { activity, fileType } from "../../contract/enums.ts";
import type { BankAccountInput } from "../../contract/inputs/money.ts";
import type { BankAccount as BankAccountRecord } from "../../contract/records/money.ts";
import { as, encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { currencyOf, list, loud, modified, oneOf } from "./conventions.ts";
import { identity, stamps } from "./fields.ts";
import { create, wordAs } from "./telling.ts";
import type { BankAccount } from "./vendorMoney.ts";

const activityOf = oneOf(activity);
const fileTypeOf = oneOf(fileType);

const bankAccount = mapping<BankAccountRecord, BankAccount>({
  ...identity,
  ...stamps,
  balance: ({ balance }) => amount(balance),
  bankName: (account) => account.bank_name,
  bic: ({ bic }) => bic,
  currency: (account) => currencyOf(account.currency),
  description: ({ description }) => description,
  fileType: (account) => fileTypeOf(account.file_type),
  iban: ({ iban }) => iban,
  name: ({ name }) => name,
  number: ({ number }) => number,
  system: ({ system }) => system,
  status: ({ status }) => activityOf(status),
  type: ({ type }) => loud(type),
});

/** The balance is what was posted, so it cannot be told. */
const told = encoder<BankAccountInput>({
  bankName: as("bank_name"),
  bic: as("bic"),
  currency: as("currency"),
  description: as("description"),
  fileType: wordAs("file_type"),
  iban: as("iban"),
  name: as("name"),
  number: as("number"),
  system: as("system"),
  status: wordAs("status"),
  type: wordAs("type"),
});

export const bankAccounts = {
  "bankAccounts.list": list({ path: "/bank-accounts", map: bankAccount, filters: modified }),
  "bankAccounts.get": get({ path: ({ ids }) => path`/bank-accounts/${ids["bankAccountId"]}`, map: bankAccount }),
  "bankAccounts.create": create({ path: "/bank-accounts", encoder: told, map: bankAccount, requires: ["name"] }),
};
