import { idOf } from "../../../src/verify/row.ts";
import { totalsOf } from "../amounts.ts";
import { consulting, vendorCreditBody } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { pay } from "../payments.ts";

export const supplierRefund: BusinessCase = {
  fact: "A supplier who pays a credit back makes a negative payment on the purchase side",
  rules: ["A4", "W7"],
  needs: ["vendorCredits.create", "payments.create"],
  run: async (books) => {
    const { standard } = books.system.purchases;
    const body = await vendorCreditBody(books, [consulting(standard)], { status: "OPEN" });
    const credit = await books.create("vendorCredits.create", body);
    const { gross } = totalsOf([{ net: 200, rate: standard }]);
    await pay(books, { side: "BILL", documentId: idOf(credit), amount: gross.times(-1) });
  },
};
