import { consulting, invoiceBody } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";

export const unknownContact: BusinessCase = {
  fact: "An invoice for a contact that does not exist is refused, and the error names the contact",
  rules: ["W8"],
  needs: ["invoices.create"],
  run: async (books) => {
    const contactId = books.unknownId(await books.known("customer"));
    const body = await invoiceBody(books, [consulting(books.system.sales.standard)], { contactId });
    await books.refuses("invoices.create", { body, fields: ["contactId"] });
  },
};
