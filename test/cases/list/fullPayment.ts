import { openInvoice } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectStatus, pay } from "../payments.ts";

export const fullPayment: BusinessCase = {
  fact: "An invoice that is paid in full is PAID",
  rules: ["A4", "A7", "W7"],
  needs: ["invoices.create", "payments.create"],
  run: async (books) => {
    const { id, totals } = await openInvoice(books);
    await pay(books, { side: "INVOICE", documentId: id, amount: totals.gross });
    await expectStatus(books, "invoices", id, "paid");
  },
};
