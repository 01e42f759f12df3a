/** Calls to vendors by day, tenant, connection and cause, and the tenants' budgets for them. */
import type { Queryable } from "../postgres/database.ts";
import { deleteInBatches } from "../postgres/deleteInBatches.ts";

export const callCauses = ["caller", "poll", "sweep", "task", "renewal", "receipt"] as const;
export type CallCause = (typeof callCauses)[number];

export interface UsageRow {
  /** YYYY-MM-DD, in UTC. */
  readonly day: string;
  readonly connectionId: string;
  readonly tenantId: string;
  readonly targetSystem: string;
  readonly cause: CallCause;
  readonly calls: number;
  readonly bytesSent: number;
  readonly bytesReceived: number;
  /** Calls that failed or were refused. */
  readonly errors: number;
}

export async function addUsage(database: Queryable, rows: readonly UsageRow[]): Promise<void> {
  // In a fixed order, because two processes that add the same rows would deadlock.
  const sorted = rows.toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
  await database.query(
    `INSERT INTO vendor_usage AS u
       (day, connection_id, tenant_id, target_system, cause, calls, bytes_sent, bytes_received, errors)
     SELECT a.* FROM unnest($1::date[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[])
       AS a (day, connection_id, tenant_id, target_system, cause, calls, bytes_sent, bytes_received, errors)
     JOIN tenants t ON t.id = a.tenant_id
     ON CONFLICT (day, connection_id, cause) DO UPDATE SET calls = u.calls + excluded.calls,
       bytes_sent = u.bytes_sent + excluded.bytes_sent, bytes_received = u.bytes_received + excluded.bytes_received,
       errors = u.errors + excluded.errors`,
    [
      sorted.map(({ day }) => day),
      sorted.map(({ connectionId }) => connectionId),
      sorted.map(({ tenantId }) => tenantId),
      sorted.map(({ targetSystem }) => targetSystem),
      sorted.map(({ cause }) => cause),
      sorted.map(({ calls }) => calls),
      sorted.map(({ bytesSent }) => bytesSent),
      sorted.map(({ bytesReceived }) => bytesReceived),
      sorted.map(({ errors }) => errors),
    ],
  );
}

const keyOf = ({ day, connectionId, cause }: UsageRow): string => `${day} ${connectionId} ${cause}`;

export interface UsageQuery {
  /** Null: all tenants. */
  readonly tenantId: string | null;
  readonly from: string;
  readonly to: string;
  readonly targetSystem?: string | undefined;
  readonly connectionId?: string | undefined;
}

export type UsageTotal = Omit<UsageRow, "day" | "tenantId">;

const sums = `sum(calls)::float8 AS calls, sum(bytes_sent)::float8 AS "bytesSent",
  sum(bytes_received)::float8 AS "bytesReceived", sum(errors)::float8 AS errors`;
const matches = `($1::text IS NULL OR tenant_id = $1) AND day BETWEEN $2::date AND $3::date
  AND ($4::text IS NULL OR target_system = $4) AND ($5::text IS NULL OR connection_id = $5)`;

/** The condition for the rows of a query, with its values. */
export const usageIn = ({ tenantId, from, to, targetSystem, connectionId }: UsageQuery) => ({
  sql: matches,
  values: [tenantId, from, to, targetSystem ?? null, connectionId ?? null],
});

/** The columns by which usage can be grouped. */
const groupings = {
  day: "day::text AS day",
  connection: 'connection_id AS "connectionId"',
  targetSystem: 'target_system AS "targetSystem"',
  cause: "cause",
} as const;
export type UsageGrouping = keyof typeof groupings;
export const usageGroupings = Object.keys(groupings) as UsageGrouping[];

type GroupedUsage = Partial<Omit<UsageRow, "tenantId">>;

/** The totals of a period by one property: days in order, otherwise the largest first. */
export async function readUsageBy(
  database: Queryable,
  query: UsageQuery,
  grouping: UsageGrouping,
): Promise<GroupedUsage[]> {
  const { sql, values } = usageIn(query);
  const { rows } = await database.query<GroupedUsage>(
    `SELECT ${groupings[grouping]}, ${sums} FROM vendor_usage WHERE ${sql}
     GROUP BY 1 ORDER BY ${grouping === "day" ? "1" : "calls DESC, 1"} LIMIT 1000`,
    values,
  );
  return rows;
}

/** The totals of a period of days, both included, largest first. */
export async function readUsage(database: Queryable, query: UsageQuery): Promise<UsageTotal[]> {
  const { sql, values } = usageIn(query);
  const { rows } = await database.query<UsageTotal>(
    `SELECT connection_id AS "connectionId", target_system AS "targetSystem", cause, ${sums}
     FROM vendor_usage WHERE ${sql} GROUP BY 1, 2, 3 ORDER BY calls DESC, 1, 3 LIMIT 1000`,
    values,
  );
  return rows;
}

export interface Budget {
  readonly tenantId: string;
  readonly targetSystem: string;
  readonly callsPerDay: number | null;
  readonly bytesPerDay: number | null;
  readonly callsToday: number;
  readonly bytesToday: number;
}

/** With the calls and bytes of today, in UTC. */
export async function listBudgets(
  database: Queryable,
  tenantIds: readonly string[],
  targetSystem?: string,
): Promise<Budget[]> {
  const { rows } = await database.query<Budget>(
    `SELECT b.tenant_id AS "tenantId", b.target_system AS "targetSystem", b.calls_per_day AS "callsPerDay", b.bytes_per_day::float8 AS "bytesPerDay",
       used.calls AS "callsToday", used.bytes AS "bytesToday"
     FROM usage_budgets b CROSS JOIN LATERAL (
       SELECT coalesce(sum(u.calls), 0)::float8 AS calls, coalesce(sum(u.bytes_sent + u.bytes_received), 0)::float8 AS bytes
       FROM vendor_usage u WHERE u.tenant_id = b.tenant_id AND u.target_system = b.target_system
         AND u.day = (now() AT TIME ZONE 'UTC')::date
     ) AS used
     WHERE b.tenant_id = ANY ($1) AND ($2::text IS NULL OR b.target_system = $2) ORDER BY b.tenant_id, b.target_system`,
    [tenantIds, targetSystem ?? null],
  );
  return rows;
}

export type NewBudget = Pick<Budget, "targetSystem" | "callsPerDay" | "bytesPerDay">;

/** A budget without calls and bytes is removed. */
export async function setBudget(
  database: Queryable,
  tenantId: string,
  { targetSystem, callsPerDay, bytesPerDay }: NewBudget,
): Promise<void> {
  await (callsPerDay === null && bytesPerDay === null
    ? database.query("DELETE FROM usage_budgets WHERE tenant_id = $1 AND target_system = $2", [tenantId, targetSystem])
    : database.query(
        `INSERT INTO usage_budgets (tenant_id, target_system, calls_per_day, bytes_per_day) VALUES ($1, $2, $3, $4)
         ON CONFLICT (tenant_id, target_system)
           DO UPDATE SET calls_per_day = excluded.calls_per_day, bytes_per_day = excluded.bytes_per_day`,
        [tenantId, targetSystem, callsPerDay, bytesPerDay],
      ));
}

export async function pruneUsage(database: Queryable, days: number): Promise<void> {
  await deleteInBatches(database, {
    from: "vendor_usage",
    where: "day < (cautious_now() - make_interval(days => $1))::date",
    values: [days],
  });
}
