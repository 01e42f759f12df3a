import { totalsOf } from "../amounts.ts";
import { billBody, consulting } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectStored } from "../documents.ts";

export const billWithTwoRates: BusinessCase = {
  fact: "A bill of 200 net at the standard rate and 50 net at a second rate is taxed line by line",
  rules: ["A1", "A3", "W2"],
  needs: ["bills.create"],
  run: async (books) => {
    const { standard, second } = books.system.purchases;
    const book = { quantity: 1, unitAmount: 50, taxRatePercentage: second, description: "Book" };
    const record = await books.create("bills.create", await billBody(books, [consulting(standard), book]));
    await expectStored(books, "bills", record, {
      ...totalsOf([
        { net: 200, rate: standard },
        { net: 50, rate: second },
      ]),
      lineNets: [200, 50],
    });
  },
};
