/** The chart of accounts. Bank accounts are accounts too, and a resource of their own. */
import { accountClass } from "../../contract/enums.ts";
import type { AccountInput } from "../../contract/inputs/ledger.ts";
import type { BankAccountInput } from "../../contract/inputs/money.ts";
import type { Account as AccountRecord } from "../../contract/records/ledger.ts";
import type { BankAccount as BankAccountRecord } from "../../contract/records/money.ts";
import { values } from "../../kit/columns.ts";
import { allAs, as, encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { currencyCode, spelled, vocabulary } from "../../kit/vocabulary.ts";
import { anyOf, create, equals, modified, single, wholeList } from "./conventions.ts";
import { updated } from "./fields.ts";
import type { Account } from "./types.ts";

const classOf = vocabulary(spelled(accountClass)).ours;

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

const common = {
  ...updated,
  ...values({ id: "AccountID", name: "Name" }),
  currency: (account: Account) => currencyCode(account.CurrencyCode),
  status: vocabulary({ ACTIVE: "ACTIVE", ARCHIVED: "ARCHIVED", DELETED: "ARCHIVED" }).read(
    (account: Account) => account.Status,
  ),
};

/** An account has one sign of its own, its code: what others call its number. */
const account = mapping<AccountRecord, Account>({
  ...common,
  class: (account) => classOf(account.Class),
  ...values({ code: "Code", description: "Description", number: "Code" }),
  type: types.read((account) => account.Type),
});

const bankAccount = mapping<BankAccountRecord, Account>({
  ...common,
  number: (account) => account.BankAccountNumber,
  type: bankTypes.read((account) => account.BankAccountType),
});

/** Accounts are sent without a list around them. */
const unwrapped = { within: (body: object) => body };

export const accounts = {
  "accounts.list": wholeList("Accounts", {
    map: account,
    headers: modified,
    filters: {
      types: (all, field) => anyOf("Type", types.theirs(all, field)),
      classFilter: equals("Class"),
      isActive: (active) => equals("Status")(active ? "ACTIVE" : "ARCHIVED"),
    },
  }),
  "accounts.get": single("Accounts", { id: "accountId", map: account }),
  "accounts.create": create("Accounts", {
    ...unwrapped,
    encoder: encoder<AccountInput>({
      ...allAs(as, { code: "Code", description: "Description", name: "Name" }),
      type: types.as("Type"),
    }),
    map: account,
    requires: ["code", "name", "type"],
    rules: ["Bank accounts are made with bankAccounts."],
  }),
  "bankAccounts.list": wholeList("Accounts", { map: bankAccount, query: equals("Type")("BANK"), headers: modified }),
  "bankAccounts.get": single("Accounts", { id: "bankAccountId", map: bankAccount, is: ({ Type }) => Type === "BANK" }),
  "bankAccounts.create": create("Accounts", {
    ...unwrapped,
    encoder: encoder<BankAccountInput>({
      ...allAs(as, { currency: "CurrencyCode", name: "Name", number: "BankAccountNumber" }),
      type: bankTypes.as("BankAccountType"),
    }),
    also: () => ({ Type: "BANK" }),
    map: bankAccount,
    requires: ["name", "number"],
  }),
};
