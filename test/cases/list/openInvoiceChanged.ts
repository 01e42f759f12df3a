import { openInvoice } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectDocument } from "../documents.ts";
import { isLocked } from "../errors.ts";

export const openInvoiceChanged: BusinessCase = {
  fact: "An open invoice is moved to another day, or refused as locked with the way out, and keeps its amounts",
  rules: ["W4", "W5"],
  needs: ["invoices.create", "invoices.patch"],
  run: async (books) => {
    const { id, totals } = await openInvoice(books);
    const before = books.day(-5);
    const after = books.day(-2);
    const wasLocked = await isLocked(books.change("invoices.patch", id, { invoiceDate: after }));
    const expected = { ...totals, fields: { invoiceDate: wasLocked ? before : after } };
    expectDocument("invoices", await books.read("invoices", id), expected, "read again");
  },
};
