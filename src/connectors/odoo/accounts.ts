import type { ListHandler } from "../../contract/connector.ts";
import type { AccountInput } from "../../contract/inputs/ledger.ts";
import type { Account as AccountRecord, Balance, TrialBalanceEntry } from "../../contract/records/ledger.ts";
import type { Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { lastDayOfYear } from "../../kit/dates.ts";
import { as, encoder } from "../../kit/encode.ts";
import { inMemory } from "../../kit/inMemory.ts";
import { mapping, one } from "../../kit/mapping.ts";
import { marking, unmarked } from "../../kit/models/writing.ts";
import { balance as netted, sum } from "../../kit/money.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { createOf, getOf, type Kind, listOf, select } from "./conventions.ts";
import { activityOf, currencyOf, master } from "./fields.ts";
import { accountSource } from "./lines.ts";
import { type Domain, nothing } from "./records.ts";
import { type Grouped, groups } from "./rpc.ts";
import type { Account } from "./types.ts";

/** The first word of a type is its class; what is off the balance sheet has none. */
const classes = {
  asset: "ASSET",
  liability: "LIABILITY",
  equity: "EQUITY",
  income: "REVENUE",
  expense: "EXPENSE",
} as const;

const classOf = ({ account_type: type }: Account) => classes[type?.split("_")[0] as keyof typeof classes];

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

/** Ours or theirs; what is neither has no accounts. */
const ofTypes = (wanted: string): Domain => {
  const words = wanted.split(",").map((word) => word.trim());
  const theirs = words.flatMap((word) =>
    types.words.some((ours) => ours === word) ? types.theirs(word, "types") : [word],
  );
  return [["account_type", "in", theirs]];
};

const ofClass = (wanted: string): Domain => {
  const prefix = Object.entries(classes).find(([, ours]) => ours === wanted)?.[0];
  return prefix === undefined ? nothing : [["account_type", "=like", `${prefix}%`]];
};

const account: Kind<AccountRecord, Account> = {
  model: "account.account",
  fields: [
    "code",
    "name",
    "account_type",
    "currency_id",
    "current_balance",
    "deprecated",
    "active",
    "note",
    "description",
  ],
  archived: true,
  map: mapping<AccountRecord, Account>({
    ...master,
    ...values({ balance: "current_balance", code: "code", number: "code" }),
    class: classOf,
    currency: currencyOf,
    description: ({ description, note }) => description ?? unmarked(note),
    status: activityOf,
    type: ({ account_type: type }) => types.ours(type) ?? type,
  }),
};

const balance = mapping<Balance, Grouped["sums"]>({
  amount: ({ debit, credit }) => netted(debit, credit).amount,
  debitCreditIndicator: ({ debit, credit }) => netted(debit, credit).debitCreditIndicator,
});

interface Entry {
  readonly account: Account;
  readonly opening: Grouped["sums"];
  readonly movement: Grouped["sums"];
  readonly raw: unknown;
}

const added = (...all: readonly Grouped["sums"][]): Grouped["sums"] => ({
  debit: sum(all.map(({ debit }) => debit)),
  credit: sum(all.map(({ credit }) => credit)),
});

const none = { debit: 0, credit: 0 };

async function sumsBy(session: Session, more: Domain): Promise<ReadonlyMap<number, Grouped>> {
  const domain = [["parent_state", "=", "posted"], ["company_id", "=", Number(session.company)], ...more];
  const question = { model: "account.move.line", domain, by: "account_id", sums: ["debit", "credit"] };
  return new Map((await groups(session, question)).flatMap((group) => (group.by ? [[group.by[0], group]] : [])));
}

const isOfResult = (account: Account): boolean => ["REVENUE", "EXPENSE"].includes(classOf(account) ?? "");

/** Odoo closes no year by entries: what income and expenses of earlier years left is shown on the result's own account. */
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
  const result = added(...accounts.filter(isOfResult).map(({ id }) => before.get(id)?.sums ?? none));
  const carrier = accounts.find(({ account_type: type }) => type === "equity_unaffected")?.id;
  return accounts.flatMap((each) => {
    const own = isOfResult(each) && carrier !== undefined ? none : (before.get(each.id)?.sums ?? none);
    const opening = each.id === carrier ? added(own, result) : own;
    const movement = within.get(each.id)?.sums ?? none;
    if ([opening, movement].every(({ debit, credit }) => debit === 0 && credit === 0)) return [];
    const raw = { before: before.get(each.id)?.raw, within: within.get(each.id)?.raw };
    return [{ account: each, opening, movement, raw: Object.values(raw).find(Boolean) ?? {} }];
  });
}

const trialBalance: ListHandler<TrialBalanceEntry> = {
  ...inMemory<TrialBalanceEntry, Entry>({
    read: (session, { filters: { fiscalYearStartDate: first = "" } }) => entriesOf(session, first),
    map: mapping<TrialBalanceEntry, Entry>({
      ...values({ accountCode: "account.code", accountName: "account.name", accountNumber: "account.code" }),
      balance: one(balance, ({ opening, movement }) => added(opening, movement)),
      openingBalance: one(balance, ({ opening }) => opening),
      totalCreditAmount: ({ movement }) => movement["credit"],
      totalDebitAmount: ({ movement }) => movement["debit"],
    }),
    filters: {
      accountCode: (entry, wanted) => entry.account.code === wanted,
      accountNumber: (entry, wanted) => entry.account.code === wanted,
      fiscalYearStartDate: () => true,
    },
    raw: ({ raw }) => raw,
    rules: [
      "Posted entries only, added up by Odoo; the year is read as a whole.",
      "What income and expenses of earlier years left opens the account of the type equity_unaffected, as in Odoo's own reports.",
    ],
  }),
  requires: ["fiscalYearStartDate"],
};

export const accounts = {
  "accounts.list": listOf(account, {
    filters: {
      classFilter: ofClass,
      // Version 19 renamed it, the other way round.
      isActive: (active, fields) =>
        "deprecated" in fields ? [["deprecated", "=", !active]] : [["active", "=", active]],
      types: ofTypes,
    },
    rules: ["balance has what is posted until today; in debit it is positive."],
  }),
  "accounts.get": getOf(account),
  "accounts.create": createOf<AccountInput, AccountRecord, Account>(account, {
    encoder: encoder<AccountInput>({ name: as("name"), number: as("code"), type: types.as("account_type") }),
    marked: (reference) => [["note", "=", reference]],
    values: (encoded, _prepared, { marker }) => ({ ...encoded, note: marking(marker) }),
    requires: ["name", "number", "type"],
    rules: ["The internal note of a new account is a reference of ours."],
  }),
  "trialBalance.list": trialBalance,
};
