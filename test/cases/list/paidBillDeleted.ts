import { openBill } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectDocument } from "../documents.ts";
import { settle } from "../payments.ts";

export const paidBillDeleted: BusinessCase = {
  fact: "A bill that is paid, also in part, stays: deleting it is refused as locked",
  rules: ["W5"],
  needs: ["bills.create", "bills.delete", "payments.create"],
  run: async (books) => {
    const document = await openBill(books);
    const { id, totals } = document;
    await settle(books, "BILL", document);
    await books.refuses("bills.delete", { recordId: id, codes: ["document_locked"] });
    expectDocument("bills", await books.read("bills", id), totals, "read again");
  },
};
