/**
 * Delays, rate limits and failures that can be switched on for one token, for tests and for platforms that want to try
 * their error handling. The functions here are pure; tokens.ts stores the counts.
 */
import { takeFault } from "../engine/faults.ts";
import { invalid } from "./errors.ts";

export interface Behaviour {
  readonly delay_ms?: number;
  readonly requests_per_minute?: number;
  /** For grants: how long new access tokens live. */
  readonly access_seconds?: number;
  /** For grants: an additional delay of requests for new tokens. */
  readonly token_delay_ms?: number;
  /** How many polls a new job needs until it is ready. */
  readonly ready_after?: number;
  /** New jobs fail with this message. */
  readonly job_failure?: string;
  readonly failures?: readonly Failure[];
}

interface Failure {
  readonly status: number;
  /** How many more requests fail like this. */
  readonly times: number;
  /** Only requests whose path contains this. */
  readonly path?: string;
  /** Seconds, for the Retry-After header. */
  readonly retry_after?: number;
  /** Sent instead of JSON, but with the content type of JSON. */
  readonly body?: string;
  /** Accepts the request and never responds. */
  readonly hang?: boolean;
}

export interface Usage {
  /** When the current minute began, in milliseconds. */
  readonly start: number;
  readonly count: number;
}

export interface Decision {
  readonly behaviour: Behaviour;
  readonly usage: Usage;
  readonly failure?: Omit<Failure, "times">;
}

const minute = 60_000;

export function decide(behaviour: Behaviour, usage: Usage, request: { path: string; now: number }): Decision {
  const current = request.now - usage.start >= minute ? { start: request.now, count: 0 } : usage;
  if (current.count >= (behaviour.requests_per_minute ?? Number.POSITIVE_INFINITY)) {
    const retry_after = Math.ceil((current.start + minute - request.now) / 1000);
    return { behaviour, usage: current, failure: { status: 429, retry_after } };
  }
  const counted = { start: current.start, count: current.count + 1 };
  const { fault, remaining } = takeFault(behaviour.failures ?? [], ({ path = "" }) => request.path.includes(path));
  if (fault === undefined) return { behaviour, usage: counted };
  return { behaviour: { ...behaviour, failures: remaining }, usage: counted, failure: fault };
}

type Check = (value: unknown, name: string) => unknown;

const integer =
  (min: number, max: number): Check =>
  (value, name) => {
    if (!Number.isInteger(value) || (value as number) < min || (value as number) > max)
      throw invalid(name, `must be a whole number from ${min} to ${max}`);
    return value;
  };
const plain =
  (type: "string" | "boolean"): Check =>
  (value, name) => {
    if (typeof value !== type || (typeof value === "string" && value.includes("\0")))
      throw invalid(name, `must be a ${type}`);
    return value;
  };

const failureFields: Record<string, Check> = {
  status: integer(200, 599),
  times: integer(1, 1_000_000),
  path: plain("string"),
  retry_after: integer(0, 86_400),
  body: plain("string"),
  hang: plain("boolean"),
};
const behaviourFields: Record<string, Check> = {
  delay_ms: integer(0, 120_000),
  requests_per_minute: integer(0, 1_000_000),
  access_seconds: integer(0, 86_400),
  token_delay_ms: integer(0, 120_000),
  ready_after: integer(0, 1_000_000),
  job_failure: plain("string"),
  failures: (value) => {
    if (!Array.isArray(value)) throw invalid("failures", "must be a list");
    return value.map((failure) => ({ status: 503, times: 1, ...readFields(failure, failureFields) }));
  },
};

export const readBehaviour = (body: unknown): Behaviour => readFields(body, behaviourFields);

function readFields(value: unknown, checks: Record<string, Check>): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw invalid("body", "must be an object");
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
      if (check === undefined) throw invalid(name, "is unknown");
      return [name, check(field, name)];
    }),
  );
}
