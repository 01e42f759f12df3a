/** The API with connectors of a test's own, for what no built-in target system asks for or does. */
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { wireApi } from "../src/api.ts";
import { readConfig } from "../src/config.ts";
import type { Connector } from "../src/contract/connector.ts";
import { openOutbound } from "../src/core/outbound.ts";
import { createApiKey, createTenant } from "../src/core/tenants.ts";
import { openHouse } from "../src/main.ts";
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
  const outbound = openOutbound({ allowPrivate: config.allowPrivateNetwork });
  const locks = house.openPool(2);
  let url = "";
  const facts = () => ({ ownUrl: url, publicUrl: url });
  const app = await wireApi({ house, connectors, sandbox: undefined, outbound, locks, facts, version: "test" });
  await app.listen({ host: "127.0.0.1", port: 0 });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const { apiKey } = await createApiKey(house.database, await createTenant(house.database, "Neuland"));
  return {
    url,
    call: makeCall(url, apiKey),
    stop: async () => {
      await app.close();
      await outbound.close();
      await locks.end();
      await house.close();
      await fresh.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
