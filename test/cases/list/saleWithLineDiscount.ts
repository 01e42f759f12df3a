import { totalsOf } from "../amounts.ts";
import { consulting, invoiceBody } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectStored } from "../documents.ts";

export const saleWithLineDiscount: BusinessCase = {
  fact: "A discount of 10 % on a line of 200 leaves 180 net, taxed at the standard rate",
  rules: ["A1", "A3", "W1"],
  needs: ["invoices.create"],
  run: async (books) => {
    const { standard } = books.system.sales;
    const line = consulting(standard, { discountItemPercentage: 10 });
    const record = await books.create("invoices.create", await invoiceBody(books, [line]));
    await expectStored(books, "invoices", record, totalsOf([{ net: 180, rate: standard }]));
  },
};
