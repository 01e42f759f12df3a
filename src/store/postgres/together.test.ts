import { expect, test } from "vitest";
import { openBatcher } from "./together.ts";

/** Answers when it is told to, in the order of the questions. */
function openOracle() {
  const queries: { items: readonly string[]; answer: (fault?: Error) => void }[] = [];
  const together = openBatcher<string>((items) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<string, string>>();
    const answers = new Map(items.map((item) => [item, `${item} ${queries.length}`]));
    queries.push({ items, answer: (fault) => (fault === undefined ? resolve(answers) : reject(fault)) });
    return promise;
  });
  return { queries, together };
}

test("answers requests that arrive during a query with the next query", async () => {
  const { queries, together } = openOracle();
  const first = together("a");
  const later = [together("a"), together("b"), together("a")];
  expect(queries.map(({ items }) => items)).toEqual([["a"]]);
  queries[0]?.answer();
  expect(await first).toBe("a 0");
  expect(queries.map(({ items }) => items)).toEqual([["a"], ["a", "b"]]);
  queries[1]?.answer();
  expect(await Promise.all(later)).toEqual(["a 1", "b 1", "a 1"]);
  void together("a");
  expect(queries).toHaveLength(3);
});

test("fails only the requests of a failed query, and continues with the next", async () => {
  const { queries, together } = openOracle();
  const first = together("a");
  const second = together("a");
  queries[0]?.answer(new Error("no database"));
  await expect(first).rejects.toThrow("no database");
  queries[1]?.answer();
  expect(await second).toBe("a 1");
});
