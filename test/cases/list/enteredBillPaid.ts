import { totalsOf } from "../amounts.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectStatus } from "../payments.ts";
import { expectPaid } from "../settling.ts";

export const enteredBillPaid: BusinessCase = {
  fact: "A bill that was paid at the vendor is PAID, and the payment is positive",
  rules: ["A4", "A6", "A7"],
  needs: ["bills.get", "payments.list"],
  entered: "billPaid",
  run: async (books) => {
    const { billId } = await books.enter("billPaid");
    await expectStatus(books, "bills", billId, "paid");
    const { gross } = totalsOf([{ net: 200, rate: books.system.purchases.standard }]);
    await expectPaid(books, billId, gross);
  },
};
