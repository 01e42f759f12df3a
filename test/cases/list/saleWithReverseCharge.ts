import Big from "big.js";
import { consulting, invoiceBody } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectStored } from "../documents.ts";

export const saleWithReverseCharge: BusinessCase = {
  fact: "An invoice of 200 whose tax the buyer owes has no tax, and says why",
  rules: ["A3", "W1", "W2"],
  needs: ["invoices.create"],
  run: async (books) => {
    const body = await invoiceBody(books, [consulting(0)], { taxRule: "REVERSE_CHARGE" });
    const record = await books.create("invoices.create", body);
    const amount = new Big(200);
    await expectStored(books, "invoices", record, {
      net: amount,
      tax: new Big(0),
      gross: amount,
      fields: { taxRule: "REVERSE_CHARGE" },
    });
  },
};
