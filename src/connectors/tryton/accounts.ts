import { Failure } from "../../contract/failure.ts";
import type { AccountInput } from "../../contract/inputs/ledger.ts";
import type { Account as AccountRecord, TrialBalanceEntry } from "../../contract/records/ledger.ts";
import type { Session } from "../../contract/session.ts";
import { amounts, values } from "../../kit/columns.ts";
import { encoder, fieldAs, fieldsAs, invalidField, sentSeparately } from "../../kit/encode.ts";
import { sideOf, yearBalances } from "../../kit/ledger.ts";
import { mapping } from "../../kit/mapping.ts";
import { idAs } from "../../kit/models/reading.ts";
import { markerText } from "../../kit/models/writing.ts";
import { amount, bySign } from "../../kit/money.ts";
import { type Domain, getOf, idFor, type Kind, listOf, rawOf, type Source, select } from "./conventions.ts";
import { activityOf, currencyOf, master, textOf } from "./fields.ts";
import { dayValue } from "./rpc.ts";
import type { Account, AccountType, LedgerAccount } from "./types.ts";
import { createOf } from "./writing.ts";

/** The first matching type wins. An account that is neither debt nor payable may be either. */
const classes = [
  ["ASSET", "balance", ["assets"]],
  ["LIABILITY", "balance", ["payable", "debt"]],
  ["EXPENSE", "income", ["expense"]],
  ["REVENUE", "income", ["revenue"]],
] as const;

const classOf = (type: AccountType | null | undefined) =>
  classes.find(([, statement, flags]) => type?.statement === statement && flags.some((flag) => type[flag]))?.[0];

function ofClass(accountClass: string): Domain {
  const at = classes.findIndex(([name]) => name === accountClass);
  const [, statement = "", flags = []] = classes[at] ?? [];
  const before = classes.slice(0, Math.max(at, 0)).filter((candidate) => candidate[1] === statement);
  return [
    ["type.statement", "=", statement],
    ["OR", ...flags.map((flag) => [[`type.${flag}`, "=", true]])],
    ...before.flatMap(([, , earlierFlags]) => earlierFlags.map((flag) => [`type.${flag}`, "=", false])),
  ];
}

/** Account types belong to the chart of accounts. The contract has names for these flags of a type. */
const typeMarks = {
  ACCOUNTS_PAYABLE: "payable",
  ACCOUNTS_RECEIVABLE: "receivable",
  EXPENSE: "expense",
  REVENUE: "revenue",
} as const;
const marks = Object.entries(typeMarks);

const ourTypeOf = (type: AccountType | null | undefined): string | undefined =>
  marks.find(([, mark]) => type?.[mark])?.[0];

const ofTypes = (names: string): Domain => {
  const types = names.split(",").map((name) => name.trim());
  const marked = marks.flatMap(([type, mark]) => (types.includes(type) ? [[[`type.${mark}`, "=", true]]] : []));
  return [["OR", [["type.name", "in", types]], ...marked]];
};

const account: Kind<AccountRecord, Account> = {
  model: "account.account",
  fields: `code name parent currency.code balance active
    type(name statement assets debt expense payable receivable revenue)`,
  company: "company",
  archived: true,
  map: mapping<AccountRecord, Account>({
    ...master,
    balance: ({ balance }) => amount(balance),
    class: ({ type }) => classOf(type),
    ...values({ code: "code", number: "code" }),
    currency: currencyOf,
    parentAccountId: ({ parent }) => textOf(parent),
    status: activityOf,
    type: ({ type }) => ourTypeOf(type) ?? type?.name,
  }),
};

async function typeFor(type: string | undefined, session: Session): Promise<number> {
  const mark = typeMarks[type as keyof typeof typeMarks] as string | undefined;
  if (mark === undefined)
    throw invalidField(`type must be one of ${Object.keys(typeMarks).join(", ")} for this target system.`, "type");
  const refusal = invalidField("The chart of accounts has no account type for this type.", "type");
  return idFor(session, { model: "account.account.type", company: "company" }, [[mark, "=", true]], refusal);
}

const trialBalanceEntry = mapping<TrialBalanceEntry, LedgerAccount>({
  ...values({ accountCode: "account.code", accountName: "account.name", accountNumber: "account.code" }),
  ...amounts({ totalCreditAmount: "credit", totalDebitAmount: "debit" }),
  balance: sideOf(({ end_balance: end }) => bySign(end)),
  openingBalance: sideOf(({ start_balance: start }) => bySign(start)),
});

const ledger: Source = {
  model: "account.general_ledger.account",
  fields: "account(code name) start_balance debit credit end_balance",
  company: "company",
};

/** Tryton computes the general ledger for the fiscal year in the context. */
async function ledgerOf(session: Session, first: string): Promise<readonly LedgerAccount[]> {
  const refusal = new Failure("fiscal_year_required", "No fiscal year starts on this day.");
  const begins: Domain = [["start_date", "=", dayValue(first)]];
  const fiscalyear = await idFor(session, { model: "account.fiscalyear", company: "company" }, begins, refusal);
  return select(session, { ...ledger, context: { fiscalyear, posted: true } }, []);
}

const trialBalance = yearBalances<LedgerAccount>({
  read: ledgerOf,
  map: trialBalanceEntry,
  number: ({ account: of }) => of?.code,
  raw: rawOf,
  rules: ["Includes posted entries only. Kontor reads the whole general ledger of the year."],
});

export const accounts = {
  "accounts.list": listOf(account, {
    filters: {
      classFilter: ofClass,
      isActive: (active) => [["active", "=", active]],
      types: ofTypes,
    },
    rules: ["balance includes all entries of the open fiscal years, drafts too. A debit balance is positive."],
  }),
  "accounts.get": getOf(account),
  "accounts.create": createOf<AccountInput, AccountRecord, Account, object>(account, {
    encoder: encoder<AccountInput>({
      ...fieldsAs(fieldAs, { name: "name", number: "code" }),
      parentAccountId: idAs("parent"),
      type: sentSeparately,
    }),
    prepare: async ({ body }, session) => ({
      company: Number(session.company),
      type: await typeFor(body.type, session),
    }),
    marked: (reference) => [["note", "=", reference]],
    values: (encoded, filled, { marker }) => ({ ...filled, note: markerText(marker), ...encoded }),
    requires: ["name", "type"],
    rules: ["The account's note holds a reference that Kontor needs."],
  }),
  "trialBalance.list": trialBalance,
};
