/**
 * The task queue, on pg-boss in a separate schema. A worker sends heartbeats while it works. Ten seconds after the last
 * heartbeat, plus the time until the next check, another worker takes over.
 */
import { setTimeout as pause } from "node:timers/promises";
import { type Db, PgBoss } from "pg-boss";
import type { Database, Queryable } from "./database.ts";
import { listen } from "./listener.ts";

export interface Queue {
  /** With a client, it is part of the client's transaction. */
  send(task: QueuedTask, more?: { client?: Queryable; afterSeconds?: number }): Promise<void>;
  /** Processes tasks until it is stopped; running tasks may finish, or are left to the next worker. */
  work(handlers: Handlers): Promise<() => Promise<void>>;
  /** Looks for tasks now. */
  look(): void;
  close(): Promise<void>;
}

/** One turn of a task. */
export interface QueuedTask {
  readonly taskId: string;
  readonly turn: number;
  /** Tenants take turns. */
  readonly tenantId: string;
  /** The headers of the trace that the task belongs to. */
  readonly causedBy?: Readonly<Record<string, string>> | undefined;
}

export interface Handlers {
  /** Throws to be retried later. */
  readonly run: (task: QueuedTask, attempt: Attempt) => Promise<void>;
  /** Called after the last attempt has failed or its worker has died. */
  readonly giveUp: (task: QueuedTask) => Promise<void>;
}

export interface Attempt {
  /** Whether this is the last attempt. */
  readonly isLast: boolean;
  /** Aborts when another worker takes over, or when the worker stops. */
  readonly signal: AbortSignal;
}

export interface QueueOptions {
  readonly database: Database;
  /** Set for workers: they take over tasks of dead workers, and listen for new tasks on a connection of this pool. */
  readonly worker: { readonly pool: Database } | undefined;
  readonly onFault: (error: unknown) => void;
  /** No notification announces a retried task, so the queue is also polled, unless `look` is called instead. */
  readonly lookEverySeconds?: number;
}

const name = "tasks";
const givenUp = "tasks-given-up";
export const queues = [name, givenUp] as const;
const attempts = {
  heartbeatSeconds: 10,
  expireInSeconds: 12 * 3600,
  retryLimit: 8,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  deleteAfterSeconds: 3600,
};
const supervision = { superviseIntervalSeconds: 15, monitorIntervalSeconds: 15, maintenanceIntervalSeconds: 3600 };
const atOnce = 8;
/** Concurrent tasks of one tenant. */
const atOnceEach = 4;
const graceMs = 8000;

export async function openQueue({ database, worker, onFault, lookEverySeconds = 3 }: QueueOptions): Promise<Queue> {
  let look = (): void => {};
  const onListening = (fetchAll: () => void) => (look = fetchAll);
  const boss = new PgBoss({
    schema: "pgboss",
    db: { ...through(database), ...(worker && { listen: listening({ pool: worker.pool, onFault, onListening }) }) },
    supervise: worker !== undefined,
    useListenNotify: worker !== undefined,
    schedule: false,
    ...supervision,
  });
  boss.on("error", onFault);
  await boss.start();
  await boss.createQueue(givenUp, { retryLimit: 1000, retryDelay: 5 });
  await boss.createQueue(name, { ...attempts, deadLetter: givenUp });
  // Queues created by an earlier version do not send notifications.
  for (const queue of queues) await boss.updateQueue(queue, { notify: true });
  let wake = (): void => {};
  return {
    send: async (task, { client, afterSeconds } = {}) => {
      await boss.send(name, task, {
        group: { id: task.tenantId },
        ...(client && { db: through(client) }),
        ...(afterSeconds !== undefined && { startAfter: Math.ceil(afterSeconds) }),
      });
      // The process that delays a task usually runs it again.
      if (afterSeconds !== undefined) setTimeout(() => wake(), afterSeconds * 1000).unref();
    },
    work: async ({ run, giveUp }) => {
      const ending = new AbortController();
      const polling = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: lookEverySeconds } as const;
      const often = {
        ...polling,
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
      await boss.work<QueuedTask>(givenUp, polling, async ([job]) => job && giveUp(job.data));
      return async () => {
        ending.abort(new Error("The worker is stopping."));
        const ended = Promise.all([boss.offWork(name), boss.offWork(givenUp)]);
        await Promise.race([ended, pause(graceMs, undefined, { ref: false })]);
      };
    },
    look: () => look(),
    close: () => boss.stop({ close: false, graceful: false }),
  };
}

interface Listening {
  readonly pool: Database;
  readonly onFault: QueueOptions["onFault"];
  /** Called with the function that makes all workers look for tasks. */
  readonly onListening: (fetchAll: () => void) => void;
}

const listening =
  ({ pool, onFault, onListening }: Listening): NonNullable<Db["listen"]> =>
  async (channel, hear, fetchAll) => {
    onListening(fetchAll);
    const onNotified = (payload: string | undefined) => (payload === undefined ? fetchAll() : hear(payload));
    return listen({ pool, onFault, channels: { [channel]: onNotified } });
  };

const through = (queryable: Queryable): Db => ({
  executeSql: (text, values) => queryable.query(text, values as unknown[]),
});
