import { openInvoice, paymentBody } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectStatus } from "../payments.ts";

export const paymentAboveOpenAmount: BusinessCase = {
  fact: "A payment of more than an invoice's open amount is refused, and nothing is paid",
  rules: ["W7"],
  needs: ["invoices.create", "payments.create"],
  run: async (books) => {
    const { id, totals } = await openInvoice(books);
    const line = { invoiceId: id, amount: totals.gross.plus(50).toNumber() };
    await books.refuses("payments.create", {
      body: paymentBody(books, "INVOICE", [line]),
      fields: ["amount"],
    });
    await expectStatus(books, "invoices", id, "open");
  },
};
