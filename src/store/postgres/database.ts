/** The one way to PostgreSQL: a pool, transactions, migrations. */
import { readdir, readFile } from "node:fs/promises";
import pg from "pg";

export type Database = pg.Pool;
/** A pool or a client inside a transaction: whatever can run a query. */
export type Queryable = Pick<pg.ClientBase, "query">;

export interface DatabaseOptions {
  readonly url: string;
  readonly connections: number;
  /** Told about connections that break while nobody uses them, as at a restart of the server. */
  readonly onLost: (error: Error) => void;
  /** Waits for the turn of whoever asks; the answer ends it. Absent: first come, first served. */
  readonly enter?: (() => Promise<() => void>) | undefined;
  /** A connection that answers later than this is given up. Absent: whoever asks waits. */
  readonly answerWithinMs?: number | undefined;
  /** Each connection hears what is told there, before anybody asks by it. */
  readonly channel?: string | undefined;
}

/** How long anybody waits for a connection. */
export const connectWithinMs = 10_000;

export function openDatabase(wanted: DatabaseOptions): Database {
  const { url, connections, onLost, enter, answerWithinMs, channel } = wanted;
  const options = {
    connectionString: url,
    max: connections,
    application_name: "kontor",
    connectionTimeoutMillis: connectWithinMs,
    idleTimeoutMillis: 30_000,
    ...(answerWithinMs !== undefined && { query_timeout: answerWithinMs }),
    ...(channel !== undefined && { onConnect: (client: pg.ClientBase) => client.query(`LISTEN ${channel}`) }),
  };
  const pool = enter === undefined ? new pg.Pool(options) : new SharedPool(options, enter);
  pool.on("error", onLost);
  // One that breaks in somebody's hands fails with their next query; unheard, the event would end the process.
  pool.on("connect", (client) => void client.on("error", () => {}));
  return pool;
}

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;

/** A pool whose connections are handed out in turns, not to whoever asks most. */
class SharedPool extends pg.Pool {
  readonly #enter: () => Promise<() => void>;

  constructor(options: pg.PoolConfig, enter: () => Promise<() => void>) {
    super(options);
    this.#enter = enter;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(tell: Connected): void;
  override connect(tell?: Connected): Promise<pg.PoolClient> | void {
    const connected = this.#connect();
    if (tell === undefined) return connected;
    connected.then(
      (client) => tell(undefined, client, () => client.release()),
      (error: Error) => tell(error, undefined, () => {}),
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
    // A client that cannot even roll back is thrown away with its connection.
    await client.query("ROLLBACK").then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    );
    throw error;
  }
}

const migrationFolder = new URL("../migrations/", import.meta.url);
/** Any number of processes may start at once; one migrates, the others wait for it. */
const migrationLock = 7_201_001;

/** Brings the tables up to date and tells which steps were taken. */
export async function migrate(database: Database): Promise<string[]> {
  return transaction(database, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock($1)", [migrationLock]);
    await client.query(
      "CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())",
    );
    const { due } = await compareMigrations(client);
    for (const name of due) {
      await client.query(await readFile(new URL(name, migrationFolder), "utf8"));
      await client.query("INSERT INTO migrations (name) VALUES ($1)", [name]);
    }
    return due;
  });
}

/** What the database lacks, and what it has that this version of the program does not know. */
export async function compareMigrations(database: Queryable): Promise<{ due: string[]; unknown: string[] }> {
  const files = (await readdir(migrationFolder)).filter((name) => name.endsWith(".sql")).sort();
  const { rows } = await database.query<{ name: string }>("SELECT name FROM migrations ORDER BY name");
  const applied = rows.map(({ name }) => name);
  return {
    due: files.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !files.includes(name)),
  };
}
