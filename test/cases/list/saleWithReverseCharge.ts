import { Big } from "big.js";
import { rowsIn } from "../../../src/verify/row.ts";
import { consulting, invoiceBody } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectStored, shown } from "../documents.ts";
import { expectThat } from "../errors.ts";

export const saleWithReverseCharge: BusinessCase = {
  fact: "An invoice of 200 whose tax the buyer owes has no tax, and says why",
  rules: ["A3", "W1", "W2"],
  needs: ["invoices.create"],
  run: async (books) => {
    const body = await invoiceBody(books, [consulting(0)], { taxRule: "REVERSE_CHARGE" });
    const record = await books.create("invoices.create", body);
    const amount = new Big(200);
    const read = await expectStored(books, "invoices", record, { net: amount, tax: new Big(0), gross: amount });
    const { taxRule } = read;
    const codes = rowsIn(read["lineItems"]).map((line) => line["taxCode"]);
    const hasRule = books.reads("invoices.get", "taxRule");
    const isNamed = hasRule ? taxRule === "REVERSE_CHARGE" : codes.every((code) => code !== undefined);
    expectThat(isNamed, `taxRule is ${shown(taxRule)}, and the lines' tax codes are ${shown(codes)}`);
  },
};
