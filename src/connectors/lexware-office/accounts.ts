import type { Account } from "../../contract/records/ledger.ts";
import { mapping } from "../../kit/mapping.ts";
import { unpaged } from "../../kit/paging.ts";
import { partOf } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { list } from "./conventions.ts";
import type { PostingCategory } from "./types.ts";

const account = mapping<Account, PostingCategory>({
  id: ({ id }) => id,
  class: vocabulary({ income: "REVENUE", outgo: "EXPENSE" }).read(({ type }) => type),
  description: (category) => category.groupName,
  name: ({ name }) => name,
});

const path = "/posting-categories";
const rules = [
  "Lexware Office does not show its accounts: these are its posting categories, which bills and booking proposals name as accountId.",
  "It hands out the whole list at once.",
];

export const accounts = {
  "accounts.list": list({ path, map: account, paging: unpaged({ records: (all: unknown) => all }), rules }),
  "accounts.get": {
    ...partOf({ path, parts: (all: readonly PostingCategory[]) => all, map: account, id: ({ id }) => id }),
    rules,
  },
};
