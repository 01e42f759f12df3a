import { idOf } from "../../../src/verify/row.ts";
import type { BusinessCase } from "../businessCase.ts";
import { shown } from "../documents.ts";
import { expectThat } from "../errors.ts";

export const nameAsSeen: BusinessCase = {
  fact: "An item is read by the name that the end user sees at the vendor, letter by letter",
  rules: ["A11"],
  needs: ["items.create", "items.get", "items.list"],
  run: async (books) => {
    const name = `Käse & Brød <${books.freshNumber()}>`;
    const created = await books.create("items.create", { name });
    const id = idOf(created);
    const listed = (await books.rows("items.list")).find((row) => idOf(row) === id);
    const records = { answered: created, "read again": await books.read("items", id), listed };
    for (const [source, record] of Object.entries(records))
      expectThat(record?.["name"] === name, `${source}: the name is ${shown(record?.["name"])} instead of ${name}`);
    await books.expectTextAtVendor("items", id, name);
  },
};
