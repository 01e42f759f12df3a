/** Wires everything once. The only place where things are constructed. */

import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import manifest from "../package.json" with { type: "json" };
import { type Config, localUrl } from "./config.ts";
import { connectors } from "./connectors/index.ts";
import type { Connector } from "./contract/connector.ts";
import { Failure } from "./contract/failure.ts";
import { openCallers } from "./core/callers.ts";
import { type Demo, ensureDemo } from "./core/demo.ts";
import { type Execute, makeExecute } from "./core/execute.ts";
import { openBodyReader } from "./core/input.ts";
import { loadMasterKeys } from "./core/masterKeys.ts";
import { openOutbound } from "./core/outbound.ts";
import { openRateLimit } from "./core/rateLimit.ts";
import { openSession } from "./core/session.ts";
import { openVault, type Vault } from "./core/vault.ts";
import { buildApp } from "./http/app.ts";
import { serviceRoutes } from "./http/serviceRoutes.ts";
import { openSandbox, type Sandbox } from "./sandbox/sandbox.ts";
import { type Database, migrate, openDatabase } from "./store/database.ts";
import { openOwnDatabase } from "./store/ownDatabase.ts";
import { forgetRunning, writeRunning } from "./store/runningFile.ts";
import { startWorker } from "./worker/worker.ts";

/** What every command needs: the database with its tables, and the vault. */
export interface House extends Cellar {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly vault: Vault;
  readonly migrated: readonly string[];
}

/** The database as it is: who only looks (doctor) must not change it. */
export interface Cellar {
  readonly database: Database;
  close(): Promise<void>;
}

export interface HouseOptions {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  /** Whether the folder must be ours alone; commands and workers beside a service share it. */
  readonly exclusive: boolean;
}

export async function openHouse(options: HouseOptions): Promise<House> {
  const { config, log } = options;
  const cellar = await openCellar(options);
  try {
    const migrated = await migrate(cellar.database);
    const vault = openVault(await loadMasterKeys(config.masterKeys, config.dataFolder));
    return { ...cellar, config, log, vault, migrated };
  } catch (error) {
    await cellar.close();
    throw error;
  }
}

export async function openCellar({ config, log, exclusive }: HouseOptions): Promise<Cellar> {
  const own =
    config.databaseUrl === undefined
      ? await openOwnDatabase({ folder: databaseFolder(config), serves: exclusive })
      : undefined;
  const database = openDatabase({
    url: config.databaseUrl ?? own?.url ?? "",
    connections: config.databaseConnections,
    onLost: (err) => log.warn({ err }, "database connection lost"),
  });
  const close = async (): Promise<void> => {
    await database.end();
    await own?.close();
  };
  return { database, close };
}

/** Where a database of our own is. */
export const databaseFolder = (config: Config): string => join(config.dataFolder, "postgres");

export interface Roles {
  readonly api: boolean;
  readonly worker: boolean;
}

export interface Running {
  readonly url: string;
  readonly demo: Demo | undefined;
  stop(): Promise<void>;
}

export interface Progress {
  (done: number, of: number): void;
}

export const offeredConnectors = ({ sandbox }: Config): readonly Connector[] =>
  connectors.filter(({ id }) => sandbox.enabled || !id.startsWith("sandbox"));

/** Starts the roles in this process. Stops in the reverse order, requests in flight first. */
export async function run(house: House, roles: Roles, progress?: Progress): Promise<Running> {
  const { database, log } = house;
  const stops: (() => Promise<unknown>)[] = [house.close];
  const stop = async (): Promise<void> => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    if (roles.worker) {
      const onFault = (err: unknown) => log.error({ err }, "worker fault");
      stops.push((await startWorker({ database, onFault })).stop);
    }
    if (!roles.api) return { url: "", demo: undefined, stop };
    const { url, demo } = await startApi(house, stops, progress);
    return { url, demo, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startApi(house: House, stops: (() => Promise<unknown>)[], progress: Progress | undefined) {
  const { config, database, log } = house;
  // Known only once we listen: the port may be any free one.
  let ownUrl = localUrl(config.host, config.port);
  const publicUrl = () => config.baseUrl ?? ownUrl;
  const sandbox = config.sandbox.enabled
    ? await openSandbox({ pool: database, ...config.sandbox, publicUrl, ...(progress && { progress }) })
    : undefined;
  const offered = offeredConnectors(config);
  const outbound = openOutbound({ allowPrivate: config.allowPrivateNetwork });
  stops.push(() => outbound.close());
  const app = await buildApp({
    execute: wireExecute(house, offered, { outbound, ownUrl: () => ownUrl }),
    rateLimit: { limit: openRateLimit({ ...config.rateLimit, now: Date.now }), ...config.rateLimit },
    log,
    service: (scope) =>
      serviceRoutes(scope, {
        connectors: offered,
        baseUrl: config.baseUrl ?? "/",
        version: manifest.version,
        isReady: () =>
          database.query("SELECT 1").then(
            () => true,
            () => false,
          ),
      }),
    neighbours: sandbox === undefined ? {} : { "/sandbox": sandbox.routes },
  });
  stops.push(() => app.close());
  await app.listen({ host: config.host, port: config.port });
  ownUrl = localUrl(config.host, (app.server.address() as AddressInfo).port);
  const url = publicUrl();
  stops.push(() => forgetRunning(config.dataFolder));
  await writeRunning(config.dataFolder, { url, localUrl: ownUrl, process: process.pid });
  return { url, demo: sandbox && (await demoFor(house, sandbox, url)) };
}

function wireExecute(
  { config, database, vault, log }: House,
  offered: readonly Connector[],
  { outbound, ownUrl }: { outbound: ReturnType<typeof openOutbound>; ownUrl: () => string },
): Execute {
  return makeExecute({
    callers: openCallers(database, vault, Date.now),
    connectors: new Map(offered.map((connector) => [connector.id, connector])),
    readBody: openBodyReader(),
    own: {
      // No operation starts a task yet, so every id is unknown.
      "asyncTask.get": async () => {
        throw new Failure("not_found", "There is no task with this id.");
      },
    },
    openSession: (connector, connection, { scope, requestId }) =>
      openSession({
        connector,
        connection,
        outbound,
        scope,
        site: typeof connector.site === "string" ? connector.site : connector.site({ ownUrl: ownUrl() }),
        targetSite: config.targetSites[connector.id],
        log: log.child({ requestId }),
        clock: Date.now,
      }),
  });
}

const demoFor = ({ config, database, vault }: House, sandbox: Sandbox, baseUrl: string) =>
  ensureDemo({
    database,
    vault,
    folder: config.dataFolder,
    baseUrl,
    issueGrant: sandbox.issueGrant,
    environment: "production",
    company: "bergblick",
  });
