/** Notices jumps of the database's clock, and moves schedules along, so that they keep their remaining time. */
import { monotonicNow } from "../../contract/clocks.ts";
import { type Database, type Queryable, transaction } from "./database.ts";

export interface ClockWatchOptions {
  readonly database: Database;
  readonly onJump: (seconds: number) => void;
  readonly onFault: (error: unknown) => void;
  readonly everyMs?: number;
}

const everyTwoSeconds = 2000;
/** Smaller steps change nothing that matters. */
const smallestJump = 3;
/** The comparison is as exact as the query is fast. */
const longestQueryMs = 1000;

interface Reading {
  /** Seconds of the database's clock, of its jumps, and of this process. */
  readonly time: number;
  readonly shift: number;
  readonly uptime: number;
  /** The database's next transaction. Rows of later ones may have been written after a jump. */
  readonly nextTransaction: string;
}

/** Compares the clocks until it is stopped. */
export async function watchDatabaseClock(options: ClockWatchOptions): Promise<() => Promise<void>> {
  const { everyMs = everyTwoSeconds, onFault } = options;
  const compare = makeCompare(options);
  await compare();
  let stopped = false;
  let running: Promise<unknown> = Promise.resolve();
  let timer = setTimeout(again, everyMs);
  function again(): void {
    running = compare()
      .catch(onFault)
      .finally(() => {
        if (!stopped) timer = setTimeout(again, everyMs);
      });
  }
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}

/**
 * Reads the database's clock, and notes the time unless the clock has jumped since the last reading: both in one statement,
 * because it runs all the time.
 */
async function readClock(database: Queryable, last: Reading | undefined): Promise<Omit<Reading, "uptime"> | undefined> {
  const expected = last === undefined ? null : last.time + monotonicNow() / 1000 - last.uptime;
  const { rows } = await database.query<Omit<Reading, "uptime">>({
    name: "read-clock",
    text: `WITH seen AS MATERIALIZED (
       SELECT clock_timestamp() AS time, shift, pg_snapshot_xmax(pg_current_snapshot())::text AS next FROM database_clock
     ), noted AS (
       UPDATE database_clock SET seen_at = seen.time FROM seen
       WHERE database_clock.shift = seen.shift AND ($1::float8 IS NULL
         OR (abs(extract(epoch FROM seen.time) - $1) < ${smallestJump} AND abs(extract(epoch FROM seen.shift) - $2) < 0.001))
     )
     SELECT extract(epoch FROM time)::float8 AS time, extract(epoch FROM shift)::float8 AS shift, next AS "nextTransaction"
     FROM seen`,
    values: [expected, last?.shift ?? 0],
  });
  return rows[0];
}

/** The time that was compared, because the clock may have jumped since. */
async function noteTime(database: Queryable, { shift, time }: Reading): Promise<void> {
  await database.query(`UPDATE database_clock SET seen_at = to_timestamp($2) WHERE ${hasShift}`, [shift, time]);
}

function makeCompare({ database, onJump }: ClockWatchOptions): () => Promise<void> {
  let last: Reading | undefined;
  return async () => {
    const before = monotonicNow();
    const seen = await readClock(database, last);
    const after = monotonicNow();
    if (seen === undefined) return;
    const reading = { ...seen, uptime: (before + after) / 2000 };
    const isExact = after - before <= longestQueryMs;
    const jump = last === undefined || !isExact ? 0 : jumpBetween(last, reading);
    if (last === undefined || Math.abs(jump) < smallestJump) {
      if (isExact) last = reading;
      // A slow query cannot tell waiting from a jump, and has noted nothing.
      else await noteTime(database, reading);
      return;
    }
    // Of all processes that notice the jump, one moves the schedules. The others see its shift next time.
    const { nextTransaction } = last;
    if (!(await transaction(database, (client) => moveSchedules(client, seen, { jump, nextTransaction })))) return;
    last = { ...reading, shift: seen.shift + jump };
    onJump(jump);
  };
}

/** No other process has handled a jump meanwhile. */
const hasShift = "abs(extract(epoch FROM shift) - $1) < 0.001";

/** Without the jumps that another process has already handled. */
const jumpBetween = (last: Reading, { time, shift, uptime }: Reading): number =>
  time - last.time - (uptime - last.uptime) - (shift - last.shift);

/** Waiting times that users can see. Leases and vendors' limits use `steady_now()` instead. */
const schedules = [
  { table: "deliveries", column: "due_at", condition: "state = 'open'" },
  { table: "subscriptions", column: "due_at", condition: "state = 'active'" },
  { table: "poll_schedule", column: "due_at", condition: "true" },
  { table: "polls", column: "due_at", condition: "true" },
  { table: "connection_upkeep", column: "renewal_due_at", condition: "renewal_due_at IS NOT NULL" },
  { table: "connection_upkeep", column: "check_due_at", condition: "check_due_at IS NOT NULL" },
  { table: "vendor_subscriptions", column: "due_at", condition: "due_at <> 'infinity'" },
  { table: "key_deliveries", column: "due_at", condition: "true" },
  { table: "ambiguous_notices", column: "due_at", condition: "true" },
  { table: "operations", column: "receipt_due", condition: "true" },
  { table: "pgboss.job", column: "start_after", condition: "state IN ('created', 'retry')" },
  { table: "bulk_replays", column: "due_at", condition: "state = 'open'" },
  { table: "imports", column: "due_at", condition: "ended_at IS NULL" },
  { table: "import_entries", column: "due_at", condition: "state = 'waiting'" },
] as const;

/** Written after the last comparison of the clocks. Transaction numbers of rows have 32 bits, and start again at zero. */
const isRecent = "((xmin::text::bigint - $2::bigint) & 4294967295) < 2147483648";

/** For rows that may have been written before or after the jump: if in doubt, they are due too early, never too late. */
const isOfOldClock = (column: string): string =>
  `CASE WHEN $1::float8 > 0 THEN ${column} <= clock_timestamp()
     ELSE ${column} > clock_timestamp() - make_interval(secs => $1) END`;

async function moveSchedules(
  client: Queryable,
  { shift, time }: Pick<Reading, "shift" | "time">,
  { jump, nextTransaction }: { readonly jump: number; readonly nextTransaction: string },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE database_clock SET shift = shift + make_interval(secs => $2),
       ahead = greatest(interval '0', make_interval(secs => $2)
         + CASE WHEN clock_timestamp() < jumped_at + interval '2 days' + ahead THEN ahead ELSE interval '0' END),
       jumped_at = to_timestamp($3), seen_at = to_timestamp($3)
     WHERE ${hasShift}`,
    [shift, jump, time],
  );
  if (rowCount === 0) return false;
  await client.query("SET LOCAL statement_timeout = 0");
  // A delivery that is completed moves to another partition, where an UPDATE that has waited for it would not find it.
  await client.query("LOCK TABLE open_deliveries IN SHARE ROW EXCLUSIVE MODE");
  for (const { table, column, condition } of schedules)
    await client.query(
      `UPDATE ${table} SET ${column} = ${column} + make_interval(secs => $1)
       WHERE ${condition} AND ${column} > clock_timestamp() - make_interval(secs => greatest($1::float8, 0))
         AND (NOT ${isRecent} OR ${isOfOldClock(column)})`,
      [jump, nextTransaction],
    );
  // An endpoint has not failed for longer because the clock was set.
  await client.query(
    "UPDATE subscriptions SET failing_since = failing_since + make_interval(secs => $1) WHERE failing_since IS NOT NULL",
    [jump],
  );
  return true;
}
