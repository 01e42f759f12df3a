import { Big } from "big.js";
import { openBill } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectDocument } from "../documents.ts";
import { settle } from "../payments.ts";

export const paidBillDeleted: BusinessCase = {
  fact: "A partly paid bill stays: deleting it is refused as locked",
  rules: ["W5"],
  needs: ["bills.create", "bills.delete", "payments.create"],
  run: async (books) => {
    const { id, totals } = await openBill(books);
    await settle(books, "BILL", id, new Big(100));
    await books.refuses("bills.delete", { recordId: id, codes: ["document_locked"] });
    expectDocument("bills", await books.read("bills", id), totals, "read again");
  },
};
