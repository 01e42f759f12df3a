import pg from "pg";
import { expect, test } from "vitest";
import { openGroup } from "./grouped.ts";

/** Statements that end when they are told to. */
function openDatabase() {
  const running: { items: readonly string[]; end: (fault?: Error) => void }[] = [];
  const statement = (items: readonly string[]): Promise<string[]> => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>();
    const results = items.map((item) => `${item} stored`);
    running.push({ items, end: (fault) => (fault === undefined ? resolve(results) : reject(fault)) });
    return promise;
  };
  const store = openGroup<string, string>({
    one: async (item) => (await statement([item]))[0] ?? "",
    several: statement,
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

const refusal = (): Error => Object.assign(new pg.DatabaseError("no", 2, "error"), { severity: "ERROR" });

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
  expect(await end(refusal())).toEqual(["bad", "c"]);
  expect(await end(refusal())).toEqual(["bad"]);
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
