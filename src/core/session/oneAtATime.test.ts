import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "../../../test/support/database.ts";
import { type AdvisoryLocks, openAdvisoryLocks } from "../../store/postgres/advisoryLocks.ts";
import { openDatabase } from "../../store/postgres/database.ts";
import { openOneAtATime } from "./oneAtATime.ts";

let fresh: FreshDatabase;
let locks: AdvisoryLocks[];

beforeAll(async () => {
  fresh = await freshDatabase();
  const open = () => openAdvisoryLocks(openDatabase({ url: fresh.url, connections: 1, onLost: () => {} }));
  locks = [open(), open()];
});
afterAll(async () => {
  for (const each of locks) await each.close();
  await fresh.drop();
});

test("work with the same name does not overlap, in one process or in two", async () => {
  const processes = locks.map((each) => openOneAtATime(each, Date.now));
  let running = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running--;
    return "done";
  };
  const all = [...Array(3).keys()].flatMap(() => processes.map((each) => each.run("ledger", work, 30_000)));
  expect(await Promise.all(all)).toEqual(Array(6).fill("done"));
  expect(most).toBe(1);
});

test("work with another name does not wait, and a failure lets the next one begin", async () => {
  const [first, second] = locks.map((each) => openOneAtATime(each, Date.now));
  const nested = await first?.run("one site", async () => second?.run("another site", async () => 7, 0), 0);
  expect(nested).toBe(7);
  await expect(first?.run("one site", () => Promise.reject(new Error("no")), 0)).rejects.toThrow("no");
  expect(await second?.run("one site", async () => 8, 0)).toBe(8);
});

test("gives up after the longest wait", async () => {
  const [first, second] = locks.map((each) => openOneAtATime(each, Date.now));
  expect(await first?.run("slow", async () => second?.run("slow", async () => "never", -1), 0)).toBeUndefined();
});
