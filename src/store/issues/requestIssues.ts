/** Issues of failed requests, counted as the request log is written. */
import type { Queryable } from "../postgres/database.ts";
import { reopenedWithin } from "./issues.ts";

/** A request of the log, as far as issues depend on it. */
export interface LoggedResult {
  readonly id: string;
  readonly at: string;
  readonly tenantId: string;
  readonly connectionId: string | null;
  readonly targetSystem: string | null;
  readonly operation: string;
  readonly operationId: string | null;
  /** Null: it succeeded. */
  readonly code: string | null;
  readonly field: string | null;
  readonly message: string | null;
}

const resultColumns = `id text, at timestamptz, "tenantId" text, "connectionId" text, "targetSystem" text, operation text,
  "operationId" text, code text, field text, message text`;

/**
 * Counts failed requests by connection, operation, code and field. A success of the same operation only notes its time:
 * whether it shows that the cause is gone depends on the code.
 */
export async function noteRequests(client: Queryable, results: readonly LoggedResult[]): Promise<void> {
  await client.query({
    name: "note-requests",
    text: `WITH result AS MATERIALIZED (
       SELECT * FROM json_to_recordset($1) AS given (${resultColumns})
     ), succeeded AS (
       UPDATE issues i SET succeeded_at = greatest(i.succeeded_at, s.at)
       FROM (
         SELECT "connectionId", operation, max(at) AS at FROM result
         WHERE code IS NULL AND "connectionId" IS NOT NULL GROUP BY 1, 2
       ) AS s
       WHERE i.closed_at IS NULL AND i.kind = 'requests_failing'
         AND i.connection_id = s."connectionId" AND i.operation = s.operation
     ), failed AS (
       SELECT concat_ws(' ', coalesce("connectionId", "tenantId"), operation, code, field) AS cause,
         "tenantId", "connectionId", min("targetSystem") AS target_system, operation, code,
         count(*)::int AS count, min(at) AS first_seen, max(at) AS last_seen,
         (array_agg(message ORDER BY at DESC))[1] AS message, (array_agg(id ORDER BY at DESC))[1] AS request_id,
         (array_agg("operationId" ORDER BY at DESC))[1] AS operation_id
       FROM result r WHERE code IS NOT NULL
         AND ("connectionId" IS NULL OR EXISTS (SELECT FROM connections c WHERE c.id = r."connectionId"))
         AND EXISTS (SELECT FROM tenants t WHERE t.id = r."tenantId")
       GROUP BY "tenantId", "connectionId", operation, code, field
     ), known AS (
       SELECT DISTINCT ON (i.cause) i.id, i.cause FROM issues i JOIN failed f USING (cause)
       WHERE i.kind = 'requests_failing' AND (i.closed_at IS NULL OR i.closed_at > now() - ${reopenedWithin})
       ORDER BY i.cause, i.closed_at DESC NULLS FIRST
     ), repeated AS (
       UPDATE issues i SET count = i.count + f.count, last_seen = greatest(i.last_seen, f.last_seen),
         message = f.message, request_id = f.request_id, operation_id = f.operation_id, closed_at = NULL
       FROM known k JOIN failed f USING (cause) WHERE i.id = k.id
     )
     INSERT INTO issues (kind, cause, tenant_id, connection_id, target_system, operation_id, operation, code, message,
       request_id, count, first_seen, last_seen)
     SELECT 'requests_failing', f.cause, f."tenantId", f."connectionId", f.target_system, f.operation_id, f.operation,
       f.code, f.message, f.request_id, f.count, f.first_seen, f.last_seen
     FROM failed f WHERE NOT EXISTS (SELECT FROM known k WHERE k.cause = f.cause)
     ON CONFLICT (kind, cause) WHERE closed_at IS NULL DO UPDATE SET count = issues.count + excluded.count,
       last_seen = excluded.last_seen, message = excluded.message, request_id = excluded.request_id`,
    values: [JSON.stringify(results).replaceAll("\\u0000", "\\ufffd")],
  });
}

/**
 * Closes issues of failed requests. An outage is over with the first success. A request that was refused may be refused
 * again although others succeed, so its issue is closed an hour after the last refusal, or after a week without requests.
 */
export async function closeRequestIssues(client: Queryable, outages: readonly string[]): Promise<void> {
  await client.query(
    `UPDATE issues SET closed_at = now()
     WHERE closed_at IS NULL AND kind = 'requests_failing' AND (
       (succeeded_at > last_seen AND (code = ANY ($1) OR last_seen < now() - interval '1 hour'))
       OR last_seen < now() - interval '7 days')`,
    [outages],
  );
}
