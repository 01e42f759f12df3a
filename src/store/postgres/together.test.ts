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

const itemsOf = ({ items }: { readonly items: readonly string[] }) => items;

test("answers requests that arrive during a query with the next query", async () => {
  const { queries, together } = openOracle();
  const first = together("a");
  await expect.poll(() => queries.map(itemsOf)).toEqual([["a"]]);
  const later = [together("a"), together("b"), together("a")];
  queries[0]?.answer();
  expect(await first).toBe("a 0");
  await expect.poll(() => queries.map(itemsOf)).toEqual([["a"], ["a", "b"]]);
  queries[1]?.answer();
  expect(await Promise.all(later)).toEqual(["a 1", "b 1", "a 1"]);
  void together("c");
  await expect.poll(() => queries.map(itemsOf)).toEqual([["a"], ["a", "b"], ["c"]]);
});

test("fails only the requests of a failed query, and continues with the next", async () => {
  const { queries, together } = openOracle();
  const first = together("a");
  await expect.poll(() => queries).toHaveLength(1);
  const second = together("a");
  queries[0]?.answer(new Error("no database"));
  await expect(first).rejects.toThrow("no database");
  await expect.poll(() => queries).toHaveLength(2);
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

/** Resolves once a statement is running, so that what comes now has to wait for it. */
async function isRunning({ running }: ReturnType<typeof openDatabase>): Promise<void> {
  await expect.poll(() => running.length).toBe(1);
}

test("items of one turn of the event loop are stored together", async () => {
  const { store, end } = openDatabase();
  const all = ["a", "b", "c"].map(store);
  expect(await end()).toEqual(["a", "b", "c"]);
  expect(await Promise.all(all)).toEqual(["a stored", "b stored", "c stored"]);
});

test("items that arrive during a statement are stored together by the next one", async () => {
  const database = openDatabase();
  const { store, end } = database;
  const first = store("a");
  await isRunning(database);
  const others = ["b", "c"].map(store);
  expect(await end()).toEqual(["a"]);
  expect(await end()).toEqual(["b", "c"]);
  expect(await Promise.all([first, ...others])).toEqual(["a stored", "b stored", "c stored"]);

  const later = store("d");
  expect(await end()).toEqual(["d"]);
  expect(await later).toBe("d stored");
});

/** Stores items, each with its result or the message of its failure. */
const storeAll = (store: (item: string) => Promise<string>, items: readonly string[]): Promise<string[]> =>
  Promise.all(items.map((item) => store(item).catch((error: Error) => error.message)));

test("when a group is refused, each item is tried alone", async () => {
  const { store, end } = openDatabase();
  const all = storeAll(store, ["a", "bad", "c"]);
  expect(await end(new Refused("no"))).toEqual(["a", "bad", "c"]);
  expect(await end()).toEqual(["a"]);
  expect(await end(new Refused("no"))).toEqual(["bad"]);
  expect(await end()).toEqual(["c"]);
  expect(await all).toEqual(["a stored", "no", "c stored"]);
});

test("what a group has stored before its connection broke is unknown, so it is not repeated", async () => {
  const { store, end } = openDatabase();
  const all = storeAll(store, ["a", "b"]);
  await end(new Error("Connection terminated"));
  expect(await all).toEqual(["Connection terminated", "Connection terminated"]);

  const next = store("c");
  expect(await end()).toEqual(["c"]);
  expect(await next).toBe("c stored");
});

test("an item that is refused alone is not tried again, and does not stop the others", async () => {
  const database = openDatabase();
  const { store, end } = database;
  const first = storeAll(store, ["a"]);
  await isRunning(database);
  const second = store("b");
  await end(new Refused("no"));
  expect(await end()).toEqual(["b"]);
  expect(await first).toEqual(["no"]);
  expect(await second).toBe("b stored");
});

test("at most fifty items are stored together", async () => {
  const { store, end } = openDatabase();
  const items = Array.from({ length: 71 }, (_, index) => String(index));
  const all = items.map(store);
  expect([(await end()).length, (await end()).length]).toEqual([50, 21]);
  expect(await Promise.all(all)).toHaveLength(71);
});
