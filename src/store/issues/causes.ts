/** Issues whose causes are rows of other tables: states of connections, writes, subscriptions and polls. */
import { mostCounted } from "../deliveryHistory.ts";
import type { Queryable } from "../postgres/database.ts";
import { reopenedWithin, stateKinds } from "./issues.ts";

/** Background work is retried by itself, so it becomes an issue only after this many failures in a row. */
const failuresBeforeIssue = 3;

export interface ExpectedAccess {
  /** The scopes that connectors request, separated by spaces. */
  readonly scopes: readonly { readonly targetSystem: string; readonly scopes: readonly string[] }[];
  /** The lifetimes of unused grants. */
  readonly lifetimes: readonly { readonly targetSystem: string; readonly seconds: number }[];
}

/** The URL of a subscription without path and query, which may contain secrets. */
const originOf = (url: string): string => `substring(${url} FROM '^https?://[^/?#]+')`;

/**
 * The ledgers with failed deliveries, found by one look into an index for each, however many deliveries have failed.
 */
const ledgersWithFailures = `
  WITH RECURSIVE ledger (id) AS (
    SELECT min(subscription_id) FROM deliveries WHERE state = 'failed'
    UNION ALL
    SELECT (SELECT min(d.subscription_id) FROM deliveries d WHERE d.state = 'failed' AND d.subscription_id > ledger.id)
    FROM ledger WHERE ledger.id IS NOT NULL
  )
  SELECT id FROM ledger WHERE id IS NOT NULL`;

/** Every kind has its causes in the same columns: kind, cause, tenant, connection, … */
const presentCauses = `
  SELECT 'sign_in_needed' AS kind, c.id AS cause, c.tenant_id, c.id AS connection_id, c.target_system,
    NULL::text AS subscription_id, NULL::text AS operation_id, NULL::text AS operation,
    'connection_needs_reauth' AS code, NULL::text AS message, 1 AS count,
    coalesce(h.at, c.updated_at) AS first_seen, coalesce(h.at, c.updated_at) AS last_seen
  FROM connections c LEFT JOIN LATERAL (
    SELECT at FROM connection_history WHERE connection_id = c.id AND kind = 'refused' ORDER BY id DESC LIMIT 1
  ) AS h ON true
  WHERE c.state = 'needs_reauth'
  UNION ALL
  SELECT 'outcome_unknown', o.connection_id || ' ' || o.operation, min(o.tenant_id), o.connection_id,
    min(c.target_system), NULL, (array_agg(o.id ORDER BY o.created_at DESC))[1], o.operation, 'outcome_unknown', NULL,
    count(*)::int, min(o.created_at), max(o.created_at)
  FROM operations o JOIN connections c ON c.id = o.connection_id
  WHERE o.state = 'unknown' GROUP BY o.connection_id, o.operation
  UNION ALL
  SELECT 'stored_differently', o.connection_id || ' ' || o.operation, min(o.tenant_id), o.connection_id,
    min(c.target_system), NULL, (array_agg(o.id ORDER BY o.created_at DESC))[1], o.operation, 'stored_differs', NULL,
    count(*)::int, min(o.created_at), max(o.created_at)
  FROM operations o JOIN connections c ON c.id = o.connection_id
  WHERE o.needs_review GROUP BY o.connection_id, o.operation
  UNION ALL
  SELECT 'endpoint_failing', coalesce(s.parent_id, s.id), min(s.tenant_id),
    CASE WHEN count(s.parent_id) = 0 THEN min(s.connection_id) END,
    CASE WHEN count(s.parent_id) = 0 THEN min(c.target_system) END,
    coalesce(s.parent_id, s.id), NULL, NULL, NULL, min(${originOf("s.callback_url")}), sum(a.attempts)::int,
    min(s.failing_since), max(a.last)
  FROM subscriptions s LEFT JOIN connections c ON c.id = s.connection_id
  JOIN LATERAL (
    SELECT count(*)::int AS attempts, max(at) AS last FROM delivery_attempts
    WHERE subscription_id = s.id AND at >= s.failing_since
  ) AS a ON a.attempts > 0
  WHERE s.failing_since IS NOT NULL AND s.state <> 'ended'
  GROUP BY coalesce(s.parent_id, s.id) HAVING sum(a.attempts) >= ${failuresBeforeIssue}
  UNION ALL
  SELECT 'deliveries_given_up', coalesce(s.parent_id, s.id), min(s.tenant_id),
    CASE WHEN count(s.parent_id) = 0 THEN min(s.connection_id) END,
    CASE WHEN count(s.parent_id) = 0 THEN min(c.target_system) END,
    coalesce(s.parent_id, s.id), NULL, NULL, NULL, min(${originOf("s.callback_url")}),
    least(sum(f.count), ${mostCounted} + 1)::int, min(f.first), max(f.last)
  FROM (${ledgersWithFailures}) AS failing JOIN subscriptions s ON s.id = failing.id
  LEFT JOIN connections c ON c.id = s.connection_id
  JOIN LATERAL (
    SELECT count(*) AS count, min(latest.settled_at) AS first, max(latest.settled_at) AS last FROM (
      SELECT d.settled_at FROM deliveries d WHERE d.subscription_id = s.id AND d.state = 'failed'
        AND d.settled_at > coalesce(s.given_up_dismissed_at, '-infinity'::timestamptz)
      ORDER BY d.settled_at DESC LIMIT ${mostCounted} + 1
    ) AS latest
  ) AS f ON f.count > 0
  WHERE s.state <> 'ended' GROUP BY coalesce(s.parent_id, s.id)
  UNION ALL
  SELECT 'subscription_failing', v.connection_id || ' ' || v.scope, c.tenant_id, c.id, c.target_system, NULL, NULL, NULL,
    v.last_fault, NULL, greatest(v.attempts, 1), coalesce(v.lost_at, v.last_fault_at), v.last_fault_at
  FROM vendor_subscriptions v JOIN connections c ON c.id = v.connection_id
  WHERE (v.facts IS NULL OR v.attempts >= ${failuresBeforeIssue}) AND v.last_fault IS NOT NULL AND c.state = 'active'
  UNION ALL
  SELECT 'poll_failing', p.connection_id, c.tenant_id, c.id, c.target_system, NULL, NULL, NULL, p.last_fault, NULL,
    p.failures, p.last_fault_at, p.last_fault_at
  FROM poll_schedule p JOIN connections c ON c.id = p.connection_id
  WHERE p.failures >= ${failuresBeforeIssue} AND p.last_fault IS NOT NULL AND c.state = 'active'
  UNION ALL
  SELECT 'check_failing', u.connection_id, c.tenant_id, c.id, c.target_system, NULL, NULL, NULL, u.last_fault, NULL,
    u.failures, u.last_fault_at, u.last_fault_at
  FROM connection_upkeep u JOIN connections c ON c.id = u.connection_id
  WHERE u.failures >= ${failuresBeforeIssue} AND u.last_fault IS NOT NULL AND c.state = 'active'
  UNION ALL
  SELECT 'consent_needed', c.id, c.tenant_id, c.id, c.target_system, NULL, NULL, NULL, NULL, NULL, 1, now(), now()
  FROM connections c JOIN unnest($1::text[], $2::text[]) AS requested (target_system, scopes)
    ON requested.target_system = c.target_system
  WHERE c.state = 'active' AND NOT string_to_array(c.scopes, ' ') @> string_to_array(requested.scopes, ' ')
  UNION ALL
  SELECT 'access_expiring', c.id, c.tenant_id, c.id, c.target_system, NULL, NULL, NULL, u.last_fault, NULL, 1,
    c.granted_at + l.seconds * 0.8 * interval '1 second', now()
  FROM connections c JOIN unnest($3::text[], $4::float8[]) AS l (target_system, seconds) USING (target_system)
  LEFT JOIN connection_upkeep u ON u.connection_id = c.id
  WHERE c.state = 'active' AND c.granted_at < now() - l.seconds * 0.8 * interval '1 second'`;

/** Two workers must not open the same issue. */
const updateLock = 7_201_035;

/** Opens an issue for every new cause, updates the known ones, and closes those whose cause is gone. */
export async function updateIssues(client: Queryable, { scopes, lifetimes }: ExpectedAccess): Promise<void> {
  const { rows } = await client.query<{ mine: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS mine", [updateLock]);
  if (rows[0]?.mine !== true) return;
  await client.query(
    `WITH present AS MATERIALIZED (${presentCauses}), closed AS (
       UPDATE issues i SET closed_at = now()
       WHERE i.closed_at IS NULL AND i.kind = ANY ($5)
         AND NOT EXISTS (SELECT FROM present p WHERE p.kind = i.kind AND p.cause = i.cause)
     ), known AS (
       SELECT DISTINCT ON (i.kind, i.cause) i.id, i.kind, i.cause FROM issues i JOIN present p USING (kind, cause)
       WHERE i.closed_at IS NULL OR i.closed_at > now() - ${reopenedWithin}
       ORDER BY i.kind, i.cause, i.closed_at DESC NULLS FIRST
     ), changed AS (
       UPDATE issues i SET count = p.count, last_seen = greatest(i.last_seen, p.last_seen), code = p.code,
         message = p.message, operation_id = p.operation_id, closed_at = NULL
       FROM known k JOIN present p USING (kind, cause)
       WHERE i.id = k.id AND (i.closed_at IS NOT NULL
         OR (i.count, i.code, i.message, i.operation_id) IS DISTINCT FROM (p.count, p.code, p.message, p.operation_id))
     )
     INSERT INTO issues (kind, cause, tenant_id, connection_id, target_system, subscription_id, operation_id, operation,
       code, message, count, first_seen, last_seen)
     SELECT p.kind, p.cause, p.tenant_id, p.connection_id, p.target_system, p.subscription_id, p.operation_id, p.operation,
       p.code, p.message, p.count, p.first_seen, p.last_seen
     FROM present p WHERE NOT EXISTS (SELECT FROM known k WHERE k.kind = p.kind AND k.cause = p.cause)`,
    [
      scopes.map(({ targetSystem }) => targetSystem),
      scopes.map(({ scopes: requested }) => requested.join(" ")),
      lifetimes.map(({ targetSystem }) => targetSystem),
      lifetimes.map(({ seconds }) => seconds),
      stateKinds,
    ],
  );
}
