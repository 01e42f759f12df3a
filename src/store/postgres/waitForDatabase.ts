/** Waits until PostgreSQL can be reached, for starts beside it: a supervisor may start both at once. */
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { connectWithinMs } from "./database.ts";
import { isUnavailable } from "./unavailable.ts";

export interface Waiting {
  /** Called once, if the database cannot be reached at first. */
  readonly onWait: () => void;
  /** Ends the wait early. */
  readonly isOver: () => boolean;
  readonly longestMs: number;
}

const betweenMs = 500;

/** Throws the last error after the longest wait, and other errors, such as a wrong password, at once. */
export async function waitForDatabase(url: string, { onWait, isOver, longestMs }: Waiting): Promise<void> {
  const began = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryConnection(url);
    } catch (error) {
      if (!isUnavailable(error) || isOver() || performance.now() - began > longestMs) throw error;
      if (attempt === 1) onWait();
    }
    await pause(betweenMs);
  }
}

async function tryConnection(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectWithinMs });
  // A connection that breaks fails at the next query; without a listener, the event would end the process.
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("SELECT 1");
  } finally {
    await client.end().catch(() => {});
  }
}
