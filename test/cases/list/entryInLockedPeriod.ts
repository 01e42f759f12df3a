import type { BusinessCase } from "../businessCase.ts";
import { entryBody } from "../entries.ts";

export const entryInLockedPeriod: BusinessCase = {
  fact: "An entry in a closed period is refused, and the error names its day",
  rules: ["W4", "W5"],
  needs: ["journalEntries.create"],
  needsLockedDay: true,
  run: async (books) => {
    const { lockedDaysAgo = 0 } = books.system;
    await books.refuses("journalEntries.create", {
      body: await entryBody(books, { transactionDate: books.day(-lockedDaysAgo) }),
      fields: ["transactionDate"],
      isCompleted: true,
    });
  },
};
