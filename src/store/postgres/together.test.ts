import { expect, test } from "vitest";
import { combine, combineQueries } from "./together.ts";

/** Queries that end when `answer` is called. */
function openOracle() {
  const queries: { items: readonly string[]; answer: (fault?: Error) => void }[] = [];
  const together = combineQueries<string>((items) => {
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

/** Statements that end when `end` is called. */
function openDatabase() {
  const running: { items: readonly string[]; end: (fault?: Error) => void }[] = [];
  const statement = (items: readonly string[]): Promise<string[]> => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>();
    const results = items.map((item) => `${item} stored`);
    running.push({ items, end: (fault) => (fault === undefined ? resolve(results) : reject(fault)) });
    return promise;
  };
  const store = combine<string, string>({
    one: async (item) => (await statement([item]))[0] ?? "",
    several: statement,
    mayTryAlone: (error) => error instanceof Refused,
    mostTogether: 50,
  });
  /** The items of the next statement, which ends then. */
  const end = async (fault?: Error): Promise<readonly string[]> => {
    await expect.poll(() => running.length).toBeGreaterThan(0);
    const [next] = running.splice(0, 1);
    next?.end(fault);
    return next?.items ?? [];
  };
  return { running, store, end };
}

class Refused extends Error {}

test("items that arrive during a statement are stored together by the next one", async () => {
  const { running, store, end } = openDatabase();
  const all = ["a", "b", "c"].map(store);
  expect(running.map(({ items }) => items)).toEqual([["a"]]);
  expect(await end()).toEqual(["a"]);
  expect(await end()).toEqual(["b", "c"]);
  expect(await Promise.all(all)).toEqual(["a stored", "b stored", "c stored"]);

  const later = store("d");
  expect(await end()).toEqual(["d"]);
  expect(await later).toBe("d stored");
});

test("when a group is refused, each item is tried alone", async () => {
  const { store, end } = openDatabase();
  const all = ["a", "bad", "c"].map((item) => store(item).catch((error: Error) => error.message));
  await end();
  expect(await end(new Refused("no"))).toEqual(["bad", "c"]);
  expect(await end(new Refused("no"))).toEqual(["bad"]);
  expect(await end()).toEqual(["c"]);
  expect(await Promise.all(all)).toEqual(["a stored", "no", "c stored"]);
});

test("what a group has stored before its connection broke is unknown, so it is not repeated", async () => {
  const { store, end } = openDatabase();
  const all = ["a", "b", "c"].map((item) => store(item).catch((error: Error) => error.message));
  await end();
  await end(new Error("Connection terminated"));
  expect(await Promise.all(all)).toEqual(["a stored", "Connection terminated", "Connection terminated"]);

  const next = store("d");
  expect(await end()).toEqual(["d"]);
  expect(await next).toBe("d stored");
});

test("an item that fails alone does not stop the others", async () => {
  const { store, end } = openDatabase();
  const all = ["a", "b"].map((item) => store(item).catch((error: Error) => error.message));
  await end(new Error("Connection terminated"));
  expect(await end()).toEqual(["b"]);
  expect(await Promise.all(all)).toEqual(["Connection terminated", "b stored"]);
});

test("at most fifty items are stored together", async () => {
  const { store, end } = openDatabase();
  const items = Array.from({ length: 71 }, (_, index) => String(index));
  const all = items.map(store);
  expect([(await end()).length, (await end()).length, (await end()).length]).toEqual([1, 50, 20]);
  expect(await Promise.all(all)).toHaveLength(71);
});
