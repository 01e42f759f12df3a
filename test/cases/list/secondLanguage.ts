import { isDeepStrictEqual } from "node:util";
import type { OperationId } from "../../../src/contract/operations.ts";
import { idOf, type Row } from "../../../src/verify/row.ts";
import { totalsOf } from "../amounts.ts";
import { consulting, invoiceBody } from "../bodies.ts";
import type { Books } from "../books.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectStored } from "../documents.ts";
import { expectThat } from "../errors.ts";

/** Lists with statuses, kinds, names or amounts that a vendor might write in the user's language. */
const lists = [
  "accounts.list",
  "taxRates.list",
  "items.list",
  "customers.list",
  "suppliers.list",
  "invoices.list",
  "creditNotes.list",
  "bills.list",
  "payments.list",
  "journalEntries.list",
  "paymentTerms.list",
  "units.list",
  "trialBalance.list",
] as const satisfies readonly OperationId[];

/** Texts for people. Everything else has the same meaning in every language. */
const names: ReadonlySet<string> = new Set([
  "name",
  "description",
  "accountName",
  "itemName",
  "unitName",
  "categoryName",
]);

function sameMeaning(left: unknown, right: unknown): boolean {
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, at) => sameMeaning(item, right[at]));
  if (typeof left !== "object" || left === null || typeof right !== "object" || right === null)
    return isDeepStrictEqual(left, right);
  const fields = new Set([...Object.keys(left), ...Object.keys(right)].filter((field) => !names.has(field)));
  return [...fields].every((field) => sameMeaning(Reflect.get(left, field), Reflect.get(right, field)));
}

const readLists = async (books: Books): Promise<ReadonlyMap<OperationId, readonly Row[]>> => {
  const found = new Map<OperationId, readonly Row[]>();
  for (const list of lists) if (books.offers(list)) found.set(list, await books.rows(list));
  return found;
};

const namesIn = (rows: readonly Row[] = []): string =>
  JSON.stringify(rows.map(({ name, description }) => [name, description]));

export const secondLanguage: BusinessCase = {
  fact: "A user with another language sees other names, but the same statuses, kinds and amounts, and the same refusals",
  rules: ["A11"],
  needs: ["invoices.create", "invoices.get"],
  needsSecondLanguage: true,
  run: async (books) => {
    const { namesOf } = books.system.secondLanguage ?? {};
    const { standard } = books.system.sales;
    const before = await readLists(books);
    await books.inSecondLanguage(async (other) => {
      const after = await readLists(other);
      for (const [list, rows] of after) {
        const expected = before.get(list) ?? [];
        const differing = rows.find((row, at) => !sameMeaning(row, expected[at]));
        const source = expected.find((row) => differing !== undefined && idOf(row) === idOf(differing));
        expectThat(
          rows.length === expected.length && differing === undefined,
          `${list} differs in the second language: ${JSON.stringify(source)} is ${JSON.stringify(differing)}`,
        );
      }
      if (namesOf !== undefined)
        expectThat(
          namesIn(after.get(namesOf)) !== namesIn(before.get(namesOf)),
          `${namesOf} has the names of the first language`,
        );
      const contactId = other.unknownId(await other.known("customer"));
      const unknown = await invoiceBody(other, [consulting(standard)], { contactId });
      await other.refuses("invoices.create", { body: unknown, fields: ["contactId"] });
      const sold = await other.create("invoices.create", await invoiceBody(other, [consulting(standard)]));
      await expectStored(other, "invoices", sold, totalsOf([{ net: 200, rate: standard }]));
    });
  },
};
