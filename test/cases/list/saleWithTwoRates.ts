import { totalsOf } from "../amounts.ts";
import { consulting, invoiceBody } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectStored } from "../documents.ts";

export const saleWithTwoRates: BusinessCase = {
  fact: "An invoice of 200 net at the standard rate and 50 net at a second rate is taxed line by line",
  rules: ["A1", "A3", "W2"],
  needs: ["invoices.create"],
  run: async (books) => {
    const { standard, second } = books.system.sales;
    const book = { quantity: 1, unitAmount: 50, taxRatePercentage: second, name: "Book" };
    const record = await books.create("invoices.create", await invoiceBody(books, [consulting(standard), book]));
    await expectStored(books, "invoices", record, {
      ...totalsOf([
        { net: 200, rate: standard },
        { net: 50, rate: second },
      ]),
      lineNets: [200, 50],
    });
  },
};
