import { billBody, consulting } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";

export const brokenPromiseOfBill: BusinessCase = {
  fact: "A bill whose lines do not come to the gross amount in the body is refused",
  rules: ["W3"],
  needs: ["bills.create"],
  run: async (books) => {
    const body = await billBody(books, [consulting(books.system.purchases.standard)], { totalGrossAmount: 999 });
    await books.refuses("bills.create", { body, fields: ["totalGrossAmount"] });
  },
};
