/** Backups of a database in use, and what cannot be restored. */
import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseForTest, type FreshDatabase, freshDatabase, tables } from "../../../test/support/database.ts";
import { createSandboxTables } from "../../sandbox/server/tables.ts";
import { ensureDays } from "../log/requestLog.ts";
import { applyMigrations, type Database, migrate, migrationNames, transaction } from "../postgres/database.ts";
import { pruneEvents } from "../pruneEvents.ts";
import { makeBackup } from "./backup.ts";
import { openBackupFile } from "./backupFile.ts";
import { checkBackup, restoreBackup } from "./restore.ts";
import { findRestore, listWaitingDeliveries, listWritesInDoubt } from "./restored.ts";
import { listTables, nameOf } from "./tables.ts";

const masterKeys = ["00112233aabbccdd"];
const keys = { masterKeys, keySource: "" };
let folder: string;
let source: FreshDatabase;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kontor-backup-"));
  source = await freshDatabase(tables);
  const { database } = source;
  await transaction(database, createSandboxTables);
  await ensureDays(database, ["2026-11-16", "2026-11-17"]);
  // Makes the tables of the next days.
  await pruneEvents(database, 30);
  await database.query(content);
  file = join(folder, "all.backup");
  await makeBackup({ database, file, version: "1.2.3" });
});
afterAll(async () => {
  await source.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Rows of every kind of column: bytes, arrays, JSON, generated and identity columns, partitions, self-references. */
const content = `
  INSERT INTO master_keys (id) VALUES ('${masterKeys[0]}');
  INSERT INTO tenants (id, name, signing_secret) VALUES ('t', E'Ne\\u00fc\\\\land\\t\\n\\\\.', '\\x00ff0a5c');
  INSERT INTO connections (id, tenant_id, target_system, credentials) VALUES ('c', 't', 'sandbox', '\\x01'), ('d', 't', 'sandbox', '\\x02');
  INSERT INTO subscriptions (id, tenant_id, connection_id, parent_id, callback_url, secret, expires_at, company, leased_until)
    VALUES ('b-parent', 't', NULL, NULL, 'https://platform.example', '\\x01', now() + interval '1 year', NULL, now()),
      ('a-child', 't', 'c', 'b-parent', 'https://platform.example', '\\x01', now() + interval '1 year', 'berg', NULL);
  INSERT INTO event_logs VALUES ('c', 7);
  INSERT INTO events (connection_id, sequence, event_type, resource, resource_id, changed_at, change)
    VALUES ('c', 7, 'CREATED', 'CUSTOMER', '1', now(), '\\x01');
  INSERT INTO deliveries (subscription_id, sequence, connection_id, sequences, lane) VALUES ('a-child', 7, 'c', '{7}', 0);
  INSERT INTO deliveries (subscription_id, sequence, connection_id, sequences, lane, state, created_at)
    VALUES ('a-child', 6, 'c', '{6}', 0, 'done', now()), ('a-child', 5, 'c', '{5}', 0, 'failed', now() - interval '90 days');
  INSERT INTO delivery_attempts (subscription_id, sequence, milliseconds) VALUES ('a-child', 6, 1);
  INSERT INTO operations (id, tenant_id, connection_id, operation, idempotency_key, fingerprint, request, state, key_expires_at)
    VALUES ('o-sent', 't', 'c', 'customers.create', 'k1', '\\x', '\\x', 'sent', now() + interval '1 day'),
      ('o-intended', 't', 'c', 'customers.create', 'k2', '\\x', '\\x', 'intended', now() + interval '1 day'),
      ('o-done', 't', 'c', 'customers.create', 'k3', '\\x', '\\x', 'done', now() + interval '1 day'),
      ('o-old', 't', 'c', 'customers.create', NULL, '\\x', '\\x', 'intended', now() - interval '20 days');
  UPDATE operations SET created_at = now() - interval '21 days' WHERE id = 'o-old';
  INSERT INTO tasks (id, tenant_id, connection_id, operation, request, expires_at)
    VALUES ('w', 't', 'c', 'journalEntries.import', '\\x', now() + interval '1 day'),
      ('r', 't', 'c', 'journalEntries.list', '\\x', now() + interval '1 day');
  INSERT INTO request_log (id, at, method, operation, status, milliseconds, vendor_milliseconds, vendor_calls, facts)
    VALUES ('r1', '2026-11-16T10:00:00Z', 'GET', 'x', 200, 1.5, 0, 0, '{"path":"/"}'), ('r2', '2026-11-17T10:00:00Z', 'GET', 'x', 200, 0.1, 0, 0, '{}');
  INSERT INTO audit_log (role, person, action) VALUES ('shell', 'shell', 'test');
  INSERT INTO workers (id, host, process_id) VALUES ('x', 'h', 1);
  INSERT INTO console_sessions (hash, role, person, browser_hash, expires_at) VALUES ('\\x01', 'operator', 'p', '\\x01', now() + interval '1 day');
  INSERT INTO sandbox.environments VALUES ('production', 1, '{}');
  INSERT INTO sandbox.companies VALUES ('berg', 'production', 1, '{"name":"Bergblick"}');
  INSERT INTO sandbox.jobs (company, id, kind, body) VALUES ('berg', 'j', 'export', '{}')`;

async function restoreTo(database: Database, from = file): Promise<void> {
  const backup = await openBackupFile(from);
  await checkBackup(backup, keys);
  await restoreBackup({
    database,
    backup,
    createSandbox: createSandboxTables,
    readOperations: ["journalEntries.list"],
  });
}

/** All rows of all tables of a backup, as text. */
async function rowsOf(database: Database): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const table of await transaction(database, listTables)) {
    const { rows } = await database.query<{ row: string }>(
      `SELECT to_jsonb(r)::text AS row FROM ${nameOf(table)} AS r ORDER BY 1`,
    );
    found[nameOf(table)] = rows.map(({ row }) => row);
  }
  return found;
}

/** These are changed on purpose: the service went on after the backup. */
const changed = ['"subscriptions"', '"operations"', '"tasks"', '"event_logs"'];

test("a restored database has the same rows", async () => {
  const { database } = await databaseForTest();
  await restoreTo(database);
  const expected = await rowsOf(source.database);
  const restored = await rowsOf(database);
  expect(Object.keys(restored).toSorted()).toEqual(Object.keys(expected).toSorted());
  expect(Object.keys(expected).length).toBeGreaterThan(50);
  for (const table of Object.keys(expected).filter((name) => !changed.includes(name)))
    expect(restored[table], table).toEqual(expected[table]);
  expect(restored['"request_log_20261116"']).toHaveLength(1);
  expect(restored['"sandbox"."jobs"']).toHaveLength(1);
  expect(restored['"open_deliveries"']).toHaveLength(1);
  expect(restored['"settled_deliveries_rest"']).toHaveLength(1);
  const days = Object.entries(restored).filter(([name]) => /settled_deliveries_\d/.test(name));
  expect(days.map(([, rows]) => rows.length).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 1]);
  const { rows } = await database.query(
    "SELECT (SELECT count(*) FROM workers)::int AS workers, (SELECT count(*) FROM console_sessions)::int AS sessions",
  );
  expect(rows).toEqual([{ workers: 0, sessions: 0 }]);
});

/** Definitions of all columns, indexes, constraints and triggers. */
async function schemaOf(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ definition: string }>(
    `SELECT definition FROM (
       SELECT pg_get_indexdef(indexrelid) || indisvalid::text FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
         WHERE c.relnamespace IN ('public'::regnamespace, 'sandbox'::regnamespace)
       UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated::text FROM pg_constraint
         WHERE connamespace IN ('public'::regnamespace, 'sandbox'::regnamespace)
       UNION ALL SELECT pg_get_triggerdef(oid) || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
       UNION ALL SELECT attrelid::regclass || ' ' || attname || ' ' || format_type(atttypid, atttypmod) || attidentity::text || attgenerated::text
         FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid WHERE attnum > 0 AND NOT attisdropped AND c.relkind IN ('r', 'p')
         AND c.relnamespace IN ('public'::regnamespace, 'sandbox'::regnamespace)
     ) AS parts (definition) ORDER BY 1`,
  );
  return rows.map(({ definition }) => definition);
}

test("a restored database has the same columns, indexes, constraints and triggers", async () => {
  const { database } = await databaseForTest();
  await restoreTo(database);
  const expected = await schemaOf(source.database);
  expect(expected.length).toBeGreaterThan(300);
  expect(await schemaOf(database)).toEqual(expected);
});

test("a restored database continues its numbers, and its triggers work", async () => {
  const { database } = await databaseForTest();
  await restoreTo(database);
  const { rows } = await database.query<{ id: string }>(
    "INSERT INTO audit_log (role, person, action) VALUES ('shell', 'shell', 'next') RETURNING id",
  );
  expect(rows).toEqual([{ id: "2" }]);
  await expect(database.query("DELETE FROM audit_log")).rejects.toThrow("only written to");
  await database.query("UPDATE connections SET generation = generation + 1 WHERE id = 'c'");
  const { rows: history } = await database.query(
    "SELECT kind FROM connection_history WHERE connection_id = 'c' ORDER BY id",
  );
  expect(history).toEqual([{ kind: "connected" }, { kind: "renewed" }]);
  expect(await migrate(database)).toEqual([]);
});

test("a restored database is paused, and knows which writes are in doubt", async () => {
  const { database } = await databaseForTest();
  await restoreTo(database);
  expect(await findRestore(database)).toMatchObject({ version: "1.2.3", resumedAt: null, completedAt: null });
  expect((await listWritesInDoubt(database)).map(({ id }) => id).toSorted()).toEqual(["o-intended", "o-sent"]);
  expect(await listWaitingDeliveries(database)).toMatchObject([{ subscriptionId: "b-parent", deliveries: 1 }]);
  const { rows: tasks } = await database.query("SELECT id, status FROM tasks ORDER BY id");
  expect(tasks).toEqual([
    { id: "r", status: "OPEN" },
    { id: "w", status: "FAILED" },
  ]);
  const { rows: logs } = await database.query("SELECT connection_id AS id, last FROM event_logs ORDER BY 1");
  expect(logs).toEqual([
    { id: "c", last: "1000007" },
    { id: "d", last: "1000000" },
    { id: "t", last: "1000000" },
  ]);
  const { rows: leases } = await database.query("SELECT id FROM subscriptions WHERE leased_until IS NOT NULL");
  expect(leases).toEqual([]);
});

test("a backup during writes contains either all or nothing of each transaction", async () => {
  const { database } = await databaseForTest();
  await restoreTo(database);
  const end = new AbortController();
  let written = 0;
  const write = async (writer: number): Promise<void> => {
    for (let count = 0; !end.signal.aborted; count++) {
      const id = `w${writer}-${count}`;
      await transaction(database, async (client) => {
        await client.query("INSERT INTO tenants (id, name) VALUES ($1, $1)", [id]);
        await client.query(
          "INSERT INTO connections (id, tenant_id, target_system, credentials) VALUES ('c-' || $1, $1, 'x', '')",
          [id],
        );
        await client.query("UPDATE event_logs SET last = last + 1 WHERE connection_id = 'c'");
      });
      written++;
    }
  };
  const writing = [write(1), write(2)];
  const during = join(folder, "during.backup");
  await expect.poll(() => written).toBeGreaterThan(20);
  await makeBackup({ database, file: during, version: "1.2.3" });
  const before = written;
  await expect.poll(() => written).toBeGreaterThan(before);
  end.abort();
  await Promise.all(writing);
  const copy = await databaseForTest();
  await restoreTo(copy.database, during);
  const { rows } = await copy.database.query<{ tenants: number; connections: number; events: number }>(
    `SELECT (SELECT count(*)::int FROM tenants WHERE id LIKE 'w%') AS tenants,
       (SELECT count(*)::int FROM connections WHERE id LIKE 'c-w%') AS connections,
       (SELECT last::int - 2000007 FROM event_logs WHERE connection_id = 'c') AS events`,
  );
  const [counts] = rows;
  expect(counts?.tenants).toBeGreaterThan(20);
  expect(counts).toEqual({ tenants: counts?.tenants, connections: counts?.tenants, events: counts?.tenants });
});

test("a backup of an older version gets the migrations since", async () => {
  const old = await databaseForTest();
  const names = (await migrationNames()).filter((name) => name < "0030");
  await transaction(old.database, (client) => applyMigrations(client, names));
  await old.database.query("INSERT INTO tenants (id, name) VALUES ('t', 'Alt')");
  await old.database.query(
    "INSERT INTO connections (id, tenant_id, target_system, credentials) VALUES ('c', 't', 'x', '')",
  );
  const older = join(folder, "older.backup");
  await makeBackup({ database: old.database, file: older, version: "0.0.9" });
  const { database } = await databaseForTest();
  await restoreTo(database, older);
  expect(await migrate(database)).toEqual([]);
  const { rows } = await database.query("SELECT id, scopes FROM connections");
  expect(rows).toEqual([{ id: "c", scopes: null }]);
});

const refusal = async (from: string, found = keys): Promise<string> =>
  openBackupFile(from)
    .then((backup) => checkBackup(backup, found))
    .then(
      () => "accepted",
      (error: Error) => error.message,
    );

test("a file that is damaged, cut off or something else is refused", async () => {
  const bytes = await readFile(file);
  const write = async (name: string, content: Buffer | string): Promise<string> => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  for (const at of [bytes.length - 1, bytes.length - 100, Math.floor(bytes.length / 2), bytes.indexOf("\n") + 30]) {
    const broken = Buffer.from(bytes);
    broken.writeUInt8((broken.readUInt8(at) + 1) % 256, at);
    expect(await refusal(await write("broken", broken)), `byte ${at}`).toMatch("is damaged or incomplete");
  }
  const header = Buffer.from(bytes.toString("latin1").replace('"version":"1.2.3"', '"version":"1.2.4"'), "latin1");
  expect(await refusal(await write("header", header))).toMatch("is damaged or incomplete");
  for (const length of [bytes.length - 1, Math.floor(bytes.length / 2), bytes.indexOf("\n") + 1]) {
    const cut = await write("cut", bytes);
    await truncate(cut, length);
    expect(await refusal(cut), `${length} bytes`).toMatch("is damaged or incomplete");
  }
  expect(await refusal(await write("other", "hello\n"))).toMatch("is not a backup of Kontor");
  expect(await refusal(await write("empty", ""))).toMatch("is not a backup of Kontor");
  expect(await refusal(join(folder, "missing"))).toMatch("does not exist");
});

test("a backup of a newer version is refused with its name", async () => {
  const text = await readFile(file, "latin1");
  const newer = join(folder, "newer");
  await writeFile(newer, text.replace('"kontorBackup":1', '"kontorBackup":2'), "latin1");
  expect(await refusal(newer)).toMatch("made by Kontor 1.2.3, which is newer than this version");
  await writeFile(newer, text.replace('"0001_house.sql"', '"0001_house.sql","9999_future.sql"'), "latin1");
  expect(await refusal(newer)).toMatch("newer than those of this version (9999_future.sql)");
});

test("a backup whose master key is missing is refused with the key's id", async () => {
  expect(await refusal(file, { masterKeys: ["ffff"], keySource: "The file contains only ffff." })).toMatch(
    "encrypted with the master key 00112233aabbccdd, which is missing. The file contains only ffff.",
  );
});

test("a database that is not empty is refused and not changed", async () => {
  const { database } = await databaseForTest();
  await database.query("CREATE TABLE notes (text text)");
  await expect(restoreTo(database)).rejects.toThrow("The database is not empty: it has the table notes.");
  const { rows } = await database.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
  expect(rows).toEqual([{ tablename: "notes" }]);
});
