import { Big } from "big.js";
import { idOf } from "../../../src/verify/row.ts";
import { openInvoice, paymentBody } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectPayment, expectStatus } from "../payments.ts";

export const overpayment: BusinessCase = {
  fact: "A customer who pays 50 too much has paid the invoice, and 50 on account",
  rules: ["A4", "A7", "W7"],
  needs: ["invoices.create", "payments.create"],
  run: async (books) => {
    const { id, totals } = await openInvoice(books);
    const lines = [
      { invoiceId: id, amount: totals.gross.toNumber() },
      { customerId: await books.known("customer"), amount: 50 },
    ];
    const payment = await books.create("payments.create", paymentBody(books, "INVOICE", lines));
    const expected = { side: "INVOICE", amount: totals.gross.plus(50), documentId: id } as const;
    expectPayment(payment, expected, "answered");
    expectPayment(await books.read("payments", idOf(payment), { invoiceId: id }), expected, "read again");
    await expectStatus(books, "invoices", id, "paid");
    const parts = [totals.gross, new Big(50)];
    await books.expectAtVendor("payments", idOf(payment), totals.gross.plus(50), parts);
  },
};
