/** `start`, `serve` and `worker`: the roles of the service in this process, until a signal ends it. */

import cluster from "node:cluster";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { existsSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { destination, pino } from "pino";
import type { Config } from "../config.ts";
import { openCollector } from "../core/outbound/garbage.ts";
import { logOptions } from "../core/secrets/scrubLog.ts";
import { hasCluster } from "../store/postgres/embedded.ts";
import { FolderTaken } from "../store/postgres/ownDatabase.ts";
import { readServiceFile, removeServiceFile } from "../store/serviceFile.ts";
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
 * A service's lines leave together, after a tenth of a second at the latest and when the process ends: one by one, each
 * would hold its request up as long as a question to the database.
 */
function openServiceLog(level: string) {
  // A pipe keeps so much of one process's together; beyond, another's may come in between.
  const lines = destination({ dest: 2, minLength: 3072, maxWrite: 4096, periodicFlush: 100, sync: true });
  process.once("exit", () => lines.flushSync());
  return pino(logOptions({ level }), lines);
}

export const serviceCommands: readonly Command[] = [
  {
    name: "start",
    summary: "Run the API and the worker",
    details: `PROCESSES=auto lets as many processes answer as the machine has cores, up to four.
The first start sets up a database, a demo company and keys for it in the data folder.
Ends on SIGTERM or Ctrl-C when the requests in flight are answered, at most 10 seconds later.`,
    run: (call) => serve(call, { api: true, worker: true }),
  },
  {
    name: "serve",
    summary: "Run the API alone",
    details: "Any number of them may share a database that DATABASE_URL names; a data folder has one.",
    run: (call) => serve(call, { api: true, worker: false }),
  },
  {
    name: "worker",
    summary: "Run the worker alone",
    details: "Any number of them may run beside the API.",
    run: (call) => serve(call, { api: false, worker: true }),
  },
];

/** Thrown out of long work when the end is asked for. */
class Interrupted extends Error {}

async function serve({ terminal, readConfig }: Call, roles: Roles): Promise<number> {
  const config = readConfig();
  if (cluster.isWorker) return serveBesideOthers(terminal, config, roles);
  for (const notice of config.notices) terminal.print(notice);
  const ending = listenForEnding((reason) => {
    terminal.complain(reason);
    process.exit(exitCodes.failed);
  });
  try {
    const isFirst = !existsSync(join(config.dataFolder, "demo.json"));
    const start = { config, roles, terminal, ending, log: openServiceLog(config.logLevel) };
    const running = await (config.processes > 1 && roles.api ? beginSeveral(start) : begin(start));
    terminal.print(
      roles.api
        ? welcome({ ...running, dataFolder: config.dataFolder, withKeys: isFirst || terminal.live })
        : "The worker is running.",
    );
    await ending.asked;
    await running.stop();
  } catch (error) {
    // What was under way when the end was asked for may fail in any way, and nobody needs to know.
    if (!ending.isAsked) throw error;
  }
  terminal.print("Kontor has ended.");
  return exitCodes.done;
}

interface Start {
  readonly config: Config;
  readonly roles: Roles;
  readonly terminal: Terminal;
  readonly ending: Ending;
  readonly log: Storage["log"];
  /** Of a process that was started by another one, which has the folder and has tried the port. */
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

/** In a process that was started by another one, which prints what there is to say. */
async function serveBesideOthers(terminal: Terminal, config: Config, { worker }: Roles): Promise<number> {
  const starter = listenToStarter();
  const { ending } = starter;
  // Meanwhile the database is opened.
  await import("../wiring/run.ts");
  const orders = await starter.orders;
  if (orders === undefined) return exitCodes.done;
  try {
    const log = openServiceLog(config.logLevel);
    const own = { ...config, port: orders.port };
    const roles = { api: true, worker: worker && orders.works };
    const running = await begin({ config: own, roles, terminal, ending, log, orders });
    const { url, demo, hasSandboxLogin } = running;
    starter.ready({ url, demo, hasSandboxLogin });
    await ending.asked;
    await running.stop();
    return exitCodes.done;
  } catch (error) {
    if (ending.isAsked) return exitCodes.done;
    const complaint = complaintAbout(error);
    await starter.failed(complaint);
    return complaint.exitCode;
  }
}

async function begin(start: Start): Promise<Running> {
  const { config, roles, terminal, ending, orders } = start;
  const { run } = await import("../wiring/run.ts");
  const storage = await open(start);
  const show = showProgress(terminal, "Filling the demo company's books");
  const progress: Progress = (done, of) => {
    if (ending.isAsked) throw new Interrupted();
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
    growWithWork();
    // What the start alone needed is given back, which would be left until there is work.
    setTimeout(openCollector(), 3000, "major").unref();
    return running;
  } catch (error) {
    throw portComplaint(error, config) ?? error;
  }
}

const ofWork = ["http.server.request.start", "undici:request:create"];
const someWork = 100;

/** Once there are requests, V8 may make as much room for what comes and goes as it sees fit (bin/kontor.js); nothing idle needs it. */
function growWithWork(): void {
  let seen = 0;
  const count = (): void => {
    if (++seen !== someWork) return;
    for (const channel of ofWork) unsubscribe(channel, count);
    setFlagsFromString("--semi-space-growth-factor=2");
  };
  for (const channel of ofWork) subscribe(channel, count);
}

async function open({ config, roles, terminal, log, orders }: Start): Promise<Storage> {
  const isNew = config.databaseUrl === undefined && !hasCluster(databaseFolder(config));
  if (isNew) terminal.print(`Setting up a database in ${config.dataFolder} (only at the first start).`);
  try {
    return await openStorage({ config, log, exclusive: roles.api && orders === undefined });
  } catch (error) {
    if (!(error instanceof FolderTaken)) throw error;
    const note = await readServiceFile(config.dataFolder);
    const where = note === undefined ? "" : ` It answers at ${note.url}.`;
    throw new CannotDo(
      `Kontor is already running on the data folder ${config.dataFolder}.${where}\nEnd it first, or set DATA_DIR and PORT to run another one beside it.`,
      { cause: error },
    );
  }
}

/** Before long work, so that nobody waits for it in vain. Tells which port it is, where any is right. */
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
