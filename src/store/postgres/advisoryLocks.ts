/**
 * Locks for running work across processes: advisory locks of the database, all on one connection, so that any number of
 * them is cheap and a process that dies releases all of them.
 */
import { randomBytes } from "node:crypto";
import type pg from "pg";
import type { Database } from "./database.ts";
import { combineQueries } from "./together.ts";
import { isLost } from "./unavailable.ts";

/**
 * The lock that a process holds for as long as its connection lasts, for work that needs no lock of its own: whoever finds it
 * free knows that the work has been abandoned.
 */
export interface Holders {
  /**
   * The number of the lock. Another one after the connection was lost, because others may have found the earlier one free and
   * may have taken the work over.
   */
  holder(): Promise<string>;
  /** For a lock that the database has released before this process has noticed that its connection is lost. */
  replaceHolder(holder: string): Promise<void>;
}

export interface AdvisoryLocks extends Holders {
  /** False if the lock is taken, in this or another process. */
  tryAcquire(name: string): Promise<boolean>;
  release(name: string): Promise<void>;
  close(): Promise<void>;
}

const acquirePrefix = "+";
const releasePrefix = "-";

interface Connection {
  readonly client: pg.PoolClient;
  readonly holder: string;
  end(): void;
}

/** Takes over a pool of one connection, and closes it. */
export function openAdvisoryLocks(pool: Database): AdvisoryLocks {
  const held = new Set<string>();
  let connection: Promise<Connection> | undefined;

  const connect = (): Promise<Connection> => {
    connection ??= open().catch((error: unknown) => {
      connection = undefined;
      throw error;
    });
    return connection;
  };
  const open = async (): Promise<Connection> => {
    const client = await pool.connect();
    let hasEnded = false;
    /** Destroys the connection instead of returning it to the pool, which releases all locks. */
    const end = (): void => {
      // Errors of a connection that is being closed do not matter.
      if (hasEnded) return;
      hasEnded = true;
      connection = undefined;
      client.release(true);
    };
    client.once("error", end);
    const holder = randomBytes(8).readBigInt64BE().toString();
    try {
      await client.query("SELECT pg_advisory_lock($1)", [holder]);
    } catch (error) {
      end();
      throw error;
    }
    return { client, holder, end };
  };
  /** A connection runs one query at a time; requests that arrive meanwhile are combined. */
  const change = combineQueries<boolean>(async (changes) => {
    const { client } = await connect();
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
    holder: async () => (await connect()).holder,
    replaceHolder: async (lost) => {
      const { holder, end } = await connect();
      if (holder === lost) end();
    },
    close: async () => {
      (await connection?.catch(() => undefined))?.end();
      await pool.end();
    },
  };
}
