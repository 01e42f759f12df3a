import { openBill } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { dated, whileClosed } from "../closing.ts";
import { expectDocument } from "../documents.ts";

export const closedBillDeleted: BusinessCase = {
  fact: "An unpaid bill in a closed period stays: deleting it is refused as locked",
  rules: ["W5", "W9"],
  needs: ["bills.create", "bills.delete"],
  needsClosing: true,
  run: async (books) => {
    const { id, totals } = await openBill(books, dated(books, "billDate"));
    await whileClosed(books, async () => {
      await books.refuses("bills.delete", { recordId: id, codes: ["document_locked"] });
    });
    expectDocument("bills", await books.read("bills", id), totals, "read again");
  },
};
