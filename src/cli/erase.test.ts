/** The commands that erase, on a database of their own. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { databaseForTest, tables } from "../../test/support/database.ts";
import { runCommandLine } from "../cli.ts";

async function installation() {
  const { database, url } = await databaseForTest(tables);
  const folder = await mkdtemp(join(tmpdir(), "kontor-erase-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await database.query(
    `INSERT INTO tenants (id, name) VALUES ('t', 'Neuland');
     INSERT INTO connections (id, tenant_id, target_system, credentials) VALUES ('c', 't', 'x', ''), ('d', 't', 'x', '')`,
  );
  const kontor = async (...parameters: string[]) => {
    const lines: string[] = [];
    const print = (text: string): void => void lines.push(text);
    const code = await runCommandLine(parameters, {
      terminal: { live: false, print, rewrite: print, complain: print },
      environment: { DATABASE_URL: url, DATA_DIR: folder },
    });
    return { code, text: lines.join("\n") };
  };
  return { database, kontor };
}

test("a connection is erased after it has ended, with a receipt and an entry in the audit log", async () => {
  const { database, kontor } = await installation();
  expect(await kontor("connections", "erase", "unknown")).toEqual({
    code: 1,
    text: "Connection unknown does not exist.",
  });
  expect(await kontor("connections", "erase", "c")).toMatchObject({
    code: 1,
    text: expect.stringContaining("has not ended"),
  });
  await database.query("UPDATE connections SET state = 'disabled' WHERE id = 'c'");
  const { code, text } = await kontor("connections", "erase", "c", "--json");
  expect(code).toBe(0);
  expect(JSON.parse(text)).toMatchObject({
    connectionId: "c",
    erasedRows: { connections: 1, connection_history: 2 },
    kept: ["audit_log"],
  });
  expect((await kontor("connections", "erase", "d", "--force")).text).toMatch(
    /^Receipt of an erasure\nconnectionId: d\n/,
  );
  const { rows } = await database.query("SELECT action, subject FROM audit_log ORDER BY id");
  expect(rows).toEqual([
    { action: "connection.erase", subject: "c" },
    { action: "connection.erase", subject: "d" },
  ]);
});

test("a tenant is deleted after it was disabled and its connections have ended", async () => {
  const { database, kontor } = await installation();
  expect((await kontor("tenants", "delete", "unknown")).text).toMatch("Tenant unknown does not exist.");
  expect((await kontor("tenants", "delete", "t")).text).toMatch("Run: kontor tenants disable t");
  await kontor("tenants", "disable", "t");
  expect((await kontor("tenants", "delete", "t")).text).toMatch("has 2 connections that have not ended");
  const { code, text } = await kontor("tenants", "delete", "t", "--force", "--json");
  expect(code).toBe(0);
  expect(JSON.parse(text)).toMatchObject({ tenantId: "t", erasedRows: { connections: 2, tenants: 1 } });
  expect((await database.query("SELECT FROM tenants")).rowCount).toBe(0);
});
