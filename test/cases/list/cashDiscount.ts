import { cents, totalsOf } from "../amounts.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectDocument } from "../documents.ts";
import { expectPaid, expectSettled } from "../settling.ts";

export const cashDiscount: BusinessCase = {
  fact: "An invoice paid with 2 % cash discount is PAID, and the payment is the money without the discount",
  rules: ["A4", "A5", "A7"],
  needs: ["invoices.get", "payments.list"],
  entered: "cashDiscount",
  run: async (books) => {
    const { invoiceId } = await books.enter("cashDiscount");
    const totals = totalsOf([{ net: 200, rate: books.system.sales.standard }]);
    const invoice = await books.read("invoices", invoiceId);
    expectDocument("invoices", invoice, totals, "read");
    expectSettled(invoice, "PAID");
    await expectPaid(books, invoiceId, cents(totals.gross.times(0.98)));
  },
};
