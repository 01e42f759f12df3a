import { billBody, consulting, openBill } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { dated, whileClosed } from "../closing.ts";
import { expectDocument } from "../documents.ts";

export const closedBillChanged: BusinessCase = {
  fact: "An unpaid bill in a closed period keeps its amounts: changing them is refused as locked",
  rules: ["W5", "W9"],
  needs: ["bills.create", "bills.update"],
  needsClosing: true,
  run: async (books) => {
    const { id, totals } = await openBill(books, dated(books, "billDate"));
    const lines = [consulting(books.system.purchases.standard, { quantity: 3 })];
    await whileClosed(books, async () => {
      const body = await billBody(books, lines, { status: "OPEN", ...dated(books, "billDate") });
      await books.refuses("bills.update", { recordId: id, body, codes: ["document_locked"] });
    });
    expectDocument("bills", await books.read("bills", id), totals, "read again");
  },
};
