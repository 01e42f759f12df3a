/** How the service is, as far as it can tell itself. */
import { statfs } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { HealthReport } from "../http/endpoints/serviceRoutes.ts";
import { readWorkState } from "../store/workers.ts";
import type { Storage } from "./storage.ts";

/** Whoever asks wants to know now; a database that takes longer is of no use to callers either. */
const patienceMs = 3000;
/** Asked by everybody and limited by nothing: it costs one query a second, however many ask. */
const rememberedMs = 1000;
/** Below this, PostgreSQL may stop at the next large write. */
const lowBytes = 512 * 1024 * 1024;

export function openHealth({ database, config }: Pick<Storage, "database" | "config">): () => Promise<HealthReport> {
  const look = async (): Promise<HealthReport> => {
    const late = pause(patienceMs, undefined, { ref: false });
    const [work, free] = await Promise.all([
      Promise.race([readWorkState(database).catch(() => undefined), late]),
      freeBytes(config.dataFolder).catch(() => undefined),
    ]);
    const disk = free !== undefined && free < lowBytes ? "low" : "ok";
    return { database: work === undefined ? "unavailable" : "ok", disk, freeBytes: free, ...work };
  };
  let last: { readonly until: number; readonly report: Promise<HealthReport> } | undefined;
  return () => {
    if (last === undefined || last.until < Date.now()) last = { until: Date.now() + rememberedMs, report: look() };
    return last.report;
  };
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
