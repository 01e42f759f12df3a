import { billBody, consulting, openBill } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectDocument } from "../documents.ts";
import { settle } from "../payments.ts";

export const paidBillChanged: BusinessCase = {
  fact: "A bill that is paid, also in part, keeps its amounts: changing them is refused as locked",
  rules: ["W5"],
  needs: ["bills.create", "bills.update", "payments.create"],
  run: async (books) => {
    const document = await openBill(books);
    const { id, totals } = document;
    await settle(books, "BILL", document);
    const { standard } = books.system.purchases;
    await books.refuses("bills.update", {
      recordId: id,
      body: await billBody(books, [consulting(standard, { quantity: 3 })]),
      codes: ["document_locked"],
    });
    expectDocument("bills", await books.read("bills", id), totals, "read again");
  },
};
