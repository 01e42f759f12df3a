/** The child's side of the communication with the parent process. */
import { type Message, starter } from "../wiring/siblings.ts";
import type { Complaint } from "./command.ts";
import type { Orders, Ready } from "./processes.ts";
import type { Ending } from "./signals.ts";

export interface Starter {
  /** Resolves when the database is open. Undefined if the parent ended first. */
  readonly orders: Promise<Orders | undefined>;
  readonly ending: Ending;
  ready(facts: Ready): void;
  failed(complaint: Complaint): Promise<void>;
}

export function listenToStarter(): Starter {
  // Signals reach all processes, so children ignore them and wait for the parent. If the parent dies, they end at once.
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => {});
  let isRequested = false;
  const when = <Body>(topic: string): Promise<Body> =>
    new Promise((resolve) => {
      process.on("message", (message: Message) => {
        if (message.topic === topic) resolve(message.body as Body);
      });
    });
  const requested = when("end").then(() => void (isRequested = true));
  const say = (topic: string, body: unknown): Promise<void> =>
    new Promise((resolve) => {
      process.send?.({ topic, body, to: starter }, undefined, undefined, () => resolve());
    });
  return {
    orders: Promise.race([when<Orders>("begin"), requested.then(() => undefined)]),
    ending: {
      requested,
      get isRequested() {
        return isRequested;
      },
    },
    ready: (facts) => void say("ready", facts),
    failed: (complaint) => say("failed", complaint),
  };
}
