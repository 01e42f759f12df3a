/** A row whose tests were renamed would say nothing any more, and only `npm run faults` would notice. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rows } from "./rows.ts";

const root = join(import.meta.dirname, "..", "..");
const shown = Object.entries(rows).flatMap(([id, { tests }]) =>
  tests.map(([file, names = "test"]) => [id, file, names] as const),
);

test.each(shown)("%s is shown by %s, %s", async (_id, file, names) => {
  const text = await readFile(join(root, file), "utf8");
  for (const name of names.split("|")) expect(text).toContain(name);
});
