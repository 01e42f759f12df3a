/** Loads one side of a comparison and says what a request took. */
import type { ChildProcess } from "node:child_process";
import autocannon from "autocannon";
import { processorTime } from "./program.ts";

export interface Side {
  readonly process: ChildProcess;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of its requests in turn, where they are not all alike. */
  readonly turns?: readonly Readonly<Record<string, string>>[];
  /** Posted, where it is no reading. */
  readonly body?: string | undefined;
}

export interface Round {
  readonly perSecond: number;
  /** Milliseconds of the slowest hundredth. */
  readonly slowest: number;
  /** Milliseconds of the processor, a request. */
  readonly processor: number;
}

export const connections = 10;
/** Milliseconds: how soon after its time a round ends. */
const sampleInt = 100;

async function load(side: Side, path: string, duration: number): Promise<Round> {
  const { process: child, url, headers } = side;
  const before = processorTime(child);
  const result = await autocannon({ ...asked(side, path), duration, sampleInt });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(
      `${path}: ${result.non2xx} refusals and ${result.errors} faults, now ${await told(url + path, headers)}`,
    );
  const answered = result["2xx"];
  return {
    perSecond: answered / result.duration,
    slowest: result.latency.p99,
    processor: (processorTime(child) - before) / answered,
  };
}

const asked = ({ url, headers, body, turns = [headers] }: Side, path: string) => ({
  url: url + path,
  headers,
  connections,
  ...(body !== undefined && { method: "POST" as const, body }),
  requests: turns.map((each) => ({ headers: each })),
});

const told = async (url: string, headers: Side["headers"]): Promise<string> => {
  const answer = await fetch(url, { headers });
  return `${answer.status} ${(await answer.text()).slice(0, 300)}`;
};

export interface Load {
  readonly path: string;
  readonly rounds: number;
  readonly seconds: number;
  /** Until the compiler is done with it: by requests, because a busy machine answers few in any time, but not for ever. */
  readonly warmUpRequests?: number;
}

/** Every side in turn, so that what else the machine does meets all of them; the first rounds only warm them up. */
export async function loadInTurn<Name extends string>(
  sides: Readonly<Record<Name, Side>>,
  { path, rounds, seconds, warmUpRequests = 1000 }: Load,
): Promise<readonly Readonly<Record<Name, Round>>[]> {
  const names = Object.keys(sides) as Name[];
  for (const name of names) await warmUp(sides[name], path, warmUpRequests);
  const all: Record<Name, Round>[] = [];
  for (let round = 0; round < rounds; round++) {
    const one = {} as Record<Name, Round>;
    // Whoever comes second finds another machine: the order changes with every round.
    for (const name of round % 2 === 0 ? names : names.toReversed()) one[name] = await load(sides[name], path, seconds);
    all.push(one);
  }
  return all;
}

/** Seconds. */
const longestWarmUp = 10;

const warmUp = (side: Side, path: string, requests: number) =>
  autocannon({ ...asked(side, path), duration: longestWarmUp, maxOverallRequests: requests, sampleInt });
