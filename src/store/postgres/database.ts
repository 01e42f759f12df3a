/** Access to PostgreSQL: a pool, transactions, migrations. */
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { ConnectedToStandby, isOfReadOnlyServer } from "./unavailable.ts";

export type Database = pg.Pool;
/** Anything that can run a query: a pool, or a client inside a transaction. */
export type Queryable = Pick<pg.ClientBase, "query">;

export interface DatabaseOptions {
  readonly url: string;
  readonly connections: number;
  /** Called when an idle connection breaks, for example at a restart of the server. */
  readonly onLost: (error: Error) => void;
  /** Acquires a slot and returns the function that releases it. Absent: first come, first served. */
  readonly enter?: (() => Promise<() => void>) | undefined;
  /** A connection that takes longer to answer is dropped. Absent: no limit. */
  readonly answerWithinMs?: number | undefined;
  /** Each connection listens to this channel before its first query. */
  readonly channel?: string | undefined;
  /** PostgreSQL cancels a statement that takes longer. Default: a minute. */
  readonly statementMs?: number | undefined;
  /** PostgreSQL's settings of each connection. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
}

/** No statement of normal work takes a tenth of this, and none may occupy the database for hours. */
const longestStatementMs = 60_000;

/** The longest wait for a connection. */
export const connectWithinMs = 10_000;

export function openDatabase(wanted: DatabaseOptions): Database {
  const { url, connections, onLost, enter, answerWithinMs, channel, statementMs = longestStatementMs } = wanted;
  const settings = Object.entries({ statement_timeout: statementMs, ...wanted.settings });
  const options = {
    connectionString: url,
    max: connections,
    application_name: "kontor",
    connectionTimeoutMillis: connectWithinMs,
    idleTimeoutMillis: 30_000,
    // Notices servers that vanished without closing their connections.
    keepAlive: true,
    ...(answerWithinMs !== undefined && { query_timeout: answerWithinMs }),
    onConnect: async (client: pg.ClientBase) => {
      await refuseStandby(client);
      const statements = settings.map(([name, value]) => `SET ${name} = ${value}`);
      if (channel !== undefined) statements.push(`LISTEN ${channel}`);
      await client.query(statements.join("; "));
    },
  };
  const pool = enter === undefined ? new pg.Pool(options) : new SharedPool(options, enter);
  pool.on("error", onLost);
  // A connection that breaks in use fails at the next query; without a listener, the event would end the process.
  pool.on("connect", (client) => void client.on("error", () => {}));
  return pool;
}

/** After a failover, a name or a proxy may still lead to a standby. A pool would keep such a connection. */
async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>("SELECT pg_is_in_recovery() AS standby");
  if (rows[0]?.standby === true) throw new ConnectedToStandby();
}

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;

/** A pool whose connections are shared fairly between owners. */
class SharedPool extends pg.Pool {
  readonly #enter: () => Promise<() => void>;

  constructor(options: pg.PoolConfig, enter: () => Promise<() => void>) {
    super(options);
    this.#enter = enter;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(onConnected: Connected): void;
  override connect(onConnected?: Connected): Promise<pg.PoolClient> | void {
    const connected = this.#connect();
    if (onConnected === undefined) return connected;
    connected.then(
      (client) => onConnected(undefined, client, () => client.release()),
      (error: Error) => onConnected(error, undefined, () => {}),
    );
  }

  async #connect(): Promise<pg.PoolClient> {
    const leave = await this.#enter();
    try {
      const client = await super.connect();
      const { release } = client;
      client.release = (broken) => {
        leave();
        release.call(client, broken);
      };
      return client;
    } catch (error) {
      leave();
      throw error;
    }
  }
}

export async function transaction<Result>(
  database: Database,
  work: (client: Queryable) => Promise<Result>,
): Promise<Result> {
  const client = await database.connect();
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    client.release();
    return result;
  } catch (error) {
    // If the rollback fails, the connection is destroyed.
    await client.query("ROLLBACK").then(
      () => client.release(isOfReadOnlyServer(error)),
      (broken: Error) => client.release(broken),
    );
    throw error;
  }
}

const migrationFolder = new URL("../migrations/", import.meta.url);
/** Several processes may start at once; one migrates, and the others wait. */
const migrationLock = 7_201_001;

/** Running work may hold the same tables in another order. Waiting longer than this could end in a deadlock with it. */
const lockWaitMs = 300;
const lockRetryMs = 200;
const mostLockRetries = 150;

/** A newer version of Kontor has changed the tables. */
class TablesAreNewer extends Error {
  constructor(unknown: readonly string[]) {
    super(
      `The tables belong to a newer version of Kontor (${unknown.join(", ")}). Run that version or a newer one, or restore a backup from before the upgrade.`,
    );
  }
}

/** Applies missing migrations and returns their names. */
export async function migrate(database: Database): Promise<string[]> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await migrateOnce(database);
    } catch (error) {
      if (retries === mostLockRetries || !isInTheWay(error)) throw error;
      await pause(lockRetryMs);
    }
  }
}

/** A lock that was not granted in time, or a deadlock. */
const isInTheWay = (error: unknown): boolean => ["55P03", "40P01"].includes((error as { code?: string }).code ?? "");

async function migrateOnce(database: Database): Promise<string[]> {
  return transaction(database, async (client) => {
    // A migration of large tables takes as long as it takes, and other processes wait for it.
    await client.query("SET LOCAL statement_timeout = 0");
    await lockMigrations(client);
    await client.query(`SET LOCAL lock_timeout = ${lockWaitMs}`);
    await client.query(migrationTable);
    const { due, unknown } = await compareMigrations(client);
    if (unknown.length > 0) throw new TablesAreNewer(unknown);
    await applyMigrations(client, due);
    return due;
  });
}

const migrationTable =
  "CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())";

/** Until the end of the transaction, no other process migrates. */
export async function lockMigrations(client: Queryable): Promise<void> {
  await client.query("SELECT pg_advisory_xact_lock($1)", [migrationLock]);
}

export async function applyMigrations(client: Queryable, names: readonly string[]): Promise<void> {
  await client.query(migrationTable);
  for (const name of names) {
    await client.query(await readFile(new URL(name, migrationFolder), "utf8"));
    await client.query("INSERT INTO migrations (name) VALUES ($1)", [name]);
  }
}

/** The migrations of this version, in order. */
export const migrationNames = async (): Promise<string[]> =>
  (await readdir(migrationFolder)).filter((name) => name.endsWith(".sql")).sort();

/** The missing migrations, without changing anything. All of them if the database is empty. */
export async function findDueMigrations(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ exists: boolean }>("SELECT to_regclass('migrations') IS NOT NULL AS exists");
  if (rows[0]?.exists !== true) return migrationNames();
  const { due, unknown } = await compareMigrations(database);
  if (unknown.length > 0) throw new TablesAreNewer(unknown);
  return due;
}

/** The migrations that are missing, and those that this version does not know. */
export async function compareMigrations(database: Queryable): Promise<{ due: string[]; unknown: string[] }> {
  const files = await migrationNames();
  const { rows } = await database.query<{ name: string }>("SELECT name FROM migrations ORDER BY name");
  const applied = rows.map(({ name }) => name);
  return {
    due: files.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !files.includes(name)),
  };
}
