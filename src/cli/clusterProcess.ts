/** One of several processes of a service: what it hears from the one that started it, and what it says to it. */
import { type Message, starter } from "../wiring/siblings.ts";
import type { Complaint } from "./command.ts";
import type { Orders, Ready } from "./processes.ts";
import type { Ending } from "./signals.ts";

export interface Starter {
  /** Arrive when the database is there; nothing where the end was asked for before. */
  readonly orders: Promise<Orders | undefined>;
  readonly ending: Ending;
  ready(facts: Ready): void;
  failed(complaint: Complaint): Promise<void>;
}

export function listenToStarter(): Starter {
  // Ctrl-C reaches all of them, and so may a service manager: who started us says when to end. Without it, we end at once.
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => {});
  let isAsked = false;
  const when = <Body>(topic: string): Promise<Body> =>
    new Promise((resolve) => {
      process.on("message", (message: Message) => {
        if (message.topic === topic) resolve(message.body as Body);
      });
    });
  const asked = when("end").then(() => void (isAsked = true));
  const say = (topic: string, body: unknown): Promise<void> =>
    new Promise((resolve) => {
      process.send?.({ topic, body, to: starter }, undefined, undefined, () => resolve());
    });
  return {
    orders: Promise.race([when<Orders>("begin"), asked.then(() => undefined)]),
    ending: {
      asked,
      get isAsked() {
        return isAsked;
      },
    },
    ready: (facts) => void say("ready", facts),
    failed: (complaint) => say("failed", complaint),
  };
}
