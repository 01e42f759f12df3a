/** The counts on the console's overview page and in the strip above every page. */
import type { Queryable } from "../postgres/database.ts";
import type { Scope } from "./query.ts";

export interface Counters {
  readonly failedRequests: number;
  readonly unknownWrites: number;
  readonly signInsNeeded: number;
  readonly failedDeliveries: number;
  /** Seconds since the oldest waiting delivery was created; null if there is none. */
  readonly oldestWaiting: number | null;
}

/** Counting stops here. */
export const mostCounted = 10_000;

const counted = (rows: string): string => `(SELECT count(*)::int FROM (${rows} LIMIT ${mostCounted}) AS found)`;

export async function readCounters(client: Queryable, { tenantId, from, to }: Scope): Promise<Counters> {
  const { rows } = await client.query<Counters>(
    `SELECT ${counted(`SELECT FROM request_log WHERE code IS NOT NULL AND at >= $2 AND at < $3 AND ($1::text IS NULL OR tenant_id = $1)`)} AS "failedRequests",
       ${counted(`SELECT FROM operations WHERE state = 'unknown' AND ($1::text IS NULL OR tenant_id = $1)`)} AS "unknownWrites",
       ${counted(`SELECT FROM connections WHERE state = 'needs_reauth' AND ($1::text IS NULL OR tenant_id = $1)`)} AS "signInsNeeded",
       ${counted(`SELECT FROM deliveries d JOIN subscriptions s ON s.id = d.subscription_id
         WHERE d.state = 'failed' AND d.settled_at >= $2 AND d.settled_at < $3 AND ($1::text IS NULL OR s.tenant_id = $1)`)} AS "failedDeliveries",
       (SELECT floor(extract(epoch FROM now() - min(d.created_at)))::int FROM deliveries d
         JOIN subscriptions s ON s.id = d.subscription_id
         WHERE d.state = 'open' AND s.state = 'active' AND ($1::text IS NULL OR s.tenant_id = $1)) AS "oldestWaiting"`,
    [tenantId, from, to],
  );
  const [counters] = rows;
  if (counters === undefined) throw new Error("The counters query returned no row.");
  return counters;
}

/** A problem that repeats at one connection, or at many connections of one target system. */
export interface Issue {
  readonly code: string;
  readonly targetSystem: string | null;
  /** Null if many connections have the same problem. */
  readonly connectionId: string | null;
  readonly endUserName: string | null;
  readonly company: string | null;
  readonly tenantId: string | null;
  readonly times: number;
  readonly connections: number;
  readonly first: Date;
  readonly last: Date;
  readonly message: string | null;
  readonly requestId: string;
  /** The connection, or the system, has not succeeded since the last failure. */
  readonly isOpen: boolean;
  readonly mutedUntil: Date | null;
  readonly name: string;
}

/** With this many connections it is an issue of the system. */
const many = 5;

/**
 * Groups the failures of the period. A failure followed by a success is resolved. Failures without a connection are grouped
 * by tenant.
 */
export async function listIssues(client: Queryable, { tenantId, from, to }: Scope): Promise<Issue[]> {
  const { rows } = await client.query<Issue>(
    `WITH failed AS (
       SELECT r.*, count(*) OVER () AS all_of_them FROM request_log r
       WHERE r.code IS NOT NULL AND r.at >= $2 AND r.at < $3 AND ($1::text IS NULL OR r.tenant_id = $1)
     ), single AS (
       SELECT code, target_system, connection_id, tenant_id, count(*)::int AS times, min(at) AS first, max(at) AS last,
         (array_agg(id ORDER BY at DESC))[1] AS request_id,
         (array_agg(facts #>> '{failure,errors,0,message}' ORDER BY at DESC))[1] AS message
       FROM failed GROUP BY code, target_system, connection_id, tenant_id
     ), wide AS (
       SELECT code, target_system FROM single WHERE connection_id IS NOT NULL AND code LIKE 'target_%'
       GROUP BY 1, 2 HAVING count(DISTINCT connection_id) >= ${many}
     ), folded AS (
       SELECT s.code, s.target_system, CASE WHEN w.code IS NULL THEN s.connection_id END AS connection_id,
         CASE WHEN w.code IS NULL THEN s.tenant_id END AS tenant_id, sum(s.times)::int AS times,
         count(DISTINCT s.connection_id)::int AS connections, min(s.first) AS first, max(s.last) AS last,
         (array_agg(s.request_id ORDER BY s.last DESC))[1] AS request_id,
         (array_agg(s.message ORDER BY s.last DESC))[1] AS message
       FROM single s LEFT JOIN wide w ON w.code = s.code AND w.target_system = s.target_system GROUP BY 1, 2, 3, 4
     ), named AS (
       SELECT f.*, concat_ws(' ', coalesce(f.connection_id, f.tenant_id, f.target_system, '-'), f.code) AS name FROM folded f
     )
     SELECT n.code, n.target_system AS "targetSystem", n.connection_id AS "connectionId", c.end_user_name AS "endUserName",
       c.company, n.tenant_id AS "tenantId", n.times, n.connections, n.first, n.last, n.message,
       n.request_id AS "requestId", n.name, m.until AS "mutedUntil",
       NOT EXISTS (
         SELECT FROM request_log good WHERE good.code IS NULL AND good.at > n.last AND good.at < $3
           AND coalesce(good.connection_id = n.connection_id, good.target_system = n.target_system, good.tenant_id = n.tenant_id, false)
           AND ($1::text IS NULL OR good.tenant_id = $1)
       ) AS "isOpen"
     FROM named n LEFT JOIN connections c ON c.id = n.connection_id
       LEFT JOIN muted_issues m ON m.name = ${mutedName("$1::text", "n.name")} AND m.until > now()
     ORDER BY n.last DESC LIMIT 200`,
    [tenantId, from, to],
  );
  return rows;
}

/** Muted for the people of this tenant, or for operators: nobody mutes issues for others. */
export async function muteIssue(database: Queryable, tenantId: string | null, name: string): Promise<void> {
  await database.query("DELETE FROM muted_issues WHERE until < now()");
  await database.query(
    `INSERT INTO muted_issues (name, until) VALUES (${mutedName("$1::text", "$2::text")}, now() + interval '24 hours')
     ON CONFLICT (name) DO UPDATE SET until = excluded.until`,
    [tenantId, name],
  );
}

function mutedName(tenantId: string, name: string): string {
  return `concat_ws(' ', coalesce(${tenantId}, '*'), ${name})`;
}

export interface AttemptBucket {
  readonly at: Date;
  readonly taken: number;
  readonly failed: number;
}

export async function countAttempts(
  client: Queryable,
  { tenantId, from, to }: Scope,
  step: number,
): Promise<AttemptBucket[]> {
  const { rows } = await client.query<AttemptBucket>(
    `SELECT date_bin($4 * interval '1 second', a.at, $2) AS at,
       count(*) FILTER (WHERE a.status BETWEEN 200 AND 299)::int AS taken,
       count(*) FILTER (WHERE coalesce(a.status NOT BETWEEN 200 AND 299, true))::int AS failed
     FROM delivery_attempts a JOIN subscriptions s ON s.id = a.subscription_id
     WHERE a.at >= $2 AND a.at < $3 AND ($1::text IS NULL OR s.tenant_id = $1) GROUP BY 1 ORDER BY 1`,
    [tenantId, from, to, step],
  );
  return rows;
}

export interface SystemCount {
  readonly targetSystem: string;
  readonly active: number;
  readonly needing: number;
}

export async function countConnectionsBySystem(client: Queryable, tenantId: string | null): Promise<SystemCount[]> {
  const { rows } = await client.query<SystemCount>(
    `SELECT target_system AS "targetSystem", count(*) FILTER (WHERE state = 'active')::int AS active,
       count(*) FILTER (WHERE state = 'needs_reauth')::int AS needing
     FROM connections WHERE state <> 'disabled' AND ($1::text IS NULL OR tenant_id = $1) GROUP BY 1 ORDER BY 2 DESC, 1`,
    [tenantId],
  );
  return rows;
}

export async function findLastFailure(client: Queryable, tenantId: string | null): Promise<Date | undefined> {
  const { rows } = await client.query<{ at: Date }>(
    `SELECT at FROM request_log WHERE code IS NOT NULL AND ($1::text IS NULL OR tenant_id = $1) ORDER BY at DESC LIMIT 1`,
    [tenantId],
  );
  return rows[0]?.at;
}

export interface SeenWorker {
  readonly role: "api" | "worker";
  readonly host: string;
  readonly processId: number;
  readonly startedAt: Date;
  readonly seenAt: Date;
}

export async function listWorkers(client: Queryable): Promise<SeenWorker[]> {
  const { rows } = await client.query<SeenWorker>(
    `SELECT role, host, process_id AS "processId", started_at AS "startedAt", seen_at AS "seenAt" FROM workers
     ORDER BY role, started_at`,
  );
  return rows;
}
