/** The cost of idle subscriptions, and the time to record an event beside very many subscriptions. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { appendChanges } from "../../src/core/events/eventLog.ts";
import { newId } from "../../src/core/secrets/ids.ts";
import { type Database, transaction } from "../../src/store/postgres/database.ts";
import { listTenants } from "../../src/store/tenants.ts";
import { type Bench, type Figure, median, timed } from "../figure.ts";
import { openWorkplace, type Program, processorTime } from "../program.ts";
import { fillConnections, fillSubscriptions, storageIn } from "./rows.ts";

const few = 100;
const appended = 200;
/** Long enough for work that runs every few seconds. Rarer work may or may not be included. */
const watchedSeconds = 6;
const allowed = 2;
const allowedShare = 0.1;

export const subscriptions: Bench = async ({ scale }) => {
  const many = Math.max(few, Math.round(100_000 * scale));
  const workplace = await openWorkplace({ SANDBOX_ENTRIES: "1000", POLL_SECONDS: "86400" });
  try {
    await (await workplace.start()).stop();
    const storage = await storageIn(workplace.folder);
    const { database } = storage;
    const [tenant] = await listTenants(database);
    const made = await fillConnections(storage, [tenant?.id ?? ""], many);
    const ids = made.map(({ id }) => id);
    const measure = async (subscribed: readonly string[]) => {
      // A resource that is not polled, so that the subscriptions stay idle.
      await fillSubscriptions(database, subscribed, "TOKEN");
      const program = await workplace.start();
      await pause(1000);
      const found = {
        idle: await idleShare(program, workplace.folder),
        append: await appendTime(database, ids[0] ?? ""),
      };
      await program.stop();
      return found;
    };
    const less = await measure(ids.slice(0, few));
    const more = await measure(ids.slice(few));
    await storage.close();
    return figuresOf(many, less, more);
  } finally {
    await workplace.remove();
  }
};

/** The share of one processor that the idle program and its database use. */
async function idleShare({ process: child }: Program, folder: string): Promise<number> {
  const spent = () => processorTime(child) + databaseTime(folder);
  const before = spent();
  await pause(watchedSeconds * 1000);
  return (spent() - before) / (watchedSeconds * 1000);
}

/** The database's CPU time in milliseconds, including ended processes. */
function databaseTime(folder: string): number {
  const [server] = readFileSync(join(folder, "postgres", "cluster", "postmaster.pid"), "utf8").split("\n", 1);
  const hundredths = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ name, fields: statOf(name) }))
    .filter(({ name, fields }) => name === server || fields[1] === server)
    // The time of each process. For the server, also that of its ended children.
    .flatMap(({ name, fields }) => fields.slice(11, name === server ? 15 : 13));
  return hundredths.reduce((sum, each) => sum + Number(each), 0) * 10;
}

/** The fields of /proc/<id>/stat from the state on. Empty if the process has just ended. */
function statOf(processId: string): string[] {
  try {
    return (readFileSync(`/proc/${processId}/stat`, "utf8").split(") ").at(-1) ?? "").split(" ");
  } catch {
    return [];
  }
}

async function appendTime(database: Database, connectionId: string): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < appended; count++) {
    const change = { eventType: "UPDATED", resource: "TOKEN", resourceId: "one", changedAt: new Date() } as const;
    times.push(
      await timed(() =>
        transaction(database, (client) =>
          appendChanges(client, { id: connectionId, batches: false }, [{ ...change, mark: newId() }]),
        ),
      ),
    );
  }
  return median(times);
}

interface Found {
  readonly idle: number;
  readonly append: number;
}

function figuresOf(many: number, less: Found, more: Found): Figure[] {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  return [
    {
      what: `${many} subscriptions: time to record an event`,
      measured: `${(more.append / less.append).toFixed(2)} × (${more.append.toFixed(1)} : ${less.append.toFixed(1)} ms)`,
      target: `≤ ${allowed} × of ${few} (chosen here)`,
      met: more.append <= allowed * less.append,
      how: `subscriptions: medians of ${appended} changes of one connection, each with its delivery in its own transaction`,
    },
    {
      what: `${many} subscriptions: idle`,
      measured: `${percent(more.idle)} of a core (${few}: ${percent(less.idle)})`,
      target: `≤ ${percent(allowedShare)} (chosen here)`,
      met: more.idle <= allowedShare,
      how: `subscriptions, idle: CPU time of the program and its database during ${watchedSeconds} idle seconds`,
    },
  ];
}
