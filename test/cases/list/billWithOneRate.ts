import { idOf } from "../../../src/verify/row.ts";
import { totalsOf } from "../amounts.ts";
import { billBody, consulting } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectListed, expectStored } from "../documents.ts";

export const billWithOneRate: BusinessCase = {
  fact: "A bill of 200 net at the standard rate has its tax, number and day",
  rules: ["A1", "A3", "A9", "W1", "W4"],
  needs: ["bills.create"],
  run: async (books) => {
    const { standard } = books.system.purchases;
    const body = await billBody(books, [consulting(standard)]);
    const { billNumber, billDate, contactId } = body;
    const record = await books.create("bills.create", body);
    const expected = {
      ...totalsOf([{ net: 200, rate: standard }]),
      lineNets: [200],
      fields: { billNumber, billDate, contactId },
    };
    await expectStored(books, "bills", record, expected);
    await expectListed(books, "bills", idOf(record), expected);
  },
};
