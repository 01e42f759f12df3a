import { openBill } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectDocument } from "../documents.ts";
import { expectThat, isLocked } from "../errors.ts";

export const openBillDeleted: BusinessCase = {
  fact: "An open bill that is deleted is gone or voided, or it is refused as locked and stays",
  rules: ["W5"],
  needs: ["bills.create", "bills.delete"],
  run: async (books) => {
    const { id, totals } = await openBill(books);
    const wasLocked = await isLocked(books.change("bills.delete", id));
    if (wasLocked) {
      expectDocument("bills", await books.read("bills", id), totals, "read again");
      return;
    }
    const found = await books.find("bills", id);
    expectThat(typeof found === "number" || found["status"] === "VOIDED", "the bill is still there");
  },
};
