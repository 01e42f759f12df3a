/** Whether this service is paused, because its database was restored from a backup and its operator has not resumed it. */
import { setTimeout as wait } from "node:timers/promises";
import { findRestore } from "../store/backup/restored.ts";
import type { Storage } from "./storage.ts";

export interface Pause {
  isPaused(): boolean;
  /** Resolves when the service is resumed, or when this process ends. At once if it is not paused. */
  readonly ended: Promise<void>;
  /** Whether a worker has to look up writes in doubt and try tokens. */
  readonly isRestored: boolean;
  stop(): Promise<void>;
}

const lookEveryMs = 1000;

/** A database is restored while no service uses it, so a service that is not paused at its start never will be. */
export async function openPause({ database, log }: Pick<Storage, "database" | "log">): Promise<Pause> {
  const restore = await findRestore(database);
  const ending = new AbortController();
  let isPaused = restore !== undefined && restore.resumedAt === null;
  const watch = async (): Promise<void> => {
    while (isPaused && !ending.signal.aborted) {
      await wait(lookEveryMs, undefined, { signal: ending.signal }).catch(() => {});
      if (ending.signal.aborted) return;
      try {
        isPaused = (await findRestore(database))?.resumedAt === null;
      } catch (err) {
        log.warn({ err }, "could not find out whether the service is still paused");
      }
    }
  };
  const ended = watch();
  return {
    isPaused: () => isPaused,
    isRestored: restore !== undefined && restore.completedAt === null,
    ended,
    stop: async () => {
      ending.abort();
      await ended;
    },
  };
}
