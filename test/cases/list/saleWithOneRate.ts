import { totalsOf } from "../amounts.ts";
import { consulting, invoiceBody } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectStored } from "../documents.ts";

export const saleWithOneRate: BusinessCase = {
  fact: "An open invoice of 200 net at the standard rate, with all required fields, has its tax and its day",
  rules: ["A1", "A3", "A9", "W1", "W4"],
  needs: ["invoices.create"],
  run: async (books) => {
    const { standard } = books.system.sales;
    const days = { invoiceDate: books.day(-5), dueDate: books.day(30) };
    const body = await invoiceBody(books, [consulting(standard)], { ...days, status: "OPEN" });
    const record = await books.create("invoices.create", body);
    await expectStored(books, "invoices", record, {
      ...totalsOf([{ net: 200, rate: standard }]),
      lineNets: [200],
      fields: { ...days, status: ["OPEN", "OVERDUE"], contactId: body["contactId"] },
    });
  },
};
