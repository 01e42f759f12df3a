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
export const mostCounted = 1000;

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

/** The first request of the last day. */
export async function findFirstRequest(client: Queryable, tenantId: string | null): Promise<Date | undefined> {
  const { rows } = await client.query<{ at: Date }>(
    `SELECT at FROM request_log WHERE at >= now() - interval '1 day' AND ($1::text IS NULL OR tenant_id = $1)
     ORDER BY at LIMIT 1`,
    [tenantId],
  );
  return rows[0]?.at;
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
