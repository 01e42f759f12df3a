import { idOf } from "../../../src/verify/row.ts";
import { consulting, openBill, vendorCreditBody } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectDocument } from "../documents.ts";
import { expectThat } from "../errors.ts";

export const billUnderVendorCredits: BusinessCase = {
  fact: "A bill cannot be changed or deleted among the supplier's credits",
  rules: ["A2", "W5"],
  needs: ["bills.create", "bills.get", "vendorCredits.list", "vendorCredits.delete"],
  run: async (books) => {
    const { id, totals } = await openBill(books);
    const credits = await books.rows("vendorCredits.list");
    expectThat(!credits.some((credit) => idOf(credit) === id), "the bill is in the list of credits");
    const codes = ["not_found"];
    await books.refuses("vendorCredits.delete", { recordId: id, codes });
    if (books.offers("vendorCredits.update")) {
      const body = await vendorCreditBody(books, [consulting(books.system.purchases.standard, { quantity: 3 })]);
      await books.refuses("vendorCredits.update", { recordId: id, body, codes });
    }
    expectDocument("bills", await books.read("bills", id), totals, "read again");
  },
};
