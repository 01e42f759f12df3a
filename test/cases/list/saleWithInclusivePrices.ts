import { Big } from "big.js";
import { cents } from "../amounts.ts";
import { invoiceBody } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectStored } from "../documents.ts";

export const saleWithInclusivePrices: BusinessCase = {
  fact: "An invoice whose prices include tax charges exactly these prices",
  rules: ["A1", "A3", "W1", "W2"],
  needs: ["invoices.create"],
  run: async (books) => {
    const { standard } = books.system.sales;
    const net = new Big(200);
    const gross = cents(net.times(100 + standard).div(100));
    const line = { quantity: 2, unitAmount: gross.div(2).toNumber(), taxRatePercentage: standard };
    const body = await invoiceBody(books, [line], { lineAmountTypes: "INCLUSIVE" });
    const record = await books.create("invoices.create", body);
    await expectStored(books, "invoices", record, { net, tax: gross.minus(net), gross });
  },
};
