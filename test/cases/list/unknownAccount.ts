import { billBody, consulting } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";

export const unknownAccount: BusinessCase = {
  fact: "A bill with an account that does not exist is refused, and the error names the account",
  rules: ["W8"],
  needs: ["bills.create", "accounts.list"],
  run: async (books) => {
    const accountId = books.unknownId(await books.known("expenseAccount"));
    const body = await billBody(books, [consulting(books.system.purchases.standard, { accountId })]);
    await books.refuses("bills.create", { body, fields: ["accountId"] });
  },
};
