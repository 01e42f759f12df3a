import type { Account as AccountRecord } from "../../contract/records/ledger.ts";
import { values } from "../../kit/columns.ts";
import { mapping } from "../../kit/mapping.ts";
import { get } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { changedSince, list } from "./conventions.ts";
import { currencyOf, identity, stamps, texts } from "./fields.ts";
import type { Account } from "./types.ts";

const types = vocabulary({
  Asset: "OTHER_BALANCE_SHEET_ACCOUNT",
  Equity: "EQUITY",
  Expense: "EXPENSE",
  Income: "REVENUE",
  Liability: "LIABILITY",
} as const);

const classes = vocabulary({
  Asset: "ASSET",
  Equity: "EQUITY",
  Expense: "EXPENSE",
  Income: "REVENUE",
  Liability: "LIABILITY",
} as const);

const typeOf = ({ GeneralLedgerAccountType }: Account) => GeneralLedgerAccountType;

const account = mapping<AccountRecord, Account>({
  ...identity,
  ...texts({ code: "AccountNo", number: "AccountNo" }),
  ...values({ name: "Name" }),
  class: classes.read(typeOf),
  currency: currencyOf,
  status: ({ IsActive }) => (IsActive === false ? "ARCHIVED" : "ACTIVE"),
  type: types.read(typeOf),
  updatedDate: stamps.updatedDate,
});

/** The vendor's code; its own ids are not written anywhere in our bodies. */
export function taxCodeOfAccount(native: unknown): string | undefined {
  return (native as Account).VatCode ?? undefined;
}

const path = "/v2/GeneralLedgerAccounts";

export const accounts = {
  "accounts.list": list<AccountRecord, Account>({
    path,
    map: account,
    filters: {
      lastModifiedAt: changedSince,
      isActive: () => ({}),
      types: () => ({}),
      classFilter: () => ({}),
    },
    localFilter: {
      when: ({ isActive, types: wanted, classFilter }) =>
        isActive !== undefined || wanted !== undefined || classFilter !== undefined,
      fits: (native, { isActive, types: wanted, classFilter }) =>
        (isActive === undefined || (native.IsActive !== false) === isActive) &&
        (wanted === undefined || wanted.split(",").includes(types.toContract(typeOf(native)) ?? "")) &&
        (classFilter === undefined || classes.toContract(typeOf(native)) === classFilter),
    },
    defaultOrder: "AccountNo",
    rules: ["The target system has five types of accounts, and does not tell banks and subledgers from other assets."],
  }),
  "accounts.get": get({ path: `${path}/{accountId}`, map: account }),
};
