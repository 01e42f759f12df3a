import { totalsOf } from "../amounts.ts";
import { consulting, invoiceBody } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectStored } from "../documents.ts";

export const keptPromise: BusinessCase = {
  fact: "An invoice whose lines come to the gross amount in the body is stored with this amount",
  rules: ["W1", "W3"],
  needs: ["invoices.create"],
  run: async (books) => {
    const { standard } = books.system.sales;
    const totals = totalsOf([{ net: 200, rate: standard }]);
    const body = await invoiceBody(books, [consulting(standard)], { grossTotalAmount: totals.gross.toNumber() });
    await expectStored(books, "invoices", await books.create("invoices.create", body), totals);
  },
};
