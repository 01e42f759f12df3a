/** A database whose clock can be set: its search path finds `now()` in a schema of the test first. */
import type { Database } from "../../../src/store/postgres/database.ts";

/** For new connections. Call this before the tables are made, so that their defaults use the clock as well. */
export async function makeClockMovable(database: Database): Promise<void> {
  const { rows } = await database.query<{ name: string }>("SELECT current_database() AS name");
  await database.query(`
    CREATE SCHEMA moved;
    CREATE TABLE moved.clock (shift interval NOT NULL);
    INSERT INTO moved.clock VALUES ('0');
    CREATE FUNCTION moved.now() RETURNS timestamptz LANGUAGE sql STABLE
      AS 'SELECT pg_catalog.now() + shift FROM moved.clock';
    CREATE FUNCTION moved.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
      AS 'SELECT pg_catalog.clock_timestamp() + shift FROM moved.clock';
    ALTER DATABASE ${rows[0]?.name} SET search_path = public, moved, pg_catalog`);
}

export const setDatabaseClock = (database: Database, seconds: number) =>
  database.query("UPDATE moved.clock SET shift = make_interval(secs => $1)", [seconds]);
