/** The demo: a tenant with a connection to the sandbox, created at the first start, so that newcomers can try the API. */

import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { addAudit } from "../../store/log/auditLog.ts";
import { type Database, transaction } from "../../store/postgres/database.ts";
import { listTenants } from "../../store/tenants.ts";
import { newId } from "../secrets/ids.ts";
import type { Vault } from "../secrets/vault.ts";
import { createConnection } from "./connection.ts";
import { createApiKey, createTenant } from "./tenants.ts";

export interface Demo {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly accountKey: string;
}

export interface DemoOptions {
  readonly database: Database;
  readonly vault: Vault;
  readonly folder: string;
  readonly baseUrl: string;
  /** Returns the credentials of a sandbox user. */
  readonly issueGrant: (name: string) => Promise<{ accessToken: string; refreshToken: string; expiresAt: string }>;
  readonly targetSystem: string;
  readonly environment: string;
  readonly company: string;
}

/** Several processes may start at once; only one creates the demo. */
const demoLock = 7_201_002;

/** Undefined if there are tenants but no keys in this folder: keys cannot be read from the database. */
export async function ensureDemo(options: DemoOptions): Promise<Demo | undefined> {
  const file = demoFile(options.folder);
  const keys = (await makeDemo(options, file)) ?? (await readDemo(options.folder));
  if (keys === undefined) return undefined;
  const { apiKey, accountKey } = keys;
  return writeForOwner(file, { baseUrl: options.baseUrl, apiKey, accountKey });
}

/** The file with the password of a public sandbox. */
export const sandboxLoginFile = (folder: string): string => join(folder, "sandbox.json");

export const keepSandboxLogin = (folder: string, login: { readonly user: string; readonly password: string }) =>
  writeForOwner(sandboxLoginFile(folder), login);

/** Writes the file atomically, because a crash would lose the keys. */
async function writeForOwner<Value>(file: string, value: Value): Promise<Value> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
  return value;
}

type DemoKeys = Omit<Demo, "baseUrl">;

const demoFile = (folder: string): string => join(folder, "demo.json");

async function makeDemo(options: DemoOptions, file: string): Promise<DemoKeys | undefined> {
  const { database, vault, baseUrl, issueGrant, targetSystem, environment, company } = options;
  return transaction(database, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock($1)", [demoLock]);
    if ((await listTenants(client)).length > 0) return undefined;
    const tenantId = await createTenant(client, "Demo");
    const { id: apiKeyId, apiKey } = await createApiKey(client, tenantId);
    const credentials = { ...(await issueGrant("Demo")) };
    const connection = { tenantId, targetSystem, credentials, environment, company };
    const connectionId = newId();
    const accountKey = await createConnection(client, vault, connection, connectionId);
    const made = { "tenant.create": tenantId, "apiKey.create": apiKeyId, "connection.create": connectionId };
    for (const [action, subject] of Object.entries(made))
      await addAudit(client, { role: "service", tenantId, action, subject });
    // Before the commit: unknown keys in the file are replaced later, but keys missing from it would be lost.
    return writeForOwner(file, { baseUrl, apiKey, accountKey });
  });
}

export async function readDemo(folder: string): Promise<Demo | undefined> {
  try {
    return JSON.parse(await readFile(demoFile(folder), "utf8")) as Demo;
  } catch {
    return undefined;
  }
}
