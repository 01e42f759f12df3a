/**
 * Says which work is under way, across processes: locks of the database, all held on one connection, so that any number
 * costs nothing and a process that dies lets go of all of them at once.
 */
import type pg from "pg";
import type { Database } from "./database.ts";
import { openBatcher } from "./together.ts";
import { isUnavailable } from "./unavailable.ts";

export interface AdvisoryLocks {
  /** False when somebody else, here or in another process, has it. */
  tryAcquire(name: string): Promise<boolean>;
  release(name: string): Promise<void>;
  close(): Promise<void>;
}

const wanted = "+";
const unwanted = "-";

/** Takes a pool of one connection, and closes it. */
export function openAdvisoryLocks(pool: Database): AdvisoryLocks {
  const held = new Set<string>();
  let connection: Promise<pg.PoolClient> | undefined;

  const connect = (): Promise<pg.PoolClient> => {
    connection ??= pool.connect().then(
      (client) => {
        client.once("error", (error: Error) => {
          // Closed already: whatever the database says on leaving, it has been given back.
          if (connection === undefined) return;
          // The locks went with it.
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
  /** One question after the other, as a connection takes them: what comes meanwhile goes together. */
  const ask = openBatcher<boolean>(async (asked) => {
    const client = await connect();
    const names = asked.map((one) => one.slice(1));
    const { rows } = await client.query<{ yes: boolean }>({
      name: "advisory-locks",
      text: `SELECT CASE WHEN is_wanted THEN pg_try_advisory_lock(hashtextextended(name, 7201006))
               ELSE pg_advisory_unlock(hashtextextended(name, 7201006)) END AS yes
             FROM unnest($1::text[], $2::boolean[]) AS asked (name, is_wanted)`,
      values: [names, asked.map((one) => one.startsWith(wanted))],
    });
    return new Map(asked.map((one, index) => [one, rows[index]?.yes === true]));
  });

  return {
    tryAcquire: async (name) => {
      // One connection may take its own lock twice, so we look ourselves first.
      if (held.has(name)) return false;
      held.add(name);
      const taken = await ask(wanted + name).catch((error: unknown) => {
        held.delete(name);
        throw error;
      });
      if (taken !== true) held.delete(name);
      return taken === true;
    },
    release: async (name) => {
      try {
        await ask(unwanted + name);
      } catch (error) {
        // With the connection, all locks on it have ended.
        if (!isUnavailable(error)) throw error;
      } finally {
        held.delete(name);
      }
    },
    close: async () => {
      // With the connection, not back to the pool: what is still held ends here.
      (await connection?.catch(() => undefined))?.release(true);
      connection = undefined;
      await pool.end();
    },
  };
}
