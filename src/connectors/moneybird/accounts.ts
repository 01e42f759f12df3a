import type { AccountInput } from "../../contract/inputs/ledger.ts";
import type { Account } from "../../contract/records/ledger.ts";
import { as, elsewhere, encoder } from "../../kit/encode.ts";
import { inMemory, readWhole } from "../../kit/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { changedSince, inOnePiece } from "./conventions.ts";
import { identity, stamps } from "./fields.ts";
import type { LedgerAccount } from "./types.ts";

const types = {
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
} as const;

/** What is left out here is both, or neither. */
const classes: Readonly<Record<string, "ASSET" | "EQUITY" | "EXPENSE" | "LIABILITY" | "REVENUE">> = {
  non_current_assets: "ASSET",
  current_assets: "ASSET",
  equity: "EQUITY",
  provisions: "LIABILITY",
  non_current_liabilities: "LIABILITY",
  current_liabilities: "LIABILITY",
  revenue: "REVENUE",
  direct_costs: "EXPENSE",
  expenses: "EXPENSE",
};

const typeOf = vocabulary(types).read((account: LedgerAccount) => account.account_type);
const classOf = ({ account_type: type }: LedgerAccount) => (type ? classes[type] : undefined);

export const account = mapping<Account, LedgerAccount>({
  ...identity,
  ...stamps,
  class: classOf,
  code: (native) => native.taxonomy_item?.code,
  name: ({ name }) => name,
  number: (native) => native.account_id,
  parentAccountId: (native) => native.parent_id,
  type: typeOf,
});

/** Two kinds there are only of the vendor's own making. */
const { temporary: _clearing, other: _other, ...makeable } = types;

const typeAs = (ours: string): object => ({ account_type: vocabulary(makeable).write(ours, "type") });

const told = encoder<AccountInput>({
  // Not part of the account, but beside it.
  code: elsewhere,
  name: as("name"),
  number: as("account_id"),
  parentAccountId: as("parent_id"),
  type: typeAs,
});

const create = write({
  method: "POST",
  path: "/ledger_accounts.json",
  encoder: told,
  map: account,
  within: "ledger_account",
  requires: ["name", "type", "code"],
  rules: ["code is a code of the Dutch reference chart of accounts (RGS 3.5), such as WBedAlkOal."],
});

export const accounts = {
  "accounts.list": inMemory({
    read: readWhole<LedgerAccount>("/ledger_accounts.json"),
    map: account,
    filters: {
      ...changedSince,
      types: (native, wanted) => wanted.split(",").includes(typeOf(native) ?? ""),
      classFilter: (native, wanted) => classOf(native) === wanted,
    },
    rules: [inOnePiece],
  }),
  "accounts.get": get({ path: ({ ids }) => path`/ledger_accounts/${ids["accountId"]}.json`, map: account }),
  "accounts.create": {
    ...create,
    request: (call: Parameters<typeof create.request>[0]) => {
      const { body: wrapped, ...request } = create.request(call);
      return { ...request, body: { ...(wrapped as object), rgs_code: call.body.code } };
    },
  },
};
