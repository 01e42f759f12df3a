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

test("who comes while others ask is told by the next question, which is put after it came", async () => {
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

test("a question that fails is its own askers' failure, and the next is put all the same", async () => {
  const { asked, together } = openOracle();
  const first = together("a");
  const second = together("a");
  asked[0]?.answer(new Error("no database"));
  await expect(first).rejects.toThrow("no database");
  asked[1]?.answer();
  expect(await second).toBe("a 1");
});
