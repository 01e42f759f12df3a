/** Recognises poolers that give a connection another server session for each transaction, such as PgBouncer can. */
import pg from "pg";
import { connectWithinMs } from "./database.ts";

/** Locks, notifications and prepared statements belong to a session of the server. */
class SharedSessions extends Error {
  constructor() {
    super(
      "DATABASE_URL leads to a pooler that changes the server session between transactions, such as PgBouncer with pool_mode = transaction. Kontor's locks and notifications need their session. Set pool_mode = session for its database, or point DATABASE_URL to PostgreSQL itself.",
    );
  }
}

export async function refuseSharedSessions(url: string): Promise<void> {
  if (await sharesSessions(url)) throw new SharedSessions();
}

/** Other clients of a busy pooler may take the session in between, so one round can miss the change. */
const rounds = 5;

/** Whether a session changes while its connection stays open. */
export async function sharesSessions(url: string): Promise<boolean> {
  const first = await connect(url);
  try {
    const initial = await sessionOf(first);
    // Poolers that use their sessions in turn change it with the next statement.
    if ((await sessionOf(first)) !== initial || (await sessionOf(first)) !== initial) return true;
    const second = await connect(url);
    try {
      for (let round = 0; round < rounds; round += 1) {
        // Poolers that prefer the session that was used last give it to the second connection, and the first gets another.
        await second.query("BEGIN");
        if ((await sessionOf(second)) === initial || (await sessionOf(first)) !== initial) return true;
        await second.query("COMMIT");
      }
      return false;
    } finally {
      await second.end();
    }
  } finally {
    await first.end();
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "kontor",
    connectionTimeoutMillis: connectWithinMs,
    query_timeout: connectWithinMs,
  });
  // A connection that breaks fails at the next query; without a listener, the event would end the process.
  client.on("error", () => {});
  await client.connect();
  return client;
}

async function sessionOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return rows[0]?.pid;
}
