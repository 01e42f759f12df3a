import type { Account as AccountRecord } from "../../contract/records/ledger.ts";
import type { Session } from "../../contract/session.ts";
import { getInMemory, inMemory, readUnpagedList } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { bySign } from "../../kit/money.ts";
import { currencyOf, quantityOf, tagOf } from "./amounts.ts";
import { readTransactions, wholeRule } from "./books.ts";
import type { AccountBalance, Transaction } from "./types.ts";

/** An account, combined from several replies. */
interface Account {
  readonly name: string;
  readonly code: string | undefined;
  readonly type: string | undefined;
  /** Absent if the account has no postings. */
  readonly balance: AccountBalance | undefined;
}

type Class = NonNullable<AccountRecord["class"]>;

/** The values of a `type:` tag. Cash is an asset, conversion is equity. */
const classByType: Readonly<Record<string, Class>> = {
  A: "ASSET",
  C: "ASSET",
  L: "LIABILITY",
  E: "EQUITY",
  V: "EQUITY",
  R: "REVENUE",
  X: "EXPENSE",
  ASSET: "ASSET",
  CASH: "ASSET",
  LIABILITY: "LIABILITY",
  EQUITY: "EQUITY",
  CONVERSION: "EQUITY",
  REVENUE: "REVENUE",
  EXPENSE: "EXPENSE",
};

/** hledger classifies undeclared accounts by their English names (hledger manual, account types). */
const classByName: readonly (readonly [RegExp, Class])[] = [
  [/^(?:my )?assets?(?::|$)/i, "ASSET"],
  [/^(?:my )?(?:debts?|liabilit(?:y|ies))(?::|$)/i, "LIABILITY"],
  [/^(?:my )?equity(?::|$)/i, "EQUITY"],
  [/^(?:my )?(?:incomes?|revenues?)(?::|$)/i, "REVENUE"],
  [/^(?:my )?expenses?(?::|$)/i, "EXPENSE"],
];

const classOf = ({ name, type }: Account): Class | undefined =>
  classByType[type?.toUpperCase() ?? ""] ?? classByName.find(([pattern]) => pattern.test(name))?.[1];

/** An account with several commodities has no single balance. */
const onlyAmount = ({ balance }: Account) => (balance?.aebalance.length === 1 ? balance.aebalance[0] : undefined);
const balanceOf = (account: Account) => {
  const amount = onlyAmount(account);
  return amount && bySign(quantityOf(amount).toFixed());
};

const account = mapping<AccountRecord, Account>({
  id: ({ name }) => name,
  balance: (native) => balanceOf(native)?.amount,
  class: classOf,
  code: ({ code }) => code,
  currency: (native) => currencyOf(onlyAmount(native)?.acommodity ?? ""),
  debitCreditIndicator: (native) => balanceOf(native)?.debitCreditIndicator,
  name: ({ name }) => name,
  number: ({ code }) => code,
  parentAccountId: ({ name }) => (name.includes(":") ? name.slice(0, name.lastIndexOf(":")) : undefined),
});

/** hledger-web returns an account's code and type only as tags of its postings. */
export function taggedAccounts(
  transactions: readonly Transaction[],
): ReadonlyMap<string, Pick<Account, "code" | "type">> {
  const known = new Map<string, Pick<Account, "code" | "type">>();
  for (const { tpostings } of transactions)
    for (const { paccount, ptags } of tpostings)
      if (!known.has(paccount)) known.set(paccount, { code: tagOf(ptags, "code"), type: tagOf(ptags, "type") });
  return known;
}

/** Declared accounts without postings appear only in the list of names. */
async function readAccounts(session: Session): Promise<readonly Account[]> {
  const names = await readUnpagedList<string>("/accountnames")(session);
  const balances = await readUnpagedList<AccountBalance>("/accounts")(session);
  const tagged = taggedAccounts(await readTransactions(session));
  const byAccount = new Map(balances.map((balance) => [balance.aname, balance]));
  return names.map((name) => {
    const { code, type } = tagged.get(name) ?? { code: undefined, type: undefined };
    return { name, code, type, balance: byAccount.get(name) };
  });
}

const raw = ({ name, balance }: Account): unknown => ({ name, ...(balance && { balance }) });
const rules = [
  wholeRule,
  "Code and number come from a `code:` tag on the account's declaration, as soon as the account has postings.",
];

export const accounts = {
  "accounts.list": inMemory({
    read: readAccounts,
    map: account,
    filters: {
      classFilter: (native, accountClass) => classOf(native) === accountClass,
      debitCreditIndicator: (native, side) => balanceOf(native)?.debitCreditIndicator === side,
    },
    raw,
    rules,
  }),
  "accounts.get": getInMemory({ read: readAccounts, map: account, id: ({ name }) => name, raw, rules }),
};
