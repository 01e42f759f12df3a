import { expect, test } from "vitest";
import { detailPhrases } from "./details.ts";
import { listPhrases } from "./lists.ts";
import { peoplePhrases } from "./people.ts";
import { layoutPhrases } from "./phrases.ts";
import { setUpPhrases } from "./setUp.ts";

test("no phrase is declared twice, because the last one would silently win", () => {
  const names = [layoutPhrases, listPhrases, detailPhrases, setUpPhrases, peoplePhrases].flatMap((phrases) =>
    Object.keys(phrases),
  );
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
