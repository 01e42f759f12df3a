/** The other processes of this service, reached through the one that started them all. */
import cluster from "node:cluster";
import { openRateLimit, type RateLimit, type RateLimitOptions } from "../core/accounts/rateLimit.ts";

/** What they send each other; who is named alone gets it, otherwise all but the sender. */
export interface Message {
  readonly topic: string;
  readonly body?: unknown;
  readonly from?: number;
  readonly to?: number | undefined;
}

/** Who started them all. Their own numbers begin with one. */
export const starter = 0;

export interface Siblings {
  tell(topic: string, body: unknown): void;
  onTold(topic: string, hear: (body: unknown) => void): void;
  /** The answers of those who answered soon. */
  ask(topic: string): Promise<readonly unknown[]>;
  onAsked(topic: string, answer: () => Promise<unknown>): void;
}

/** One that is being replaced, or is busy for longer, is left out. */
const patienceMs = 1000;

/** Undefined where this process is alone. */
export function openSiblings(processes: number): Siblings | undefined {
  if (!cluster.isWorker || processes < 2) return undefined;
  const send = (message: Message): void => void process.send?.(message, undefined, undefined, () => {});
  const hear = (topic: string, listen: (message: Message) => void): void =>
    void process.on("message", (message: Message) => {
      if (message.topic === topic) listen(message);
    });
  let asked = 0;
  return {
    tell: (topic, body) => send({ topic, body }),
    onTold: (topic, listen) => hear(topic, ({ body }) => listen(body)),
    ask: (topic) =>
      new Promise((resolve) => {
        const id = `${topic} ${++asked}`;
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
        const timer = setTimeout(end, patienceMs);
        process.on("message", take);
        send({ topic, body: id });
      }),
    onAsked: (topic, answer) =>
      hear(topic, ({ body, from }) => {
        void answer().then((told) => send({ topic: String(body), body: told, to: from }));
      }),
  };
}

const tellEveryMs = 20;

/** A limit that all processes of this service count together: each tells the others what it took, a moment later. */
export function openSharedLimit(siblings: Siblings | undefined, name: string, options: RateLimitOptions): RateLimit {
  if (siblings === undefined) return openRateLimit(options);
  let untold = new Map<string, number>();
  const tell = (): void => {
    siblings.tell(name, [...untold]);
    untold = new Map();
  };
  const onTaken = (bucket: string, requests: number): void => {
    if (untold.size === 0) setTimeout(tell, tellEveryMs).unref();
    untold.set(bucket, (untold.get(bucket) ?? 0) + requests);
  };
  const limit = openRateLimit({ ...options, onTaken });
  siblings.onTold(name, (taken) => {
    for (const [bucket, requests] of taken as [string, number][]) limit.addTaken(bucket, requests);
  });
  return limit;
}
