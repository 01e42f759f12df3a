import { Big } from "big.js";
import { billBody, consulting, openBill } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectDocument } from "../documents.ts";
import { settle } from "../payments.ts";

export const paidBillChanged: BusinessCase = {
  fact: "A partly paid bill keeps its amounts: changing them is refused as locked",
  rules: ["W5"],
  needs: ["bills.create", "bills.update", "payments.create"],
  run: async (books) => {
    const { id, totals } = await openBill(books);
    await settle(books, "BILL", id, new Big(100));
    const { standard } = books.system.purchases;
    await books.refuses("bills.update", {
      recordId: id,
      body: await billBody(books, [consulting(standard, { quantity: 3 })]),
      codes: ["document_locked"],
    });
    expectDocument("bills", await books.read("bills", id), totals, "read again");
  },
};
