import { isDeepStrictEqual } from "node:util";
import type { OperationId } from "../../../src/contract/operations.ts";
import { idOf, type Row } from "../../../src/verify/row.ts";
import type { Answer } from "../../support/calling.ts";
import { billBody, consulting } from "../bodies.ts";
import type { Books } from "../books.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectThat, summaryOf } from "../errors.ts";

/** Lists that may contain bills, or need them for some of their fields. */
const lists = [
  "customers.list",
  "suppliers.list",
  "invoices.list",
  "creditNotes.list",
  "bills.list",
  "vendorCredits.list",
  "expenses.list",
  "payments.list",
  "openItems.list",
  "journalEntries.list",
] as const satisfies readonly OperationId[];

type List = (typeof lists)[number];

/** The first page of each of these lists. */
async function readLists(books: Books, chosen: readonly List[]): Promise<ReadonlyMap<List, Answer>> {
  const pages = new Map<List, Answer>();
  for (const list of chosen) pages.set(list, await books.page(list));
  return pages;
}

/** Names of records in messages: `vendorCredits.list` is about "vendor credits". */
const recordsOf = (list: List): string =>
  list.replace(".list", "").replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** The refusal says what the user may not do, in words that the caller can pass on. */
function expectForbidden(answer: Answer, words: string): void {
  const [error] = answer.body.errors ?? [];
  expectThat(
    answer.status === 403 && error?.code === "target_forbidden",
    `${words} ${summaryOf(answer)} instead of 403 target_forbidden`,
  );
  expectThat(error.message.includes(words), `the error does not mention ${words}: ${error.message}`);
}

/** A12: a list is complete, or refused, or says that it is not complete. */
function expectHonest(list: List, before: Answer, after: Answer): void {
  if (after.status === 403) return expectForbidden(after, `reading ${recordsOf(list)}`);
  const known = before.body.meta?.warnings ?? [];
  const isSaid = (after.body.meta?.warnings ?? []).some((warning) => !known.includes(warning));
  const isSame = after.status === 200 && isDeepStrictEqual(after.body.data, before.body.data);
  expectThat(isSame || isSaid, `${list} has other records than before, and no warning says so: ${after.status}`);
}

const firstId = ({ body }: Answer): string | undefined => {
  const [record] = (body.data ?? []) as Row[];
  return record && idOf(record);
};

export const partialRights: BusinessCase = {
  fact: "A user who may not see bills gets an error that says so, and every other list is complete or says that it is not",
  rules: ["A12"],
  needs: ["customers.list", "bills.list"],
  run: async (books) => {
    const writesBills = books.offers("bills.create");
    const body = writesBills ? await billBody(books, [consulting(books.system.purchases.standard)]) : {};
    const offered = await readLists(
      books,
      lists.filter((list) => books.offers(list)),
    );
    // A list that requires a parameter, such as an invoice, is left out.
    const before = new Map([...offered].filter(([, { status }]) => status === 200));
    const bills = before.get("bills.list");
    const billId = bills && firstId(bills);
    expectThat(billId !== undefined, "there is no bill that could be hidden");
    await books.limitUser(true);
    try {
      const after = await readLists(books, [...before.keys()]);
      for (const [list, answer] of after) expectHonest(list, before.get(list) ?? answer, answer);
      const customers = after.get("customers.list");
      expectThat(customers?.status === 200, "the customers, which the user may see, are refused");
      const hidden = after.get("bills.list");
      expectThat(hidden?.status === 403, "the list of bills is not refused");
      if (books.offers("bills.get")) expectForbidden(await books.page("bills.get", billId), "reading bills");
      if (writesBills) {
        const refused = await books.refuses("bills.create", {
          body,
          codes: ["target_forbidden"],
          isUnpredictable: true,
        });
        expectForbidden(refused, "creating bills");
      }
    } finally {
      await books.limitUser(false);
    }
    const again = await books.page("bills.list");
    expectThat(again.status === 200, "the list of bills is still refused after the user got the right back");
  },
};
