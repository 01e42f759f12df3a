/** The chart of accounts. Bank accounts are accounts too, and a resource of their own. */

import type { AccountInput } from "../../contract/inputs/ledger.ts";
import type { Account as AccountRecord } from "../../contract/records/ledger.ts";
import type { BankAccount as BankAccountRecord } from "../../contract/records/money.ts";
import { values } from "../../kit/columns.ts";
import { allAs, as, encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { create, eitherState, equals, everyState, list, modified, oneOf, single } from "./conventions.ts";
import { currencyOf, identity, refAs, refOf, stamps } from "./fields.ts";
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
/** Debits are positive, whatever the account; of profit and loss nothing is told, which shows as 0. */
function balanceOf(account: Account): number | undefined {
  const balance = amount(account.CurrentBalance);
  if (balance === undefined || /^(?:Revenue|Expense)$/.test(account.Classification ?? "")) return undefined;
  return isDebit(account) || balance === 0 ? balance : -balance;
}

const common = {
  ...identity,
  ...stamps,
  balance: balanceOf,
  currency: currencyOf,
  ...values({ description: "Description", name: "Name", number: "AcctNum" }),
  status: statusOf,
  type: types.read(({ AccountType }: Account) => AccountType),
};

const account = mapping<AccountRecord, Account>({
  ...common,
  class: classes.read(({ Classification }) => Classification),
  code: ({ AcctNum }) => AcctNum,
  debitCreditIndicator: (native) => (native.Classification ? (isDebit(native) ? "DEBIT" : "CREDIT") : undefined),
  parentAccountId: ({ ParentRef }) => refOf(ParentRef),
});
const bankAccount = mapping<BankAccountRecord, Account>(common);

/** Only accounts that grow on a side, by their classes. */
const sides: Readonly<Record<string, readonly string[]>> = {
  DEBIT: ["Asset", "Expense"],
  CREDIT: ["Liability", "Equity", "Revenue"],
};

const accountEncoder = encoder<AccountInput>({
  currency: refAs("CurrencyRef"),
  ...allAs(as, { description: "Description", name: "Name", number: "AcctNum" }),
  parentAccountId: (id) => ({ ParentRef: { value: id }, SubAccount: true }),
  type: types.as("AccountType"),
});

const isBank = equals("AccountType")("Bank");

export const accounts = {
  "accounts.list": list("Account", {
    map: account,
    where: eitherState.where,
    filters: {
      ...modified,
      ...eitherState.filters,
      classFilter: (wanted, field) => oneOf("Classification", classes.theirs(wanted, field)),
      debitCreditIndicator: (side) => oneOf("Classification", sides[side] ?? []),
      types: (wanted, field) => oneOf("AccountType", types.theirs(wanted, field)),
    },
  }),
  "accounts.get": single("Account", { id: "accountId", map: account }),
  "accounts.create": create("Account", {
    encoder: accountEncoder,
    map: account,
    requires: ["name", "type"],
  }),
  "bankAccounts.list": list("Account", { map: bankAccount, where: [isBank, everyState], filters: modified }),
  "bankAccounts.get": single("Account", {
    id: "bankAccountId",
    map: bankAccount,
    is: ({ AccountType }) => AccountType === "Bank",
  }),
};
