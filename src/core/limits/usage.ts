/** Counts calls to vendors for reports and budgets. Counts are added up in memory and stored every few seconds. */
import { addUsage, type Budget, type CallCause, listBudgets, type UsageRow } from "../../store/log/vendorUsage.ts";
import type { Database } from "../../store/postgres/database.ts";

export interface CountedCall {
  readonly connectionId: string;
  readonly tenantId: string;
  readonly targetSystem: string;
  readonly cause: CallCause;
  /** Milliseconds of the wall clock. */
  readonly at: number;
  readonly bytesSent: number;
  readonly bytesReceived: number;
  readonly isError: boolean;
}

export interface Usage {
  count(call: CountedCall): void;
  flush(): Promise<void>;
  close(): Promise<void>;
}

const flushEveryMs = 5000;
/** Rows that wait while the database is unavailable. */
const mostWaiting = 50_000;

export function openUsage(database: Database, onFault: (error: unknown) => void): Usage {
  let rows = new Map<string, UsageRow>();
  let flushing = Promise.resolve();
  const add = (row: UsageRow): void => {
    const key = `${row.day} ${row.connectionId} ${row.cause}`;
    const { calls = 0, bytesSent = 0, bytesReceived = 0, errors = 0 } = rows.get(key) ?? {};
    if (rows.size >= mostWaiting && !rows.has(key)) return;
    rows.set(key, {
      ...row,
      calls: calls + row.calls,
      bytesSent: bytesSent + row.bytesSent,
      bytesReceived: bytesReceived + row.bytesReceived,
      errors: errors + row.errors,
    });
  };
  const write = async (): Promise<void> => {
    const waiting = [...rows.values()];
    if (waiting.length === 0) return;
    rows = new Map();
    try {
      await addUsage(database, waiting);
    } catch (error) {
      for (const row of waiting) add(row);
      onFault(error);
    }
  };
  const flush = (): Promise<void> => (flushing = flushing.then(write));
  const timer = setInterval(() => void flush(), flushEveryMs).unref();
  return {
    count: ({ at, isError, ...call }) => {
      const day = new Date(at).toISOString().slice(0, 10);
      add({ ...call, day, calls: 1, errors: isError ? 1 : 0 });
    },
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}

/** By the share of the day's budget that is used: how many times longer the pauses between polls are, up to an hour. */
const steps = [
  { from: 1, factor: 12 },
  { from: 0.8, factor: 4 },
  { from: 0.5, factor: 2 },
] as const;
const longestSeconds = 3600;

export const slowdownAt = (used: number): 1 | 2 | 4 | 12 => steps.find(({ from }) => used >= from)?.factor ?? 1;

export const slowedInterval = (seconds: number, used: number): number => {
  const factor = slowdownAt(used);
  return factor === 1 ? seconds : Math.max(seconds, Math.min(longestSeconds, seconds * factor));
};

/** The seconds between polls of a tenant's connection. Only polls and sweeps slow down, never a caller. */
export async function pollSecondsWithin(
  database: Database,
  { tenantId, targetSystem }: { readonly tenantId: string; readonly targetSystem: string },
  seconds: number,
): Promise<number> {
  const [budget] = await listBudgets(database, [tenantId], targetSystem);
  return budget === undefined ? seconds : slowedInterval(seconds, usedShare(budget));
}

/** Of calls or bytes, whichever is used up first. */
export const usedShare = ({ callsToday, callsPerDay, bytesToday, bytesPerDay }: Budget): number =>
  Math.max(callsPerDay === null ? 0 : callsToday / callsPerDay, bytesPerDay === null ? 0 : bytesToday / bytesPerDay);
