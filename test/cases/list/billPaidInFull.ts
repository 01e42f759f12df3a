import { openBill } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectStatus, pay } from "../payments.ts";

export const billPaidInFull: BusinessCase = {
  fact: "A bill that is paid in full is PAID",
  rules: ["A4", "A7", "W7"],
  needs: ["bills.create", "payments.create"],
  run: async (books) => {
    const { id, totals } = await openBill(books);
    await pay(books, { side: "BILL", documentId: id, amount: totals.gross });
    await expectStatus(books, "bills", id, "paid");
  },
};
