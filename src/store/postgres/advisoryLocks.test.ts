import type pg from "pg";
import { expect, test } from "vitest";
import { freshDatabase } from "../../../test/support/database.ts";
import { openAdvisoryLocks } from "./advisoryLocks.ts";
import { openDatabase } from "./database.ts";

test("ignores connection errors after the locks are closed", async () => {
  const { url, drop } = await freshDatabase();
  const clients: pg.PoolClient[] = [];
  const pool = openDatabase({ url, connections: 1, onLost: () => {} });
  pool.on("connect", (client) => clients.push(client));
  const advisoryLocks = openAdvisoryLocks(pool);
  expect(await advisoryLocks.tryAcquire("work")).toBe(true);
  await advisoryLocks.close();
  expect(clients).toHaveLength(1);
  expect(() => clients[0]?.emit("error", new Error("terminating connection"))).not.toThrow();
  await drop();
});

test("gives a lock to one of several concurrent requests, and to another after its release", async () => {
  const { url, drop } = await freshDatabase();
  const open = () => openAdvisoryLocks(openDatabase({ url, connections: 1, onLost: () => {} }));
  const first = open();
  const other = open();
  const names = Array.from({ length: 40 }, (_, index) => `work ${index}`);
  const taken = await Promise.all(
    names.map(async (name) => [
      await first.tryAcquire(name),
      await other.tryAcquire(name),
      await first.tryAcquire(name),
    ]),
  );
  expect(taken).toEqual(names.map(() => [true, false, false]));
  await Promise.all(names.filter((_name, index) => index % 2 === 0).map((name) => first.release(name)));
  const again = await Promise.all(names.map((name) => other.tryAcquire(name)));
  expect(again).toEqual(names.map((_name, index) => index % 2 === 0));
  await Promise.all([first.close(), other.close()]);
  await drop();
});
