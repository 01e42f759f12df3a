/** Deleting old deliveries by dropping the tables of their days, against deleting rows as before there were days. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { completeDeliveries, dueDeliveries } from "../../src/store/deliveryLedger.ts";
import {
  applyMigrations,
  type Database,
  migrate,
  migrationNames,
  openDatabase,
  transaction,
} from "../../src/store/postgres/database.ts";
import { createDay } from "../../src/store/postgres/dayTables.ts";
import { startEmbedded } from "../../src/store/postgres/embedded.ts";
import { pruneEvents } from "../../src/store/pruneEvents.ts";
import { type Bench, type Figure, median, timed } from "../figure.ts";

const migration = "0052_delivery_days.sql";
const subscriptions = 100;
/** Deliveries that wait, beside the old ones. */
const waiting = 100_000;
const portion = 64;
const turns = 150;
const days = 10;
const kept = 5;

export const retention: Bench = async ({ scale }) => {
  const rows = Math.max(200_000, Math.round(10_000_000 * scale));
  const folder = await mkdtemp(join(tmpdir(), "kontor-retention-"));
  const server = await startEmbedded({ folder });
  const open = (url: string): Database => openDatabase({ url, connections: 2, onLost: () => {}, statementMs: 0 });
  const main = open(server.url);
  const opened: Database[] = [];
  try {
    const inDatabase = async (name: string): Promise<Database> => {
      await main.query(`CREATE DATABASE ${name}`);
      const url = new URL(server.url);
      url.pathname = `/${name}`;
      const database = open(url.href);
      opened.push(database);
      return database;
    };
    const before = await inDatabase("before");
    const names = await migrationNames();
    const earlier = names.filter((name) => name < migration);
    await transaction(before, (client) => applyMigrations(client, earlier));
    await fill(before, rows);
    const after = await inDatabase("after");
    await migrate(after);
    await transaction(after, createDays);
    // As yesterday: the tables of the next days are there.
    await pruneEvents(after, days + 1);
    await fill(after, rows);
    await main.query("CHECKPOINT");
    const hot = await hotQueries({ before, after });
    // The migration of the same rows, whose statements are undone.
    const migrated = await migrationTime(before);
    const size = { before: await sizeOf(before), after: await sizeOf(after) };
    const deleted = await timed(() => deleteRows(before));
    const dropped = await timed(() => pruneEvents(after, kept));
    const left = { before: await sizeOf(before), after: await sizeOf(after) };
    return [...hot, pruned(rows, { deleted, dropped, migrated }), sizes(rows, size, left)];
  } finally {
    for (const database of [...opened, main]) await database.end();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

async function createDays(client: Parameters<Parameters<typeof transaction>[1]>[0]): Promise<void> {
  for (let ago = days; ago >= 0; ago--) {
    const day = new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    for (const table of ["settled_deliveries", "delivery_attempts"]) await createDay(client, table, day);
  }
}

/** Accepted deliveries of some days with an attempt each, and some that wait. */
async function fill(database: Database, rows: number): Promise<void> {
  await database.query(
    `INSERT INTO tenants (id, name) VALUES ('t', 'bench');
     INSERT INTO connections (id, tenant_id, target_system, credentials) VALUES ('c', 't', 'sandbox', '');
     INSERT INTO subscriptions (id, tenant_id, connection_id, callback_url, secret, expires_at)
       SELECT 'subscription-number-' || n, 't', 'c', 'http://127.0.0.1:9', '', now() + interval '80 days'
       FROM generate_series(1, ${subscriptions}) AS n;
     INSERT INTO events (connection_id, sequence, event_type, resource, resource_id, changed_at, change)
       SELECT 'c', n, 'UPDATED', 'INVOICE', 'r' || n, now(), sha256(n::text::bytea)
       FROM generate_series(1, ${waiting / subscriptions}) AS n`,
  );
  await transaction(database, async (client) => {
    await client.query("SET LOCAL session_replication_role = replica");
    await client.query(
      `INSERT INTO deliveries (subscription_id, sequence, connection_id, sequences, lane, state, attempts, due_at, created_at, settled_at)
       SELECT 'subscription-number-' || 1 + n % ${subscriptions}, ${waiting} + n, 'c', ARRAY[n], n, 'done', 1, at, at, at
       FROM (SELECT n, now() - interval '${days} days' * (1 - n / $1::float8) AS at FROM generate_series(1, $1::int) AS n) AS given`,
      [rows],
    );
    await client.query(
      `INSERT INTO delivery_attempts (subscription_id, sequence, at, status, milliseconds)
       SELECT subscription_id, sequence, settled_at, 204, 12 FROM deliveries`,
    );
    await client.query(
      `INSERT INTO deliveries (subscription_id, sequence, connection_id, sequences, lane)
       SELECT 'subscription-number-' || 1 + n % ${subscriptions}, n / ${subscriptions}, 'c', ARRAY[n / ${subscriptions}], n
       FROM generate_series(${subscriptions}, ${waiting + subscriptions - 1}) AS n`,
    );
  });
  await database.query("VACUUM ANALYZE");
}

/** As version 0.1.0 deleted them: portions of 10,000 rows, whose attempts follow by a foreign key. */
async function deleteRows(database: Database): Promise<void> {
  for (;;) {
    const { rowCount } = await database.query(
      `DELETE FROM deliveries WHERE (subscription_id, sequence) IN (
         SELECT subscription_id, sequence FROM deliveries
         WHERE created_at < cautious_now() - interval '${kept} days' AND state <> 'open' ORDER BY created_at LIMIT 10000
         FOR UPDATE SKIP LOCKED)`,
    );
    if ((rowCount ?? 0) < 10_000) return;
  }
}

class Undone extends Error {}

async function migrationTime(database: Database): Promise<number> {
  let time = 0;
  await transaction(database, async (client) => {
    time = await timed(() => applyMigrations(client, [migration]));
    throw new Undone();
  }).catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
  return time;
}

async function sizeOf(database: Database): Promise<number> {
  const { rows } = await database.query<{ bytes: string }>(
    `SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class
     WHERE relkind = 'r' AND relname ~ '^(deliveries|open_deliveries|settled_deliveries|delivery_attempts)'`,
  );
  return Number(rows[0]?.bytes) / 2 ** 20;
}

type Sides = Readonly<Record<"before" | "after", Database>>;

const times = (): Record<"before" | "after", number[]> => ({ before: [], after: [] });

async function hotQueries(sides: Sides): Promise<Figure[]> {
  const claims = times();
  const completions = times();
  for (let turn = 0; turn < turns; turn++)
    // The order changes with every turn.
    for (const side of turn % 2 === 0 ? (["before", "after"] as const) : (["after", "before"] as const)) {
      const id = `subscription-number-${1 + (turn % subscriptions)}`;
      const database = sides[side];
      let due: Awaited<ReturnType<typeof dueDeliveries>> = [];
      claims[side].push(
        await timed(async () => void (due = await dueDeliveries(database, [{ id, most: portion, known: [] }]))),
      );
      if (due.length !== portion) throw new Error(`${due.length} deliveries were due.`);
      const result = {
        id,
        fence: "0",
        result: "done",
        wait: undefined,
        milliseconds: 5,
        status: 204,
        answer: undefined,
      } as const;
      const results = due.map(({ sequence, lane }) => ({ ...result, sequence, lane, at: Date.now() }));
      completions[side].push(await timed(() => completeDeliveries(database, results)));
    }
  return [hotFigure("claim 64 due deliveries", claims), hotFigure("complete 64 deliveries", completions)];
}

const allowed = 1.05;

function hotFigure(what: string, found: Record<"before" | "after", number[]>): Figure {
  const after = median(found.after);
  const before = median(found.before);
  const ratio = after / before;
  return {
    what: `retention: ${what}`,
    measured: `${ratio.toFixed(2)} × (${after.toFixed(2)} : ${before.toFixed(2)} ms)`,
    target: `≤ ${allowed} ×`,
    met: ratio <= allowed,
    how: `retention: two databases with the same accepted deliveries of ${days} days and ${waiting} open ones, with a table for each day and without (migrations before ${migration}); medians of ${turns} turns, in turn`,
  };
}

const leastRatio = 100;

function pruned(
  rows: number,
  { deleted, dropped, migrated }: Readonly<Record<"deleted" | "dropped" | "migrated", number>>,
): Figure {
  const ratio = deleted / dropped;
  return {
    what: `retention: pruning ${rows / 2} of ${rows} deliveries`,
    measured: `${ratio.toFixed(0)} × faster (${(dropped / 1000).toFixed(2)} : ${(deleted / 1000).toFixed(2)} s; migrating all of them ${(migrated / 1000).toFixed(2)} s)`,
    target: `≥ ${leastRatio} × with 10000000`,
    met: ratio >= leastRatio,
    how: `retention: the same databases; ${kept} of ${days} days of deliveries and their attempts, by dropping tables and by DELETE in portions of 10,000; the migration of the database without days is timed and undone`,
  };
}

function sizes(rows: number, size: Readonly<Record<"before" | "after", number>>, left: typeof size): Figure {
  const ratio = left.after / size.after;
  const text = (megabytes: number): string => megabytes.toFixed(0);
  return {
    what: `retention: files after pruning half of ${rows} deliveries`,
    measured: `${ratio.toFixed(2)} × (${text(size.after)} to ${text(left.after)} MB; with DELETE ${text(size.before)} to ${text(left.before)} MB)`,
    target: "≤ 0.6 × (chosen here)",
    met: ratio <= 0.6,
    how: "retention: deliveries and attempts with their indexes, immediately after pruning",
  };
}
