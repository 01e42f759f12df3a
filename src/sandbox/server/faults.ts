/**
 * Delays, rate limits and failures that can be switched on for one token, for tests and for platforms that want to try
 * their error handling. Reading and deciding are pure; tokens.ts keeps what is used up.
 */
import { invalid } from "./errors.ts";

export interface Behaviour {
  readonly delay_ms?: number;
  readonly requests_per_minute?: number;
  /** For grants: how long new access tokens live. */
  readonly access_seconds?: number;
  /** For grants: how long a request for new tokens waits, besides. */
  readonly token_delay_ms?: number;
  /** After how many polls a new job is ready. */
  readonly ready_after?: number;
  /** New jobs fail with this message. */
  readonly job_failure?: string;
  readonly failures?: readonly Failure[];
}

interface Failure {
  readonly status: number;
  /** How many requests still fail in this way. */
  readonly times: number;
  /** Only requests whose path contains this. */
  readonly path?: string;
  /** Seconds, for the header of that name. */
  readonly retry_after?: number;
  /** Sent instead of JSON, under JSON's name. */
  readonly body?: string;
  /** Takes the request and never answers. */
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
  const fresh = request.now - usage.start >= minute ? { start: request.now, count: 0 } : usage;
  if (fresh.count >= (behaviour.requests_per_minute ?? Number.POSITIVE_INFINITY)) {
    const retry_after = Math.ceil((fresh.start + minute - request.now) / 1000);
    return { behaviour, usage: fresh, failure: { status: 429, retry_after } };
  }
  const used = { start: fresh.start, count: fresh.count + 1 };
  const failure = behaviour.failures?.find(({ times, path }) => times > 0 && request.path.includes(path ?? ""));
  if (failure === undefined) return { behaviour, usage: used };
  const failures = behaviour.failures?.map((one) => (one === failure ? { ...one, times: one.times - 1 } : one)) ?? [];
  return { behaviour: { ...behaviour, failures }, usage: used, failure };
}

type Check = (value: unknown, name: string) => unknown;

const whole =
  (least: number, most: number): Check =>
  (value, name) => {
    if (!Number.isInteger(value) || (value as number) < least || (value as number) > most)
      throw invalid(name, `must be a whole number from ${least} to ${most}`);
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
  status: whole(200, 599),
  times: whole(1, 1_000_000),
  path: plain("string"),
  retry_after: whole(0, 86_400),
  body: plain("string"),
  hang: plain("boolean"),
};
const behaviourFields: Record<string, Check> = {
  delay_ms: whole(0, 120_000),
  requests_per_minute: whole(0, 1_000_000),
  access_seconds: whole(0, 86_400),
  token_delay_ms: whole(0, 120_000),
  ready_after: whole(0, 1_000_000),
  job_failure: plain("string"),
  failures: (value) => {
    if (!Array.isArray(value)) throw invalid("failures", "must be a list");
    return value.map((one) => ({ status: 503, times: 1, ...fields(one, failureFields) }));
  },
};

export const readBehaviour = (body: unknown): Behaviour => fields(body, behaviourFields);

function fields(value: unknown, checks: Record<string, Check>): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw invalid("body", "must be an object");
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
      if (check === undefined) throw invalid(name, "is not known");
      return [name, check(one, name)];
    }),
  );
}
