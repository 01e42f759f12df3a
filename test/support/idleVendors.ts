/** The service without its worker and all simulators of OAuth vendors, with a clock that only the test moves. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { vi } from "vitest";
import { settingsFor, simulationOf } from "../../simulators/settings.ts";
import type { Simulation } from "../../simulators/simulation.ts";
import { type Simulator, startSimulator } from "../../simulators/start.ts";
import { readConfig } from "../../src/config.ts";
import type { Connector } from "../../src/contract/connector.ts";
import { createApiKey, createTenant } from "../../src/core/accounts/tenants.ts";
import type { Core } from "../../src/wiring/core.ts";
import { openStorage, type Storage } from "../../src/wiring/storage.ts";
import { connectEndUser } from "../conformance/connect.ts";
import { freshDatabase, tables } from "./database.ts";
import { type Call, makeCall } from "./platform.ts";
import { connectorOf, vendors } from "./vendors.ts";
import { listenWith } from "./wired.ts";

export interface IdleRig {
  readonly storage: Storage;
  readonly core: () => Core;
  readonly call: Call;
  url(): string;
  simulatorOf(targetSystem: string): Simulator;
  /** Connects an end user and returns the account key and the connection's id. */
  connect(targetSystem: string): Promise<{ accountKey: string; connectionId: string }>;
  /** Moves every clock: the vendors', the service's, and the database's by ageing what it stores. */
  pass(seconds: number): Promise<void>;
  /** Stops the service and starts it again. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** The columns that the database compares with its own clock. */
const agingColumns: Readonly<Record<string, readonly string[]>> = {
  connections: ["created_at", "granted_at"],
  polls: ["due_at", "scan_began_at"],
  poll_schedule: ["due_at", "leased_until", "listening_until"],
  vendor_subscriptions: ["due_at", "leased_until"],
  ambiguous_notices: ["due_at", "leased_until"],
  connection_upkeep: ["leased_until", "renewal_due_at", "check_due_at", "checked_at"],
};

interface IdleOptions {
  /** Vendors with other books than usual, by the slug of the simulator. */
  readonly simulations?: Readonly<Record<string, Simulation>>;
}

export async function openIdleVendors(
  targetSystems: readonly string[],
  settings: Readonly<Record<string, string>> = {},
  { simulations = {} }: IdleOptions = {},
): Promise<IdleRig> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const simulators = new Map<string, Simulator>();
  for (const [targetSystem, slug] of vendors)
    if (targetSystems.includes(targetSystem))
      simulators.set(targetSystem, await startSimulator(simulations[slug] ?? (await simulationOf(slug))));
  const simulatorOf = (targetSystem: string): Simulator => {
    const found = simulators.get(targetSystem);
    if (found === undefined) throw new Error(`${targetSystem} has no simulator in this test.`);
    return found;
  };
  const connectors = targetSystems.map(connectorOf);
  const folder = await mkdtemp(join(tmpdir(), "kontor-idle-"));
  const fresh = await freshDatabase(tables);
  const environment = {
    DATA_DIR: folder,
    DATABASE_URL: fresh.url,
    ALLOW_PRIVATE_NETWORK: "true",
    LOG_LEVEL: "silent",
    RATE_LIMIT: "100000",
    TARGET_LIMITS: "off",
    SANDBOX: "off",
    ...Object.assign({}, ...connectors.map((connector) => settingsFor(connector, simulatorOf(connector.id)))),
    ...settings,
  };
  const config = readConfig(environment, new Date());
  const open = async () => {
    const storage = await openStorage({ config, log: pino({ level: "silent" }), exclusive: false });
    return { storage, ...(await listenWith(storage, connectors)) };
  };
  let running = await open();
  const stop = async () => {
    await running.close();
    await running.storage.close();
  };
  const { apiKey } = await createApiKey(
    running.storage.database,
    await createTenant(running.storage.database, "Neuland"),
  );
  const call: Call = (...request) => makeCall(running.url, apiKey)(...request);
  return {
    get storage() {
      return running.storage;
    },
    core: () => running.core,
    call,
    url: () => running.url,
    simulatorOf,
    connect: async (targetSystem) => {
      const { vendor } = simulatorOf(targetSystem);
      const connector: Connector = connectorOf(targetSystem);
      const accountKey = await connectEndUser({ url: running.url, call, connector, vendor });
      const { data } = await call("GET", "/auth/connection", { accountKey });
      return { accountKey, connectionId: data["id"] ?? "" };
    },
    pass: async (seconds) => {
      vi.setSystemTime(Date.now() + seconds * 1000);
      for (const [table, columns] of Object.entries(agingColumns)) {
        const aged = columns.map((column) => `${column} = ${column} - make_interval(secs => $1)`);
        await running.storage.database.query(`UPDATE ${table} SET ${aged.join(", ")}`, [seconds]);
      }
    },
    restart: async () => {
      await stop();
      running = await open();
    },
    close: async () => {
      await stop();
      await fresh.drop();
      await rm(folder, { recursive: true, force: true });
      for (const simulator of simulators.values()) await simulator.close();
      vi.useRealTimers();
    },
  };
}
