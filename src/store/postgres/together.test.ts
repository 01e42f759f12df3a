import { expect, test } from "vitest";
import { openBatcher } from "./together.ts";

/** Answers when it is told to, in the order of the questions. */
function openOracle() {
  const asked: { items: readonly string[]; answer: (fault?: Error) => void }[] = [];
  const together = openBatcher<string>((items) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<string, string>>();
    const said = new Map(items.map((item) => [item, `${item} ${asked.length}`]));
    asked.push({ items, answer: (fault) => (fault === undefined ? resolve(said) : reject(fault)) });
    return promise;
  });
  return { asked, together };
}

test("answers requests that arrive during a query with the next query", async () => {
  const { asked, together } = openOracle();
  const first = together("a");
  const later = [together("a"), together("b"), together("a")];
  expect(asked.map(({ items }) => items)).toEqual([["a"]]);
  asked[0]?.answer();
  expect(await first).toBe("a 0");
  expect(asked.map(({ items }) => items)).toEqual([["a"], ["a", "b"]]);
  asked[1]?.answer();
  expect(await Promise.all(later)).toEqual(["a 1", "b 1", "a 1"]);
  void together("a");
  expect(asked).toHaveLength(3);
});

test("fails only the requests of a failed query, and continues with the next", async () => {
  const { asked, together } = openOracle();
  const first = together("a");
  const second = together("a");
  asked[0]?.answer(new Error("no database"));
  await expect(first).rejects.toThrow("no database");
  asked[1]?.answer();
  expect(await second).toBe("a 1");
});
