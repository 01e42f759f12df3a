import { idOf } from "../../../src/verify/row.ts";
import { openInvoice, paymentBody } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { dated, documentDay, whileClosed } from "../closing.ts";
import { expectStatus } from "../payments.ts";

export const closedPaymentDeleted: BusinessCase = {
  fact: "A payment in a closed period stays: deleting it is refused as locked, and the invoice stays paid",
  rules: ["W5", "W9"],
  needs: ["invoices.create", "payments.create", "payments.delete"],
  needsClosing: true,
  run: async (books) => {
    const { id, totals } = await openInvoice(books, dated(books, "invoiceDate"));
    const paymentDate = books.date(documentDay + 1);
    const line = { invoiceId: id, amount: totals.gross.toNumber(), paymentDate };
    const payment = await books.create("payments.create", paymentBody(books, "INVOICE", [line]));
    await whileClosed(books, async () => {
      await books.refuses("payments.delete", { recordId: idOf(payment), codes: ["document_locked"] });
    });
    await expectStatus(books, "invoices", id, "paid");
  },
};
