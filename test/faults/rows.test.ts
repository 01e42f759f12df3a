/** Checks that every row still names existing tests. Otherwise only `npm run faults` would notice a renamed test. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rows } from "./rows.ts";

const root = join(import.meta.dirname, "..", "..");
const proofs = Object.entries(rows).flatMap(([id, { tests }]) =>
  tests.map(([file, names = "test"]) => [id, file, names] as const),
);

test.each(proofs)("%s is proven by %s, %s", async (_id, file, names) => {
  const text = await readFile(join(root, file), "utf8");
  for (const name of names.split("|")) expect(text).toContain(name);
});
