import { totalsOf } from "../amounts.ts";
import { consulting, invoiceBody } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectStored } from "../documents.ts";

export const saleWithNegativeLine: BusinessCase = {
  fact: "A line of −50 beside a line of 200 leaves 150 net, and keeps its sign",
  rules: ["A1", "A3", "W1"],
  needs: ["invoices.create"],
  run: async (books) => {
    const { standard } = books.system.sales;
    const rebate = { quantity: 1, unitAmount: -50, taxRatePercentage: standard, name: "Rebate" };
    const record = await books.create("invoices.create", await invoiceBody(books, [consulting(standard), rebate]));
    await expectStored(books, "invoices", record, {
      ...totalsOf([{ net: 150, rate: standard }]),
      lineNets: [200, -50],
    });
  },
};
