import { expect, test } from "vitest";
import { SeenIds } from "./seenIds.ts";

test.each([100, 200_000])("finds all of %i ids, and hardly any others by mistake", (count) => {
  const seen = new SeenIds();
  for (let number = 0; number < count; number++) seen.add(`id-${number}`);
  const forgotten = Array.from({ length: count }, (_, number) => `id-${number}`).filter((id) => !seen.has(id));
  expect(forgotten).toEqual([]);
  const mistaken = Array.from({ length: 10_000 }, (_, number) => `other-${number}`).filter((id) => seen.has(id));
  expect(mistaken.length).toBeLessThan(3);
});
