/** The chart of accounts. Bank accounts are accounts too, and a resource of their own. */
import type { AccountInput } from "../../contract/inputs/ledger.ts";
import type { Account as AccountRecord } from "../../contract/records/ledger.ts";
import type { BankAccount as BankAccountRecord } from "../../contract/records/money.ts";
import { values } from "../../kit/columns.ts";
import { allAs, as, encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { named } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { equals, everyState, oneOf, resource } from "./conventions.ts";
import { currency, identity, refAs, refs, stamps } from "./fields.ts";
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

const texts = { description: "Description", name: "Name", number: "AcctNum" } as const;
const common = {
  ...identity,
  ...stamps,
  ...currency,
  ...values(texts),
  balance: balanceOf,
  status: statusOf,
  type: types.read(({ AccountType }: Account) => AccountType),
};

const account = mapping<AccountRecord, Account>({
  ...common,
  class: classes.read(({ Classification }) => Classification),
  ...values({ code: "AcctNum" }),
  ...refs({ parentAccountId: "ParentRef" }),
  debitCreditIndicator: (native) => (native.Classification ? (isDebit(native) ? "DEBIT" : "CREDIT") : undefined),
});
const bankAccount = mapping<BankAccountRecord, Account>(common);

/** Only accounts that grow on a side, by their classes. */
const sides: Readonly<Record<string, readonly string[]>> = {
  DEBIT: ["Asset", "Expense"],
  CREDIT: ["Liability", "Equity", "Revenue"],
};

const accountEncoder = encoder<AccountInput>({
  currency: refAs("CurrencyRef"),
  ...allAs(as, texts),
  parentAccountId: (id) => ({ ParentRef: { value: id }, SubAccount: true }),
  type: types.as("AccountType"),
});

const { list, get, create } = resource("Account", "accountId", account);
const banks = resource("Account", "bankAccountId", bankAccount);

export const accounts = {
  ...named("accounts", {
    list: list({
      where: ({ isActive }) => [isActive === undefined ? everyState : `Active = ${isActive}`],
      filters: {
        isActive: () => undefined,
        classFilter: (wanted, field) => oneOf("Classification", classes.theirs(wanted, field)),
        debitCreditIndicator: (side) => oneOf("Classification", sides[side] ?? []),
        types: (wanted, field) => oneOf("AccountType", types.theirs(wanted, field)),
      },
    }),
    get: get(),
    create: create({ encoder: accountEncoder, requires: ["name", "type"] }),
  }),
  ...named("bankAccounts", {
    list: banks.list({ where: [equals("AccountType")("Bank"), everyState] }),
    get: banks.get(({ AccountType }) => AccountType === "Bank"),
  }),
};
