/**
 * Ends the first attempts of writes that have no outcome. Nobody may continue these writes before, so this is repeated until
 * the database can do it.
 */
import { setTimeout as pause } from "node:timers/promises";
import { type EndedAttempt, endFirstAttempts } from "../operations.ts";
import type { Queryable } from "../postgres/database.ts";
import { isUnavailable } from "../postgres/unavailable.ts";

export type EndAttempt = (attempt: EndedAttempt) => Promise<void>;

const retryMs = 500;

export function openEndAttempt(database: Queryable): EndAttempt {
  const waiting = new Set<EndedAttempt>();
  const endWaiting = async (): Promise<void> => {
    while (waiting.size > 0) {
      await pause(retryMs, undefined, { ref: false });
      const ended = [...waiting];
      // Any other error, such as that of a closed pool, cannot be repaired by trying again.
      const isDone = await endFirstAttempts(database, ended).then(
        () => true,
        (error: unknown) => !isUnavailable(error),
      );
      if (isDone) for (const attempt of ended) waiting.delete(attempt);
    }
  };
  return async (attempt) => {
    try {
      await endFirstAttempts(database, [attempt]);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      waiting.add(attempt);
      if (waiting.size === 1) void endWaiting();
    }
  };
}
