/** Loads one side of a comparison and measures its requests. */
import type { ChildProcess } from "node:child_process";
import autocannon from "autocannon";
import { processorTime } from "./program.ts";

export interface Side {
  readonly process: ChildProcess;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Headers to use in turn, if they are not the same for all requests. */
  readonly turns?: readonly Readonly<Record<string, string>>[];
}

export interface Request {
  readonly path: string;
  /** JSON to post, for writes. */
  readonly body?: string | undefined;
}

export interface Round {
  readonly perSecond: number;
  /** The 99th percentile of the latency in milliseconds. */
  readonly slowest: number;
  /** Processor time per request in milliseconds. */
  readonly processor: number;
}

export const connections = 10;
/** Interval in milliseconds at which the load generator checks whether the round is over. */
const sampleInt = 100;

async function load(side: Side, request: Request, duration: number): Promise<Round> {
  const { process: child, url, headers } = side;
  const before = processorTime(child);
  const result = await autocannon({ ...requestOf(side, request), duration, sampleInt });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(
      `${request.path}: ${result.non2xx} refusals and ${result.errors} faults, now ${await contentOf(url + request.path, headers)}`,
    );
  const answered = result["2xx"];
  return {
    perSecond: answered / result.duration,
    slowest: result.latency.p99,
    processor: (processorTime(child) - before) / answered,
  };
}

function requestOf({ url, headers, turns = [headers] }: Side, { path, body }: Request) {
  const asJson = body === undefined ? {} : { "content-type": "application/json" };
  return {
    url: url + path,
    headers: { ...headers, ...asJson },
    connections,
    ...(body !== undefined && { method: "POST" as const, body }),
    requests: turns.map((each) => ({ headers: { ...each, ...asJson } })),
  };
}

const contentOf = async (url: string, headers: Side["headers"]): Promise<string> => {
  const answer = await fetch(url, { headers });
  return `${answer.status} ${(await answer.text()).slice(0, 300)}`;
};

export interface Load extends Request {
  readonly rounds: number;
  readonly seconds: number;
  /** Requests to warm up the compiler. Counted in requests, because a busy machine handles few in a given time, but limited. */
  readonly warmUpRequests?: number;
}

/** Loads every side in turn, so that other work on the machine affects all of them. The first rounds are warm-up. */
export async function loadInTurn<Name extends string>(
  sides: Readonly<Record<Name, Side>>,
  { rounds, seconds, warmUpRequests = 1000, ...request }: Load,
): Promise<readonly Readonly<Record<Name, Round>>[]> {
  const names = Object.keys(sides) as Name[];
  for (const name of names) await warmUp(sides[name], request, warmUpRequests);
  const all: Record<Name, Round>[] = [];
  for (let round = 0; round < rounds; round++) {
    const results = {} as Record<Name, Round>;
    // The order changes with every round, because the position may affect the result.
    for (const name of round % 2 === 0 ? names : names.toReversed())
      results[name] = await load(sides[name], request, seconds);
    all.push(results);
  }
  return all;
}

/** Seconds. */
const longestWarmUp = 20;

const warmUp = (side: Side, request: Request, requests: number) =>
  autocannon({ ...requestOf(side, request), duration: longestWarmUp, maxOverallRequests: requests, sampleInt });
