import type { AccountInput } from "../../contract/inputs/ledger.ts";
import type { Account } from "../../contract/records/ledger.ts";
import { values } from "../../kit/columns.ts";
import { encoder, sentSeparately } from "../../kit/encode.ts";
import { inMemory, readUnpagedList } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { changedSince, resource, unpagedRule } from "./conventions.ts";
import { identity, name, stamps } from "./fields.ts";
import type { LedgerAccount } from "./types.ts";

/** The vendor's type, ours, and the class. Types without a class may belong to several. */
const kinds = [
  ["non_current_assets", "NON_CURRENT_ASSET", "ASSET"],
  ["current_assets", "CURRENT_ASSET", "ASSET"],
  ["equity", "EQUITY", "EQUITY"],
  ["provisions", "LONG_TERM_LIABILITY", "LIABILITY"],
  ["non_current_liabilities", "NON_CURRENT_LIABILITY", "LIABILITY"],
  ["current_liabilities", "CURRENT_LIABILITY", "LIABILITY"],
  ["revenue", "REVENUE", "REVENUE"],
  ["direct_costs", "DIRECT_COSTS", "EXPENSE"],
  ["expenses", "EXPENSE", "EXPENSE"],
  ["other_income_expenses", "OTHER", undefined],
  ["temporary", "OTHER_BALANCE_SHEET_ACCOUNT", undefined],
  ["other", "OTHER", undefined],
] as const;
const types = vocabulary(Object.fromEntries(kinds.map(([theirs, type]) => [theirs, type] as const)));
const classes = vocabulary(
  Object.fromEntries(kinds.flatMap(([theirs, , kind]) => (kind === undefined ? [] : [[theirs, kind] as const]))),
);

const classOf = (native: LedgerAccount) => classes.toContract(native.account_type);

const accountFields = twoWay({
  number: plainValue("account_id"),
  parentAccountId: plainValue("parent_id"),
});

export const account = mapping<Account, LedgerAccount>({
  ...identity,
  ...name.reads,
  ...stamps,
  ...accountFields.reads,
  ...values({ code: "taxonomy_item.code" }),
  class: classOf,
  type: types.read((native) => native.account_type),
});

const ledger = resource("/ledger_accounts", "accountId", { map: account, within: "ledger_account" });

export const accounts = {
  "accounts.list": inMemory({
    read: readUnpagedList<LedgerAccount>("/ledger_accounts.json"),
    map: account,
    filters: {
      ...changedSince,
      types: (native, filter) => filter.split(",").includes(types.toContract(native.account_type) ?? ""),
      classFilter: (native, filter) => classOf(native) === filter,
    },
    rules: [unpagedRule],
  }),
  "accounts.get": ledger.get(),
  "accounts.create": ledger.create({
    encoder: encoder<AccountInput>({
      ...name.writes,
      ...accountFields.writes,
      code: sentSeparately,
      // Only the vendor creates clearing accounts.
      type: types.except("OTHER_BALANCE_SHEET_ACCOUNT").as("account_type"),
    }),
    within: (body, { body: { code } }) => ({ ledger_account: body, rgs_code: code }),
    requires: ["name", "type", "code"],
    rules: ["code is a code of the Dutch reference chart of accounts (RGS 3.5), such as WBedAlkOal."],
  }),
};
