import { totalsOf } from "../amounts.ts";
import { consulting, invoiceBody } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectStored } from "../documents.ts";

export const saleWithDocumentDiscount: BusinessCase = {
  fact: "A discount of 10 % on the whole invoice of 200 leaves 180 net, taxed at the standard rate",
  rules: ["A1", "A3", "W1"],
  needs: ["invoices.create"],
  run: async (books) => {
    const { standard } = books.system.sales;
    const body = await invoiceBody(books, [consulting(standard)], { discountPercentage: 10 });
    const record = await books.create("invoices.create", body);
    await expectStored(books, "invoices", record, totalsOf([{ net: 180, rate: standard }]));
  },
};
