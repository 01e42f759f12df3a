import { idOf } from "../../../src/verify/row.ts";
import type { BusinessCase } from "../businessCase.ts";
import { entryBody } from "../entries.ts";
import { expectThat, Refusal } from "../errors.ts";

export const entryInLockedPeriod: BusinessCase = {
  fact: "An entry in a closed period is refused by its day, or stays provisional on that day",
  rules: ["W4", "W5"],
  needs: ["journalEntries.create"],
  needsLockedDay: true,
  run: async (books) => {
    const { lockedDaysAgo = 0 } = books.system;
    const transactionDate = books.day(-lockedDaysAgo);
    const body = await entryBody(books, { transactionDate });
    const entry = await books.create("journalEntries.create", body).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      const fields = (error.answer.body.errors ?? []).map(({ field }) => field);
      if (!fields.includes("transactionDate")) throw new Refusal("journalEntries.create", error.answer, false);
      return undefined;
    });
    if (entry === undefined) return;
    const read = await books.read("journalEntries", idOf(entry));
    expectThat(read["isProvisional"] === true, "the entry was booked in a closed period");
    const isSameDay = String(read["transactionDate"]).slice(0, 10) === transactionDate.slice(0, 10);
    expectThat(isSameDay, `the entry was moved to ${String(read["transactionDate"])}`);
  },
};
