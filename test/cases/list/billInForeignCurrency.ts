import { totalsOf } from "../amounts.ts";
import { billBody, consulting } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectStored } from "../documents.ts";

export const billInForeignCurrency: BusinessCase = {
  fact: "A bill of 200 in a foreign currency is 200 of that currency",
  rules: ["A3", "A10", "W1"],
  needs: ["bills.create"],
  run: async (books) => {
    const { purchases, foreignCurrency } = books.system;
    const body = await billBody(books, [consulting(purchases.standard)], { currency: foreignCurrency });
    const record = await books.create("bills.create", body);
    await expectStored(books, "bills", record, {
      ...totalsOf([{ net: 200, rate: purchases.standard }]),
      fields: { currency: foreignCurrency },
    });
  },
};
