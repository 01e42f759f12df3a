/** The API with connectors of a test's own, for what no built-in target system asks for or does. */
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { readConfig } from "../src/config.ts";
import type { Connector } from "../src/contract/connector.ts";
import { createApiKey, createTenant } from "../src/core/accounts/tenants.ts";
import { type Outbound, openOutbound } from "../src/core/outbound/client.ts";
import { openUploads } from "../src/http/data/uploads.ts";
import { openKeeper } from "../src/store/advisoryLocks.ts";
import { openQueue } from "../src/store/queue.ts";
import { wireApi } from "../src/wiring/api.ts";
import { makeEngine } from "../src/wiring/core.ts";
import { type House, openHouse } from "../src/wiring/run.ts";
import { freshDatabase } from "./database.ts";
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
  const fresh = await freshDatabase();
  const environment = { DATA_DIR: folder, DATABASE_URL: fresh.url, ALLOW_PRIVATE_NETWORK: "true", ...settings };
  const config = readConfig({ LOG_LEVEL: "silent", ...environment }, new Date());
  const house = await openHouse({ config, log: pino({ level: config.logLevel }), exclusive: false });
  const { url, close } = await listenWith(house, connectors);
  const { apiKey } = await createApiKey(house.database, await createTenant(house.database, "Neuland"));
  return {
    url,
    call: makeCall(url, apiKey),
    stop: async () => {
      await close();
      await house.close();
      await fresh.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface Surroundings {
  /** Where the sandbox answers, if another service has it. */
  readonly ownUrl?: string;
  /** Stands between the service and the world. */
  readonly between?: (outbound: Outbound) => Outbound;
}

/** The API of a house on a free port. */
export async function listenWith(
  house: House,
  connectors: readonly Connector[],
  { ownUrl, between = (outbound) => outbound }: Surroundings = {},
) {
  const { config, database } = house;
  const outbound = between(openOutbound({ allowPrivate: config.allowPrivateNetwork }));
  const [locks, keeper] = [house.openPool(2), openKeeper(house.openPool(1))];
  const queue = await openQueue({ database, supervises: false, onFault: () => {} });
  const uploads = await openUploads(join(config.dataFolder, "uploads-too"));
  let url = "";
  const facts = () => ({ ownUrl: ownUrl ?? url, publicUrl: url });
  const parts = { house, connectors, sandbox: undefined };
  const engine = makeEngine({ ...parts, outbound, locks, keeper, queue, facts });
  const app = await wireApi({ ...parts, engine, uploads, version: "test" });
  await app.listen({ host: "127.0.0.1", port: 0 });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const close = async (): Promise<void> => {
    await app.close();
    await uploads.close();
    await queue.close();
    await outbound.close();
    await keeper.close();
    await locks.end();
  };
  return { url, engine, close };
}
