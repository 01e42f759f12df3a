/**
 * The queue of background work, on pg-boss, in a schema of its own. A worker shows signs of life while it works; when
 * they stop, its work is taken over: after ten seconds without one, plus the time until somebody looks.
 */
import { setTimeout as pause } from "node:timers/promises";
import { type Db, PgBoss } from "pg-boss";
import type { Database, Queryable } from "./database.ts";
import { listen } from "./listener.ts";

export interface Queue {
  /** With a client: part of its transaction. */
  send(errand: QueuedTask, more?: { client?: Queryable; afterSeconds?: number }): Promise<void>;
  /** Takes errands until it is told to stop: what is under way then may come to a good end, or is left to the next. */
  work(handlers: Handlers): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** One turn of a task. */
export interface QueuedTask {
  readonly taskId: string;
  readonly turn: number;
  /** Whose it is: tenants take turns. */
  readonly tenantId: string;
}

export interface Handlers {
  /** A throw means: again, later. */
  readonly run: (errand: QueuedTask, attempt: Attempt) => Promise<void>;
  /** Called when every attempt ended in a throw, or with the worker. */
  readonly giveUp: (errand: QueuedTask) => Promise<void>;
}

export interface Attempt {
  /** Whether a throw is the end of it. */
  readonly isLast: boolean;
  /** Says that the errand is not ours any more, or that the worker has to end. */
  readonly signal: AbortSignal;
}

export interface QueueOptions {
  readonly database: Database;
  /**
   * Of who works: it looks after errands whose worker died, and hears at once of new ones, on a connection of this pool that
   * is kept.
   */
  readonly worker: { readonly pool: Database } | undefined;
  readonly onFault: (error: unknown) => void;
}

const name = "tasks";
const givenUp = "tasks-given-up";
const attempts = {
  heartbeatSeconds: 10,
  expireInSeconds: 12 * 3600,
  retryLimit: 8,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  deleteAfterSeconds: 3600,
};
const supervision = { superviseIntervalSeconds: 5, monitorIntervalSeconds: 5, maintenanceIntervalSeconds: 3600 };
const atOnce = 8;
/** One tenant's, whatever it has begun. */
const atOnceEach = 4;
const graceMs = 8000;
/** Nobody tells of an errand that was put off, or is to be tried again. */
const lookEverySeconds = 3;

export async function openQueue({ database, worker, onFault }: QueueOptions): Promise<Queue> {
  const boss = new PgBoss({
    schema: "pgboss",
    db: { ...through(database), ...(worker && { listen: listening(worker.pool, onFault) }) },
    supervise: worker !== undefined,
    useListenNotify: worker !== undefined,
    schedule: false,
    ...supervision,
  });
  boss.on("error", onFault);
  await boss.start();
  await boss.createQueue(givenUp, { retryLimit: 1000, retryDelay: 5 });
  await boss.createQueue(name, { ...attempts, deadLetter: givenUp });
  // One that an earlier version made does not tell of errands.
  await boss.updateQueue(name, { notify: true });
  let wake = (): void => {};
  return {
    send: async (errand, { client, afterSeconds } = {}) => {
      await boss.send(name, errand, {
        group: { id: errand.tenantId },
        ...(client && { db: through(client) }),
        ...(afterSeconds !== undefined && { startAfter: new Date(Date.now() + afterSeconds * 1000) }),
      });
      // Whoever puts it off mostly works on it again.
      if (afterSeconds !== undefined) setTimeout(() => wake(), afterSeconds * 1000).unref();
    },
    work: async ({ run, giveUp }) => {
      const ending = new AbortController();
      const often = {
        pollingIntervalSeconds: 1,
        notifyPollingIntervalSeconds: lookEverySeconds,
        includeMetadata: true,
        localConcurrency: atOnce,
        localGroupConcurrency: atOnceEach,
      } as const;
      const first = await boss.work<QueuedTask, void, typeof often>(name, often, async ([job]) => {
        if (job === undefined) return;
        const signal = AbortSignal.any([job.signal, ending.signal]);
        await run(job.data, { isLast: job.retryCount >= job.retryLimit, signal });
      });
      wake = () => boss.notifyWorker(first);
      await boss.work<QueuedTask>(givenUp, async ([job]) => job && giveUp(job.data));
      return async () => {
        ending.abort(new Error("The worker ends."));
        const ended = Promise.all([boss.offWork(name), boss.offWork(givenUp)]);
        await Promise.race([ended, pause(graceMs, undefined, { ref: false })]);
      };
    },
    close: () => boss.stop({ close: false, graceful: false }),
  };
}

const listening =
  (pool: Database, onFault: QueueOptions["onFault"]): NonNullable<Db["listen"]> =>
  async (channel, hear, again) =>
    listen({ pool, onFault, channels: { [channel]: (told) => (told === undefined ? again() : hear(told)) } });

const through = (queryable: Queryable): Db => ({
  executeSql: (text, values) => queryable.query(text, values as unknown[]),
});
