/** The data map covers every table, and erasure leaves nothing of a connection or a tenant. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { privacyPage } from "../../../docs/generators/privacy.ts";
import { databaseForTest, tables } from "../../../test/support/database.ts";
import { ensureDays } from "../log/requestLog.ts";
import type { Database } from "../postgres/database.ts";
import { dataMap } from "./dataMap.ts";
import { eraseConnection, eraseTenant, listReceipts } from "./erase.ts";

test("the data map has exactly the tables of the database", async () => {
  const { database } = await databaseForTest(tables);
  const { rows } = await database.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
       AND NOT relispartition ORDER BY 1`,
  );
  expect(dataMap.map(({ table }) => table).toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test("privacy.md shows the data map", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/operate/privacy.md"), "utf8");
  expect(page).toBe(privacyPage(page));
});

test("every table with the id of a connection or a tenant says how its rows are erased", async () => {
  const { database } = await databaseForTest(tables);
  const { rows } = await database.query<{ name: string; column: string }>(
    `SELECT c.relname AS name, a.attname AS column FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND a.attname IN ('connection_id', 'tenant_id', 'subscription_id', 'task_id')`,
  );
  const unmapped = rows.filter(({ name, column }) => {
    const row = dataMap.find(({ table }) => table === name);
    return column === "tenant_id"
      ? row?.ofTenant === undefined && row?.ofConnections === undefined
      : row?.ofConnections === undefined;
  });
  // The audit log keeps who erased what, and the receipts how much.
  expect([...new Set(unmapped.map(({ name }) => name))].toSorted()).toEqual(["audit_log", "erasures"]);
});

/** A row in every table for a connection of a tenant. */
const rowsFor = (tenant: string, connection: string): string => `
  INSERT INTO tenants (id, name) VALUES ('${tenant}', 'Neuland') ON CONFLICT DO NOTHING;
  INSERT INTO connections (id, tenant_id, target_system, credentials, end_user_id) VALUES ('${connection}', '${tenant}', 'x', '', 'user ${connection}');
  INSERT INTO subscriptions (id, tenant_id, connection_id, callback_url, secret, expires_at) VALUES ('s ${connection}', '${tenant}', '${connection}', 'u', '', now());
  INSERT INTO event_logs VALUES ('${connection}', 1);
  INSERT INTO events (connection_id, sequence, event_type, resource, resource_id, changed_at, change) VALUES ('${connection}', 1, 'CREATED', 'INVOICE', '1', now(), '');
  INSERT INTO deliveries (subscription_id, sequence, connection_id, sequences, lane) VALUES ('s ${connection}', 1, '${connection}', '{1}', 0);
  INSERT INTO delivery_attempts (subscription_id, sequence, milliseconds) VALUES ('s ${connection}', 1, 1);
  INSERT INTO bulk_replays (id, tenant_id, connection_id, which, begins, ends, per_second, expected, due_at, person) VALUES ('b ${connection}', '${tenant}', '${connection}', 'all', now(), now(), 1, 1, now(), 'p');
  INSERT INTO issues (kind, cause, tenant_id, connection_id, count, first_seen, last_seen) VALUES ('k', '${connection}', '${tenant}', '${connection}', 1, now(), now());
  INSERT INTO muted_issues VALUES ('k ${connection}', now());
  INSERT INTO search_terms (hash, at, tenant_id, connection_id, request_id, operation, status) VALUES ('', now(), '${tenant}', '${connection}', 'r ${connection}', 'o', 200);
  INSERT INTO request_log (id, at, tenant_id, connection_id, method, operation, status, milliseconds, vendor_milliseconds, vendor_calls, facts) VALUES ('r ${connection}', '2026-11-16', '${tenant}', '${connection}', 'GET', 'o', 200, 1, 1, 1, '{}');
  INSERT INTO request_bodies (id, at, tenant_id, bodies) VALUES ('r ${connection}', now(), '${tenant}', '');
  INSERT INTO vendor_calls (at, tenant_id, connection_id, target_system, method, host, path, milliseconds, facts) VALUES ('2026-11-16', '${tenant}', '${connection}', 'x', 'GET', 'h', '/', 1, '{}');
  INSERT INTO vendor_usage (day, connection_id, tenant_id, target_system, cause, calls, bytes_sent, bytes_received) VALUES (now(), '${connection}', '${tenant}', 'x', 'poll', 1, 1, 1);
  INSERT INTO tasks (id, tenant_id, connection_id, operation, request, expires_at) VALUES ('t ${connection}', '${tenant}', '${connection}', 'o', '', now());
  INSERT INTO task_blocks VALUES ('t ${connection}', 0, 1, '');
  INSERT INTO task_results VALUES ('t ${connection}', '');
  INSERT INTO task_files VALUES ('t ${connection}', 0, 0, '');
  INSERT INTO operations (id, tenant_id, connection_id, operation, fingerprint, request, key_expires_at) VALUES ('o ${connection}', '${tenant}', '${connection}', 'o', '', '', now());
  INSERT INTO polls (connection_id, resource) VALUES ('${connection}', 'INVOICE');
  INSERT INTO record_snapshots (connection_id, resource, record_id, fingerprint) VALUES ('${connection}', 'INVOICE', '1', '');
  INSERT INTO poll_schedule (connection_id, due_at) VALUES ('${connection}', now());
  INSERT INTO ambiguous_notices (id, connection_id, notice) VALUES ('n ${connection}', '${connection}', '');
  INSERT INTO held_changes (connection_id, scope, reported_by, event_type, resource, resource_id, changed_at, is_undated) VALUES ('${connection}', '', 'vendor', 'CREATED', 'INVOICE', '1', now(), false);
  INSERT INTO vendor_subscriptions (connection_id, token_hash, address) VALUES ('${connection}', '${connection}', '');
  INSERT INTO connection_upkeep (connection_id) VALUES ('${connection}');
  INSERT INTO account_keys (hash, connection_id, hint) VALUES ('${connection}', '${connection}', 'h');
  INSERT INTO flows (id, tenant_id, target_system, connection_id, token_hash, options, expires_at) VALUES ('f ${connection}', '${tenant}', 'x', '${connection}', '${connection}', '{}', now());
  INSERT INTO end_user_pages (id, tenant_id, token_hash, end_user_id, expires_at) VALUES ('e ${connection}', '${tenant}', 'e ${connection}', 'user ${connection}', now());
  INSERT INTO end_user_pages (id, tenant_id, token_hash, connection_ids, expires_at) VALUES ('i ${connection}', '${tenant}', 'i ${connection}', '{${connection}}', now());
  INSERT INTO assistant_codes (hash, tenant_id, connection_id, access, expires_at) VALUES ('c ${connection}', '${tenant}', '${connection}', 'read', now());
  INSERT INTO assistant_requests (id, token_hash, browser_hash, tenant_id, connection_id, client_id, client_name, redirect_uri, code_challenge, access, expires_at) VALUES ('r ${connection}', 'r ${connection}', '', '${tenant}', '${connection}', 'c', 'n', 'u', '', 'read', now());
  INSERT INTO assistant_grants (id, tenant_id, connection_id, client_id, client_name, host, resource, access) VALUES ('g ${connection}', '${tenant}', '${connection}', 'c', 'n', 'h', 'u', 'read');
  INSERT INTO assistant_tokens (hash, grant_id, kind, expires_at) VALUES ('t ${connection}', 'g ${connection}', 'access', now());
  INSERT INTO assistant_questions (id, token_hash, grant_id, connection_id, subject, message, expires_at) VALUES ('q ${connection}', 'q ${connection}', 'g ${connection}', '${connection}', '', '', now());
  INSERT INTO imports (id, tenant_id, target_system, body_hash) VALUES ('i ${connection}', '${tenant}', 'x', '');
  INSERT INTO import_entries (import_id, position, end_user_id, connection_id) VALUES ('i ${connection}', 0, 'u', '${connection}');
  INSERT INTO vendor_limits (key) VALUES ('x ${connection}');
  INSERT INTO key_deliveries (id, tenant_id, url, body) VALUES ('k ${connection}', '${tenant}', 'u', '');
  INSERT INTO console_links (hash, role, tenant_id, person, expires_at) VALUES ('${connection}', 'member', '${tenant}', 'p', now());
  INSERT INTO console_sessions (hash, role, tenant_id, person, browser_hash, expires_at) VALUES ('${connection}', 'member', '${tenant}', 'p', '', now());
  INSERT INTO console_people (id, issuer, subject, tenant_id) VALUES ('p ${connection}', 'i', '${connection}', '${tenant}');
  INSERT INTO usage_budgets (tenant_id, target_system, calls_per_day) VALUES ('${tenant}', '${connection}', 1);
  INSERT INTO page_styles (tenant_id, style) VALUES ('${tenant}', '{}') ON CONFLICT DO NOTHING;
  INSERT INTO registrations (tenant_id, target_system, client_id, client_secret, custom_values) VALUES ('${tenant}', '${connection}', 'c', '', '[]');
  INSERT INTO api_keys (id, tenant_id, hash, hint) VALUES ('a ${connection}', '${tenant}', 'a ${connection}', 'h');
  INSERT INTO audit_log (role, person, tenant_id, action, subject_name) VALUES ('member', 'p', '${tenant}', 'test', 'n ${connection}');
  INSERT INTO pgboss.job (name, data) VALUES ('tasks', '{"taskId":"t ${connection}"}')`;

/** The log of the tenant itself, and a delivery of it. */
const logOf = (tenant: string): string => `
  INSERT INTO event_logs (connection_id, tenant_id, last) VALUES ('${tenant}', '${tenant}', 1);
  INSERT INTO events (connection_id, sequence, event_type, resource, resource_id, changed_at, change) VALUES ('${tenant}', 1, 'CREATED', 'ISSUE', '1', now(), '');
  INSERT INTO subscriptions (id, tenant_id, callback_url, secret, expires_at) VALUES ('w ${tenant}', '${tenant}', 'u', '', now());
  INSERT INTO deliveries (subscription_id, sequence, connection_id, sequences, lane) VALUES ('w ${tenant}', 1, '${tenant}', '{1}', 0);
  INSERT INTO delivery_attempts (subscription_id, sequence, milliseconds) VALUES ('w ${tenant}', 1, 1)`;

/** Tables with a row that contains the text. */
async function tablesWith(database: Database, text: string): Promise<string[]> {
  const found = [];
  for (const table of [...dataMap.map(({ table }) => table), "pgboss.job"]) {
    const { rowCount } = await database.query(`SELECT FROM ${table} AS r WHERE to_jsonb(r)::text LIKE $1`, [
      `%${text}%`,
    ]);
    if (rowCount !== 0) found.push(table);
  }
  return found;
}

async function filled(): Promise<Database> {
  const { database } = await databaseForTest(tables);
  await ensureDays(database, ["2026-11-16"]);
  await database.query(rowsFor("tenant-one", "alpha-1"));
  await database.query(rowsFor("tenant-one", "alpha-2"));
  await database.query(rowsFor("tenant-two", "beta-1"));
  for (const tenant of ["tenant-one", "tenant-two"]) await database.query(logOf(tenant));
  return database;
}

const sortedKeys = (rows: object): string[] => Object.keys(rows).toSorted();

test("erasing a connection erases its rows in every table, and no others", async () => {
  const database = await filled();
  const before = await tablesWith(database, "alpha-2");
  const receipt = await eraseConnection(database, "alpha-1", "shell");
  expect(receipt).toMatchObject({ kind: "connection", subject: "alpha-1", tenantId: "tenant-one" });
  const erased = receipt?.erasedRows ?? {};
  const mapped = dataMap.flatMap(({ table, ofConnections }) => (ofConnections === undefined ? [] : [table]));
  expect(sortedKeys(erased)).toEqual([...mapped, "pgboss.job"].toSorted());
  expect(erased).toMatchObject({ connections: 1, events: 1, end_user_pages: 2, request_log: 1 });
  // These belong to the tenant, and are only named after the connection in this test. The last two say that it was erased.
  const ofTenant = [
    "api_keys",
    "audit_log",
    "audit_names",
    "console_links",
    "console_people",
    "console_sessions",
    "erasures",
    "imports",
    "key_deliveries",
    "registrations",
    "usage_budgets",
  ];
  expect((await tablesWith(database, "alpha-1")).filter((table) => !ofTenant.includes(table))).toEqual([]);
  expect(await tablesWith(database, "alpha-2")).toEqual(before);
  expect(await eraseConnection(database, "alpha-1", "shell")).toBeUndefined();
  expect(await listReceipts(database, { tenantId: "tenant-one" })).toEqual([receipt]);
});

test("deleting a tenant erases its rows in every table, and no others", async () => {
  const database = await filled();
  const before = await tablesWith(database, "tenant-two");
  const erased = (await eraseTenant(database, "tenant-one", "shell"))?.erasedRows ?? {};
  const mapped = dataMap.filter(({ ofConnections, ofTenant }) => ofConnections !== undefined || ofTenant !== undefined);
  expect(sortedKeys(erased)).toEqual([...mapped.map(({ table }) => table), "pgboss.job"].toSorted());
  expect(erased).toMatchObject({ connections: 2, api_keys: 2, tenants: 1, events: 3, delivery_attempts: 3 });
  // The audit log and the receipt have its id, and no name.
  expect(await tablesWith(database, "tenant-one")).toEqual(["audit_log", "erasures"]);
  for (const text of ["alpha-1", "alpha-2"]) expect(await tablesWith(database, text), text).toEqual([]);
  expect(await tablesWith(database, "tenant-two")).toEqual(before);
});
