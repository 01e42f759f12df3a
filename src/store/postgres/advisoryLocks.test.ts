import type pg from "pg";
import { expect, test } from "vitest";
import { freshDatabase } from "../../../test/database.ts";
import { openAdvisoryLocks } from "./advisoryLocks.ts";
import { openDatabase } from "./database.ts";

test("what the database says while it leaves is no fault of locks that are closed", async () => {
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
