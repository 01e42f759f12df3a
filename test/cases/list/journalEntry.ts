import type { BusinessCase } from "../businessCase.ts";
import { shown } from "../documents.ts";
import { entryBody, expectStoredEntry } from "../entries.ts";
import { expectThat } from "../errors.ts";

export const journalEntry: BusinessCase = {
  fact: "An entry of 100 from one account to another is posted on its day, on both sides",
  rules: ["A8", "A9", "W1", "W4"],
  needs: ["journalEntries.create", "journalEntries.get"],
  run: async (books) => {
    const body = await entryBody(books);
    const record = await books.create("journalEntries.create", body);
    const read = await expectStoredEntry(books, record, [
      { side: "DEBIT", amount: 100, accountId: await books.known("expenseAccount") },
      { side: "CREDIT", amount: 100, accountId: await books.known("revenueAccount") },
    ]);
    const day = String(read["transactionDate"]).slice(0, 10);
    expectThat(day === books.date(-3), `transactionDate is ${shown(read["transactionDate"])}`);
  },
};
