import { openInvoice } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectDocument } from "../documents.ts";
import { Refusal } from "../errors.ts";

export const openInvoiceChanged: BusinessCase = {
  fact: "An open invoice is moved to another day, or refused as locked with the way out, and keeps its amounts",
  rules: ["W4", "W5"],
  needs: ["invoices.create", "invoices.patch"],
  run: async (books) => {
    const { id, totals } = await openInvoice(books);
    const before = books.day(-5);
    const after = books.day(-2);
    const isLocked = await books.change("invoices.patch", id, { invoiceDate: after }).then(
      () => false,
      (error: unknown) => {
        const code = error instanceof Refusal ? error.answer.body.errors?.[0]?.code : undefined;
        if (code === "document_locked") return true;
        throw error;
      },
    );
    const expected = { ...totals, fields: { invoiceDate: isLocked ? before : after } };
    expectDocument("invoices", await books.read("invoices", id), expected, "read again");
  },
};
