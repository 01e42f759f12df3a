import { totalsOf } from "../amounts.ts";
import { consulting, invoiceBody } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectStored } from "../documents.ts";

export const saleInForeignCurrency: BusinessCase = {
  fact: "An invoice of 200 in a foreign currency is 200 of that currency",
  rules: ["A3", "A10", "W1"],
  needs: ["invoices.create"],
  run: async (books) => {
    const { sales, foreignCurrency } = books.system;
    const body = await invoiceBody(books, [consulting(sales.standard)], { currency: foreignCurrency });
    const record = await books.create("invoices.create", body);
    await expectStored(books, "invoices", record, {
      ...totalsOf([{ net: 200, rate: sales.standard }]),
      fields: { currency: foreignCurrency },
    });
  },
};
