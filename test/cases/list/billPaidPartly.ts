import { Big } from "big.js";
import { openBill } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectStatus, pay } from "../payments.ts";

export const billPaidPartly: BusinessCase = {
  fact: "A bill of which 100 are paid is partly paid, and the payment is 100",
  rules: ["A4", "A7", "W7"],
  needs: ["bills.create", "payments.create"],
  run: async (books) => {
    const { id } = await openBill(books);
    await pay(books, { side: "BILL", documentId: id, amount: new Big(100) });
    await expectStatus(books, "bills", id, "partly paid");
  },
};
