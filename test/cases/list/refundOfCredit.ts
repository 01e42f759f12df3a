import { Big } from "big.js";
import { idOf, type Row } from "../../../src/verify/row.ts";
import { openInvoice, paymentBody } from "../bodies.ts";
import type { Books } from "../books.ts";
import type { BusinessCase } from "../businessCase.ts";
import { Refusal } from "../errors.ts";
import { expectPayment } from "../payments.ts";

/** Some vendors book each line as a payment of its own, and their refusal says so. */
async function payTogetherOrApart(books: Books, lines: readonly Row[]): Promise<void> {
  try {
    await books.create("payments.create", paymentBody(books, "INVOICE", lines));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    for (const line of lines) await books.create("payments.create", paymentBody(books, "INVOICE", [line]));
  }
}

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
    await payTogetherOrApart(books, paid);
    const refund = await books.create(
      "payments.create",
      paymentBody(books, "INVOICE", [{ customerId, amount: -50, paymentDate: books.date(0) }]),
    );
    const expected = { side: "INVOICE", amount: new Big(-50) } as const;
    expectPayment(refund, expected, "answered");
    expectPayment(await books.read("payments", idOf(refund)), expected, "read again");
  },
};
