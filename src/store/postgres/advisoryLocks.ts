/**
 * Locks for running work across processes: advisory locks of the database, all on one connection, so that any number of
 * them is cheap and a process that dies releases all of them.
 */
import type pg from "pg";
import type { Database } from "./database.ts";
import { openBatcher } from "./together.ts";
import { isLost } from "./unavailable.ts";

export interface AdvisoryLocks {
  /** False if the lock is taken, in this or another process. */
  tryAcquire(name: string): Promise<boolean>;
  release(name: string): Promise<void>;
  close(): Promise<void>;
}

const acquirePrefix = "+";
const releasePrefix = "-";

/** Takes over a pool of one connection, and closes it. */
export function openAdvisoryLocks(pool: Database): AdvisoryLocks {
  const held = new Set<string>();
  let connection: Promise<pg.PoolClient> | undefined;

  const connect = (): Promise<pg.PoolClient> => {
    connection ??= pool.connect().then(
      (client) => {
        client.once("error", (error: Error) => {
          // Already closed: errors of the closing connection do not matter.
          if (connection === undefined) return;
          // The locks are gone with the connection.
          connection = undefined;
          client.release(error);
        });
        return client;
      },
      (error: unknown) => {
        connection = undefined;
        throw error;
      },
    );
    return connection;
  };
  /** A connection runs one query at a time; requests that arrive meanwhile are combined. */
  const change = openBatcher<boolean>(async (changes) => {
    const client = await connect();
    const names = changes.map((item) => item.slice(1));
    const { rows } = await client.query<{ yes: boolean }>({
      name: "advisory-locks",
      text: `SELECT CASE WHEN is_wanted THEN pg_try_advisory_lock(hashtextextended(name, 7201006))
               ELSE pg_advisory_unlock(hashtextextended(name, 7201006)) END AS yes
             FROM unnest($1::text[], $2::boolean[]) AS asked (name, is_wanted)`,
      values: [names, changes.map((item) => item.startsWith(acquirePrefix))],
    });
    return new Map(changes.map((item, index) => [item, rows[index]?.yes === true]));
  });

  return {
    tryAcquire: async (name) => {
      // A connection can take its own lock twice, so check here first.
      if (held.has(name)) return false;
      held.add(name);
      const taken = await change(acquirePrefix + name).catch((error: unknown) => {
        held.delete(name);
        throw error;
      });
      if (taken !== true) held.delete(name);
      return taken === true;
    },
    release: async (name) => {
      try {
        await change(releasePrefix + name);
      } catch (error) {
        // All locks have ended with the connection.
        if (!isLost(error)) throw error;
      } finally {
        held.delete(name);
      }
    },
    close: async () => {
      // Destroys the connection instead of returning it to the pool, which releases all locks.
      (await connection?.catch(() => undefined))?.release(true);
      connection = undefined;
      await pool.end();
    },
  };
}
