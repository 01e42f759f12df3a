/** Deliveries and attempts are deleted by dropping the tables of their days. */
import { beforeEach, expect, test } from "vitest";
import { databaseForTest, tables } from "../../test/support/database.ts";
import { completeDeliveries } from "./deliveryLedger.ts";
import { applyMigrations, type Database, migrate, migrationNames, transaction } from "./postgres/database.ts";
import { dropDays } from "./postgres/dayTables.ts";
import { pruneEvents } from "./pruneEvents.ts";

let database: Database;

const migration = "0052_delivery_days.sql";

const subscribed = `
  INSERT INTO tenants (id, name) VALUES ('t', 'Example');
  INSERT INTO connections (id, tenant_id, target_system, credentials) VALUES ('c', 't', 'sandbox', '');
  INSERT INTO subscriptions (id, tenant_id, connection_id, callback_url, secret, expires_at)
    VALUES ('s', 't', 'c', 'https://platform.example', '', now() + interval '1 year');`;

/** One delivery for each number of days ago, with an attempt: numbers from 1. */
const delivered = async (daysAgo: readonly number[], state = "done"): Promise<void> => {
  await database.query(
    `INSERT INTO deliveries (subscription_id, sequence, connection_id, sequences, lane, state, created_at, settled_at)
     SELECT 's', n, 'c', ARRAY[n], n, $2, now() - make_interval(days => days), CASE WHEN $2 <> 'open' THEN now() END
     FROM unnest($1::int[]) WITH ORDINALITY AS given (days, n)`,
    [daysAgo, state],
  );
  await database.query(
    `INSERT INTO delivery_attempts (subscription_id, sequence, at, milliseconds)
     SELECT 's', sequence, created_at, 1 FROM deliveries`,
  );
};

const numbers = async (table: string): Promise<number[]> => {
  const { rows } = await database.query<{ sequence: number }>(`SELECT sequence::int FROM ${table} ORDER BY 1`);
  return rows.map(({ sequence }) => sequence);
};

const tablesLike = async (pattern: string): Promise<string[]> => {
  const { rows } = await database.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relname ~ $1 ORDER BY 1",
    [pattern],
  );
  return rows.map(({ name }) => name);
};

/** The table that a delivery is in. */
const tableOf = async (sequence: number): Promise<string | undefined> => {
  const { rows } = await database.query<{ name: string }>(
    "SELECT tableoid::regclass::text AS name FROM deliveries WHERE sequence = $1",
    [sequence],
  );
  return rows[0]?.name;
};

beforeEach(async () => {
  ({ database } = await databaseForTest(tables));
  await database.query(subscribed);
});

test("there is a table for today and the next days, and none is made twice", async () => {
  await pruneEvents(database, 30);
  const made = await tablesLike("^settled_deliveries_[0-9]{8}$");
  expect(made).toHaveLength(4);
  expect(await tablesLike("^delivery_attempts_[0-9]{8}$")).toHaveLength(4);
  await Promise.all([pruneEvents(database, 30), pruneEvents(database, 30)]);
  expect(await tablesLike("^settled_deliveries_[0-9]{8}$")).toEqual(made);
});

test("an accepted delivery moves from the queue to the table of its day, and back with a replay", async () => {
  await pruneEvents(database, 30);
  const [today] = await tablesLike("^settled_deliveries_[0-9]{8}$");
  await delivered([0], "open");
  expect(await tableOf(1)).toBe("open_deliveries");
  const attempt = {
    id: "s",
    fence: "0",
    sequence: "1",
    lane: "1",
    result: "done",
    at: Date.now(),
    milliseconds: 5,
  } as const;
  const complete = () =>
    completeDeliveries(database, [{ ...attempt, wait: undefined, status: 204, answer: undefined }]);
  await complete();
  expect(await tableOf(1)).toBe(today);
  // A second result of the same delivery changes nothing.
  await complete();
  const { rows } = await database.query("SELECT attempts FROM deliveries");
  expect(rows).toEqual([{ attempts: 1 }]);
  await database.query("UPDATE deliveries SET state = 'open', settled_at = NULL WHERE subscription_id = 's'");
  expect(await tableOf(1)).toBe("open_deliveries");
});

test("whole days are dropped, and rows that have no table of their day are deleted", async () => {
  await pruneEvents(database, 30);
  await delivered([0, 29, 31, 32]);
  await database.query(
    `INSERT INTO deliveries (subscription_id, sequence, connection_id, sequences, lane, created_at)
     VALUES ('s', 9, 'c', '{9}', 9, now() - interval '90 days')`,
  );
  await pruneEvents(database, 30);
  expect(await numbers("settled_deliveries")).toEqual([1, 2]);
  expect(await numbers("delivery_attempts")).toEqual([1, 2]);
  // An open delivery is kept, however old it is.
  expect(await numbers("open_deliveries")).toEqual([9]);
  const days = await tablesLike("^settled_deliveries_[0-9]{8}$");
  const { rows } = await database.query<{ end: Date }>(
    "SELECT date_trunc('day', now(), 'UTC') + interval '2 days' AS end",
  );
  expect(await dropDays(database, "settled_deliveries", rows[0]?.end ?? new Date(0))).toEqual(days.slice(0, 2));
  expect(await numbers("deliveries")).toEqual([2, 9]);
});

test("a subscription is deleted with its deliveries and attempts", async () => {
  await delivered([0, 1]);
  await database.query("DELETE FROM subscriptions");
  expect(await numbers("deliveries")).toEqual([]);
  expect(await numbers("delivery_attempts")).toEqual([]);
});

test("the migration keeps all rows, and the statements of the previous version work on its tables", async () => {
  ({ database } = await databaseForTest());
  const names = await migrationNames();
  await transaction(database, (client) =>
    applyMigrations(
      client,
      names.filter((name) => name < migration),
    ),
  );
  await database.query(subscribed);
  await delivered([0, 5, 31, 40]);
  await database.query(
    `INSERT INTO deliveries (subscription_id, sequence, connection_id, sequences, lane, created_at)
     VALUES ('s', 9, 'c', '{9}', 9, now() - interval '90 days')`,
  );
  await migrate(database);
  expect(await numbers("deliveries")).toEqual([1, 2, 3, 4, 9]);
  expect(await numbers("delivery_attempts")).toEqual([1, 2, 3, 4]);
  expect(await tableOf(4)).toBe("settled_deliveries_before");
  expect(await tableOf(9)).toBe("open_deliveries");
  await database.query(completedBefore);
  expect(await tableOf(9)).toBe("settled_deliveries_before");
  await database.query(prunedBefore);
  expect(await numbers("deliveries")).toEqual([1, 2]);
  await pruneEvents(database, 30);
  // The last one was attempted just now.
  expect(await numbers("delivery_attempts")).toEqual([1, 2, 9]);
  // Today's rows stay where they are; the next days have tables.
  expect(await tablesLike("^settled_deliveries_[0-9]{8}$")).toHaveLength(3);
  await pruneEvents(database, 3);
  expect(await numbers("deliveries")).toEqual([1]);
});

/** As version 0.1.0 recorded the result of an attempt, and as it deleted old deliveries. */
const completedBefore = `
  WITH settled AS (
    UPDATE deliveries d SET attempts = d.attempts + 1, state = 'done', settled_at = now()
    WHERE d.subscription_id = 's' AND d.sequence = 9 AND d.settled_at IS NULL
    RETURNING d.subscription_id, d.sequence, now(), 200, 1, NULL
  )
  INSERT INTO delivery_attempts (subscription_id, sequence, at, status, milliseconds, answer) SELECT * FROM settled`;
const prunedBefore = `
  DELETE FROM deliveries WHERE (subscription_id, sequence) IN (
    SELECT subscription_id, sequence FROM deliveries
    WHERE created_at < cautious_now() - interval '30 days' AND state <> 'open' ORDER BY created_at LIMIT 10000
    FOR UPDATE SKIP LOCKED
  )`;
