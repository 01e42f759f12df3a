/** The chart of accounts. Bank accounts are accounts too, and a separate resource in the contract. */
import { accountClass } from "../../contract/enums.ts";
import type { AccountInput } from "../../contract/inputs/ledger.ts";
import type { BankAccountInput } from "../../contract/inputs/money.ts";
import type { Account as AccountRecord } from "../../contract/records/ledger.ts";
import type { BankAccount as BankAccountRecord } from "../../contract/records/money.ts";
import { values } from "../../kit/columns.ts";
import { encoder, fieldAs } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { enumValue, plainValue, twoWay } from "../../kit/twoWay.ts";
import { currencyCode, valuesSpelledBy, vocabulary } from "../../kit/vocabulary.ts";
import { anyOf, create, equals, modified, single, wholeList } from "./conventions.ts";
import { updated } from "./fields.ts";
import type { Account } from "./types.ts";

const classes = vocabulary(valuesSpelledBy(accountClass));

const types = vocabulary({
  BANK: "BANK",
  CURRENT: "CURRENT_ASSET",
  CURRLIAB: "CURRENT_LIABILITY",
  DEPRECIATN: "DEPRECIATION",
  DIRECTCOSTS: "DIRECT_COSTS",
  EQUITY: "EQUITY",
  EXPENSE: "EXPENSE",
  FIXED: "FIXED_ASSET",
  INVENTORY: "INVENTORY",
  LIABILITY: "LIABILITY",
  NONCURRENT: "NON_CURRENT_ASSET",
  OTHERINCOME: "OTHER_INCOME",
  OVERHEADS: "OVERHEADS",
  PREPAYMENT: "PRE_PAYMENT",
  REVENUE: "REVENUE",
  SALES: "SALES",
  TERMLIAB: "NON_CURRENT_LIABILITY",
});

const bankTypes = vocabulary({ BANK: "BANK", CREDITCARD: "CREDIT_CARD", PAYPAL: "PAYMENT_PROVIDER" });

const sharedFields = twoWay({
  name: plainValue("Name"),
});
const accountFields = twoWay({
  code: plainValue("Code"),
  description: plainValue("Description"),
  type: enumValue(types, "Type"),
});
const bankAccountFields = twoWay({
  number: plainValue("BankAccountNumber"),
  type: enumValue(bankTypes, "BankAccountType"),
});

const shared = {
  ...updated,
  ...sharedFields.reads,
  ...values({ id: "AccountID" }),
  currency: (account: Account) => currencyCode(account.CurrencyCode),
  status: vocabulary({ ACTIVE: "ACTIVE", ARCHIVED: "ARCHIVED", DELETED: "ARCHIVED" }).read(
    (account: Account) => account.Status,
  ),
};

/** Xero's accounts have a code, which is their number too. */
const account = mapping<AccountRecord, Account>({
  ...shared,
  ...accountFields.reads,
  ...values({ number: "Code" }),
  class: classes.read((account) => account.Class),
});

const bankAccount = mapping<BankAccountRecord, Account>({ ...shared, ...bankAccountFields.reads });

export const taxCodeOfAccount = (native: unknown): string | undefined => (native as Account).TaxType ?? undefined;

/** Accounts are sent without the list that other records are wrapped in. */
const unwrapped = { within: (body: object) => body };

export const accounts = {
  "accounts.list": wholeList("Accounts", {
    map: account,
    headers: modified,
    filters: {
      types: (ours, field) => anyOf("Type", types.toVendor(ours, field)),
      classFilter: equals("Class"),
      isActive: (active) => equals("Status")(active ? "ACTIVE" : "ARCHIVED"),
    },
  }),
  "accounts.get": single("Accounts", { id: "accountId", map: account }),
  "accounts.create": create("Accounts", {
    ...unwrapped,
    encoder: encoder<AccountInput>({ ...sharedFields.writes, ...accountFields.writes }),
    map: account,
    requires: ["code", "name", "type"],
    rules: ["Create bank accounts with bankAccounts.create."],
  }),
  "bankAccounts.list": wholeList("Accounts", { map: bankAccount, query: equals("Type")("BANK"), headers: modified }),
  "bankAccounts.get": single("Accounts", { id: "bankAccountId", map: bankAccount, is: ({ Type }) => Type === "BANK" }),
  "bankAccounts.create": create("Accounts", {
    ...unwrapped,
    encoder: encoder<BankAccountInput>({
      ...sharedFields.writes,
      ...bankAccountFields.writes,
      currency: fieldAs("CurrencyCode"),
    }),
    also: () => ({ Type: "BANK" }),
    map: bankAccount,
    requires: ["name", "number"],
  }),
};
