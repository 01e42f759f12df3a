/**
 * Runs the service in several processes. The parent opens the database and starts children, which serve requests in turn. A
 * child that ends is replaced unless the service is shutting down.
 */

import cluster, { type Worker } from "node:cluster";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { monotonicNow } from "../contract/clocks.ts";
import { newId } from "../core/secrets/ids.ts";
import type { Running } from "../wiring/run.ts";
import type { Message } from "../wiring/siblings.ts";
import { type Complaint, exitCodes } from "./command.ts";

/** The parent's instructions to a child. */
export interface Orders {
  /** Whether the child also does background work. */
  readonly works: boolean;
  readonly port: number;
  /** The same for all children: the rate limit is divided among services, not among their processes. */
  readonly service: string;
}

export type Ready = Pick<Running, "url" | "demo" | "hasSandboxLogin" | "isPaused">;

/** A child could not start and reported the reason. */
export class ProcessFailed extends Error {
  readonly complaint: Complaint;
  constructor(complaint: Complaint) {
    super(complaint.text);
    this.complaint = complaint;
  }
}

export interface ProcessesOptions {
  readonly count: number;
  readonly works: boolean;
  readonly log: FastifyBaseLogger;
  /** Opens the shared resources and returns the port, while the children load their code. */
  readonly prepare: () => Promise<{ readonly port: number }>;
}

/** Delays between replacements in quick succession. */
const pausesMs = [0, 500, 2000, 10_000];
const longestPause = 30_000;

export async function startProcesses({ count, works, log, prepare }: ProcessesOptions) {
  cluster.schedulingPolicy = cluster.SCHED_RR;
  relayMessages();
  const shutdown = new AbortController();
  const watchers: Promise<void>[] = [];
  const stop = async (): Promise<void> => {
    shutdown.abort();
    await Promise.all([...watchers, ...runningWorkers().map(end)]);
  };
  const started = Array.from({ length: count }, () => launch());
  try {
    const common = { ...(await prepare()), service: newId() };
    const children = started.map((worker, index) => {
      const isWorker = works && index === 0;
      return { worker, orders: { ...common, works: isWorker } };
    });
    let ready: Ready | undefined;
    // One after the other, because the first creates missing data.
    for (const { worker, orders } of children) ready = await begin(worker, orders);
    if (ready === undefined) throw new Error("A service needs at least one process.");
    const { signal } = shutdown;
    watchers.push(...children.map(({ worker, orders }) => keepAlive(worker, orders, { log, shutdown: signal })));
    return { ready, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface WatchOptions {
  readonly log: FastifyBaseLogger;
  /** Aborted when the service shuts down. */
  readonly shutdown: AbortSignal;
}

/** Replaces a child whenever it ends, until the service shuts down. */
async function keepAlive(first: Worker, orders: Orders, { log, shutdown }: WatchOptions): Promise<void> {
  let worker = first;
  let failures = 0;
  for (;;) {
    const began = monotonicNow();
    const [code, signal] = await ended(worker);
    if (shutdown.aborted) return;
    log.error({ process: worker.process.pid, code, signal }, "child process ended, replacing it");
    failures = monotonicNow() - began > longestPause ? 0 : failures;
    await pause(pausesMs[failures++] ?? longestPause, undefined, { signal: shutdown }).catch(() => {});
    if (shutdown.aborted) return;
    worker = launch();
    begin(worker, orders).then(
      () => log.warn({ process: worker.process.pid }, "child process replaced"),
      (err: unknown) => log.error({ err }, "replacement process could not start"),
    );
  }
}

function launch(): Worker {
  const worker = cluster.fork();
  closeWithWorker(worker);
  return worker;
}

interface Connection {
  close(...args: unknown[]): unknown;
}

/** Closes connections that were being passed to a child when it died. `node:cluster` would wait for its confirmation forever. */
function closeWithWorker(worker: Worker): void {
  const inTransit = new Set<Connection>();
  const child = worker.process as { send(...args: unknown[]): boolean };
  const send = child.send.bind(child);
  child.send = (message, handle, ...more) => {
    if (typeof handle === "object" && handle !== null && "close" in handle) {
      const connection = handle as Connection;
      const close = connection.close.bind(connection);
      inTransit.add(connection);
      connection.close = (...args) => {
        inTransit.delete(connection);
        return close(...args);
      };
    }
    return send(message, handle, ...more);
  };
  worker.once("exit", () => {
    for (const connection of inTransit) connection.close();
  });
}

const runningWorkers = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);

const send = (worker: Worker, message: Message): void => {
  // Ignores errors, because the child may have ended.
  worker.send(message, undefined, () => {});
};

function relayMessages(): void {
  cluster.on("message", (sender, message: Message) => {
    for (const worker of runningWorkers())
      if (message.to === undefined ? worker.id !== sender.id : worker.id === message.to)
        send(worker, { ...message, from: sender.id });
  });
}

const ended = (worker: Worker): Promise<[code: number, signal: string]> =>
  new Promise((resolve) => {
    if (worker.isDead()) resolve([worker.process.exitCode ?? 1, worker.process.signalCode ?? ""]);
    else worker.once("exit", (code, signal) => resolve([code, signal]));
  });

async function end(worker: Worker): Promise<void> {
  send(worker, { topic: "end" });
  await ended(worker);
}

function begin(worker: Worker, orders: Orders): Promise<Ready> {
  return new Promise((resolve, reject) => {
    const onMessage = ({ topic, body }: Message): void => {
      if (topic === "ready") resolve(body as Ready);
      if (topic === "failed") reject(new ProcessFailed(body as Complaint));
    };
    worker.on("message", onMessage);
    void ended(worker).then(() =>
      reject(new ProcessFailed({ exitCode: exitCodes.failed, text: "A process ended before it was ready." })),
    );
    send(worker, { topic: "begin", body: orders });
  });
}
