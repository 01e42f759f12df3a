import type { Account as AccountRecord } from "../../contract/records/ledger.ts";
import { values } from "../../kit/columns.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { entitySet, modified } from "./conventions.ts";
import { choices, stamped } from "./fields.ts";
import type { Account } from "./types.ts";

const classes = choices({
  Assets: "ASSET",
  Liabilities: "LIABILITY",
  Equity: "EQUITY",
  Income: "REVENUE",
  "Cost of Goods Sold": "EXPENSE",
  Expense: "EXPENSE",
});

/** Posting accounts, and the headings and totals between them. The names have hyphens, which the vendor's docs leave out. */
const types = choices({
  Posting: "POSTING",
  Heading: "HEADING",
  Total: "TOTAL",
  "Begin-Total": "BEGIN_TOTAL",
  "End-Total": "END_TOTAL",
});

const account = mapping<AccountRecord, Account>({
  ...stamped,
  balance: ({ netChange }) => amount(netChange),
  class: classes.read(({ category }) => category),
  ...values({ code: "number", name: "displayName", number: "number" }),
  status: ({ blocked }) => (blocked ? "ARCHIVED" : "ACTIVE"),
  type: types.read(({ accountType }) => accountType),
});

const set = entitySet("/accounts", { id: "accountId", map: account });

export const accounts = {
  "accounts.list": set.list({
    filters: {
      ...modified,
      types: types.filter("accountType"),
      classFilter: classes.filter("category"),
      isActive: (active) => ({ $filter: `blocked eq ${!active}` }),
    },
  }),
  "accounts.get": set.get(),
};
