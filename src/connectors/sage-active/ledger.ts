/** The chart of accounts, the trial balance and dimensions. */

import { Failure } from "../../contract/failure.ts";
import type { AccountInput } from "../../contract/inputs/ledger.ts";
import type { Account as AccountRecord, DimensionRecord, TrialBalanceEntry } from "../../contract/records/ledger.ts";
import type { Session } from "../../contract/session.ts";
import { amounts, values } from "../../kit/columns.ts";
import { calendarDay } from "../../kit/dates.ts";
import { encoder, fieldAs } from "../../kit/encode.ts";
import { compare, compareWord } from "../../kit/graphql/conditions.ts";
import { sideOf, yearBalances } from "../../kit/ledger.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { bySign } from "../../kit/money.ts";
import { noRecord } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { all, ask, get, idIn, list, modified, mutation, one, orderOfCreation, stamps } from "./conventions.ts";
import { exercisesOf } from "./organizations.ts";
import type { Account, Dimension, DimensionTag, TrialBalanceRow } from "./types.ts";

export const accountConnection = {
  root: "accountingAccounts",
  selection: "id creationDate modificationDate code name deactivated subAccountType",
};

/** Other levels are totals, which no entry uses (vendor's page on accounts). */
const postable = [compareWord("accountLevel", "eq", "SUB_ACCOUNT")];

const types = vocabulary({
  CUSTOMER: "ACCOUNTS_RECEIVABLE",
  PROVIDER: "ACCOUNTS_PAYABLE",
  BANK: "BANK",
  CASH: "CASH",
  CHARGE: "EXPENSE",
  COST: "EXPENSE",
  REVENUE: "REVENUE",
  CAPITAL: "EQUITY",
  FIXED_ASSET: "FIXED_ASSET",
  STOCK: "INVENTORY",
  CURRENT_ASSETS: "CURRENT_ASSET",
  CURRENT_ASSETS_INPUT_TAX: "CURRENT_ASSET",
  INPUT_TAX: "CURRENT_ASSET",
  OUTPUT_TAX: "CURRENT_LIABILITY",
  BORROWED_CAPITAL: "LIABILITY",
  BORROWED_CAPITAL_OUTPUT_TAX: "CURRENT_LIABILITY",
  EMPLOYEE: "CURRENT_LIABILITY",
});

/** Natures without a counterpart in the contract. */
const otherNatures = [
  "UNDEFINED",
  "AGGREGATE_CARRIED_FORWARD",
  "BALANCE_CARRIED_FORWARD",
  "CUSTOMER_PREPAYMENT",
  "CUSTOMER_PREPAYMENT_TAX_INCLUDED",
  "CUSTOMER_RETURNABLE_PACKAGING",
  "DEPRECIATION_PROVISION",
  "EXCHANGE_RATE_EXPENSE",
  "EXCHANGE_RATE_INCOME",
  "MANAGEMENT_RESULT",
  "NEUTRAL_EXPENSES",
  "NEUTRAL_REVENUE",
  "OTHER_BALANCE_SHEET_ACCOUNT",
  "REDUCTION_IN_EXPENSES",
  "RESULT_BALANCE_SHEET",
  "SALES_DEDUCTION",
  "STATISTICAL_BALANCE",
  "STATISTICAL_CONSUMPTION",
  "SUPPLIER_PREPAYMENT",
  "SUPPLIER_PREPAYMENT_TAX_INCLUDED",
  "SUPPLIER_RETURNABLE_PACKAGING",
  "TITLE",
];

const nature = ({ subAccountType }: Account) => subAccountType;

const classes = {
  ACCOUNTS_RECEIVABLE: "ASSET",
  ACCOUNTS_PAYABLE: "LIABILITY",
  BANK: "ASSET",
  CASH: "ASSET",
  CURRENT_ASSET: "ASSET",
  CURRENT_LIABILITY: "LIABILITY",
  EQUITY: "EQUITY",
  EXPENSE: "EXPENSE",
  FIXED_ASSET: "ASSET",
  INVENTORY: "ASSET",
  LIABILITY: "LIABILITY",
  REVENUE: "REVENUE",
} as const;

const classOf = Object.assign(
  (account: Account) => {
    const type = types.toContract(nature(account));
    return type && classes[type];
  },
  { unread: types.read(nature, otherNatures).unread },
);

const account = mapping<AccountRecord, Account>({
  ...stamps,
  ...values({ id: "id", code: "code", number: "code", name: "name" }),
  class: classOf,
  status: ({ deactivated }) => (deactivated === true ? "ARCHIVED" : "ACTIVE"),
  type: types.read(nature, otherNatures),
});

async function readAccount(session: Session, id: string | undefined): Promise<Account> {
  const found = await one<Account>(session, accountConnection, id);
  if (found === undefined) throw noRecord();
  return found;
}

const trialBalanceQuery =
  "query ($input: AccountingTrialBalanceGLDtoInput!) { accountingTrialBalance(input: $input) { accountCode accountDescription balance creditAmount debitAmount } }";

async function balancesOf(session: Session, first: string): Promise<readonly TrialBalanceRow[]> {
  const exercise = (await exercisesOf(session)).find(({ startDate }) => startDate && calendarDay(startDate) === first);
  if (exercise === undefined) return [];
  const { id: exerciseId, startDate, endDate } = exercise;
  if (!startDate || !endDate) throw new Failure("target_bad_response", "The fiscal year has no days.");
  const input = { exerciseId, startDate: calendarDay(startDate), endDate: calendarDay(endDate) };
  const { accountingTrialBalance: rows } = await ask(session, { query: trialBalanceQuery, variables: { input } });
  if (Array.isArray(rows)) return rows as readonly TrialBalanceRow[];
  throw new Failure("target_bad_response", "The target system's response does not contain a list of records.");
}

/** `311000000 - Stock de matières`: the code and the name. */
const nameIn = ({ accountCode, accountDescription }: TrialBalanceRow): string | undefined =>
  accountDescription?.startsWith(`${accountCode} - `) === true
    ? accountDescription.slice(`${accountCode} - `.length)
    : (accountDescription ?? undefined);

const balanceEntry = mapping<TrialBalanceEntry, TrialBalanceRow>({
  ...values({ accountCode: "accountCode", accountNumber: "accountCode" }),
  ...amounts({ totalCreditAmount: "creditAmount", totalDebitAmount: "debitAmount" }),
  accountName: nameIn,
  balance: sideOf(({ balance }) => bySign(balance)),
});

const dimensions = {
  root: "dimensions",
  selection: "id creationDate modificationDate name dimensionTags { id name isActive }",
};

/** A tag, with its dimension. */
interface TagOfDimension {
  readonly tag: DimensionTag;
  readonly dimension: Dimension;
}

const dimension = mapping<DimensionRecord, TagOfDimension>({
  ...values({ id: "tag.id", name: "tag.name", categoryName: "dimension.name" }),
  createdDate: ({ dimension: of }) => stamps.createdDate(of),
  updatedDate: ({ dimension: of }) => stamps.updatedDate(of),
  status: ({ tag }) => (tag.isActive === false ? "ARCHIVED" : "ACTIVE"),
});

async function tagsOf(session: Session): Promise<readonly TagOfDimension[]> {
  const found = await all<Dimension>(session, dimensions);
  return found.flatMap((of) => (of.dimensionTags ?? []).map((tag) => ({ tag, dimension: of })));
}

export const ledger = {
  "accounts.list": list<AccountRecord, Account>({
    of: accountConnection,
    map: account,
    where: postable,
    filters: { ...modified, isActive: (isActive) => compare("deactivated", "eq", "Boolean", !isActive) },
    defaultOrder: orderOfCreation,
    rules: ["Only accounts that entries can use are listed, not the totals above them."],
  }),
  "accounts.get": get<AccountRecord, Account>({ of: accountConnection, map: account, where: postable }),
  "accounts.create": write<AccountInput, AccountRecord, Account>({
    ...mutation({ field: "createAccountingAccount", input: "AccountingAccountCreateGLDtoInput" }),
    encoder: encoder<AccountInput>({ name: fieldAs("name"), number: fieldAs("code") }),
    map: account,
    readBack: (reply, _call, session) => readAccount(session, idIn(reply)),
    readBackOnlyReads: true,
    stub: (reply) => ({ id: idIn(reply) ?? "" }),
    requires: ["number", "name"],
    rules: ["The target system derives the type of the account from its number."],
  }),
  "trialBalance.list": yearBalances<TrialBalanceRow>({
    read: balancesOf,
    map: balanceEntry,
    number: ({ accountCode }) => accountCode,
  }),
  "dimensions.list": inMemory<DimensionRecord, TagOfDimension>({
    read: tagsOf,
    map: dimension,
    raw: ({ tag, dimension: of }) => ({ ...of, dimensionTags: [tag] }),
    rules: ["Each tag is a record, and its dimension is the category."],
  }),
};
