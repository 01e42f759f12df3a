import { totalsOf } from "../amounts.ts";
import { billBody, consulting, openBill } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectDocument } from "../documents.ts";
import { isLocked } from "../errors.ts";

export const openBillChanged: BusinessCase = {
  fact: "An open bill is changed to 300 net, or refused as locked with the way out, and keeps its amounts",
  rules: ["W4", "W5"],
  needs: ["bills.create", "bills.update"],
  run: async (books) => {
    const { id, totals } = await openBill(books);
    const { standard } = books.system.purchases;
    const lines = [consulting(standard, { quantity: 3 })];
    const body = await billBody(books, lines, { status: "OPEN", dueDate: books.day(30) });
    const wasLocked = await isLocked(books.replace("bills.update", id, body));
    const expected = wasLocked ? totals : totalsOf([{ net: 300, rate: standard }]);
    expectDocument("bills", await books.read("bills", id), expected, "read again");
  },
};
