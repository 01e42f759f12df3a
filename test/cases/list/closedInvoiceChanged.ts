import { openInvoice } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { dated, whileClosed } from "../closing.ts";
import { expectDocument } from "../documents.ts";

export const closedInvoiceChanged: BusinessCase = {
  fact: "An unpaid invoice in a closed period keeps its day: moving it is refused as locked, with the way out",
  rules: ["W5", "W9"],
  needs: ["invoices.create", "invoices.patch"],
  needsClosing: true,
  run: async (books) => {
    const { id, totals } = await openInvoice(books, dated(books, "invoiceDate"));
    const before = await books.read("invoices", id);
    await whileClosed(books, async () => {
      const body = { invoiceDate: books.day(-2) };
      await books.refuses("invoices.patch", { recordId: id, body, codes: ["document_locked"] });
    });
    const expected = { ...totals, fields: { invoiceDate: before["invoiceDate"] } };
    expectDocument("invoices", await books.read("invoices", id), expected, "read again");
  },
};
