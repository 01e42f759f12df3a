import { idOf } from "../../../src/verify/row.ts";
import { consulting, vendorCreditBody } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectThat } from "../errors.ts";

export const vendorCreditUnderBills: BusinessCase = {
  fact: "A supplier's credit is not found among the bills, and cannot be deleted there",
  rules: ["A2", "W5"],
  needs: ["vendorCredits.create", "bills.get", "bills.delete"],
  run: async (books) => {
    const { standard } = books.system.purchases;
    const body = await vendorCreditBody(books, [consulting(standard)]);
    const id = idOf(await books.create("vendorCredits.create", body));
    const bills = await books.rows("bills.list");
    expectThat(!bills.some((bill) => idOf(bill) === id), "the credit is in the list of bills");
    const found = await books.find("bills", id);
    expectThat(
      found === 404,
      `GET /accounting/bills/${id} returns ${typeof found === "number" ? found : "the credit"}`,
    );
    await books.refuses("bills.delete", { recordId: id, codes: ["not_found"] });
    const credit = await books.find("vendorCredits", id);
    expectThat(typeof credit !== "number", "the credit was deleted");
  },
};
