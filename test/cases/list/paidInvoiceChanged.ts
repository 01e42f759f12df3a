import { openInvoice } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectDocument } from "../documents.ts";
import { settle } from "../payments.ts";

export const paidInvoiceChanged: BusinessCase = {
  fact: "An invoice that is paid, also in part, keeps its day: moving it is refused as locked",
  rules: ["W5"],
  needs: ["invoices.create", "invoices.patch", "payments.create"],
  run: async (books) => {
    const document = await openInvoice(books);
    const { id, totals } = document;
    await settle(books, "INVOICE", document);
    const body = { invoiceDate: books.day(-2) };
    await books.refuses("invoices.patch", { recordId: id, body, codes: ["document_locked"] });
    const expected = { ...totals, fields: { invoiceDate: books.day(-5) } };
    expectDocument("invoices", await books.read("invoices", id), expected, "read again");
  },
};
