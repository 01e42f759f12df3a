/** Counts of calls that all processes share, in the database; while that does not answer, each counts for itself. */
import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../../store/postgres/database.ts";
import { closeLimit, takeCalls } from "../../store/vendorLimits.ts";
import { type CallWindow, type Granted, openLocalCounts, partsOf } from "./limits.ts";

export interface Counts {
  /** More than was wanted where there is plenty. */
  take(windows: readonly CallWindow[], wanted: number): Promise<Granted>;
  /** The vendor says that it takes nothing for so many seconds. */
  close(windows: readonly CallWindow[], seconds: number): Promise<void>;
}

export interface SharedCountOptions {
  readonly database: Database;
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
}

/** Callers wait for their turn longer than that, and a process that has just started is slow. */
const patienceMs = 3000;
const leftAloneMs = 5000;

export function openSharedCounts({ database, now, onFault }: SharedCountOptions): Counts {
  const local = openLocalCounts(now);
  let downUntil = 0;
  const asked = async <Result>(question: Promise<Result>): Promise<Result | undefined> => {
    const late = new AbortController();
    try {
      return await Promise.race([question, silence(late.signal)]);
    } catch (error) {
      downUntil = now() + leftAloneMs;
      onFault(error);
      return undefined;
    } finally {
      late.abort();
    }
  };
  const isUp = (): boolean => now() >= downUntil;
  return {
    take: async (windows, wanted) => {
      if (windows.length === 0) return { permits: wanted, waitMs: 0 };
      const counted = windows.map((window) => ({ key: window.key, most: window.calls, ...partsOf(window) }));
      const taken = isUp() ? await asked(takeCalls(database, counted, wanted)) : undefined;
      if (taken === undefined) return local.take(windows, wanted);
      local.add(windows, taken.permits);
      return { permits: taken.permits, waitMs: taken.wait * 1000 };
    },
    close: async ([closest], seconds) => {
      if (closest !== undefined && isUp()) await asked(closeLimit(database, closest.key, seconds));
    },
  };
}

/** A question that comes too late may still be answered; nobody hears it. */
async function silence(signal: AbortSignal): Promise<never> {
  await pause(patienceMs, undefined, { signal });
  throw new Error("The database did not tell in time how often vendors were called.");
}
