/** Reports the health of the service. */

import { statfs } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { monotonicNow } from "../contract/clocks.ts";
import type { HealthReport } from "../http/endpoints/serviceRoutes.ts";
import { readWorkState } from "../store/workers.ts";
import type { Storage } from "./storage.ts";

/** A slower database is of no use to callers, either. */
const timeoutMs = 3000;
/** Health requests are not rate-limited, so they cost at most one query a second. */
const cacheMs = 1000;
/** Below this, PostgreSQL may stop at the next large write. */
const lowBytes = 512 * 1024 * 1024;

export function openHealth({ database, config }: Pick<Storage, "database" | "config">): () => Promise<HealthReport> {
  const check = async (): Promise<HealthReport> => {
    const timeout = pause(timeoutMs, undefined, { ref: false });
    const [work, free] = await Promise.all([
      Promise.race([readWorkState(database).catch(() => undefined), timeout]),
      freeBytes(config.dataFolder).catch(() => undefined),
    ]);
    const disk = free !== undefined && free < lowBytes ? "low" : "ok";
    return { database: work === undefined ? "unavailable" : "ok", disk, freeBytes: free, ...work };
  };
  let last: { readonly until: number; readonly report: Promise<HealthReport> } | undefined;
  return () => {
    if (last === undefined || last.until < monotonicNow()) last = { until: monotonicNow() + cacheMs, report: check() };
    return last.report;
  };
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
