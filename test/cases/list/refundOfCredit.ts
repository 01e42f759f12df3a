import { Big } from "big.js";
import { idOf } from "../../../src/verify/row.ts";
import { openInvoice, paymentBody } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectPayment } from "../payments.ts";

export const refundOfCredit: BusinessCase = {
  fact: "A refund of 50 that a customer paid on account is a payment of −50",
  rules: ["A4", "W7"],
  needs: ["invoices.create", "payments.create"],
  run: async (books) => {
    const { id, totals } = await openInvoice(books);
    const customerId = await books.known("customer");
    const paid = [
      { invoiceId: id, amount: totals.gross.toNumber() },
      { customerId, amount: 50 },
    ];
    await books.create("payments.create", paymentBody(books, "INVOICE", paid));
    const refund = await books.create(
      "payments.create",
      paymentBody(books, "INVOICE", [{ customerId, amount: -50, paymentDate: books.date(0) }]),
    );
    const expected = { side: "INVOICE", amount: new Big(-50) } as const;
    expectPayment(refund, expected, "answered");
    expectPayment(await books.read("payments", idOf(refund)), expected, "read again");
  },
};
