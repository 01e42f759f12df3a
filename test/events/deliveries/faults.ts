/** What may happen to those who deliver, in any size: small in the tests, whole in `npm run faults`. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../../../src/store/postgres/database.ts";
import { startEmbedded } from "../../../src/store/postgres/embedded.ts";
import {
  happen,
  ledgerOf,
  type Receiving,
  startDelivererProcess,
  startReceiver,
  subscribe,
  type WorkerOptions,
} from "./rig.ts";

export interface Place {
  readonly database: Database;
  readonly databaseUrl: string;
}

export interface Outcome {
  readonly total: number;
  readonly lost: number;
  /** Requests for what had arrived before. */
  readonly twice: number;
  /** What came first after something later of its record. */
  readonly inversions: number;
  /** Any request, also a repeated one, after something later of its record. */
  readonly goneBack: number;
  readonly seconds: number;
}

export interface Load {
  readonly subscriptions: number;
  readonly eventsEach: number;
}

/** Everything that was opened is closed, however it ends. */
async function among<Result>(delayMs: number, work: (stage: Stage) => Promise<Result>): Promise<Result> {
  const receiver = await startReceiver(delayMs);
  const processes = new Set<ChildProcess>();
  const start = (wishes: WorkerOptions): ChildProcess => {
    const child = startDelivererProcess(wishes);
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
  readonly receiver: Receiving;
  readonly start: (wishes: WorkerOptions) => ChildProcess;
}

async function fill(database: Database, { url }: Receiving, { subscriptions, eventsEach }: Load): Promise<string[]> {
  const connections: string[] = [];
  for (let count = 0; count < subscriptions; count++) {
    // One tenant alone gets only a part of what may be under way.
    const { connectionId } = await subscribe(database, `${url}/hook`, "notebook", `yard-${count % 10}`);
    await happen(database, connectionId, { events: eventsEach, records: Math.ceil(eventsEach / 5) });
    connections.push(connectionId);
  }
  return connections;
}

/** The ledger is counted only at the end: counting it all the time would be most of what the database does. */
async function untilDone(database: Database, receiver: Receiving, total: number): Promise<void> {
  await untilArrived(receiver, total);
  while ((await ledgerOf(database)).done < total) await pause(50);
}

async function outcome({ seen }: Receiving, total: number, began: number): Promise<Outcome> {
  const { requests, distinct, inversions, goneBack } = await seen();
  const seconds = (performance.now() - began) / 1000;
  return { total, lost: total - distinct, twice: requests - distinct, inversions, goneBack, seconds };
}

/** Kills a random one of two deliverers again and again, evenly over what there is to deliver; another takes its place. */
export const killAgainAndAgain = (
  { database, databaseUrl }: Place,
  { kills, leaseSeconds, ...load }: Load & { readonly kills: number; readonly leaseSeconds: number },
): Promise<Outcome & { readonly killed: number }> =>
  among(0, async ({ receiver, start }) => {
    const total = load.subscriptions * load.eventsEach;
    await fill(database, receiver, load);
    const workers = [1, 2].map(() => start({ databaseUrl, leaseSeconds }));
    await Promise.all(workers.map((worker) => once(worker, "message")));
    const began = performance.now();
    let killed = 0;
    receiver.onProgress((distinct) => {
      if (killed >= kills || distinct < ((killed + 1) * total) / (kills + 1)) return;
      const place = Math.floor(Math.random() * workers.length);
      workers[place]?.kill("SIGKILL");
      killed++;
      workers[place] = start({ databaseUrl, leaseSeconds });
    });
    await untilDone(database, receiver, total);
    return { ...(await outcome(receiver, total, began)), killed };
  });

/** Stops a deliverer in the middle of its work for three leases, and lets it go on when another has taken over. */
export const stopForAWhile = (
  { database, databaseUrl }: Place,
  { leaseSeconds, ...load }: Load & { readonly leaseSeconds: number },
): Promise<Outcome & { readonly refused: number; readonly attempts: number }> =>
  among(100, async ({ receiver, start }) => {
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
    // What it had under way is written down, or rather refused, as soon as it runs again.
    await refusal.promise;
    const { rows } = await database.query<{ count: number }>("SELECT count(*)::int AS count FROM delivery_attempts");
    return { ...(await outcome(receiver, total, began)), refused, attempts: rows[0]?.count ?? 0 };
  });

/** Kills PostgreSQL again and again, with everything that it has not written; deliverers and whoever records go on. */
export const restartDatabase = (
  { database, databaseUrl, folder }: Place & { readonly folder: string },
  { restarts, ...load }: Load & { readonly restarts: number },
): Promise<Outcome & { readonly exits: number; readonly slowestMs: number }> =>
  among(0, async ({ receiver, start }) => {
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
      for (const connectionId of connections) await happen(database, connectionId, { events: 10, records: 5 });
      events += connections.length * 10;
    }
    await untilDone(database, receiver, events);
    return { ...(await outcome(receiver, events, began)), exits, slowestMs };
  });

async function untilArrived(receiver: Receiving, count: number): Promise<void> {
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
  /** An endpoint that takes connections and never answers, if there is to be one. */
  readonly deadUrl?: string;
}

/** Milliseconds from commit to arrival, sorted, at receivers that are well, while one may be dead. */
export const delays = ({ database, databaseUrl }: Place, trickle: Trickle): Promise<number[]> =>
  among(0, async ({ receiver, start }) => {
    const { healthy, seconds, perSecond, deadlineMs, deadUrl } = trickle;
    const subscribed = [];
    for (let count = 0; count < healthy; count++) subscribed.push(await subscribe(database, `${receiver.url}/hook`));
    const dead = deadUrl === undefined ? undefined : await subscribe(database, deadUrl);
    const worker = start({ databaseUrl, most: 1024, deadlineMs });
    await once(worker, "message");
    if (dead !== undefined) await happen(database, dead.connectionId, { events: 1000, records: 1000 });
    for (const { connectionId } of subscribed) await happen(database, connectionId, { events: 1, records: 1 });
    await untilArrived(receiver, healthy);
    const committed = new Map<string, number>();
    const began = performance.now();
    for (let count = 0; count < seconds * perSecond; count++) {
      const one = subscribed[count % healthy];
      if (one === undefined) continue;
      await happen(database, one.connectionId, { events: 1, records: 1 });
      committed.set(`msg_${one.id}_${Math.floor(count / healthy) + 2}`, performance.timeOrigin + performance.now());
      if (dead !== undefined && count % 10 === 0) await happen(database, dead.connectionId, { events: 1, records: 1 });
      await pause(Math.max(0, began + ((count + 1) * 1000) / perSecond - performance.now()));
    }
    await untilArrived(receiver, healthy + seconds * perSecond);
    const arrivals = (await receiver.arrivals()).filter(({ id }) => committed.has(id));
    return arrivals.map(({ id, at }) => at - (committed.get(id) ?? 0)).toSorted((a, b) => a - b);
  });

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
