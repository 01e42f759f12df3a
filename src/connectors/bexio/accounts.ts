import type { Account as AccountRecord } from "../../contract/records/ledger.ts";
import { values } from "../../kit/columns.ts";
import { inMemoryReads } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { allOf } from "./conventions.ts";
import { ids } from "./fields.ts";
import type { Account } from "./types.ts";

const typeOf = ({ account_type: type }: Account) => (type === null || type === undefined ? undefined : String(type));

/** 4 is equity too: bexio does not distinguish it from liabilities. 5 are accounts for closing the year. */
const classes = vocabulary({ 1: "REVENUE", 2: "EXPENSE", 3: "ASSET" });
const types = vocabulary({
  1: "REVENUE",
  2: "EXPENSE",
  3: "OTHER_BALANCE_SHEET_ACCOUNT",
  4: "OTHER_BALANCE_SHEET_ACCOUNT",
  5: "STATISTICAL_BALANCE",
});
const isOfClass = (account: Account, wanted: string) => classes.toContract(typeOf(account)) === wanted;

const account = mapping<AccountRecord, Account>({
  ...ids({ id: "id" }),
  ...values({ code: "account_no", name: "name", number: "account_no" }),
  class: classes.read(typeOf, ["4", "5"]),
  status: ({ is_active: isActive }) => (isActive === false ? "ARCHIVED" : "ACTIVE"),
  type: types.read(typeOf),
});

/** The code with which bexio fills in new lines of an account. */
export const taxCodeOfAccount = (native: unknown): string | undefined => {
  const { tax_id: tax } = native as Account;
  return tax ? String(tax) : undefined;
};

export const accounts = operationsOf(
  "accounts",
  inMemoryReads({
    read: (session) => allOf<Account>(session, "/2.0/accounts"),
    map: account,
    id: ({ id }) => String(id),
    filters: {
      classFilter: isOfClass,
      types: (native, wanted) => wanted.split(",").includes(types.toContract(typeOf(native)) ?? ""),
    },
    rules: ["Accounts of liabilities and equity have no class: the target system does not distinguish them."],
  }),
);
