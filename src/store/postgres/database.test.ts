import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { databaseForTest } from "../../../test/support/database.ts";
import { migrate, openDatabase, transaction } from "./database.ts";
import { isUnavailable } from "./unavailable.ts";

test("runs migrations once when many processes start together", async () => {
  const { database } = await databaseForTest();
  const runs = await Promise.all([migrate(database), migrate(database), migrate(database)]);
  expect(runs.flat()).toContain("0001_house.sql");
  expect(runs.flat()).toHaveLength(new Set(runs.flat()).size);
  expect(await migrate(database)).toEqual([]);
});

test("refuses tables of a newer version", async () => {
  const { database } = await databaseForTest();
  await migrate(database);
  await database.query("INSERT INTO migrations (name) VALUES ('9999_later.sql')");
  await expect(migrate(database)).rejects.toThrow(
    "The tables belong to a newer version of Kontor (9999_later.sql). Run that version or a newer one",
  );
});

test("a migration waits for running work without a deadlock", async () => {
  const { database, url } = await databaseForTest();
  await migrate(database);
  // 0036 changes vendor_usage first and usage_budgets second.
  await database.query(
    `DELETE FROM migrations WHERE name = '0036_usage.sql';
     ALTER TABLE vendor_usage DROP COLUMN errors;
     ALTER TABLE usage_budgets DROP COLUMN bytes_per_day`,
  );
  const busy = await database.connect();
  await busy.query("BEGIN; LOCK TABLE usage_budgets IN ROW EXCLUSIVE MODE");
  const starting = openDatabase({ url, connections: 1, onLost: () => {} });
  const migrated = migrate(starting);
  const waiting = async () =>
    (
      await database.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      )
    ).rowCount;
  await expect.poll(waiting, { interval: 10 }).toBeGreaterThan(0);
  await busy.query("LOCK TABLE vendor_usage IN ROW EXCLUSIVE MODE");
  await busy.query("COMMIT");
  busy.release();
  expect(await migrated).toEqual(["0036_usage.sql"]);
  await starting.end();
  // Sessions report their statistics when they end.
  const { rows } = await database.query(
    "SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()",
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
});

test("rolls back a transaction that fails", async () => {
  const { database } = await databaseForTest();
  await migrate(database);
  const failing = transaction(database, async (client) => {
    await client.query("INSERT INTO tenants (id, name) VALUES ('t1', 'Example')");
    throw new Error("stop");
  });
  await expect(failing).rejects.toThrow("stop");
  expect((await database.query("SELECT 1 FROM tenants")).rowCount).toBe(0);
});

test("drops a connection that does not answer, and opens a new one for the next query", async () => {
  const { url } = await databaseForTest();
  const { hostname, port } = new URL(url);
  const relayed: Socket[] = [];
  const relay = createServer((from) => {
    relayed.push(from);
    const to = connect(Number(port), hostname);
    from.pipe(to).pipe(from);
    for (const socket of [from, to]) socket.on("error", () => {});
    from.on("close", () => to.destroy());
  });
  await once(relay.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void relay.close());
  const through = new URL(url);
  through.host = `127.0.0.1:${(relay.address() as AddressInfo).port}`;
  const database = openDatabase({ url: through.href, connections: 1, onLost: () => {}, answerWithinMs: 2000 });
  onTestFinished(() => database.end());
  const ask = async () => (await database.query<{ one: number }>("SELECT 1 AS one")).rows;
  expect(await ask()).toEqual([{ one: 1 }]);
  for (const socket of relayed) socket.unpipe().pause();
  const error = await ask().catch((caught: unknown) => caught);
  expect(isUnavailable(error)).toBe(true);
  expect(await ask()).toEqual([{ one: 1 }]);
  expect(relayed.length).toBe(2);
});
