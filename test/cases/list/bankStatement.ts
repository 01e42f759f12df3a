import { totalsOf } from "../amounts.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectPaid, expectSettled } from "../settling.ts";

export const bankStatement: BusinessCase = {
  fact: "An invoice that a line of a bank statement settled is PAID, and the line is a payment",
  rules: ["A4", "A6", "A7"],
  needs: ["invoices.get", "payments.list"],
  entered: "bankStatement",
  run: async (books) => {
    const { invoiceId } = await books.enter("bankStatement");
    expectSettled(await books.read("invoices", invoiceId), "PAID");
    const { gross } = totalsOf([{ net: 200, rate: books.system.sales.standard }]);
    await expectPaid(books, invoiceId, gross);
  },
};
