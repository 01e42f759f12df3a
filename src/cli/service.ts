/** `start`, `serve` and `worker`: the roles of the service in this process, until a signal ends it. */

import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { destination, pino } from "pino";
import type { Config } from "../config.ts";
import { logOptions } from "../core/secrets/scrubLog.ts";
import { hasCluster } from "../store/postgres/embedded.ts";
import { FolderTaken } from "../store/postgres/ownDatabase.ts";
import { readServiceFile } from "../store/serviceFile.ts";
import { type Progress, type Roles, type Running, run } from "../wiring/run.ts";
import { databaseFolder, openStorage, type Storage } from "../wiring/storage.ts";
import { type Call, CannotDo, type Command, exitCodes, type Terminal } from "./command.ts";
import { portComplaint } from "./faults.ts";
import { showProgress } from "./progress.ts";
import { type Ending, listenForEnding } from "./signals.ts";
import { welcome } from "./welcome.ts";

export const openLog = (level: string) => pino(logOptions({ level }), destination(2));

/**
 * A service's lines leave together, after a tenth of a second at the latest and when the process ends: one by one, each
 * would hold its request up as long as a question to the database.
 */
function openServiceLog(level: string) {
  const lines = destination({ dest: 2, minLength: 4096, periodicFlush: 100, sync: true });
  process.once("exit", () => lines.flushSync());
  return pino(logOptions({ level }), lines);
}

export const serviceCommands: readonly Command[] = [
  {
    name: "start",
    summary: "Run the API and the worker in one process",
    details: `The first start sets up a database, a demo company and keys for it in the data folder.
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
  for (const notice of config.notices) terminal.print(notice);
  const ending = listenForEnding((reason) => {
    terminal.complain(reason);
    process.exit(exitCodes.failed);
  });
  try {
    const isFirst = !existsSync(join(config.dataFolder, "demo.json"));
    const running = await begin({ config, roles, terminal, ending });
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
}

async function begin(start: Start): Promise<Running> {
  const { config, roles, terminal, ending } = start;
  const storage = await open(start);
  const show = showProgress(terminal, "Filling the demo company's books");
  const progress: Progress = (done, of) => {
    if (ending.isAsked) throw new Interrupted();
    show(done, of);
  };
  try {
    if (roles.api) await tryPort(config);
  } catch (error) {
    await storage.close();
    throw error;
  }
  try {
    return await run(storage, roles, progress);
  } catch (error) {
    throw portComplaint(error, config) ?? error;
  }
}

async function open({ config, roles, terminal }: Start): Promise<Storage> {
  const isNew = config.databaseUrl === undefined && !hasCluster(databaseFolder(config));
  if (isNew) terminal.print(`Setting up a database in ${config.dataFolder} (only at the first start).`);
  try {
    return await openStorage({ config, log: openServiceLog(config.logLevel), exclusive: roles.api });
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

/** Before long work, so that nobody waits for it in vain. */
export async function tryPort({ host, port }: Config): Promise<void> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => server.once("error", reject).listen({ host, port }, resolve));
  } catch (error) {
    throw portComplaint(error, { host, port }) ?? error;
  } finally {
    server.close();
  }
}
