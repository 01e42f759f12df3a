import { Big } from "big.js";
import { consulting, invoiceBody } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectStored } from "../documents.ts";

export const saleWithoutTax: BusinessCase = {
  fact: "An invoice of 200 at 0 % is 200",
  rules: ["A3", "W2"],
  needs: ["invoices.create"],
  run: async (books) => {
    const record = await books.create("invoices.create", await invoiceBody(books, [consulting(0)]));
    const amount = new Big(200);
    await expectStored(books, "invoices", record, { net: amount, tax: new Big(0), gross: amount });
  },
};
