/** The API with a test's own connectors, for behaviour that no built-in target system has. */

import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { readConfig } from "../../src/config.ts";
import type { Connector } from "../../src/contract/connector.ts";
import { createApiKey, createTenant } from "../../src/core/accounts/tenants.ts";
import { openUsage } from "../../src/core/limits/usage.ts";
import { type Outbound, openHttpClient } from "../../src/core/outbound/client.ts";
import { openUploads } from "../../src/http/data/uploads.ts";
import { noRequestLog } from "../../src/http/log/requestLog.ts";
import { openMetrics } from "../../src/http/server/metrics.ts";
import { openAdvisoryLocks } from "../../src/store/postgres/advisoryLocks.ts";
import { openQueue } from "../../src/store/postgres/queue.ts";
import { wireApi } from "../../src/wiring/api.ts";
import { makeCore } from "../../src/wiring/core.ts";
import { openStorage, type Storage } from "../../src/wiring/storage.ts";
import { freshDatabase, tables } from "./database.ts";
import { type Call, makeCall } from "./platform.ts";

export interface Wired {
  readonly url: string;
  readonly call: Call;
  stop(): Promise<void>;
}

export async function startWith(
  connectors: readonly Connector[],
  settings: Record<string, string> = {},
): Promise<Wired> {
  const folder = await mkdtemp(join(tmpdir(), "kontor-wired-"));
  const fresh = await freshDatabase(tables);
  const environment = { DATA_DIR: folder, DATABASE_URL: fresh.url, ALLOW_PRIVATE_NETWORK: "true", ...settings };
  const config = readConfig({ LOG_LEVEL: "silent", ...environment }, new Date());
  const storage = await openStorage({ config, log: pino({ level: config.logLevel }), exclusive: false });
  const { url, close } = await listenWith(storage, connectors);
  const { apiKey } = await createApiKey(storage.database, await createTenant(storage.database, "Neuland"));
  return {
    url,
    call: makeCall(url, apiKey),
    stop: async () => {
      await close();
      await storage.close();
      await fresh.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface Surroundings {
  /** The sandbox's URL, if it runs in another service. */
  readonly ownUrl?: string;
  /** Wraps the HTTP client. */
  readonly between?: (outbound: Outbound) => Outbound;
  readonly deadlineMs?: number;
  /** Replaces the wait before a retry. */
  readonly pause?: (milliseconds: number) => Promise<void>;
}

/** Starts the API on a free port with this storage. */
export async function listenWith(
  storage: Storage,
  connectors: readonly Connector[],
  { ownUrl, between = (outbound) => outbound, deadlineMs, pause }: Surroundings = {},
) {
  const { config, database } = storage;
  const outbound = between(openHttpClient({ allowPrivate: config.allowPrivateNetwork }));
  const advisoryLocks = openAdvisoryLocks(storage.openPool(1));
  const queue = await openQueue({ database, worker: undefined, onFault: () => {} });
  const uploads = await openUploads(join(config.dataFolder, "uploads-too"));
  let url = "";
  const facts = () => ({ ownUrl: ownUrl ?? url, publicUrl: url });
  const metrics = openMetrics({ backlog: async () => undefined, pool: database });
  const requestLog = noRequestLog;
  const usage = openUsage(database, () => {});
  const parts = { storage, connectors, sandbox: undefined, metrics, requestLog, usage };
  const core = makeCore({ ...parts, outbound, advisoryLocks, queue, facts, ...(pause && { pause }) });
  const app = await wireApi({ ...parts, core, uploads, version: "test", deadlineMs });
  await app.listen({ host: "127.0.0.1", port: 0 });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const close = async (): Promise<void> => {
    await app.close();
    await uploads.close();
    await queue.close();
    await outbound.close();
    await advisoryLocks.close();
  };
  return { url, core, close };
}
