import { idOf } from "../../../src/verify/row.ts";
import { openInvoice } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectThat } from "../errors.ts";
import { expectStatus, pay } from "../payments.ts";

export const deletedPayment: BusinessCase = {
  fact: "When its only payment is deleted, an invoice is open again",
  rules: ["A4", "A7"],
  needs: ["invoices.create", "payments.create", "payments.delete"],
  run: async (books) => {
    const { id, totals } = await openInvoice(books);
    const payment = await pay(books, { side: "INVOICE", documentId: id, amount: totals.gross });
    await books.change("payments.delete", idOf(payment));
    const found = await books.find("payments", idOf(payment), { invoiceId: id });
    const isGone = typeof found === "number" || found["status"] === "DELETED";
    expectThat(isGone, "the payment is still there");
    await expectStatus(books, "invoices", id, "open");
  },
};
