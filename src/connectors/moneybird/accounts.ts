import type { AccountInput } from "../../contract/inputs/ledger.ts";
import type { Account } from "../../contract/records/ledger.ts";
import { as, elsewhere, encoder } from "../../kit/encode.ts";
import { inMemory, readWhole } from "../../kit/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { get } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { changedSince, inOnePiece } from "./conventions.ts";
import { identity, named, stamps } from "./fields.ts";
import type { LedgerAccount } from "./types.ts";

const types = vocabulary({
  non_current_assets: "NON_CURRENT_ASSET",
  current_assets: "CURRENT_ASSET",
  equity: "EQUITY",
  provisions: "LONG_TERM_LIABILITY",
  non_current_liabilities: "NON_CURRENT_LIABILITY",
  current_liabilities: "CURRENT_LIABILITY",
  revenue: "REVENUE",
  direct_costs: "DIRECT_COSTS",
  expenses: "EXPENSE",
  other_income_expenses: "OTHER",
  temporary: "OTHER_BALANCE_SHEET_ACCOUNT",
  other: "OTHER",
});

/** What is left out here is both, or neither. */
const classes = vocabulary({
  non_current_assets: "ASSET",
  current_assets: "ASSET",
  equity: "EQUITY",
  provisions: "LIABILITY",
  non_current_liabilities: "LIABILITY",
  current_liabilities: "LIABILITY",
  revenue: "REVENUE",
  direct_costs: "EXPENSE",
  expenses: "EXPENSE",
});

const classOf = (native: LedgerAccount) => classes.ours(native.account_type);

export const account = mapping<Account, LedgerAccount>({
  ...identity,
  ...named,
  ...stamps,
  class: classOf,
  code: (native) => native.taxonomy_item?.code,
  number: (native) => native.account_id,
  parentAccountId: (native) => native.parent_id,
  type: types.read((native) => native.account_type),
});

export const accounts = {
  "accounts.list": inMemory({
    read: readWhole<LedgerAccount>("/ledger_accounts.json"),
    map: account,
    filters: {
      ...changedSince,
      types: (native, wanted) => wanted.split(",").includes(types.ours(native.account_type) ?? ""),
      classFilter: (native, wanted) => classOf(native) === wanted,
    },
    rules: [inOnePiece],
  }),
  "accounts.get": get({ path: "/ledger_accounts/{accountId}.json", map: account }),
  "accounts.create": write({
    method: "POST",
    path: "/ledger_accounts.json",
    encoder: encoder<AccountInput>({
      code: elsewhere,
      name: as("name"),
      number: as("account_id"),
      parentAccountId: as("parent_id"),
      // Clearing accounts are of the vendor's own making.
      type: types.except("OTHER_BALANCE_SHEET_ACCOUNT").as("account_type"),
    }),
    map: account,
    within: (body, { body: { code } }) => ({ ledger_account: body, rgs_code: code }),
    requires: ["name", "type", "code"],
    rules: ["code is a code of the Dutch reference chart of accounts (RGS 3.5), such as WBedAlkOal."],
  }),
};
