import { idOf, rowsIn } from "../../../src/verify/row.ts";
import type { BusinessCase } from "../businessCase.ts";
import { entryBody, expectStoredEntry } from "../entries.ts";
import { expectThat, Failed } from "../errors.ts";

export const journalEntryWithDimension: BusinessCase = {
  fact: "An entry's line keeps its cost centre",
  rules: ["A8", "W1"],
  needs: ["journalEntries.create", "journalEntries.get", "dimensions.list"],
  run: async (books) => {
    const rows = await books.rows("dimensions.list");
    const dimension = rows.find(({ status }) => status === undefined || status === "ACTIVE");
    if (dimension === undefined) throw new Failed("there is no dimension");
    const { id, categoryName, name } = dimension;
    const dimensions = [
      { id, ...(categoryName !== undefined && { categoryName }), ...(name !== undefined && { name }) },
    ];
    const record = await books.create("journalEntries.create", await entryBody(books, {}, { dimensions }));
    const read = await expectStoredEntry(books, record, [{ side: "DEBIT", amount: 100 }]);
    const stored = rowsIn(read["journalLineItems"]).flatMap((line) => rowsIn(line["dimensions"]).map(idOf));
    expectThat(stored.includes(idOf(dimension)), `the dimension ${idOf(dimension)} is not on any line`);
  },
};
