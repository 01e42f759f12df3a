/** The chart of accounts. Bank accounts are accounts too, and a separate resource in the contract. */
import type { AccountInput } from "../../contract/inputs/ledger.ts";
import type { Account as AccountRecord } from "../../contract/records/ledger.ts";
import type { BankAccount as BankAccountRecord } from "../../contract/records/money.ts";
import { values } from "../../kit/columns.ts";
import { encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { enumValue, plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { equals, everyState, oneOf, resource } from "./conventions.ts";
import { currency, identity, refs, stamps } from "./fields.ts";
import type { Account, Listed } from "./types.ts";

const classes = vocabulary({
  Asset: "ASSET",
  Equity: "EQUITY",
  Expense: "EXPENSE",
  Liability: "LIABILITY",
  Revenue: "REVENUE",
});

const types = vocabulary({
  "Accounts Payable": "ACCOUNTS_PAYABLE",
  "Accounts Receivable": "ACCOUNTS_RECEIVABLE",
  Bank: "BANK",
  "Cost of Goods Sold": "COST_OF_GOODS_SOLD",
  "Credit Card": "CREDIT_CARD",
  Equity: "EQUITY",
  Expense: "EXPENSE",
  "Fixed Asset": "FIXED_ASSET",
  Income: "REVENUE",
  "Long Term Liability": "LONG_TERM_LIABILITY",
  "Other Asset": "NON_CURRENT_ASSET",
  "Other Current Asset": "CURRENT_ASSET",
  "Other Current Liability": "CURRENT_LIABILITY",
  "Other Expense": "OTHER_EXPENSE",
  "Other Income": "OTHER_INCOME",
});

export const statusOf = ({ Active }: Listed) => (Active === false ? "ARCHIVED" : "ACTIVE");

const isDebit = ({ Classification }: Account): boolean => Classification === "Asset" || Classification === "Expense";
/** Debit balances are positive. Accounts of profit and loss have no current balance: QuickBooks sends 0 for them. */
function balanceOf(account: Account): number | undefined {
  const balance = amount(account.CurrentBalance);
  if (balance === undefined || /^(?:Revenue|Expense)$/.test(account.Classification ?? "")) return undefined;
  return isDebit(account) || balance === 0 ? balance : -balance;
}

const accountFields = twoWay({
  description: plainValue("Description"),
  name: plainValue("Name"),
  number: plainValue("AcctNum"),
  type: enumValue(types, "AccountType"),
});
const shared = {
  ...identity,
  ...stamps,
  ...currency.reads,
  ...accountFields.reads,
  balance: balanceOf,
  status: statusOf,
};

const account = mapping<AccountRecord, Account>({
  ...shared,
  class: classes.read(({ Classification }) => Classification),
  ...values({ code: "AcctNum" }),
  ...refs({ parentAccountId: "ParentRef" }),
  debitCreditIndicator: (native) => (native.Classification ? (isDebit(native) ? "DEBIT" : "CREDIT") : undefined),
});
const bankAccount = mapping<BankAccountRecord, Account>(shared);

/** The classes of accounts that increase on each side. */
const sides: Readonly<Record<string, readonly string[]>> = {
  DEBIT: ["Asset", "Expense"],
  CREDIT: ["Liability", "Equity", "Revenue"],
};

const accountEncoder = encoder<AccountInput>({
  ...currency.writes,
  ...accountFields.writes,
  parentAccountId: (id) => ({ ParentRef: { value: id }, SubAccount: true }),
});

const { list, get, create } = resource("Account", "accountId", account);
const banks = resource("Account", "bankAccountId", bankAccount);

export const accounts = {
  ...operationsOf("accounts", {
    list: list({
      where: ({ isActive }) => [isActive === undefined ? everyState : `Active = ${isActive}`],
      filters: {
        isActive: () => undefined,
        classFilter: (ours, field) => oneOf("Classification", classes.toVendor(ours, field)),
        debitCreditIndicator: (side) => oneOf("Classification", sides[side] ?? []),
        types: (ours, field) => oneOf("AccountType", types.toVendor(ours, field)),
      },
    }),
    get: get(),
    create: create({ encoder: accountEncoder, requires: ["name", "type"] }),
  }),
  ...operationsOf("bankAccounts", {
    list: banks.list({ where: [equals("AccountType")("Bank"), everyState] }),
    get: banks.get(({ AccountType }) => AccountType === "Bank"),
  }),
};
