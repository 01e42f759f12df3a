import type { AccountInput } from "../../contract/inputs/ledger.ts";
import type { Account as AccountRecord } from "../../contract/records/ledger.ts";
import { encoder, fieldAs } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { currencyCode, vocabulary } from "../../kit/vocabulary.ts";
import { at, changedIn, createNumbered, matches, newer, single } from "./conventions.ts";
import { idOf, ids, stamp, wholeId } from "./fields.ts";
import type { Account } from "./types.ts";

/** Only accounts of the first two types take postings. */
const types = vocabulary({
  1: "MANAGEMENT_RESULT",
  2: "OTHER_BALANCE_SHEET_ACCOUNT",
  3: "TOTAL_FROM",
  4: "HEADING",
  5: "HEADING_START",
  6: "SUM_INTERVAL",
  7: "SUM_ALPHA",
} as const);
const typeOf = ({ type }: Account): string | undefined => idOf(type);

/** The vendor does not say whether a balance sheet account with a credit balance is a liability or equity. */
const classOf = ({ type, isCredit }: Account) => {
  if (typeof isCredit !== "boolean") return undefined;
  if (type === 1) return isCredit ? "REVENUE" : "EXPENSE";
  return type === 2 && !isCredit ? "ASSET" : undefined;
};

const accountFields = twoWay({
  description: plainValue("note"),
  name: plainValue("name"),
  number: wholeId("number"),
});

const account = mapping<AccountRecord, Account>({
  ...stamp,
  ...accountFields.reads,
  ...ids({ id: "number", parentAccountId: "totalFromAccountNumber" }),
  class: classOf,
  currency: ({ currency }) => currencyCode(currency),
  debitCreditIndicator: ({ isCredit }) => (typeof isCredit === "boolean" ? (isCredit ? "CREDIT" : "DEBIT") : undefined),
  status: ({ isBarred }) => (isBarred ? "ARCHIVED" : "ACTIVE"),
  type: types.read(typeOf),
});

const path = at("accounts", "/Accounts");

const accountEncoder = encoder<AccountInput>(
  {
    class: (accountClass) => ({
      type: accountClass === "REVENUE" || accountClass === "EXPENSE" ? 1 : 2,
      isCredit: accountClass !== "EXPENSE" && accountClass !== "ASSET",
    }),
    ...accountFields.writes,
    currency: fieldAs("currency"),
    status: (status) => ({ isBarred: status === "ARCHIVED" }),
  },
  ({ status }) => ({
    ...(status === undefined && { isBarred: false }),
    isBlockedForDirectEntries: false,
    isDepartmentMandatory: false,
    isUnitMandatory: false,
  }),
);

export const accounts = {
  "accounts.list": newer<AccountRecord, Account>({
    map: account,
    ...changedIn(path),
    fits: (native, { filters }) =>
      (filters.types === undefined || filters.types.split(",").includes(types.toContract(typeOf(native)) ?? "")) &&
      matches(filters, native, { classFilter: classOf, isActive: ({ isBarred }) => isBarred !== true }),
    filters: ["lastModifiedAt", "types", "classFilter", "isActive"],
    rules: ["Headings and sums are listed as accounts, too, but take no postings."],
  }),
  "accounts.get": single([path, "accountId"], account),
  "accounts.create": createNumbered<AccountInput, AccountRecord, Account>(path, {
    encoder: accountEncoder,
    requires: ["number", "name", "class"],
    map: account,
  }),
};
