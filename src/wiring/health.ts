/** Reports the health of the service. */
import { statfs } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { monotonicNow } from "../contract/clocks.ts";
import type { HealthReport } from "../http/endpoints/serviceRoutes.ts";
import type { DrainPeriod } from "../http/server/drain.ts";
import { type DatabaseTrouble, troubleOf } from "../store/postgres/unavailable.ts";
import { isReadOnly, readWorkState, tryWrite } from "../store/workers.ts";
import type { Storage } from "./storage.ts";

/** A slower database is of no use to callers, either. */
const timeoutMs = 3000;
/** Health requests are not rate-limited, so they cost at most a few queries a second. */
const cacheMs = 500;
/** Below this, PostgreSQL may stop at the next large write. */
const lowBytes = 512 * 1024 * 1024;

export interface Health {
  report(): Promise<HealthReport>;
  /** A request failed because the database refused to store something. It is tried again until it succeeds. */
  noteTrouble(trouble: DatabaseTrouble): void;
}

/** Troubles in which the database still answers queries that only read. */
const writeTroubles: ReadonlySet<DatabaseTrouble> = new Set(["disk_full", "disk_failed", "read_only", "out_of_memory"]);

export interface HealthSources {
  readonly drainPeriod?: Pick<DrainPeriod, "hasBegun"> | undefined;
  /** Whether the service is paused after a restore. Default: it is not. */
  readonly isPaused?: (() => boolean) | undefined;
}

export function openHealth(
  { database, config }: Pick<Storage, "database" | "config">,
  { drainPeriod, isPaused = () => false }: HealthSources = {},
): Health {
  let mustTryWrite = false;
  const readState = async () => {
    const work = await readWorkState(database);
    if (await isReadOnly(database)) return { trouble: "read_only" as const };
    if (mustTryWrite) await tryWrite(database);
    mustTryWrite = false;
    return work;
  };
  const check = async (): Promise<HealthReport> => {
    const timeout = pause(timeoutMs, { trouble: "unreachable" as const }, { ref: false });
    const failed = (error: unknown) => ({ trouble: troubleOf(error) ?? ("unreachable" as const) });
    const [work, free] = await Promise.all([
      Promise.race([readState().catch(failed), timeout]),
      freeBytes(config.dataFolder).catch(() => undefined),
    ]);
    const disk = free !== undefined && free < lowBytes ? "low" : "ok";
    const facts = { disk, freeBytes: free, isPaused: isPaused() } as const;
    return "trouble" in work ? { database: "unavailable", ...facts, ...work } : { database: "ok", ...facts, ...work };
  };
  let last: { readonly until: number; readonly report: Promise<HealthReport> } | undefined;
  return {
    report: async () => {
      if (last === undefined || last.until < monotonicNow())
        last = { until: monotonicNow() + cacheMs, report: check() };
      return { ...(await last.report), isStopping: drainPeriod?.hasBegun ?? false };
    },
    noteTrouble: (trouble) => {
      if (writeTroubles.has(trouble)) mustTryWrite = true;
    },
  };
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
