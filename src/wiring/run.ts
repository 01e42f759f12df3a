/** Wires everything once. The only place where things are constructed. */

import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import manifest from "../../package.json" with { type: "json" };
import { type Config, localUrl } from "../config.ts";
import { connectors as allConnectors } from "../connectors/index.ts";
import type { Connector, SiteFacts } from "../contract/connector.ts";
import { type Demo, type DemoOptions, ensureDemo } from "../core/accounts/demo.ts";
import { deliverKeys } from "../core/connecting/accountKeyDelivery.ts";
import { startDeliverer } from "../core/delivering/deliverer.ts";
import { type Outbound, openOutbound } from "../core/outbound/client.ts";
import { neighbourPosts } from "../core/outbound/sandboxPost.ts";
import { loadMasterKeys } from "../core/secrets/masterKeys.ts";
import { openVault, type Vault } from "../core/secrets/vault.ts";
import { openUploads } from "../http/data/uploads.ts";
import { openInside } from "../http/server/loopbackServer.ts";
import { openSandbox, type Sandbox } from "../sandbox/sandbox.ts";
import { openKeeper } from "../store/advisoryLocks.ts";
import { type Database, migrate, openDatabase } from "../store/database.ts";
import { endExpiredSubscriptions } from "../store/deliveryLedger.ts";
import { forgetOldFlows } from "../store/flows.ts";
import { forgetOldOperations } from "../store/operations.ts";
import { openOwnDatabase } from "../store/ownDatabase.ts";
import { forgetOldEvents } from "../store/pruneEvents.ts";
import { openQueue } from "../store/queue.ts";
import { forgetRunning, readRunning, writeRunning } from "../store/serviceFile.ts";
import { forgetOldTasks } from "../store/tasks.ts";
import { sourceDuties } from "../worker/duties.ts";
import { type Duty, startWorker, type WorkerOptions } from "../worker/worker.ts";
import { wireApi } from "./api.ts";
import { isBuiltInWithOAuth, makeEngine } from "./core.ts";

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
  /** Another pool for the same database, for work that must not hold up the rest. */
  openPool(connections: number): Database;
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
  const openPool = (connections: number): Database =>
    openDatabase({
      url: config.databaseUrl ?? own?.url ?? "",
      connections,
      onLost: (err) => log.warn({ err }, "database connection lost"),
    });
  const database = openPool(config.databaseConnections);
  const close = async (): Promise<void> => {
    await database.end();
    await own?.close();
  };
  return { database, openPool, close };
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
  allConnectors.filter(({ builtIn }) => sandbox.enabled || builtIn === undefined);

/** Starts the roles in this process. Stops in the reverse order, requests in flight first. */
export async function run(house: House, roles: Roles, progress?: Progress): Promise<Running> {
  const stops: (() => Promise<unknown>)[] = [house.close];
  const stop = async (): Promise<void> => {
    for (const each of stops.splice(0).toReversed()) await each();
  };
  try {
    const outbound = openOutbound({ allowPrivate: house.config.allowPrivateNetwork });
    stops.push(() => outbound.close());
    const whereabouts = makeWhereabouts(house.config);
    const core = await openCore({ house, outbound, whereabouts, roles, stops, progress });
    const { url, demo } = roles.api ? await startApi(core) : { url: "", demo: undefined };
    // Begins last and ends first: what it does may go through the API of this process.
    if (roles.worker) await startWork(core);
    return { url, demo, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What the worker of this process does, and how often. */
function workerOf(house: House, outbound: Outbound, more: readonly Duty[]): WorkerOptions {
  const { database, vault, log } = house;
  const onGivenUp = (delivery: string) => log.error({ delivery }, "nobody took an account key; it was given up");
  return {
    database,
    onFault: (err) => log.error({ err }, "worker fault"),
    duties: [
      { every: 1000, run: () => deliverKeys({ database, vault, outbound, now: Date.now }, onGivenUp) },
      { every: 60_000, run: () => endExpiredSubscriptions(database) },
      { every: 3_600_000, run: () => forgetOldFlows(database) },
      { every: 3_600_000, run: () => forgetOldOperations(database) },
      { every: 600_000, run: () => forgetOldTasks(database) },
      { every: 600_000, run: () => forgetOldEvents(database) },
      ...more,
    ],
  };
}

/** Where this service is found. Known only once we listen: the ports may be any free ones. */
interface Whereabouts {
  readonly facts: () => SiteFacts;
  readonly listensAt: (local: string, inside: string | undefined) => void;
  /** For a worker alone: where the API answers that works on the same data. */
  readonly look: () => Promise<void>;
}

function makeWhereabouts({ baseUrl, host, port, dataFolder }: Config): Whereabouts {
  let local = localUrl(host, port);
  let door: string | undefined;
  return {
    facts: () => ({ ownUrl: door ?? local, publicUrl: baseUrl ?? local }),
    listensAt: (url, inside) => {
      local = url;
      door = inside;
    },
    look: async () => {
      local = (await readRunning(dataFolder))?.localUrl ?? baseUrl ?? local;
    },
  };
}

interface Opening {
  readonly house: House;
  readonly outbound: Outbound;
  readonly whereabouts: Whereabouts;
  readonly roles: Roles;
  readonly stops: (() => Promise<unknown>)[];
  readonly progress: Progress | undefined;
}

/** Who refreshes a token waits for a vendor with one of these in hand. */
const lockConnections = 8;

/** What the API and the worker share. */
async function openCore(opening: Opening) {
  const { house, outbound, whereabouts, roles, stops, progress } = opening;
  const { config, database, log } = house;
  const { facts } = whereabouts;
  const publicUrl = () => facts().publicUrl;
  const send = neighbourPosts(outbound, facts);
  const sandbox = config.sandbox.enabled
    ? await openSandbox({ pool: database, ...config.sandbox, publicUrl, send, ...(progress && { progress }) })
    : undefined;
  const locks = house.openPool(lockConnections);
  const keeper = openKeeper(house.openPool(1));
  const onFault = (err: unknown) => log.error({ err }, "queue fault");
  stops.push(
    () => locks.end(),
    () => keeper.close(),
  );
  const queue = await openQueue({ database, supervises: roles.worker, onFault });
  stops.push(() => queue.close());
  const connectors = offeredConnectors(config);
  const engine = makeEngine({ house, connectors, sandbox, outbound, locks, keeper, queue, facts });
  return { ...opening, sandbox, queue, connectors, engine };
}

type Core = Awaited<ReturnType<typeof openCore>>;

async function startWork(core: Core): Promise<void> {
  const { house, outbound, sandbox, engine, queue, whereabouts, roles, stops } = core;
  const whereWeAre = async () => void (roles.api || (await whereabouts.look()));
  const neighbour = sandbox?.work((err) => house.log.error({ err }, "the sandbox failed at its work"));
  stops.push(async () => neighbour?.stop());
  stops.push(() => engine.sources.looker.close());
  stops.push((await startWorker(workerOf(house, outbound, sourceDuties(engine.sources, whereWeAre)))).stop);
  stops.push(startDeliveries(core));
  const { run: runTask, giveUp } = engine.tasks;
  stops.push(
    await queue.work({
      giveUp,
      run: async (errand, attempt) => {
        await whereWeAre();
        await runTask(errand, attempt);
      },
    }),
  );
}

/** One listens, one leases and reads, and one each writes down, renews and gives back. */
const deliveryConnections = 5;

function startDeliveries({ house, outbound, connectors }: Core): () => Promise<void> {
  const { vault, log, openPool } = house;
  const database = openPool(deliveryConnections);
  const batching = new Set(connectors.filter(({ batches }) => batches === true).map(({ id }) => id));
  const deliverer = startDeliverer({
    ...{ database, vault, outbound, now: Date.now, random: Math.random },
    batches: (targetSystem) => batching.has(targetSystem),
    onFault: (err) => log.error({ err }, "delivery fault"),
    onRefused: (attempts) => log.warn({ attempts }, "deliveries were taken over before they could be written down"),
  });
  return async () => {
    await deliverer.stop();
    await database.end();
  };
}

async function startApi({ house, connectors, sandbox, engine, whereabouts, stops }: Core) {
  const { config } = house;
  const uploads = await openUploads(join(config.dataFolder, "uploads"));
  stops.push(() => uploads.close());
  const app = await wireApi({ house, connectors, sandbox, engine, uploads, version: manifest.version });
  let inside: Awaited<ReturnType<typeof openInside>> | undefined;
  stops.push(async () => inside?.close());
  stops.push(() => app.close());
  await app.listen({ host: config.host, port: config.port });
  const local = localUrl(config.host, (app.server.address() as AddressInfo).port);
  inside = sandbox && (await openInside(app));
  whereabouts.listensAt(local, inside?.url);
  const { publicUrl: url } = whereabouts.facts();
  stops.push(() => forgetRunning(config.dataFolder));
  await writeRunning(config.dataFolder, { url, localUrl: local, process: process.pid });
  const built = connectors.find(isBuiltInWithOAuth);
  return { url, demo: sandbox && built && (await demoFor(house, sandbox, { baseUrl: url, targetSystem: built.id })) };
}

const demoFor = (house: House, sandbox: Sandbox, facts: Pick<DemoOptions, "baseUrl" | "targetSystem">) =>
  ensureDemo({
    ...facts,
    database: house.database,
    vault: house.vault,
    folder: house.config.dataFolder,
    issueGrant: sandbox.issueGrant,
    environment: "production",
    company: "bergblick",
  });
