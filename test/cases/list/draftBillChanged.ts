import { idOf } from "../../../src/verify/row.ts";
import { totalsOf } from "../amounts.ts";
import { billBody, consulting } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectDocument } from "../documents.ts";

export const draftBillChanged: BusinessCase = {
  fact: "A draft bill of 200 net can be changed to 300 net",
  rules: ["W4", "W5"],
  needs: ["bills.create", "bills.update"],
  run: async (books) => {
    const { standard } = books.system.purchases;
    const draft = await books.create(
      "bills.create",
      await billBody(books, [consulting(standard)], { status: "DRAFT" }),
    );
    const changed = await billBody(books, [consulting(standard, { quantity: 3 })], { status: "DRAFT" });
    await books.replace("bills.update", idOf(draft), changed);
    const expected = totalsOf([{ net: 300, rate: standard }]);
    expectDocument("bills", await books.read("bills", idOf(draft)), expected, "read again");
  },
};
