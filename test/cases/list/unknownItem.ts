import { consulting, invoiceBody } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";

export const unknownItem: BusinessCase = {
  fact: "An invoice with an item that does not exist is refused, and the error names the item",
  rules: ["W8"],
  needs: ["invoices.create", "items.list"],
  run: async (books) => {
    const itemId = books.unknownId(await books.known("item"));
    const body = await invoiceBody(books, [consulting(books.system.sales.standard, { itemId })]);
    await books.refuses("invoices.create", { body, fields: ["itemId"] });
  },
};
