import { idOf } from "../../../src/verify/row.ts";
import { billBody, consulting } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectThat } from "../errors.ts";

export const draftBillDeleted: BusinessCase = {
  fact: "A draft bill that is deleted is gone",
  rules: ["W5"],
  needs: ["bills.create", "bills.delete"],
  run: async (books) => {
    const { standard } = books.system.purchases;
    const draft = await books.create(
      "bills.create",
      await billBody(books, [consulting(standard)], { status: "DRAFT" }),
    );
    await books.change("bills.delete", idOf(draft));
    const found = await books.find("bills", idOf(draft));
    expectThat(typeof found === "number" || found["status"] === "VOIDED", "the bill is still there");
  },
};
