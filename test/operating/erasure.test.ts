/** Ended connections and tenants are erased by the worker, with a receipt. Until then, all of it can be exported. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommandLine } from "../../src/cli.ts";
import { createConnection } from "../../src/core/accounts/connection.ts";
import { dataMap } from "../../src/store/erasure/dataMap.ts";
import { exportedColumns } from "../../src/store/erasure/export.ts";
import { verifyAudit } from "../../src/store/log/auditChain.ts";
import { sealedColumns } from "../../src/store/masterKeys.ts";
import { openPlatform, type Platform } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
let platform: Platform;

beforeAll(async () => {
  service = await startService({ ENDED_CONNECTION_MINUTES: "0" }, { worker: true });
  platform = await openPlatform(service);
});
afterAll(() => service.stop());

async function kontor(...parameters: string[]): Promise<string> {
  const { dataFolder, databaseUrl = "" } = service.storage.config;
  const lines: string[] = [];
  const print = (text: string): void => void lines.push(text);
  const code = await runCommandLine(parameters, {
    terminal: { live: false, print, rewrite: print, complain: print },
    environment: { DATABASE_URL: databaseUrl, DATA_DIR: dataFolder },
  });
  expect(code, lines.join("\n")).toBe(0);
  return lines.join("\n");
}

/** A connection that has written a customer and has a subscription. */
async function useConnection(apiKey = service.keys.apiKey) {
  const key = await platform.sandbox.issueToken("Test");
  const body = { apiKey: key, endUserId: "user-4711", endUserName: "Ada Neuland" };
  const made = await platform.call("POST", "/auth/accounts/sandbox-key", { apiKey, body });
  const accountKey = made.data["accountKey"] ?? "";
  const { id = "" } = (await platform.call("GET", "/auth/connection", { apiKey, accountKey })).data;
  const customer = { contactType: "COMPANY", companyName: "Bergziegen GmbH" };
  const query = { companyId: "bergblick", environmentName: "production" };
  const written = await platform.call("POST", "/accounting/customers", { apiKey, accountKey, query, body: customer });
  expect(written.status, written.text).toBe(201);
  const subscription = { callbackUrl: "http://127.0.0.1:9/secret-path" };
  const subscribed = await platform.call("POST", "/webhooks", { apiKey, accountKey, query, body: subscription });
  expect(subscribed.status, subscribed.text).toBe(201);
  return { id, accountKey, vendorKey: key, secret: subscribed.data["secret"] ?? "" };
}

/** Tables with a row that contains the text. */
async function tablesWith(text: string): Promise<string[]> {
  const found = [];
  for (const { table } of dataMap) {
    const { rowCount } = await platform.database.query(
      `SELECT FROM ${table} AS r WHERE strpos(to_jsonb(r)::text, $1) > 0`,
      [text],
    );
    if (rowCount !== 0) found.push(table);
  }
  return found;
}

test("an ended connection is erased by the worker, with a receipt", async () => {
  const { id, accountKey } = await useConnection();
  expect((await platform.call("DELETE", "/auth/connection", { accountKey })).status).toBe(200);
  const receipts = async () => (await platform.call("GET", "/tenants/erasures")).rows;
  await expect
    .poll(async () => (await receipts()).map((row) => row["connectionId"]), { timeout: 60_000 })
    .toContain(id);
  const receipt = (await receipts()).find((row) => row["connectionId"] === id);
  expect(receipt?.["erasedRows"]).toMatchObject({ connections: 1, operations: 1, subscriptions: 1, account_keys: 1 });
  expect(JSON.parse(await kontor("erasures", "list", "--json"))).toContainEqual(
    expect.objectContaining({ kind: "connection", subject: id, erasedRows: receipt?.["erasedRows"] }),
  );
  // The request log is written a moment later, so the request that ended the connection may be in it.
  const left = (await tablesWith(id)).filter(
    (table) => !["request_log", "vendor_calls", "vendor_usage"].includes(table),
  );
  expect(left).toEqual(["audit_log", "erasures"]);
  // Another tenant sees no receipt.
  expect((await platform.call("GET", "/tenants/erasures", { apiKey: await platform.newTenant() })).rows).toEqual([]);
});

test("everything about an end user can be exported, without secrets", async () => {
  const { id, accountKey, vendorKey, secret } = await useConnection();
  const other = await useConnection();
  const text = await kontor("connections", "export", id, "--end-user");
  const { connectionIds, tables } = JSON.parse(text) as {
    connectionIds: string[];
    tables: Record<string, Record<string, unknown>[]>;
  };
  expect(connectionIds.toSorted()).toEqual([id, other.id].toSorted());
  expect(tables["connections"]?.find((row) => row["id"] === id)).toMatchObject({ end_user_name: "Ada Neuland" });
  expect(JSON.stringify(tables["operations"])).toContain("Bergziegen GmbH");
  expect(Object.keys(tables)).toEqual(expect.arrayContaining(["account_keys", "subscriptions", "connection_history"]));
  for (const hidden of [accountKey, vendorKey, secret, "secret-path"]) expect(text).not.toContain(hidden);
  expect(JSON.parse(await kontor("connections", "export", id))).toMatchObject({ connectionIds: [id] });
});

test("the export says what becomes of every value that is not plain", async () => {
  const { rows } = await platform.database.query<{ table: string; column: string }>(
    `SELECT c.relname AS table, a.attname AS column FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND a.attnum > 0 AND NOT a.attisdropped AND a.atttypid = 'bytea'::regtype`,
  );
  const ofConnections = dataMap.filter((row) => row.ofConnections !== undefined).map(({ table }) => table);
  const columns = rows.filter(({ table }) => ofConnections.includes(table));
  const listed = Object.entries(exportedColumns).flatMap(([table, kinds]) =>
    Object.keys(kinds).map((column) => `${table}.${column}`),
  );
  expect(columns.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(listed.toSorted());
  const sealed = new Set(sealedColumns.map(({ table, column }) => `${table}.${column}`));
  for (const [table, kinds] of Object.entries(exportedColumns))
    for (const [column, kind] of Object.entries(kinds))
      expect(sealed.has(`${table}.${column}`), `${table}.${column}`).toBe(kind !== "hash");
});

async function isLatestGrantRevoked(): Promise<boolean | undefined> {
  const { rows } = await platform.database.query<{ revoked: boolean }>(
    `SELECT revoked_at IS NOT NULL AS revoked FROM sandbox.grants JOIN sandbox.tokens USING (hash)
     ORDER BY created_at DESC LIMIT 1`,
  );
  return rows[0]?.revoked;
}

test("a tenant that is to be deleted is disconnected at the vendor and erased by the worker", async () => {
  const apiKey = await platform.newTenant();
  const { id } = await useConnection(apiKey);
  const { rows } = await platform.database.query<{ tenant: string }>(
    "SELECT tenant_id AS tenant FROM connections WHERE id = $1",
    [id],
  );
  const tenant = rows[0]?.tenant ?? "";
  const { vault } = service.storage;
  const credentials = { ...(await platform.sandbox.issueGrant("To be revoked")) };
  const oauth = { tenantId: tenant, targetSystem: "sandbox", credentials };
  await createConnection(platform.database, vault, oauth, "oauth-connection");
  expect(await isLatestGrantRevoked()).toBe(false);
  await kontor("tenants", "disable", tenant);
  expect(await kontor("tenants", "end", tenant)).toContain(tenant);
  const receipts = async () =>
    JSON.parse(await kontor("erasures", "list", "--tenant", tenant, "--json")) as Record<string, unknown>[];
  await expect.poll(async () => (await receipts()).map(({ kind }) => kind), { timeout: 60_000 }).toContain("tenant");
  expect((await receipts()).at(0)).toMatchObject({ subject: tenant, erasedRows: { tenants: 1, connections: 2 } });
  expect(await isLatestGrantRevoked()).toBe(true);
  const { rows: entries } = await platform.database.query(
    "SELECT role, action FROM audit_log WHERE tenant_id = $1 AND subject = 'oauth-connection'",
    [tenant],
  );
  expect(entries).toEqual([{ role: "service", action: "connection.end" }]);
  const left = (await tablesWith(tenant)).filter((table) => !["request_log", "vendor_calls"].includes(table));
  expect(left).toEqual(["audit_log", "erasures"]);
  expect(await verifyAudit(service.storage.database)).toMatchObject({ fault: null });
});
