import { consulting, invoiceBody } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";

export const unknownTaxCode: BusinessCase = {
  fact: "An invoice with a tax code that does not exist is refused, and the error names the code",
  rules: ["W8"],
  needs: ["invoices.create"],
  run: async (books) => {
    const line = consulting(books.system.sales.standard, { taxCode: "987654" });
    const body = await invoiceBody(books, [line]);
    await books.refuses("invoices.create", { body, fields: ["taxCode"] });
  },
};
