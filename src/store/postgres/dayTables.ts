/** Tables with a partition for every day in UTC: a day's rows are deleted by dropping its table. */
import { type Database, type Queryable, transaction } from "./database.ts";

/** Prevents two processes from creating the same partition at once. */
const partitionLock = 7_201_016;

/** Creates the partition of a day, such as `2026-11-16`, if it is missing. */
export async function createDay(client: Queryable, table: string, day: string): Promise<void> {
  await client.query("SELECT pg_advisory_xact_lock($1)", [partitionLock]);
  const from = new Date(`${day}T00:00:00Z`);
  const to = new Date(`${day}T00:00:00Z`);
  to.setUTCDate(to.getUTCDate() + 1);
  await client.query(
    `CREATE TABLE IF NOT EXISTS ${table}_${day.replaceAll("-", "")} PARTITION OF ${table}
     FOR VALUES FROM ('${from.toISOString()}') TO ('${to.toISOString()}')`,
  );
}

/** Short, because every statement on the table waits behind this one. */
const lockWait = "300ms";

/** In use, or the day's rows are in another partition already. */
const isInTheWay = (error: unknown): boolean =>
  ["55P03", "23514", "42P17"].includes((error as { code?: string }).code ?? "");

/**
 * Creates the partitions of today and the next days. If that is impossible now, because the table is in use or has rows of
 * the day in another partition, the next call tries again; until then, its rows are in the default partition.
 */
export async function createNextDays(database: Database, tables: readonly string[]): Promise<void> {
  const { rows } = await database.query<{ table: string; day: string }>(
    `SELECT name AS "table", to_char(day, 'YYYY-MM-DD') AS day
     FROM unnest($1::text[]) AS name, generate_series(0, ${daysAhead}) AS ahead,
       LATERAL (SELECT (now() AT TIME ZONE 'UTC')::date + ahead AS day) AS days
     WHERE to_regclass(name || '_' || to_char(day, 'YYYYMMDD')) IS NULL ORDER BY 1, 2`,
    [tables],
  );
  const changed = new Set<string>();
  for (const { table, day } of rows)
    try {
      await transaction(database, async (client) => {
        await client.query(`SET LOCAL lock_timeout = '${lockWait}'`);
        await createDay(client, table, day);
      });
      changed.add(table);
    } catch (error) {
      if (!isInTheWay(error)) throw error;
    }
  // PostgreSQL does not do this by itself for partitioned tables.
  for (const table of changed) await database.query(`ANALYZE ${table}`);
}

const daysAhead = 3;

/** Drops the partitions whose rows are all older than this moment. Returns their names. */
export async function dropDays(database: Database, table: string, before: Date): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT name FROM (
       SELECT c.oid::regclass::text AS name,
         (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \\(''([^'']+)''\\)'))[1]::timestamptz AS ends
       FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = $1::regclass
     ) AS partitions WHERE ends <= $2 ORDER BY ends`,
    [table, before],
  );
  for (const { name } of rows)
    await transaction(database, async (client) => {
      // Readers lock the table briefly; writers must not wait long behind this statement.
      await client.query("SET LOCAL lock_timeout = '2s'");
      await client.query(`DROP TABLE IF EXISTS ${name}`);
    });
  return rows.map(({ name }) => name);
}

/** The partitions that are not for one day: the default, and the rows from before there were days. */
export async function listUndated(database: Queryable, table: string): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = $1::regclass AND pg_get_expr(c.relpartbound, c.oid) ~ '^DEFAULT$|MINVALUE' ORDER BY 1`,
    [table],
  );
  return rows.map(({ name }) => name);
}
