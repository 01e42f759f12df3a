import { Big } from "big.js";
import { openInvoice } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectStatus, pay } from "../payments.ts";

export const partialPayment: BusinessCase = {
  fact: "An invoice of which 100 are paid is partly paid, and the payment is 100",
  rules: ["A4", "A7", "W7"],
  needs: ["invoices.create", "payments.create"],
  run: async (books) => {
    const { id } = await openInvoice(books);
    await pay(books, { side: "INVOICE", documentId: id, amount: new Big(100) });
    await expectStatus(books, "invoices", id, "partly paid");
  },
};
