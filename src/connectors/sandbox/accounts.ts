import { accountClass, activity, debitCredit } from "../../contract/enums.ts";
import type { AccountInput } from "../../contract/inputs/ledger.ts";
import type { Account as AccountRecord } from "../../contract/records/ledger.ts";
import { as, encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { currencyOf, fiscalYear, list, loud, modified, oneOf, spell } from "./conventions.ts";
import { identity, stamps } from "./fields.ts";
import { create, wordAs } from "./telling.ts";
import type { Account } from "./vendorLedger.ts";

const classOf = oneOf(accountClass);
const sideOf = oneOf(debitCredit);
const activityOf = oneOf(activity);

export const account = mapping<AccountRecord, Account>({
  ...identity,
  ...stamps,
  balance: (account) => amount(account.balance),
  class: (account) => classOf(account.class),
  code: ({ code }) => code,
  currency: (account) => currencyOf(account.currency),
  debitCreditIndicator: ({ side }) => sideOf(side),
  description: ({ description }) => description,
  name: ({ name }) => name,
  number: ({ number }) => number,
  parentAccountId: (account) => account.parent_account_id,
  status: (account) => activityOf(account.status),
  type: ({ type }) => loud(type),
});

/** The balance is what was posted, so it cannot be told. */
const told = encoder<AccountInput>({
  class: wordAs("class"),
  code: as("code"),
  currency: as("currency"),
  description: as("description"),
  name: as("name"),
  number: as("number"),
  parentAccountId: as("parent_account_id"),
  status: wordAs("status"),
  type: wordAs("type"),
});

export const accounts = {
  "accounts.list": list({
    path: "/accounts",
    map: account,
    filters: {
      ...modified,
      ...fiscalYear,
      debitCreditIndicator: (side) => ({ side: spell(side) }),
      types: (types) => ({ types: spell(types) }),
      classFilter: (value) => ({ class: spell(value) }),
      isActive: (active) => ({ is_active: active }),
    },
  }),
  "accounts.get": get({ path: ({ ids }) => path`/accounts/${ids["accountId"]}`, map: account }),
  "accounts.create": create({ path: "/accounts", encoder: told, map: account, requires: ["class", "name", "number"] }),
};
