import type { Account } from "../../contract/records/ledger.ts";
import { values } from "../../kit/columns.ts";
import { inMemory, oneInMemory, readWhole } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { idOf } from "./fields.ts";
import type { PostingCategory } from "./types.ts";

const account = mapping<Account, PostingCategory>({
  id: idOf,
  class: vocabulary({ income: "REVENUE", outgo: "EXPENSE" }).read(({ type }) => type),
  ...values({ description: "groupName", name: "name" }),
});

const described = {
  read: readWhole<PostingCategory>("/posting-categories"),
  map: account,
  rules: [
    "Lexware Office does not show its accounts: these are its posting categories, which bills and booking proposals name as accountId.",
    "It hands out the whole list at once.",
  ],
};

export const accounts = {
  "accounts.list": inMemory(described),
  "accounts.get": oneInMemory({ ...described, id: idOf }),
};
