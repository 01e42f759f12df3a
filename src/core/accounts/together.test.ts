import { expect, test } from "vitest";
import { openTogether } from "./together.ts";

/** Answers when it is told to, in the order of the questions. */
function openOracle() {
  const asked: { subject: string; items: readonly string[]; answer: (fault?: Error) => void }[] = [];
  const together = openTogether<string>((subject, items) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<string, string>>();
    const said = new Map(items.map((item) => [item, `${subject} ${item} ${asked.length}`]));
    asked.push({ subject, items, answer: (fault) => (fault === undefined ? resolve(said) : reject(fault)) });
    return promise;
  });
  return { asked, together };
}

test("who comes while the same is asked is told by the next question, which is put after it came", async () => {
  const { asked, together } = openOracle();
  const first = together("key", "a");
  const later = [together("key", "a"), together("key", "b"), together("key", "a")];
  expect(asked.map(({ items }) => items)).toEqual([["a"]]);
  asked[0]?.answer();
  expect(await first).toBe("key a 0");
  expect(asked.map(({ items }) => items)).toEqual([["a"], ["a", "b"]]);
  asked[1]?.answer();
  expect(await Promise.all(later)).toEqual(["key a 1", "key b 1", "key a 1"]);
  void together("key", "a");
  expect(asked).toHaveLength(3);
});

test("nobody waits for a question about another subject", async () => {
  const { asked, together } = openOracle();
  void together("slow", "a");
  const other = together("other", "a");
  asked[1]?.answer();
  expect(await other).toBe("other a 1");
});

test("a question that fails is its own askers' failure, and the next is put all the same", async () => {
  const { asked, together } = openOracle();
  const first = together("key", "a");
  const second = together("key", "a");
  asked[0]?.answer(new Error("no database"));
  await expect(first).rejects.toThrow("no database");
  asked[1]?.answer();
  expect(await second).toBe("key a 1");
});
