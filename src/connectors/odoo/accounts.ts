import type { AccountInput } from "../../contract/inputs/ledger.ts";
import type { Account as AccountRecord, TrialBalanceEntry } from "../../contract/records/ledger.ts";
import type { Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { lastDayOfYear } from "../../kit/dates.ts";
import { encoder, fieldAs } from "../../kit/encode.ts";
import { sideOf, yearBalances } from "../../kit/ledger.ts";
import { mapping } from "../../kit/mapping.ts";
import { markerText, removeMarker } from "../../kit/models/writing.ts";
import { balance, sum } from "../../kit/money.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { createOf, getOf, type Kind, listOf, select } from "./conventions.ts";
import { activityOf, currency, master } from "./fields.ts";
import { accountSource } from "./lines.ts";
import { type Domain, noRecords } from "./records.ts";
import { type Grouped, groups } from "./rpc.ts";
import { type Account, accountFields, namesOf } from "./types.ts";

/** The first word of an account type is its class. Off-balance accounts have none. */
const result = { income: "REVENUE", expense: "EXPENSE" } as const;
const classes = { asset: "ASSET", liability: "LIABILITY", equity: "EQUITY", ...result } as const;

const classOf = ({ account_type: type }: Account) => classes[type?.split("_")[0] as keyof typeof classes];

/** Off-balance accounts have no class. */
const unknownType = (account: Account): string | undefined => {
  const { account_type: type } = account;
  return type && type !== "off_balance" && classOf(account) === undefined ? type : undefined;
};

const types = vocabulary({
  asset_receivable: "ACCOUNTS_RECEIVABLE",
  asset_cash: ["BANK", "CASH"],
  asset_current: ["CURRENT_ASSET", "INVENTORY", "CURRENT_ASSETS_INPUT_TAX"],
  asset_non_current: "NON_CURRENT_ASSET",
  asset_prepayments: ["PREPAID_EXPENSES", "PRE_PAYMENT"],
  asset_fixed: "FIXED_ASSET",
  liability_payable: "ACCOUNTS_PAYABLE",
  liability_credit_card: "CREDIT_CARD",
  liability_current: ["CURRENT_LIABILITY", "LIABILITY", "VAT"],
  liability_non_current: ["NON_CURRENT_LIABILITY", "LONG_TERM_LIABILITY"],
  equity: ["EQUITY", "CAPITAL"],
  equity_unaffected: "RETAINED_EARNINGS",
  income: ["REVENUE", "SALES"],
  income_other: "OTHER_INCOME",
  expense: ["EXPENSE", "COST", "OVERHEADS"],
  expense_other: "OTHER_EXPENSE",
  expense_depreciation: "DEPRECIATION",
  expense_direct_cost: ["COST_OF_GOODS_SOLD", "DIRECT_COSTS"],
  off_balance: "STATISTICAL_BALANCE",
});

/** Accepts our types and Odoo's. No account matches any other value. */
const ofTypes = (names: string): Domain => {
  const words = names.split(",").map((word) => word.trim());
  const theirs = words.flatMap((word) =>
    types.words.some((type) => type === word) ? types.toVendor(word, "types") : [word],
  );
  return [["account_type", "in", theirs]];
};

const ofClass = (accountClass: string): Domain => {
  const prefix = Object.entries(classes).find(([, name]) => name === accountClass)?.[0];
  return prefix === undefined ? noRecords : [["account_type", "=like", `${prefix}%`]];
};

const account: Kind<AccountRecord, Account> = {
  model: "account.account",
  fields: namesOf(accountFields),
  archived: true,
  map: mapping<AccountRecord, Account>({
    ...master,
    ...values({ balance: "current_balance", code: "code", number: "code" }),
    ...currency,
    class: Object.assign(classOf, { unread: unknownType }),
    description: ({ description, note }) => description ?? removeMarker(note),
    status: activityOf,
    type: ({ account_type: type }) => types.toContract(type) ?? type,
  }),
};

const netOf = ({ debit, credit }: Grouped["sums"]) => balance(debit, credit);

interface Entry {
  readonly account: Account;
  readonly opening: Grouped["sums"];
  readonly movement: Grouped["sums"];
  readonly raw: unknown;
}

const added = (...sums: readonly Grouped["sums"][]): Grouped["sums"] => ({
  debit: sum(sums.map(({ debit }) => debit)),
  credit: sum(sums.map(({ credit }) => credit)),
});

const zeroSums = { debit: 0, credit: 0 };

async function sumsBy(session: Session, more: Domain): Promise<ReadonlyMap<number, Grouped>> {
  const domain = [["parent_state", "=", "posted"], ["company_id", "=", Number(session.company)], ...more];
  const question = { model: "account.move.line", domain, by: "account_id", sums: ["debit", "credit"] };
  return new Map((await groups(session, question)).flatMap((group) => (group.by ? [[group.by[0], group]] : [])));
}

const isOfResult = ({ account_type: type }: Account): boolean => (type?.split("_")[0] ?? "") in result;

/** Odoo does not close years with entries: the result of earlier years appears on a separate account. */
async function entriesOf(session: Session, first: string): Promise<readonly Entry[]> {
  const before = await sumsBy(session, [["date", "<", first]]);
  const within = await sumsBy(session, [
    ["date", ">=", first],
    ["date", "<=", lastDayOfYear(first)],
  ]);
  const ids = [...new Set([...before.keys(), ...within.keys()])];
  const unaffected = ["account_type", "=", "equity_unaffected"] as const;
  const domain: Domain = ["|", ["id", "in", ids], unaffected];
  const accounts = await select<Account>(session, accountSource, { domain, order: "code ASC" });
  const earlier = added(...accounts.filter(isOfResult).map(({ id }) => before.get(id)?.sums ?? zeroSums));
  const carrier = accounts.find(({ account_type: type }) => type === "equity_unaffected")?.id;
  return accounts.flatMap((account) => {
    const carried =
      isOfResult(account) && carrier !== undefined ? zeroSums : (before.get(account.id)?.sums ?? zeroSums);
    const opening = account.id === carrier ? added(carried, earlier) : carried;
    const movement = within.get(account.id)?.sums ?? zeroSums;
    if ([opening, movement].every(({ debit, credit }) => debit === 0 && credit === 0)) return [];
    const raw = { before: before.get(account.id)?.raw, within: within.get(account.id)?.raw };
    return [{ account, opening, movement, raw: Object.values(raw).find(Boolean) ?? {} }];
  });
}

const trialBalance = yearBalances<Entry>({
  read: entriesOf,
  map: mapping<TrialBalanceEntry, Entry>({
    ...values({ accountCode: "account.code", accountName: "account.name", accountNumber: "account.code" }),
    balance: sideOf(({ opening, movement }) => netOf(added(opening, movement))),
    openingBalance: sideOf(({ opening }) => netOf(opening)),
    totalCreditAmount: ({ movement }) => movement["credit"],
    totalDebitAmount: ({ movement }) => movement["debit"],
  }),
  number: (entry) => entry.account.code,
  raw: ({ raw }) => raw,
  rules: [
    "Includes posted entries only, totalled by Odoo.",
    "The result of earlier years is the opening balance of the account of type equity_unaffected, as in Odoo's own reports.",
  ],
});

export const accounts = {
  "accounts.list": listOf(account, {
    filters: {
      classFilter: ofClass,
      // Version 19 renamed the field and reversed its meaning.
      isActive: (active, { fields }) =>
        "deprecated" in fields ? [["deprecated", "=", !active]] : [["active", "=", active]],
      types: ofTypes,
    },
    rules: ["balance has what is posted until today; in debit it is positive."],
  }),
  "accounts.get": getOf(account),
  "accounts.create": createOf<AccountInput, AccountRecord, Account>(account, {
    encoder: encoder<AccountInput>({ name: fieldAs("name"), number: fieldAs("code"), type: types.as("account_type") }),
    marked: (reference) => [["note", "=", reference]],
    values: (encoded, _prepared, { marker }) => ({ ...encoded, note: markerText(marker) }),
    requires: ["name", "number", "type"],
    rules: ["The internal note of a new account holds a reference that Kontor needs."],
  }),
  "trialBalance.list": trialBalance,
};
