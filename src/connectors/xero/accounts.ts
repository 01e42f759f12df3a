import { accountClass } from "../../contract/enums.ts";
import type { AccountInput } from "../../contract/inputs/ledger.ts";
import type { Account as AccountRecord } from "../../contract/records/ledger.ts";
import { as, encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { spelled, vocabulary } from "../../kit/vocabulary.ts";
import { anyOf, currencyOf, equals, modified, single, wholeList } from "./conventions.ts";
import { updated } from "./fields.ts";
import { create } from "./telling.ts";
import type { Account } from "./types.ts";

const classOf = vocabulary(spelled(accountClass)).ours;

const types = {
  BANK: "BANK",
  CURRENT: "CURRENT_ASSET",
  CURRLIAB: "CURRENT_LIABILITY",
  DEPRECIATN: "DEPRECIATION",
  DIRECTCOSTS: "DIRECT_COSTS",
  EQUITY: "EQUITY",
  EXPENSE: "EXPENSE",
  FIXED: "FIXED_ASSET",
  INVENTORY: "INVENTORY",
  LIABILITY: "LIABILITY",
  NONCURRENT: "NON_CURRENT_ASSET",
  OTHERINCOME: "OTHER_INCOME",
  OVERHEADS: "OVERHEADS",
  PREPAYMENT: "PRE_PAYMENT",
  REVENUE: "REVENUE",
  SALES: "SALES",
  TERMLIAB: "NON_CURRENT_LIABILITY",
} as const;

export const activities = { ACTIVE: "ACTIVE", ARCHIVED: "ARCHIVED", DELETED: "ARCHIVED" } as const;

/** An account has one sign of its own, its code: what others call its number. */
const account = mapping<AccountRecord, Account>({
  ...updated,
  id: (account) => account.AccountID,
  class: (account) => classOf(account.Class),
  code: (account) => account.Code,
  currency: (account) => currencyOf(account.CurrencyCode),
  description: (account) => account.Description,
  name: (account) => account.Name,
  number: (account) => account.Code,
  status: vocabulary(activities).read((account) => account.Status),
  type: vocabulary(types).read((account) => account.Type),
});

const told = encoder<AccountInput>({
  code: as("Code"),
  description: as("Description"),
  name: as("Name"),
  type: (type) => ({ Type: vocabulary(types).write(type, "type") }),
});

export const accounts = {
  "accounts.list": wholeList("Accounts", {
    map: account,
    headers: modified,
    filters: {
      types: (all) =>
        anyOf(
          "Type",
          all.split(",").flatMap((type) => vocabulary(types).theirs(type.trim(), "types")),
        ),
      classFilter: equals("Class"),
      isActive: (active) => equals("Status")(active ? "ACTIVE" : "ARCHIVED"),
    },
  }),
  "accounts.get": single("Accounts", { id: "accountId", map: account }),
  "accounts.create": create("Accounts", {
    unwrapped: true,
    encoder: told,
    map: account,
    requires: ["code", "name", "type"],
    rules: ["Bank accounts are made with bankAccounts."],
  }),
};
