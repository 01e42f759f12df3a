import { idOf } from "../../../src/verify/row.ts";
import { billBody, consulting } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectThat } from "../errors.ts";

export const settledBillChanged: BusinessCase = {
  fact: "A bill that was paid at the vendor keeps its amounts: changing them is refused as locked",
  rules: ["W5"],
  needs: ["bills.list", "bills.get", "bills.update"],
  run: async (books) => {
    const bills = await books.rows("bills.list");
    const paid = bills.find(({ status }) => status === "PAID");
    expectThat(paid !== undefined, "the books have no bill that is paid");
    const before = await books.read("bills", idOf(paid));
    await books.refuses("bills.update", {
      recordId: idOf(paid),
      body: await billBody(books, [consulting(books.system.purchases.standard, { quantity: 3 })]),
      codes: ["document_locked"],
    });
    const { totalGrossAmount } = await books.read("bills", idOf(paid));
    expectThat(totalGrossAmount === before["totalGrossAmount"], "the amount of the bill has changed");
  },
};
