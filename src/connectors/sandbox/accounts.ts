import { accountClass, activity, debitCredit } from "../../contract/enums.ts";
import type { AccountInput } from "../../contract/inputs/ledger.ts";
import type { Account } from "../../contract/records/ledger.ts";
import { get } from "../../kit/reading.ts";
import { by, byWord, create, fiscalYearStart, list, modified } from "./conventions.ts";
import { at, currency, decimal, identity, openWord, shape, spell, stamps, text, word } from "./fields.ts";

/** The balance results from postings, so it cannot be written. */
export const account = shape<Account, AccountInput>(
  {
    class: word(accountClass),
    code: text,
    currency,
    description: text,
    name: text,
    number: text,
    parentAccountId: text,
    status: word(activity),
    type: openWord,
  },
  { ...identity, ...stamps, balance: decimal, debitCreditIndicator: at("side", word(debitCredit)) },
);

export const accounts = {
  "accounts.list": list({
    ...account,
    path: "/accounts",
    filters: {
      ...modified,
      ...by("fiscalYear", "isActive"),
      ...byWord("types"),
      ...fiscalYearStart,
      debitCreditIndicator: (side) => ({ side: spell(side) }),
      classFilter: (value) => ({ class: spell(value) }),
    },
  }),
  "accounts.get": get({ ...account, path: "/accounts/{accountId}" }),
  "accounts.create": create({ ...account, path: "/accounts", requires: ["class", "name", "number"] }),
};
