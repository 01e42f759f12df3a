/** Communication with the other processes of this service, through the process that started them. */
import cluster from "node:cluster";
import { openRateLimit, type RateLimit, type RateLimitOptions } from "../core/accounts/rateLimit.ts";

/** A message between processes: for the process in `to`, otherwise for all but the sender. */
export interface Message {
  readonly topic: string;
  readonly body?: unknown;
  readonly from?: number;
  readonly to?: number | undefined;
}

/** The number of the process that started the others, whose numbers begin with one. */
export const starter = 0;

export interface Siblings {
  send(topic: string, body: unknown): void;
  onMessage(topic: string, receive: (body: unknown) => void): void;
  /** The answers that arrive in time. */
  ask(topic: string): Promise<readonly unknown[]>;
  onAsked(topic: string, answer: () => Promise<unknown>): void;
}

/** A process that is being replaced or is busy for longer is left out. */
const answerTimeoutMs = 1000;

/** Undefined if this process runs alone. */
export function openSiblings(processes: number): Siblings | undefined {
  if (!cluster.isWorker || processes < 2) return undefined;
  const send = (message: Message): void => void process.send?.(message, undefined, undefined, () => {});
  const subscribe = (topic: string, receive: (message: Message) => void): void =>
    void process.on("message", (message: Message) => {
      if (message.topic === topic) receive(message);
    });
  let questions = 0;
  return {
    send: (topic, body) => send({ topic, body }),
    onMessage: (topic, receive) => subscribe(topic, ({ body }) => receive(body)),
    ask: (topic) =>
      new Promise((resolve) => {
        const id = `${topic} ${++questions}`;
        const answers: unknown[] = [];
        const end = (): void => {
          clearTimeout(timer);
          process.off("message", take);
          resolve(answers);
        };
        const take = (message: Message): void => {
          if (message.topic !== id) return;
          answers.push(message.body);
          if (answers.length === processes - 1) end();
        };
        const timer = setTimeout(end, answerTimeoutMs);
        process.on("message", take);
        send({ topic, body: id });
      }),
    onAsked: (topic, answer) =>
      subscribe(topic, ({ body, from }) => {
        void answer().then((result) => send({ topic: String(body), body: result, to: from }));
      }),
  };
}

const reportEveryMs = 20;

/** A rate limit that all processes of this service share: each reports to the others what it took, a moment later. */
export function openSharedLimit(siblings: Siblings | undefined, name: string, options: RateLimitOptions): RateLimit {
  if (siblings === undefined) return openRateLimit(options);
  let unreported = new Map<string, number>();
  const report = (): void => {
    siblings.send(name, [...unreported]);
    unreported = new Map();
  };
  const onTaken = (bucket: string, requests: number): void => {
    if (unreported.size === 0) setTimeout(report, reportEveryMs).unref();
    unreported.set(bucket, (unreported.get(bucket) ?? 0) + requests);
  };
  const limit = openRateLimit({ ...options, onTaken });
  siblings.onMessage(name, (taken) => {
    for (const [bucket, requests] of taken as [string, number][]) limit.addTaken(bucket, requests);
  });
  return limit;
}
