/** Counts calls in the database for all processes together. While it does not respond, each process counts alone. */
import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../../store/postgres/database.ts";
import { blockLimit, takeCalls } from "../../store/vendorLimits.ts";
import { type CallWindow, type Grant, openLocalCounts, partsOf } from "./limits.ts";

export interface Counts {
  /** May grant more permits than wanted if many are left. */
  take(windows: readonly CallWindow[], wanted: number): Promise<Grant>;
  /** The vendor accepts no calls for that many seconds. */
  block(windows: readonly CallWindow[], seconds: number): Promise<void>;
}

export interface SharedCountOptions {
  readonly database: Database;
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
}

/** Shorter than callers wait for a permit, but long enough for a process that has just started. */
const databaseTimeoutMs = 3000;
const skipDatabaseMs = 5000;

export function openSharedCounts({ database, now, onFault }: SharedCountOptions): Counts {
  const local = openLocalCounts(now);
  let downUntil = 0;
  const unlessFailed = async <Result>(query: Promise<Result>): Promise<Result | undefined> => {
    const finished = new AbortController();
    try {
      return await Promise.race([query, timeout(finished.signal)]);
    } catch (error) {
      downUntil = now() + skipDatabaseMs;
      onFault(error);
      return undefined;
    } finally {
      finished.abort();
    }
  };
  const isUp = (): boolean => now() >= downUntil;
  return {
    take: async (windows, wanted) => {
      if (windows.length === 0) return { permits: wanted, waitMs: 0 };
      const counted = windows.map((window) => ({ key: window.key, most: window.calls, ...partsOf(window) }));
      const taken = isUp() ? await unlessFailed(takeCalls(database, counted, wanted)) : undefined;
      if (taken === undefined) return local.take(windows, wanted);
      local.add(windows, taken.permits);
      return { permits: taken.permits, waitMs: taken.wait * 1000 };
    },
    block: async ([closest], seconds) => {
      if (closest !== undefined && isUp()) await unlessFailed(blockLimit(database, closest.key, seconds));
    },
  };
}

/** The query itself is not cancelled; its late result is ignored. */
async function timeout(signal: AbortSignal): Promise<never> {
  await pause(databaseTimeoutMs, undefined, { signal });
  throw new Error("The database did not return the vendor call counts in time.");
}
