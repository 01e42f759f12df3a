import { totalsOf } from "../amounts.ts";
import { invoiceBody } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectStored } from "../documents.ts";

export const saleWithRounding: BusinessCase = {
  fact: "Three pieces at 0.333 are 1.00 net, and tax is rounded once",
  rules: ["A1", "A3", "W1"],
  needs: ["invoices.create"],
  run: async (books) => {
    const { standard } = books.system.sales;
    const line = { quantity: 3, unitAmount: 0.333, taxRatePercentage: standard };
    const record = await books.create("invoices.create", await invoiceBody(books, [line]));
    await expectStored(books, "invoices", record, totalsOf([{ net: 1, rate: standard }]));
  },
};
