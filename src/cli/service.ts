/** The commands `start`, `serve` and `worker`, which run until a signal ends them. */

import cluster from "node:cluster";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { existsSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { destination, pino } from "pino";
import type { Config } from "../config.ts";
import { logOptions } from "../core/secrets/scrubLog.ts";
import { openCollector } from "../fast/garbage.ts";
import { hasCluster } from "../store/postgres/embedded.ts";
import { FolderTaken } from "../store/postgres/ownDatabase.ts";
import { waitForDatabase } from "../store/postgres/waitForDatabase.ts";
import { readServiceFile, removeServiceFile } from "../store/serviceFile.ts";
import { surviveRejections } from "../wiring/rejections.ts";
import type { Progress, Roles, Running } from "../wiring/run.ts";
import { databaseFolder, openStorage, type Storage } from "../wiring/storage.ts";
import { listenToStarter } from "./clusterProcess.ts";
import { type Call, CannotDo, type Command, exitCodes, type Terminal } from "./command.ts";
import { complaintAbout, portComplaint } from "./faults.ts";
import { type Orders, startProcesses } from "./processes.ts";
import { showProgress } from "./progress.ts";
import { type Ending, listenForEnding } from "./signals.ts";
import { welcome } from "./welcome.ts";

export const openLog = (level: string) => pino(logOptions({ level }), destination(2));

/**
 * Buffers log lines for up to 100 ms and until the process ends. Writing each line separately would delay its request as
 * much as a database query.
 */
function openServiceLog(level: string) {
  // A pipe writes up to 4096 bytes atomically. Longer writes could mix with those of other processes.
  const lines = destination({ dest: 2, minLength: 3072, maxWrite: 4096, periodicFlush: 100, sync: true });
  process.once("exit", () => lines.flushSync());
  return pino(logOptions({ level }), lines);
}

const serviceOptions = {
  "wait-for-database": {
    about: "Wait until the database of DATABASE_URL can be reached, up to five minutes, instead of ending",
  },
} as const;
const longestDatabaseWaitMs = 5 * 60_000;

export const serviceCommands: readonly Command[] = [
  {
    name: "start",
    summary: "Run the API and the worker",
    details: `PROCESSES=auto runs one process per core, up to four.
The first start sets up a database, a demo company and its keys in the data folder.
On SIGTERM or Ctrl-C it reports itself as not ready for DRAIN_SECONDS, finishes the requests in flight and ends within
10 more seconds.`,
    options: serviceOptions,
    run: (call) => serve(call, { api: true, worker: true }),
  },
  {
    name: "serve",
    summary: "Run only the API",
    details: "Several can share the database given by DATABASE_URL. A data folder can be used by only one.",
    options: serviceOptions,
    run: (call) => serve(call, { api: true, worker: false }),
  },
  {
    name: "worker",
    summary: "Run only the worker",
    details: "You can run several workers alongside the API.",
    options: serviceOptions,
    run: (call) => serve(call, { api: false, worker: true }),
  },
];

/** Thrown to stop long work when the process has to end. */
class Interrupted extends Error {}

async function serve({ terminal, readConfig, options }: Call, roles: Roles): Promise<number> {
  const config = readConfig();
  if (cluster.isWorker) return serveAsChild(terminal, config, roles);
  for (const notice of config.notices) terminal.print(notice);
  const ending = listenForEnding((reason) => {
    terminal.complain(reason);
    process.exit(exitCodes.failed);
  }, config.drainSeconds);
  try {
    const isFirst = !existsSync(join(config.dataFolder, "demo.json"));
    const log = openServiceLog(config.logLevel);
    for (const warning of config.warnings) log.warn(warning);
    if (options["wait-for-database"] === true && config.databaseUrl !== undefined)
      await waitForDatabase(config.databaseUrl, {
        onWait: () => terminal.print("Waiting for the database …"),
        isOver: () => ending.isRequested,
        longestMs: longestDatabaseWaitMs,
      });
    const start = { config, roles, terminal, ending, log };
    const running = await (config.processes > 1 && roles.api ? beginSeveral(start) : begin(start));
    terminal.print(
      roles.api
        ? welcome({ ...running, dataFolder: config.dataFolder, withKeys: isFirst || terminal.live })
        : "The worker is running.",
    );
    if (running.isPaused) terminal.print(pausedNotice);
    await ending.requested;
    await running.stop();
  } catch (error) {
    // Failures during shutdown are expected and not reported.
    if (!ending.isRequested) throw error;
  }
  terminal.print("Kontor has stopped.");
  return exitCodes.done;
}

const pausedNotice = `Kontor is paused because its database was restored from a backup: it calls no vendor and no receiver.
Run "kontor resume --list", then "kontor resume".
`;

interface Start {
  readonly config: Config;
  readonly roles: Roles;
  readonly terminal: Terminal;
  readonly ending: Ending;
  readonly log: Storage["log"];
  /** Set in a child process. The parent has locked the data folder and checked the port. */
  readonly orders?: Orders;
}

async function beginSeveral(start: Start): Promise<Running> {
  const { config, roles, log } = start;
  let storage: Storage | undefined;
  const close = async (): Promise<void> => {
    await removeServiceFile(config.dataFolder, process.pid);
    await storage?.close();
  };
  const prepare = async (): Promise<{ port: number }> => {
    storage = await open(start);
    return { port: await tryPort(config) };
  };
  try {
    const { ready, stop } = await startProcesses({ log, prepare, count: config.processes, works: roles.worker });
    return { ...ready, stop: () => stop().finally(close) };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs in a child process. The parent prints all messages. */
async function serveAsChild(terminal: Terminal, config: Config, { worker }: Roles): Promise<number> {
  const starter = listenToStarter();
  const { ending } = starter;
  // Loads the code while the parent opens the database.
  await import("../wiring/run.ts");
  const orders = await starter.orders;
  if (orders === undefined) return exitCodes.done;
  try {
    const log = openServiceLog(config.logLevel);
    const childConfig = { ...config, port: orders.port };
    const roles = { api: true, worker: worker && orders.works };
    const running = await begin({ config: childConfig, roles, terminal, ending, log, orders });
    const { url, demo, hasSandboxLogin, isPaused } = running;
    starter.ready({ url, demo, hasSandboxLogin, isPaused });
    await ending.requested;
    await running.stop();
    return exitCodes.done;
  } catch (error) {
    if (ending.isRequested) return exitCodes.done;
    const complaint = complaintAbout(error);
    await starter.failed(complaint);
    return complaint.exitCode;
  }
}

async function begin(start: Start): Promise<Running> {
  const { config, roles, terminal, ending, orders, log } = start;
  const { run } = await import("../wiring/run.ts");
  const storage = await open(start);
  const show = showProgress(terminal, "Creating the demo company's books");
  const progress: Progress = (done, of) => {
    if (ending.isRequested) throw new Interrupted();
    show(done, of);
  };
  try {
    if (roles.api && orders === undefined) await tryPort(config);
  } catch (error) {
    await storage.close();
    throw error;
  }
  try {
    const running = await run(storage, roles, { progress, service: orders?.service });
    surviveRejections(log);
    growWithWork();
    // Frees the memory that only the start needed.
    setTimeout(openCollector(), 3000, "major").unref();
    return running;
  } catch (error) {
    throw portComplaint(error, config) ?? error;
  }
}

const workChannels = ["http.server.request.start", "undici:request:create"];
const warmUpRequests = 100;

/** Lifts the limit on V8's young generation (bin/kontor.js) once there are requests. An idle process does not need it. */
function growWithWork(): void {
  let seen = 0;
  const count = (): void => {
    if (++seen !== warmUpRequests) return;
    for (const channel of workChannels) unsubscribe(channel, count);
    setFlagsFromString("--semi-space-growth-factor=2");
  };
  for (const channel of workChannels) subscribe(channel, count);
}

async function open({ config, roles, terminal, log, orders }: Start): Promise<Storage> {
  const isNew = config.databaseUrl === undefined && !hasCluster(databaseFolder(config));
  if (isNew) terminal.print(`Setting up a database in ${config.dataFolder} (first start only).`);
  try {
    return await openStorage({ config, log, exclusive: roles.api && orders === undefined });
  } catch (error) {
    if (!(error instanceof FolderTaken)) throw error;
    const note = await readServiceFile(config.dataFolder);
    const where = note === undefined ? "" : ` Its URL is ${note.url}.`;
    throw new CannotDo(
      `Kontor is already running on the data folder ${config.dataFolder}.${where}\nStop it first, or set DATA_DIR and PORT to run a second instance.`,
      { cause: error },
    );
  }
}

/** Checks early that the port is free. Returns the port, which the system chooses for PORT=0. */
export async function tryPort({ host, port }: Config): Promise<number> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => server.once("error", reject).listen({ host, port }, resolve));
    return (server.address() as AddressInfo).port;
  } catch (error) {
    throw portComplaint(error, { host, port }) ?? error;
  } finally {
    server.close();
  }
}
