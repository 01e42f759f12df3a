import { consulting } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";

export const writtenOffInvoiceChanged: BusinessCase = {
  fact: "An invoice that was written off keeps its amounts: changing them is refused as locked",
  rules: ["A7", "W5"],
  needs: ["invoices.get", "invoices.patch"],
  entered: "writeOff",
  run: async (books) => {
    const { invoiceId } = await books.enter("writeOff");
    const line = { name: "Consulting", ...consulting(books.system.sales.standard, { quantity: 3 }) };
    await books.refuses("invoices.patch", {
      recordId: invoiceId,
      body: { lineItems: [line] },
      codes: ["document_locked"],
    });
  },
};
