import { consulting, invoiceBody } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";

export const brokenPromiseOfInvoice: BusinessCase = {
  fact: "An invoice whose lines do not come to the gross amount in the body is refused",
  rules: ["W3"],
  needs: ["invoices.create"],
  run: async (books) => {
    const body = await invoiceBody(books, [consulting(books.system.sales.standard)], { grossTotalAmount: 999 });
    await books.refuses("invoices.create", { body, fields: ["grossTotalAmount"] });
  },
};
