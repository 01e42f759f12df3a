import { idOf } from "../../../src/verify/row.ts";
import { totalsOf } from "../amounts.ts";
import { consulting, invoiceBody } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectDocument } from "../documents.ts";

export const draftInvoiceChanged: BusinessCase = {
  fact: "A draft invoice can be moved to another day, and keeps its amounts",
  rules: ["W4", "W5"],
  needs: ["invoices.create", "invoices.patch"],
  run: async (books) => {
    const { standard } = books.system.sales;
    const body = await invoiceBody(books, [consulting(standard)], { status: "DRAFT", dueDate: books.day(30) });
    const draft = await books.create("invoices.create", body);
    const invoiceDate = books.day(-2);
    await books.change("invoices.patch", idOf(draft), { invoiceDate });
    const expected = { ...totalsOf([{ net: 200, rate: standard }]), fields: { invoiceDate } };
    expectDocument("invoices", await books.read("invoices", idOf(draft)), expected, "read again");
  },
};
