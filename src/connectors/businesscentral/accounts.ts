import type { Account as AccountRecord } from "../../contract/records/ledger.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { at, list, modified, oneOfTheirs, single } from "./conventions.ts";
import { identity, option, updated } from "./fields.ts";
import type { Account } from "./vendorLedger.ts";

const classes = {
  Assets: "ASSET",
  Liabilities: "LIABILITY",
  Equity: "EQUITY",
  Income: "REVENUE",
  "Cost of Goods Sold": "EXPENSE",
  Expense: "EXPENSE",
} as const;

/** What can be posted to, and the headings and totals between. The docs leave out the hyphens that are in the names. */
const types = {
  Posting: "POSTING",
  Heading: "HEADING",
  Total: "TOTAL",
  "Begin-Total": "BEGIN_TOTAL",
  "End-Total": "END_TOTAL",
} as const;

const account = mapping<AccountRecord, Account>({
  ...identity,
  ...updated,
  balance: ({ netChange }) => amount(netChange),
  class: vocabulary(classes).read(({ category }) => option(category)),
  code: ({ number }) => number,
  name: ({ displayName }) => displayName,
  number: ({ number }) => number,
  status: ({ blocked }) => (blocked ? "ARCHIVED" : "ACTIVE"),
  type: vocabulary(types).read(({ accountType }) => option(accountType)),
});

export const accounts = {
  "accounts.list": list("accounts", {
    map: account,
    filters: {
      ...modified,
      types: oneOfTheirs(types, "accountType", "types"),
      classFilter: oneOfTheirs(classes, "category", "classFilter"),
      isActive: (active) => ({ $filter: `blocked eq ${!active}` }),
    },
  }),
  "accounts.get": single(at("accounts", "accountId"), { map: account }),
};
