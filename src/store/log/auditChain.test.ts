/** The chain of the audit log: what verification finds, who may write at once, and what remains after pruning and erasure. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { databaseForTest, tables } from "../../../test/support/database.ts";
import { setConnectionState } from "../connections.ts";
import { endExpiredSubscriptions, pauseSubscription } from "../deliveryLedger.ts";
import { eraseTenant } from "../erasure/erase.ts";
import { applyMigrations, type Database, migrationNames, transaction } from "../postgres/database.ts";
import { pruneAudit, verifyAudit } from "./auditChain.ts";
import { addAudit } from "./auditLog.ts";

const addEntries = async (database: Database, count: number): Promise<void> => {
  for (let index = 1; index <= count; index++)
    await addAudit(database, {
      role: "member",
      actorId: "session-1",
      person: "Ada Neuland",
      tenantId: "t",
      action: "connection.end",
      subject: `connection-${index}`,
      address: "192.0.2.7",
    });
};

async function logOf(entries: number): Promise<Database> {
  const { database } = await databaseForTest(tables);
  await database.query("INSERT INTO tenants (id, name) VALUES ('t', 'Neuland')");
  await addEntries(database, entries);
  return database;
}

/** As somebody with full access to the database would do it. */
const tamper = (database: Database, statements: string): Promise<void> =>
  transaction(database, async (client) => {
    for (const table of ["audit_log", "audit_names"]) {
      await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    }
    await client.query(statements);
    for (const table of ["audit_log", "audit_names"]) {
      await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    }
  });

const rehashed = `hash = audit_hash(id, at, role, actor_id, tenant_id, action, subject, refused, names_hash, previous_hash)`;

test("a log that nobody touched is complete", async () => {
  const database = await logOf(3);
  const report = await verifyAudit(database);
  expect(report).toMatchObject({ entries: 3, erasedNames: 0, checkpoint: null, fault: null });
  expect(report.head).toEqual({ id: "3", hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
});

test("entries hold no names and no IP addresses", async () => {
  const database = await logOf(1);
  await addAudit(database, { role: "shell", tenantId: "t", action: "tenant.create", subject: "Ada Neuland" });
  const { rows } = await database.query<{ row: string }>(
    "SELECT to_jsonb(a)::text AS row FROM audit_log a ORDER BY id",
  );
  for (const { row } of rows) expect(row).not.toMatch(/Ada|192\.0\.2\.7/);
  const { rows: names } = await database.query("SELECT person, subject, address FROM audit_names ORDER BY entry_id");
  expect(names).toEqual([
    { person: "Ada Neuland", subject: null, address: "192.0.2.7" },
    { person: null, subject: "Ada Neuland", address: null },
  ]);
});

const attacks: readonly { name: string; statements: string; fault: { entryId: string; kind: string } }[] = [
  {
    name: "a changed entry",
    statements: "UPDATE audit_log SET subject = 'other' WHERE id = 3",
    fault: { entryId: "3", kind: "changed" },
  },
  {
    name: "a changed entry whose hash was computed again",
    statements: `UPDATE audit_log SET subject = 'other' WHERE id = 3; UPDATE audit_log SET ${rehashed} WHERE id = 3`,
    fault: { entryId: "3", kind: "changed" },
  },
  {
    name: "a removed entry",
    statements: "DELETE FROM audit_log WHERE id = 3",
    fault: { entryId: "3", kind: "removed" },
  },
  {
    name: "a removed first entry",
    statements: "DELETE FROM audit_log WHERE id = 1",
    fault: { entryId: "1", kind: "removed" },
  },
  {
    name: "an entry that was inserted between others",
    statements: `ALTER TABLE audit_log ALTER COLUMN id DROP IDENTITY; UPDATE audit_log SET id = -id WHERE id >= 3; UPDATE audit_log SET id = 1 - id WHERE id < 0;
      UPDATE audit_names SET entry_id = entry_id + 10 WHERE entry_id >= 3;
      INSERT INTO audit_log (id, role, action, previous_hash, hash) OVERRIDING SYSTEM VALUE
        SELECT 3, 'shell', 'forged', hash, '' FROM audit_log WHERE id = 2;
      UPDATE audit_log SET ${rehashed} WHERE id = 3; UPDATE audit_head SET last_id = 6`,
    fault: { entryId: "4", kind: "changed" },
  },
  {
    name: "an entry that was added at the end",
    statements: `INSERT INTO audit_log (id, role, action, previous_hash, hash) OVERRIDING SYSTEM VALUE
        SELECT 6, 'shell', 'forged', hash, '' FROM audit_log WHERE id = 5; UPDATE audit_log SET ${rehashed} WHERE id = 6`,
    fault: { entryId: "6", kind: "inserted" },
  },
  {
    name: "entries that were cut off at the end",
    statements: "DELETE FROM audit_log WHERE id >= 4",
    fault: { entryId: "4", kind: "truncated" },
  },
  {
    name: "a log that was emptied",
    statements: "DELETE FROM audit_log",
    fault: { entryId: "1", kind: "truncated" },
  },
  {
    name: "a changed name",
    statements: "UPDATE audit_names SET person = 'Somebody else' WHERE entry_id = 2",
    fault: { entryId: "2", kind: "names" },
  },
  {
    name: "removed names of a tenant that exists",
    statements: "DELETE FROM audit_names WHERE entry_id = 2",
    fault: { entryId: "2", kind: "names" },
  },
  {
    name: "a removed beginning with an invented checkpoint",
    statements:
      "INSERT INTO audit_checkpoints SELECT id, hash FROM audit_log WHERE id = 2; DELETE FROM audit_log WHERE id <= 2",
    fault: { entryId: "2", kind: "checkpoint" },
  },
];

test.each(attacks)("verification finds $name", async ({ statements, fault }) => {
  const database = await logOf(5);
  await tamper(database, statements);
  expect((await verifyAudit(database)).fault).toMatchObject(fault);
});

test("with a head that was noted elsewhere, verification finds a log that was cut off together with its head", async () => {
  const database = await logOf(5);
  const { head } = await verifyAudit(database);
  expect((await verifyAudit(database, head)).fault).toBeNull();
  await tamper(
    database,
    `DELETE FROM audit_log WHERE id = 5; DELETE FROM audit_names WHERE entry_id = 5;
     UPDATE audit_head SET last_id = 4, hash = (SELECT hash FROM audit_log WHERE id = 4)`,
  );
  expect((await verifyAudit(database)).fault).toBeNull();
  expect((await verifyAudit(database, head)).fault).toMatchObject({ kind: "truncated", entryId: "5" });
  await addEntries(database, 1);
  expect((await verifyAudit(database, head)).fault).toMatchObject({ kind: "changed", entryId: "5" });
});

test("the database refuses to change or delete entries", async () => {
  const database = await logOf(1);
  for (const statement of ["UPDATE audit_log SET role = 'x'", "DELETE FROM audit_log", "TRUNCATE audit_log"])
    await expect(database.query(statement), statement).rejects.toThrow("only written to");
  await expect(database.query("UPDATE audit_names SET person = 'x'")).rejects.toThrow("only written to");
});

test("writers in several processes continue one chain", async () => {
  const { database, url } = await databaseForTest(tables);
  const writer = join(import.meta.dirname, "../../../test/security/auditLog/writer.ts");
  const processes = ["a", "b", "c"].map((name) =>
    spawn(process.execPath, [writer, url, name, "20"], { stdio: ["ignore", "inherit", "inherit"] }),
  );
  const codes = await Promise.all(processes.map(async (child) => (await once(child, "exit"))[0] as number));
  expect(codes).toEqual([0, 0, 0]);
  expect(await verifyAudit(database)).toMatchObject({ entries: 3 * 4 * 20, fault: null });
});

test("a transaction that is rolled back leaves no gap", async () => {
  const database = await logOf(2);
  const failed = transaction(database, async (client) => {
    await addAudit(client, { role: "shell", tenantId: null, action: "never" });
    throw new Error("rolled back");
  });
  await expect(failed).rejects.toThrow("rolled back");
  await addEntries(database, 1);
  expect(await verifyAudit(database)).toMatchObject({ entries: 3, fault: null });
});

test("what Kontor itself does to connections and subscriptions is in the log", async () => {
  const { database } = await databaseForTest(tables);
  await database.query(
    `INSERT INTO tenants (id, name) VALUES ('t', 'Neuland');
     INSERT INTO connections (id, tenant_id, target_system, credentials) VALUES ('c', 't', 'x', '');
     INSERT INTO subscriptions (id, tenant_id, connection_id, parent_id, callback_url, secret, expires_at, failing_since) VALUES
       ('s', 't', NULL, NULL, 'u', '', now() - interval '1 day', now() - interval '9 days'),
       ('child', 't', 'c', 's', 'u', '', now() - interval '1 day', now() - interval '9 days')`,
  );
  await setConnectionState(database, { id: "c", generation: 0, state: "needs_reauth" });
  await pauseSubscription(database, "s");
  await endExpiredSubscriptions(database);
  const { rows } = await database.query("SELECT role, tenant_id, action, subject FROM audit_log ORDER BY id");
  const entry = { role: "service", tenant_id: "t" };
  expect(rows).toEqual([
    { ...entry, action: "connection.refused", subject: "c" },
    { ...entry, action: "subscription.pause", subject: "s" },
    { ...entry, action: "subscription.end", subject: "s" },
  ]);
});

test("old entries are deleted up to a checkpoint, and the rest can be verified", async () => {
  const { database } = await databaseForTest(tables);
  const add = (days: number) =>
    database.query(
      `INSERT INTO audit_log (at, role, person, action) VALUES (now() - make_interval(days => $1), 'shell', 'Ada', 'test')`,
      [days],
    );
  for (const days of [50, 40, 35, 5, 1]) await add(days);
  await pruneAudit(database, 0);
  expect((await verifyAudit(database)).entries).toBe(5);
  await pruneAudit(database, 30);
  // The two that are younger, and the entry about the deletion.
  expect(await verifyAudit(database)).toMatchObject({ entries: 3, checkpoint: { id: "3" }, fault: null });
  const { rows } = await database.query("SELECT id::int, action FROM audit_log ORDER BY id");
  expect(rows).toEqual([
    { id: 4, action: "test" },
    { id: 5, action: "test" },
    { id: 6, action: "audit.prune" },
  ]);
  expect((await database.query("SELECT FROM audit_names")).rowCount).toBe(2);
  await pruneAudit(database, 30);
  expect((await verifyAudit(database)).entries).toBe(3);
});

test("deleting a tenant erases the names of its entries, and the chain stays complete", async () => {
  const database = await logOf(2);
  await addAudit(database, { role: "operator", person: "Operator", tenantId: null, action: "console.signIn" });
  await eraseTenant(database, "t", "shell");
  expect(await verifyAudit(database)).toMatchObject({ entries: 4, erasedNames: 2, fault: null });
  const { rows } = await database.query("SELECT person FROM audit_names");
  expect(rows).toEqual([{ person: "Operator" }]);
});

test("entries from before the chain are chained in their order, without names", async () => {
  const { database } = await databaseForTest();
  const names = await migrationNames();
  const chain = "0047_audit_chain.sql";
  await transaction(database, (client) =>
    applyMigrations(
      client,
      names.filter((name) => name < chain),
    ),
  );
  await database.query(
    `INSERT INTO tenants (id, name) VALUES ('t', 'Neuland');
     INSERT INTO audit_log (role, person, tenant_id, action, subject, address) VALUES
       ('shell', 'shell', 't', 'tenant.create', 'Neuland', NULL), ('member', 'Ada', 't', 'connection.end', 'c', '192.0.2.7'),
       ('api', 'API key', 't', 'console.link', 'Ada', '192.0.2.7')`,
  );
  await transaction(database, (client) =>
    applyMigrations(
      client,
      names.filter((name) => name >= chain),
    ),
  );
  await addAudit(database, { role: "shell", tenantId: "t", action: "tenant.disable", subject: "t" });
  expect(await verifyAudit(database)).toMatchObject({ entries: 4, fault: null });
  const { rows } = await database.query("SELECT role, action, subject, person, address FROM audit_log ORDER BY id");
  expect(rows).toEqual([
    { role: "shell", action: "tenant.create", subject: "t", person: null, address: null },
    { role: "member", action: "connection.end", subject: "c", person: null, address: null },
    { role: "api", action: "console.link", subject: null, person: null, address: null },
    { role: "shell", action: "tenant.disable", subject: "t", person: null, address: null },
  ]);
});

test("the documented way to compute a hash gives the stored one", async () => {
  const page = await readFile(join(import.meta.dirname, "../../../docs/operate/audit.md"), "utf8");
  const [, statement = ""] = /```sql\n(SELECT [^`]+)```/.exec(page) ?? [];
  const database = await logOf(2);
  const { rows } = await database.query<{ matches: boolean }>(statement);
  expect(rows).toEqual([{ matches: true }, { matches: true }]);
});
