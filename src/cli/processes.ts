/**
 * A service of several processes. This one opens the database and starts the others, which answer; connections go to each
 * of them in turn. One that ends is started again, as long as the service is not ending.
 */
import cluster, { type Worker } from "node:cluster";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { newId } from "../core/secrets/ids.ts";
import type { Running } from "../wiring/run.ts";
import type { Message } from "../wiring/siblings.ts";
import { type Complaint, exitCodes } from "./command.ts";

/** What a process is told before it begins. */
export interface Orders {
  /** Whether background work is its task as well. */
  readonly works: boolean;
  readonly port: number;
  /** The same for all: several services divide the rate limit, their processes do not. */
  readonly service: string;
}

export type Ready = Pick<Running, "url" | "demo" | "hasSandboxLogin">;

/** A process could not begin; it said why. */
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
  /** Opens what all of them need, and says where to listen. They read their code meanwhile. */
  readonly prepare: () => Promise<{ readonly port: number }>;
}

/** Before each replacement that follows soon upon the one before. */
const pausesMs = [0, 500, 2000, 10_000];
const longestPause = 30_000;

export async function startProcesses({ count, works, log, prepare }: ProcessesOptions) {
  cluster.schedulingPolicy = cluster.SCHED_RR;
  relayMessages();
  const ending = new AbortController();
  const watching: Promise<void>[] = [];
  const stop = async (): Promise<void> => {
    ending.abort();
    await Promise.all([...watching, ...living().map(end)]);
  };
  const started = Array.from({ length: count }, () => launch());
  try {
    const common = { ...(await prepare()), service: newId() };
    const places = started.map((worker, place) => ({ worker, orders: { ...common, works: works && place === 0 } }));
    let ready: Ready | undefined;
    // One after the other: the first of them sets up what is missing.
    for (const { worker, orders } of places) ready = await begin(worker, orders);
    if (ready === undefined) throw new Error("A service has one process at least.");
    watching.push(...places.map(({ worker, orders }) => keepAlive(worker, orders, { log, ending: ending.signal })));
    return { ready, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Watching {
  readonly log: FastifyBaseLogger;
  readonly ending: AbortSignal;
}

/** Replaces a process whenever it ends, until all of them do. */
async function keepAlive(first: Worker, orders: Orders, { log, ending }: Watching): Promise<void> {
  let worker = first;
  let failures = 0;
  for (;;) {
    const began = Date.now();
    const [code, signal] = await ended(worker);
    if (ending.aborted) return;
    log.error({ process: worker.process.pid, code, signal }, "a process that answers has ended; it is replaced");
    failures = Date.now() - began > longestPause ? 0 : failures;
    await pause(pausesMs[failures++] ?? longestPause, undefined, { signal: ending }).catch(() => {});
    if (ending.aborted) return;
    worker = launch();
    begin(worker, orders).then(
      () => log.warn({ process: worker.process.pid }, "a process answers in its place"),
      (err: unknown) => log.error({ err }, "the process in its place could not begin"),
    );
  }
}

function launch(): Worker {
  const worker = cluster.fork();
  hangUpWithIt(worker);
  return worker;
}

interface Connection {
  close(...given: unknown[]): unknown;
}

/** A connection on its way to a process that dies would stay open for ever: `node:cluster` waits for a word that never comes. */
function hangUpWithIt(worker: Worker): void {
  const onTheirWay = new Set<Connection>();
  const child = worker.process as unknown as { send(...given: unknown[]): boolean };
  const send = child.send.bind(child);
  child.send = (message, handle, ...more) => {
    if (typeof handle === "object" && handle !== null && "close" in handle) {
      const connection = handle as Connection;
      const close = connection.close.bind(connection);
      onTheirWay.add(connection);
      connection.close = (...given) => {
        onTheirWay.delete(connection);
        return close(...given);
      };
    }
    return send(message, handle, ...more);
  };
  worker.once("exit", () => {
    for (const connection of onTheirWay) connection.close();
  });
}

const living = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);

const send = (worker: Worker, message: Message): void => {
  // Who is gone by now hears nothing.
  worker.send(message, undefined, () => {});
};

function relayMessages(): void {
  cluster.on("message", (sender, message: Message) => {
    for (const worker of living())
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
    const hear = ({ topic, body }: Message): void => {
      if (topic === "ready") resolve(body as Ready);
      if (topic === "failed") reject(new ProcessFailed(body as Complaint));
    };
    worker.on("message", hear);
    void ended(worker).then(() =>
      reject(new ProcessFailed({ exitCode: exitCodes.failed, text: "A process ended before it could answer." })),
    );
    send(worker, { topic: "begin", body: orders });
  });
}
