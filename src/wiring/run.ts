/** Starts the service. All long-lived objects are constructed here and in the files beside it. */

import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import manifest from "../../package.json" with { type: "json" };
import { type Config, localUrl } from "../config.ts";
import { evidence } from "../connectors/evidence.ts";
import { connectors as allConnectors } from "../connectors/index.ts";
import { openCautiousClock } from "../contract/clocks.ts";
import type { Connector } from "../contract/connector.ts";
import { type Demo, type DemoOptions, ensureDemo, keepSandboxLogin } from "../core/accounts/demo.ts";
import { type Deliverer, startDeliverer } from "../core/delivering/deliverer.ts";
import { openUsage } from "../core/limits/usage.ts";
import { type Outbound, openHttpClient } from "../core/outbound/client.ts";
import { sandboxPost } from "../core/outbound/sandboxPost.ts";
import { newId } from "../core/secrets/ids.ts";
import { openUploads } from "../http/data/uploads.ts";
import { noRequestLog, openRequestLog, type RequestLog } from "../http/log/requestLog.ts";
import { type DrainPeriod, openDrainPeriod } from "../http/server/drain.ts";
import { openLoopbackServer } from "../http/server/loopbackServer.ts";
import { type Metrics, openMetrics, type Snapshot, serveMetrics } from "../http/server/metrics.ts";
import { openSandbox, type Sandbox } from "../sandbox/sandbox.ts";
import { readBacklog } from "../store/backlog.ts";
import { openAdvisoryLocks } from "../store/postgres/advisoryLocks.ts";
import { watchDatabaseClock } from "../store/postgres/databaseClock.ts";
import { openQueue } from "../store/postgres/queue.ts";
import { readServiceFile, removeServiceFile, type ServiceSettings, writeServiceFile } from "../store/serviceFile.ts";
import {
  dueSourceDuties,
  housekeepingDuties,
  importDuty,
  listenerDuty,
  overdueDuties,
  restoreDuties,
  sendingDuties,
  sourceDuties,
  upkeepDuties,
} from "../worker/duties.ts";
import { startWorker } from "../worker/worker.ts";
import { type Addresses } from "./addresses.ts";
import { wireApi } from "./api.ts";
import { joinServices } from "./apiServices.ts";
import { isBuiltInWithOAuth, makeCore } from "./core.ts";
import { openPause } from "./pause.ts";
import { openSiblings } from "./siblings.ts";
import { type Storage } from "./storage.ts";
import { startTracing } from "./tracing.ts";

export interface Roles {
  readonly api: boolean;
  readonly worker: boolean;
}

export interface Running {
  readonly url: string;
  readonly demo: Demo | undefined;
  /** Whether the sandbox has a password, which is in the data folder. */
  readonly hasSandboxLogin: boolean;
  /** Whether the service waits to be resumed after a restore. */
  readonly isPaused: boolean;
  stop(): Promise<void>;
}

export interface Progress {
  (done: number, of: number): void;
}

const withEvidence = (connector: Connector, table: Connector["evidence"]): Connector =>
  table === undefined ? connector : { ...connector, evidence: table };

export const offeredConnectors = ({ sandbox }: Config): readonly Connector[] =>
  allConnectors
    .filter(({ builtIn }) => sandbox.enabled || builtIn === undefined)
    .map((connector) => withEvidence(connector, evidence[connector.id]));

export interface RunOptions {
  readonly progress?: Progress;
  /** The id that all processes of a service share; undefined if this process runs alone. */
  readonly service?: string | undefined;
  /** Divides the time between two runs of a background duty, so that tests need not wait for it. */
  readonly pace?: number | undefined;
}

/** Starts the roles in this process. Stops them in the reverse order. */
export async function run(storage: Storage, roles: Roles, options: RunOptions = {}): Promise<Running> {
  const stops: (() => Promise<unknown>)[] = [storage.close];
  const stop = async (): Promise<void> => {
    for (const stopPart of stops.splice(0).toReversed()) await stopPart();
  };
  const drainPeriod = openDrainPeriod(roles.api ? storage.config.drainSeconds : 0);
  try {
    const { tracing } = storage.config;
    if (tracing !== undefined) {
      const { close } = await startTracing(tracing);
      stops.push(close);
    }
    const { allowPrivateNetwork: allowPrivate, answerMegabytes, baseUrl: publicUrl } = storage.config;
    const maxHeldBytes = Math.max(24, answerMegabytes) * 1024 * 1024;
    const outbound = openHttpClient({ allowPrivate, publicUrl, maxHeldBytes });
    stops.push(() => outbound.close());
    const addresses = makeAddresses(storage.config);
    const parts = await openParts({ storage, outbound, addresses, roles, stops, drainPeriod, options });
    const { url, demo } = roles.api ? await startApi(parts) : { url: "", demo: undefined };
    const hasSandboxLogin = parts.sandbox?.login.isShown === false;
    // Starts last and stops first, because its work may use the API of this process.
    if (roles.worker) await startWorkWhenResumed(parts);
    const drainAndStop = (): Promise<void> => {
      void drainPeriod.begin();
      return stop();
    };
    return { url, demo, hasSandboxLogin, isPaused: parts.pause.isPaused(), stop: drainAndStop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function makeAddresses({ baseUrl, host, port, dataFolder }: Config): Addresses {
  let local = localUrl(host, port);
  let loopback: string | undefined;
  return {
    facts: () => ({ ownUrl: loopback ?? local, publicUrl: baseUrl ?? local }),
    listensAt: (url, loopbackUrl) => {
      local = url;
      loopback = loopbackUrl;
    },
    locate: async () => {
      local = (await readServiceFile(dataFolder))?.localUrl ?? baseUrl ?? local;
    },
  };
}

interface StartContext {
  readonly storage: Storage;
  readonly outbound: Outbound;
  readonly addresses: Addresses;
  readonly roles: Roles;
  readonly stops: (() => Promise<unknown>)[];
  readonly drainPeriod: DrainPeriod;
  readonly options: RunOptions;
}

/** Opens the parts that the API and the worker share. */
async function openParts(context: StartContext) {
  const { storage, outbound, addresses, roles, stops } = context;
  const { progress } = context.options;
  const { config, database, log } = storage;
  const { facts } = addresses;
  const publicUrl = () => facts().publicUrl;
  const send = sandboxPost(outbound, facts);
  const pause = await openPause(storage);
  stops.push(pause.stop);
  const sandbox = config.sandbox.enabled
    ? await openSandbox({ pool: database, ...config.sandbox, publicUrl, send, ...(progress && { progress }) })
    : undefined;
  const advisoryLocks = openAdvisoryLocks(storage.openPool(1));
  const onFault = (err: unknown) => log.error({ err }, "queue fault");
  stops.push(() => advisoryLocks.close());
  const siblings = openSiblings(config.processes);
  const metrics = openMetrics({
    backlog: () => readBacklog(database).catch(() => undefined),
    pool: database,
    otherProcesses: async () => (await siblings?.ask("metrics")) as readonly Snapshot[] | undefined,
  });
  siblings?.onAsked("metrics", metrics.snapshot);
  if (config.metrics.port !== undefined)
    stops.push(await serveMetrics(metrics, { host: config.host, port: config.metrics.port }));
  const requestLog = openLog(storage, metrics);
  stops.push(() => requestLog.close());
  const usage = openUsage(database, (err) => log.warn({ err }, "could not store the usage; will retry"));
  stops.push(() => usage.close());
  const worker = roles.worker ? { pool: storage.openPool(1) } : undefined;
  stops.push(async () => worker?.pool.end());
  const queue = await openQueue({ database, worker, onFault, lookEverySeconds: lookAnywaySeconds });
  stops.push(() => queue.close());
  stops.push(
    await watchDatabaseClock({
      database,
      onJump: (seconds) =>
        log.warn({ seconds: Math.round(seconds) }, "the database's clock jumped; schedules were moved"),
      onFault: (err) => log.warn({ err }, "could not compare the database's clock"),
    }),
  );
  const connectors = offeredConnectors(config);
  const core = makeCore({
    storage,
    connectors,
    sandbox,
    outbound,
    advisoryLocks,
    queue,
    facts,
    metrics,
    requestLog,
    usage,
    isPaused: pause.isPaused,
  });
  return { ...context, sandbox, queue, connectors, core, metrics, requestLog, siblings, pause };
}

/** The worker's question about due work covers deliveries and tasks, so their own timers are only a safeguard. */
const lookAnywaySeconds = 60;

const openLog = ({ database, log, config, vault }: Storage, metrics: Metrics): RequestLog =>
  config.requestLogDays === 0
    ? noRequestLog
    : openRequestLog({
        database,
        vault,
        keepsBodies: config.requestBodyHours > 0,
        onFault: (err) => log.warn({ err }, "could not write the request log; will retry"),
        onDropped: metrics.countDroppedRows,
      });

type Parts = Awaited<ReturnType<typeof openParts>>;

/** A paused service starts its work when it is resumed. */
async function startWorkWhenResumed(parts: Parts): Promise<void> {
  const { pause, stops, storage } = parts;
  if (!pause.isPaused()) return startWork(parts);
  const workStops: (() => Promise<unknown>)[] = [];
  const ending = new AbortController();
  const start = async (): Promise<void> => {
    await pause.ended;
    while (!pause.isPaused() && !ending.signal.aborted) {
      try {
        await startWork({ ...parts, stops: workStops });
        storage.log.info("the service was resumed");
        return;
      } catch (err) {
        storage.log.error({ err }, "the worker could not start; will retry");
        for (const stopPart of workStops.splice(0).toReversed()) await stopPart();
        await wait(retryStartMs, undefined, { signal: ending.signal }).catch(() => {});
      }
    }
  };
  const started = start();
  stops.push(async () => {
    ending.abort();
    await pause.stop();
    await started;
    for (const stopPart of workStops.splice(0).toReversed()) await stopPart();
  });
}

const retryStartMs = 1000;

async function startWork(parts: Parts): Promise<void> {
  const { storage, outbound, sandbox, core, queue, addresses, roles, stops, options } = parts;
  const locate = async () => void (roles.api || (await addresses.locate()));
  const sandboxWork = sandbox?.work((err) => storage.log.error({ err }, "unexpected error in the sandbox"));
  stops.push(async () => sandboxWork?.stop());
  stops.push(() => core.sources.poller.close());
  stops.push(() => core.listener.close());
  const { database, vault, log } = storage;
  const { requestLogDays, requestBodyHours, retention } = storage.config;
  const onGivenUp = (delivery: string) => log.error({ delivery }, "gave up delivering an account key");
  const deliveries = startDeliveries(parts);
  stops.push(deliveries.stop);
  const worker = await startWorker({
    database,
    pace: options.pace,
    onFault: (err) => log.error({ err }, "worker fault"),
    duties: [
      ...housekeepingDuties({
        database,
        requestLogDays,
        requestBodyHours,
        retention,
        eraseEnded: core.eraseEnded,
        readLateReceipts: core.readLateReceipts,
        updateIssues: core.updateIssues,
        sendAlerts: core.sendAlerts,
        cautiousNow: openCautiousClock(),
      }),
      ...sourceDuties(core.sources, locate),
      listenerDuty(core.listener, locate),
      ...upkeepDuties({ ...core, checks: storage.config.connectionChecks }, locate),
      ...(parts.pause.isRestored ? restoreDuties(core.completeRestore, locate) : []),
    ],
    dueDuties: [
      ...dueSourceDuties(core.sources, locate),
      importDuty(core.imports, locate),
      ...sendingDuties({ database, vault, outbound, onGivenUp, batches: batchesOf(parts.connectors) }),
      ...overdueDuties({ deliveries: deliveries.checkForWork, tasks: queue.look }),
    ],
  });
  stops.push(worker.stop);
  const { run: runTask, giveUp } = core.tasks;
  stops.push(
    await queue.work({
      giveUp,
      run: async (task, attempt) => {
        await locate();
        await runTask(task, attempt);
      },
    }),
  );
}

/** Whether events of a target system are delivered as lists. Those of a tenant are not. */
function batchesOf(connectors: readonly Connector[]): (targetSystem: string | null) => boolean {
  const batching = new Set(connectors.filter(({ batches }) => batches === true).map(({ id }) => id));
  return (targetSystem) => targetSystem !== null && batching.has(targetSystem);
}

/** One listens, one leases and reads, and one each records results, renews leases and releases them. */
const deliveryConnections = 5;

function startDeliveries({ storage, outbound, connectors }: Parts): Deliverer {
  const { vault, log, openPool } = storage;
  const database = openPool(deliveryConnections);
  const deliverer = startDeliverer({
    database,
    vault,
    outbound,
    now: Date.now,
    random: Math.random,
    batches: batchesOf(connectors),
    checkEveryMs: lookAnywaySeconds * 1000,
    onFault: (err) => log.error({ err }, "delivery fault"),
    onFailed: (facts) => log.warn(facts, "a delivery attempt failed"),
    onLeaseLost: (attempts) =>
      log.warn({ attempts }, "another process took over before delivery results were recorded"),
  });
  const stop = async (): Promise<void> => {
    await deliverer.stop();
    await database.end();
  };
  return { ...deliverer, stop };
}

async function startApi(opened: Parts) {
  const { storage, connectors, sandbox, core, addresses, stops, metrics, requestLog, siblings, options } = opened;
  const { drainPeriod } = opened;
  const { config } = storage;
  const uploads = await openUploads(join(config.dataFolder, "uploads"));
  stops.push(() => uploads.close());
  // In a cluster, the parent process represents the service.
  const processId = options.service === undefined ? process.pid : process.ppid;
  const services = await joinServices(storage, { id: options.service ?? newId(), processId });
  stops.push(() => services.leave());
  const parts = {
    storage,
    connectors,
    sandbox,
    core,
    uploads,
    metrics,
    requestLog,
    siblings,
    drainPeriod,
    services: services.count,
    isPaused: opened.pause.isPaused,
  };
  const app = await wireApi({ ...parts, version: manifest.version });
  let loopback: Awaited<ReturnType<typeof openLoopbackServer>> | undefined;
  stops.push(async () => loopback?.close());
  stops.push(async () => {
    // A failed start does not wait.
    if (drainPeriod.hasBegun) await drainPeriod.begin();
    await app.close();
  });
  // With Node's default backlog of 511, the kernel drops connections when more clients connect at once.
  await app.listen({ host: config.host, port: config.port, backlog: 4096 });
  const local = localUrl(config.host, (app.server.address() as AddressInfo).port);
  loopback = sandbox && (await openLoopbackServer(app));
  addresses.listensAt(local, loopback?.url);
  const { publicUrl: url } = addresses.facts();
  stops.push(() => removeServiceFile(config.dataFolder, process.pid));
  await writeServiceFile(config.dataFolder, {
    url,
    localUrl: local,
    process: processId,
    settings: settingsOf(config),
  });
  // The provider may be down for a while, which must not keep the service from starting.
  core.signIn.provider?.check().catch((error: Error) => {
    storage.log.warn(
      { reason: error.message },
      "people cannot sign in to the console with the OpenID Connect provider",
    );
  });
  if (sandbox?.login.isShown === false) {
    const { user, password } = sandbox.login;
    await keepSandboxLogin(config.dataFolder, { user, password });
  }
  const built = connectors.find(isBuiltInWithOAuth);
  return { url, demo: sandbox && built && (await demoFor(storage, sandbox, { baseUrl: url, targetSystem: built.id })) };
}

const settingsOf = ({ allowPrivateNetwork, databaseUrl, masterKeys }: Config): ServiceSettings => ({
  allowPrivateNetwork,
  ownDatabase: databaseUrl === undefined,
  ownMasterKey: masterKeys === undefined,
});

const demoFor = (storage: Storage, sandbox: Sandbox, facts: Pick<DemoOptions, "baseUrl" | "targetSystem">) =>
  ensureDemo({
    ...facts,
    database: storage.database,
    vault: storage.vault,
    folder: storage.config.dataFolder,
    issueGrant: sandbox.issueGrant,
    environment: "production",
    company: "bergblick",
  });
