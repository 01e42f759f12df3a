import { idOf } from "../../../src/verify/row.ts";
import { totalsOf } from "../amounts.ts";
import { consulting, vendorCreditBody } from "../bodies.ts";
import type { Books } from "../books.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectThat } from "../errors.ts";
import { pay } from "../payments.ts";

/** A credit that the vendor's own users have settled, or a new one that the supplier pays back. */
async function settledCredit(books: Books): Promise<string> {
  const settled = (await books.rows("vendorCredits.list")).find(({ status }) => status === "PAID");
  if (settled !== undefined) return idOf(settled);
  expectThat(books.offers("payments.create"), "the books have no vendor credit that is settled");
  const { standard } = books.system.purchases;
  const body = await vendorCreditBody(books, [consulting(standard)], { status: "OPEN" });
  const id = idOf(await books.create("vendorCredits.create", body));
  const { gross } = totalsOf([{ net: 200, rate: standard }]);
  await pay(books, { side: "BILL", documentId: id, amount: gross.times(-1) });
  return id;
}

export const settledVendorCredit: BusinessCase = {
  fact: "A supplier's credit that was used or paid back keeps its amounts and stays: both are refused as locked",
  rules: ["W5", "W9"],
  needs: ["vendorCredits.list", "vendorCredits.create"],
  run: async (books) => {
    const recordId = await settledCredit(books);
    const before = await books.read("vendorCredits", recordId);
    const codes = ["document_locked"];
    if (books.offers("vendorCredits.update")) {
      const body = await vendorCreditBody(books, [consulting(books.system.purchases.standard, { quantity: 3 })]);
      await books.refuses("vendorCredits.update", { recordId, body, codes });
    }
    if (books.offers("vendorCredits.delete")) await books.refuses("vendorCredits.delete", { recordId, codes });
    const after = await books.read("vendorCredits", recordId);
    for (const field of ["status", "totalGrossAmount"])
      expectThat(after[field] === before[field], `${field} has changed`);
  },
};
