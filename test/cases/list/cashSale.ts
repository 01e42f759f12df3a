import { totalsOf } from "../amounts.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectDocument, expectListed } from "../documents.ts";
import { expectPaid, expectSettled } from "../settling.ts";

export const cashSale: BusinessCase = {
  fact: "A cash sale of 200 net is a PAID invoice and a payment",
  rules: ["A3", "A4", "A6"],
  needs: ["invoices.get", "payments.list"],
  entered: "cashSale",
  run: async (books) => {
    const { invoiceId } = await books.enter("cashSale");
    const totals = totalsOf([{ net: 200, rate: books.system.sales.standard }]);
    const invoice = await books.read("invoices", invoiceId);
    expectDocument("invoices", invoice, totals, "read");
    await expectListed(books, "invoices", invoiceId, totals);
    expectSettled(invoice, "PAID");
    await expectPaid(books, invoiceId, totals.gross);
  },
};
