/** Connects an edition of the sandbox directly in the database, because signing in would fail with a stand-in vendor. */
import { pino } from "pino";
import { readConfig } from "../src/config.ts";
import { createConnection } from "../src/core/accounts/connection.ts";
import { openSandbox } from "../src/sandbox/sandbox.ts";
import { listTenants } from "../src/store/tenants.ts";
import { openStorage } from "../src/wiring/storage.ts";

export async function connect(
  folder: string,
  targetSystem: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<string> {
  const config = readConfig({ DATA_DIR: folder, ...settings }, new Date());
  const storage = await openStorage({ config, log: pino({ level: "silent" }), exclusive: false });
  const { issueToken } = await openSandbox({ pool: storage.database, ...config.sandbox });
  const [tenant] = await listTenants(storage.database);
  const wanted = { tenantId: tenant?.id ?? "", targetSystem, environment: "production", company: "bergblick" };
  const credentials = { apiKey: await issueToken("Bench") };
  const accountKey = await createConnection(storage.database, storage.vault, { ...wanted, credentials });
  await storage.close();
  return accountKey;
}
