/** Fault scenarios for deliveries in any size: small in the tests, full size in `npm run faults`. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../../../src/store/postgres/database.ts";
import { startEmbedded } from "../../../src/store/postgres/embedded.ts";
import {
  ledgerOf,
  type ReceiverProcess,
  recordEvents,
  startDelivererProcess,
  startReceiver,
  subscribe,
  type WorkerOptions,
} from "./rig.ts";

export interface DatabaseRig {
  readonly database: Database;
  readonly databaseUrl: string;
}

export interface Outcome {
  readonly total: number;
  readonly lost: number;
  /** Requests for deliveries that had already arrived. */
  readonly twice: number;
  /** Deliveries whose first arrival came after a later event of the same record. */
  readonly inversions: number;
  /** All requests, including repeated ones, that came after a later event of the same record. */
  readonly goneBack: number;
  readonly seconds: number;
}

export interface Load {
  readonly subscriptions: number;
  readonly eventsEach: number;
}

/** Starts a receiver and stops every process at the end. */
async function withRig<Result>(delayMs: number, work: (stage: Stage) => Promise<Result>): Promise<Result> {
  const receiver = await startReceiver(delayMs);
  const processes = new Set<ChildProcess>();
  const start = (options: WorkerOptions): ChildProcess => {
    const child = startDelivererProcess(options);
    processes.add(child);
    child.once("exit", () => processes.delete(child));
    return child;
  };
  try {
    return await work({ receiver, start });
  } finally {
    const ends = [...processes].map((child) => once(child, "exit"));
    for (const child of processes) child.kill("SIGKILL");
    await Promise.all(ends);
    receiver.stop();
  }
}

interface Stage {
  readonly receiver: ReceiverProcess;
  readonly start: (options: WorkerOptions) => ChildProcess;
}

async function fill(
  database: Database,
  { url }: ReceiverProcess,
  { subscriptions, eventsEach }: Load,
): Promise<string[]> {
  const connections: string[] = [];
  for (let count = 0; count < subscriptions; count++) {
    // Several tenants, because one tenant may use only part of the parallel deliveries.
    const { connectionId } = await subscribe(database, `${url}/hook`, "notebook", `tenant-${count % 10}`);
    await recordEvents(database, connectionId, { events: eventsEach, records: Math.ceil(eventsEach / 5) });
    connections.push(connectionId);
  }
  return connections;
}

/** Counts the ledger only after all deliveries have arrived, because counting loads the database. */
async function untilDone(database: Database, receiver: ReceiverProcess, total: number): Promise<void> {
  await untilArrived(receiver, total);
  while ((await ledgerOf(database)).done < total) await pause(50);
}

async function outcome({ seen }: ReceiverProcess, total: number, began: number): Promise<Outcome> {
  const { requests, distinct, inversions, goneBack } = await seen();
  const seconds = (performance.now() - began) / 1000;
  return { total, lost: total - distinct, twice: requests - distinct, inversions, goneBack, seconds };
}

/** Kills one of two deliverers at random and replaces it, at regular intervals of deliveries. */
export const killRepeatedly = (
  { database, databaseUrl }: DatabaseRig,
  { kills, leaseSeconds, ...load }: Load & { readonly kills: number; readonly leaseSeconds: number },
): Promise<Outcome & { readonly killed: number }> =>
  withRig(0, async ({ receiver, start }) => {
    const total = load.subscriptions * load.eventsEach;
    await fill(database, receiver, load);
    const workers = [1, 2].map(() => start({ databaseUrl, leaseSeconds }));
    await Promise.all(workers.map((worker) => once(worker, "message")));
    const began = performance.now();
    let killed = 0;
    receiver.onProgress((distinct) => {
      if (killed >= kills || distinct < ((killed + 1) * total) / (kills + 1)) return;
      const index = Math.floor(Math.random() * workers.length);
      workers[index]?.kill("SIGKILL");
      killed++;
      workers[index] = start({ databaseUrl, leaseSeconds });
    });
    await untilDone(database, receiver, total);
    return { ...(await outcome(receiver, total, began)), killed };
  });

/** Pauses a deliverer for three leases while it works, and resumes it after another one has taken over. */
export const pauseDeliverer = (
  { database, databaseUrl }: DatabaseRig,
  { leaseSeconds, ...load }: Load & { readonly leaseSeconds: number },
): Promise<Outcome & { readonly refused: number; readonly attempts: number }> =>
  withRig(100, async ({ receiver, start }) => {
    const total = load.subscriptions * load.eventsEach;
    await fill(database, receiver, load);
    const began = performance.now();
    const first = start({ databaseUrl, leaseSeconds });
    let refused = 0;
    const refusal = Promise.withResolvers<void>();
    first.on("message", (message: { refused?: number }) => {
      refused += message.refused ?? 0;
      if (refused > 0) refusal.resolve();
    });
    const midst = Promise.withResolvers<void>();
    receiver.onProgress(() => midst.resolve());
    await midst.promise;
    first.kill("SIGSTOP");
    start({ databaseUrl, leaseSeconds });
    await pause(3 * leaseSeconds * 1000);
    first.kill("SIGCONT");
    await untilDone(database, receiver, total);
    // When it resumes, it reports the deliveries that it had in progress, and they are refused.
    await refusal.promise;
    const { rows } = await database.query<{ count: number }>("SELECT count(*)::int AS count FROM delivery_attempts");
    return { ...(await outcome(receiver, total, began)), refused, attempts: rows[0]?.count ?? 0 };
  });

/** Kills PostgreSQL repeatedly and restarts it. Deliverers keep running, and more events are recorded. */
export const restartDatabase = (
  { database, databaseUrl, folder }: DatabaseRig & { readonly folder: string },
  { restarts, ...load }: Load & { readonly restarts: number },
): Promise<Outcome & { readonly exits: number; readonly slowestMs: number }> =>
  withRig(0, async ({ receiver, start }) => {
    const connections = await fill(database, receiver, load);
    const began = performance.now();
    const workers = [1, 2].map(() => start({ databaseUrl }));
    let exits = 0;
    for (const worker of workers) worker.once("exit", () => exits++);
    let events = load.subscriptions * load.eventsEach;
    let slowestMs = 0;
    for (let count = 0; count < restarts; count++) {
      await untilArrived(receiver, Math.ceil((events * (count + 1)) / (restarts + 2)));
      await killPostgres(folder);
      await startEmbedded({ folder, settings: [`port=${new URL(databaseUrl).port}`] });
      const ready = performance.now();
      const { distinct } = await receiver.seen();
      await untilArrived(receiver, distinct + 1);
      slowestMs = Math.max(slowestMs, performance.now() - ready);
      for (const connectionId of connections) await recordEvents(database, connectionId, { events: 10, records: 5 });
      events += connections.length * 10;
    }
    await untilDone(database, receiver, events);
    return { ...(await outcome(receiver, events, began)), exits, slowestMs };
  });

async function untilArrived(receiver: ReceiverProcess, count: number): Promise<void> {
  while ((await receiver.seen()).distinct < count) await pause(10);
}

async function killPostgres(folder: string): Promise<void> {
  const [processId] = (await readFile(join(folder, "cluster", "postmaster.pid"), "utf8")).split("\n");
  process.kill(Number(processId), "SIGKILL");
  for (;;) {
    try {
      process.kill(Number(processId), 0);
      await pause(5);
    } catch {
      return;
    }
  }
}

export interface Trickle {
  readonly healthy: number;
  readonly seconds: number;
  readonly perSecond: number;
  readonly deadlineMs: number;
  /** An endpoint that accepts connections and never responds. */
  readonly deadUrl?: string;
}

/** Milliseconds from commit to arrival at healthy receivers, sorted. `deadUrl` adds a dead endpoint. */
export const delays = ({ database, databaseUrl }: DatabaseRig, trickle: Trickle): Promise<number[]> =>
  withRig(0, async ({ receiver, start }) => {
    const { healthy, seconds, perSecond, deadlineMs, deadUrl } = trickle;
    const subscribed = [];
    for (let count = 0; count < healthy; count++) subscribed.push(await subscribe(database, `${receiver.url}/hook`));
    const dead = deadUrl === undefined ? undefined : await subscribe(database, deadUrl);
    const worker = start({ databaseUrl, most: 1024, deadlineMs });
    await once(worker, "message");
    if (dead !== undefined) await recordEvents(database, dead.connectionId, { events: 1000, records: 1000 });
    for (const { connectionId } of subscribed) await recordEvents(database, connectionId, { events: 1, records: 1 });
    await untilArrived(receiver, healthy);
    const committed = new Map<string, number>();
    const began = performance.now();
    for (let count = 0; count < seconds * perSecond; count++) {
      const subscription = subscribed[count % healthy];
      if (subscription === undefined) continue;
      await recordEvents(database, subscription.connectionId, { events: 1, records: 1 });
      committed.set(
        `msg_${subscription.id}_${Math.floor(count / healthy) + 2}`,
        performance.timeOrigin + performance.now(),
      );
      if (dead !== undefined && count % 10 === 0)
        await recordEvents(database, dead.connectionId, { events: 1, records: 1 });
      await pause(Math.max(0, began + ((count + 1) * 1000) / perSecond - performance.now()));
    }
    await untilArrived(receiver, healthy + seconds * perSecond);
    const arrivals = (await receiver.arrivals()).filter(({ id }) => committed.has(id));
    return arrivals.map(({ id, at }) => at - (committed.get(id) ?? 0)).toSorted((a, b) => a - b);
  });

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
