/** The same list from one, two and four processes of one service with one PostgreSQL (`PROCESSES`). */
import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import autocannon from "autocannon";
import { type Bench, type Figure, median } from "./figure.ts";
import type { Side } from "./load.ts";
import { processorTime } from "./program.ts";
import { listOf100, openSide, openVendor } from "./sides.ts";

const counts = [1, 2, 4];
const rounds = 2;
/** Enough connections to keep all processes busy. */
const connections = 16;
const warmUpRequests = 250;

interface Round {
  readonly perSecond: number;
  /** Processor time per request in milliseconds, of all processes of the service. */
  readonly processor: number;
}

export const scale: Bench = async ({ seconds: usual }) => {
  const seconds = usual / 2;
  const vendor = await openVendor();
  const stops: (() => Promise<void>)[] = [vendor.close];
  const found = new Map<number, Round[]>(counts.map((count) => [count, []]));
  try {
    const open = async (count: number): Promise<[number, Side]> => {
      const { side, close } = await openSide(vendor.url, undefined, { PROCESSES: String(count) });
      stops.push(close);
      return [count, side];
    };
    const services = new Map(await Promise.all(counts.map(open)));
    for (const [count, side] of services) await warmUp(side, count);
    // Idle processes use a few hundredths of a core.
    for (let round = 0; round < rounds; round++)
      for (const [count, side] of services) found.get(count)?.push(await load(side, seconds));
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
  const [sides = []] = found.values();
  return counts.slice(1).map((count) => compared(count, sides, found.get(count) ?? [], seconds));
};

/** Each process has its own compiler, which needs a number of requests to warm up, not a time. */
const warmUp = ({ url, headers }: Side, processes: number) =>
  autocannon({
    url: url + listOf100.request.path,
    headers,
    connections,
    amount: warmUpRequests * processes,
    sampleInt: 100,
  });

async function load({ process: starter, url, headers }: Side, duration: number): Promise<Round> {
  const before = timeOfAll(starter);
  const result = await autocannon({
    url: url + listOf100.request.path,
    headers,
    connections,
    duration,
    sampleInt: 100,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refused requests, ${result.errors} errors`);
  const answered = result["2xx"];
  return { perSecond: answered / result.duration, processor: (timeOfAll(starter) - before) / answered };
}

/** The CPU time of the started process and its child processes. */
function timeOfAll(starter: ChildProcess): number {
  const { pid } = starter;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean);
  const all = [starter, ...children.map((child) => ({ pid: Number(child) }) as ChildProcess)];
  return all.reduce((sum, process) => sum + processorTime(process), 0);
}

function compared(count: number, single: readonly Round[], several: readonly Round[], seconds: number): Figure {
  const ratio = (of: keyof Round): number =>
    median(several.map((round, index) => round[of] / (single[index]?.[of] ?? Number.NaN)));
  const cores = availableParallelism();
  // The load generator and the vendor need cores as well. The remaining cores limit the gain.
  const least = cores > count + 1 ? 0.8 * count : undefined;
  const found = ratio("perSecond");
  return {
    what: `scale: ${count} processes against one`,
    measured: `${found.toFixed(2)} × requests/s, ${ratio("processor").toFixed(2)} × CPU time per request`,
    target: least === undefined ? `none with ${cores} cores` : `≥ ${least} × requests/s`,
    met: least === undefined || found >= least,
    how: `scale: 100 journal entries from a vendor with one fixed body, ${connections} connections, services with PROCESSES=1, 2 and 4 loaded in turn, each with its own PostgreSQL, ${rounds} rounds of ${seconds} s, medians of the rounds' ratios; load, vendor and database share the machine`,
  };
}
