import { openInvoice } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectThat } from "../errors.ts";
import { expectStatus, pay } from "../payments.ts";

export const paymentInForeignCurrency: BusinessCase = {
  fact: "An invoice in a foreign currency that is paid in full in that currency is PAID",
  rules: ["A4", "W7"],
  needs: ["invoices.create", "payments.create"],
  run: async (books) => {
    const { foreignCurrency } = books.system;
    const { id, totals } = await openInvoice(books, { currency: foreignCurrency });
    const payment = await pay(books, {
      side: "INVOICE",
      documentId: id,
      amount: totals.gross,
      more: { currency: foreignCurrency },
    });
    const { currency } = payment;
    expectThat(currency === foreignCurrency, `the payment is in ${String(currency)} instead of ${foreignCurrency}`);
    await expectStatus(books, "invoices", id, "paid");
  },
};
