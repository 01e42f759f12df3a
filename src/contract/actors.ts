/** The party that needs to act on a failure. */
import { type FailureCode, failures, type Remedy } from "./failure.ts";

export const actors = ["platform", "end_user", "vendor", "operator"] as const;
export type Actor = (typeof actors)[number];

const actorsByNext: Readonly<Record<Remedy, Actor>> = {
  fix: "platform",
  wait: "vendor",
  reconnect: "end_user",
  report: "operator",
};

/** Codes whose remedy for the caller does not say who removes the cause. */
const exceptions: Readonly<Partial<Record<FailureCode, Actor>>> = {
  rate_limited: "platform",
  idempotency_in_progress: "platform",
  // The platform reconciles the write.
  outcome_unknown: "platform",
  // Permissions are given in the target system.
  target_forbidden: "end_user",
  unavailable: "operator",
};

const isFailureCode = (code: string | null): code is FailureCode => code !== null && code in failures;

/** Codes of background work that are no failures of the API, such as a lost subscription, depend on the vendor. */
export const nextOf = (code: string | null): Remedy => (isFailureCode(code) ? failures[code].next : "wait");

export const actorOf = (code: string | null): Actor =>
  (isFailureCode(code) ? exceptions[code] : undefined) ?? actorsByNext[nextOf(code)];

export const codesOf = (actor: Actor): readonly string[] =>
  Object.keys(failures).filter((code) => actorOf(code) === actor);
