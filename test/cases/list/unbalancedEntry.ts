import type { BusinessCase } from "../businessCase.ts";
import { entryBody } from "../entries.ts";

export const unbalancedEntry: BusinessCase = {
  fact: "An entry of 90 in debit and 100 in credit is refused",
  rules: ["A8", "W3"],
  needs: ["journalEntries.create"],
  run: async (books) => {
    await books.refuses("journalEntries.create", {
      body: await entryBody(books, {}, { totalNetAmount: 90 }),
      fields: ["journalLineItems"],
    });
  },
};
