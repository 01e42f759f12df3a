import { totalsOf } from "../amounts.ts";
import { billBody, consulting } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectStored } from "../documents.ts";

export const billWithDiscount: BusinessCase = {
  fact: "A discount of 10 % on a bill's line of 200 leaves 180 net, taxed at the standard rate",
  rules: ["A1", "A3", "W1"],
  needs: ["bills.create"],
  run: async (books) => {
    const { standard } = books.system.purchases;
    const line = consulting(standard, { totalDiscountPercentage: 10 });
    const record = await books.create("bills.create", await billBody(books, [line]));
    await expectStored(books, "bills", record, totalsOf([{ net: 180, rate: standard }]));
  },
};
