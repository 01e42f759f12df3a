/** Writes, events, subscriptions and tasks, for the console. */
import type { Queryable } from "../postgres/database.ts";
import { type Page, pageOf, pageSize, type Scope, where } from "./query.ts";

export interface ShownWrite {
  readonly id: string;
  readonly tenantId: string;
  readonly connectionId: string;
  readonly targetSystem: string;
  readonly endUserName: string | null;
  readonly company: string | null;
  readonly operation: string;
  readonly state: string;
  readonly idempotencyKey: string | null;
  readonly createdAt: Date;
  readonly settledAt: Date | null;
  /** Number, id and total of the record, encrypted for table `operations`, the id, column `stored`. */
  readonly stored: Buffer | null;
  /** The task that it started, or that wrote it. */
  readonly taskId: string | null;
  /** Its requests that are still in the log. */
  readonly attempts: number;
  /** The latest of them. */
  readonly requestId: string | null;
  /** The fields that the target system stored differently. */
  readonly differences: readonly string[];
}

export interface WorkFilters {
  readonly id?: string | undefined;
  readonly connection?: string | undefined;
  readonly state?: string | undefined;
  readonly operation?: string | undefined;
  readonly key?: string | undefined;
}

/** A write that the target system stored differently has its own state until somebody has looked at it. */
const shownState = "CASE WHEN o.needs_review THEN 'differs' ELSE o.state END";

/** Writes that need attention first, however old; then the others of the period. */
export async function listWrites(
  client: Queryable,
  { tenantId, from, to }: Scope,
  filters: WorkFilters,
  offset = 0,
): Promise<Page<ShownWrite>> {
  const { sql, values } = where([
    ["(o.state = 'unknown' OR o.needs_review OR o.created_at >= ?)", filters.id === undefined ? from : undefined],
    ["o.created_at < ?", filters.id === undefined ? to : undefined],
    ["o.tenant_id = ?", tenantId],
    ["o.id = ?", filters.id],
    ["o.connection_id = ?", filters.connection],
    [`${shownState} = ?`, filters.state],
    ["o.operation = ?", filters.operation],
    ["o.idempotency_key = ?", filters.key],
  ]);
  const { rows } = await client.query<ShownWrite>(
    `SELECT o.id, o.tenant_id AS "tenantId", o.connection_id AS "connectionId", c.target_system AS "targetSystem",
       c.end_user_name AS "endUserName", coalesce(c.company_name, c.company) AS company, o.operation, ${shownState} AS state, o.idempotency_key AS "idempotencyKey",
       o.created_at AS "createdAt", o.settled_at AS "settledAt", o.stored,
       (SELECT k.id FROM tasks k WHERE k.id = coalesce(substring(o.idempotency_key FROM '^task (\\S+)'), o.id)) AS "taskId",
       seen.attempts, seen."requestId", coalesce(seen.differences, '[]') AS differences
     FROM operations o JOIN connections c ON c.id = o.connection_id, LATERAL (
       SELECT count(*)::int AS attempts, (array_agg(r.id ORDER BY r.at DESC))[1] AS "requestId",
         (array_agg(r.facts -> 'differences' ORDER BY r.at DESC) FILTER (WHERE r.facts -> 'differences' IS NOT NULL))[1] AS differences
       FROM request_log r WHERE r.operation_id = o.id AND r.connection_id = o.connection_id
         AND r.at >= o.created_at - interval '1 minute'
     ) AS seen WHERE ${sql}
     ORDER BY (o.state = 'unknown' OR o.needs_review) DESC, o.created_at DESC, o.id DESC LIMIT ${pageSize + 1} OFFSET ${Math.trunc(offset)}`,
    values,
  );
  return pageOf(rows);
}

export interface ShownEvent {
  /** The connection, or the tenant if it concerns none of its connections. */
  readonly logId: string;
  readonly connectionId: string | null;
  readonly targetSystem: string | null;
  readonly endUserName: string | null;
  readonly company: string | null;
  readonly sequence: string;
  readonly eventType: string;
  readonly resource: string;
  readonly resourceId: string;
  readonly changedAt: Date;
  readonly recordedAt: Date;
  readonly reportedBy: string | null;
  readonly taken: number;
  readonly waiting: number;
  readonly failed: number;
}

export interface EventFilters extends Pick<WorkFilters, "connection"> {
  readonly type?: string | undefined;
  readonly resource?: string | undefined;
  readonly record?: string | undefined;
}

export async function listShownEvents(
  client: Queryable,
  { tenantId, from, to }: Scope,
  filters: EventFilters,
  offset = 0,
): Promise<Page<ShownEvent>> {
  const { sql, values } = where([
    ["e.recorded_at >= ?", from],
    ["e.recorded_at < ?", to],
    // The logs of the tenant's connections, and its own.
    ["e.connection_id IN (SELECT id FROM connections WHERE tenant_id = ? UNION ALL SELECT ?::text)", tenantId],
    ["e.connection_id = ?", filters.connection],
    ["e.event_type = ?", filters.type],
    ["e.resource = ?", filters.resource],
    ["e.resource_id = ?", filters.record],
  ]);
  const { rows } = await client.query<ShownEvent>(
    `SELECT found.*, delivered.* FROM (
       SELECT e.connection_id AS "logId", c.id AS "connectionId", c.target_system AS "targetSystem",
         c.end_user_name AS "endUserName", coalesce(c.company_name, c.company) AS company, e.sequence::text,
         e.event_type AS "eventType", e.resource, e.resource_id AS "resourceId", e.changed_at AS "changedAt",
         e.recorded_at AS "recordedAt", e.heard_by AS "reportedBy"
       FROM events e LEFT JOIN connections c ON c.id = e.connection_id WHERE ${sql}
       ORDER BY e.recorded_at DESC, e.connection_id, e.sequence DESC LIMIT ${pageSize + 1} OFFSET ${Math.trunc(offset)}
     ) AS found, LATERAL (
       SELECT count(*) FILTER (WHERE d.state = 'done')::int AS taken, count(*) FILTER (WHERE d.state = 'open')::int AS waiting,
         count(*) FILTER (WHERE d.state = 'failed')::int AS failed
       FROM deliveries d JOIN subscriptions s ON s.id = d.subscription_id AND s.log_id = found."logId"
       WHERE found.sequence::bigint = ANY (d.sequences)
     ) AS delivered`,
    values,
  );
  return pageOf(rows);
}

export interface ShownSubscription {
  readonly id: string;
  readonly tenantId: string;
  readonly tenantName: string;
  readonly connectionId: string | null;
  readonly targetSystem: string | null;
  readonly endUserName: string | null;
  readonly company: string | null;
  /** Scheme, host and port, because the rest may be secret. */
  readonly address: string;
  readonly eventType: string | null;
  readonly resource: string | null;
  readonly state: string;
  readonly failingSince: Date | null;
  readonly expiresAt: Date;
  readonly previousUntil: Date | null;
  readonly waiting: number;
  readonly failed: number;
  readonly oldest: Date | null;
}

export interface SubscriptionFilters extends Pick<WorkFilters, "id" | "connection" | "state"> {
  readonly text?: string | undefined;
}

/** Failing subscriptions first. */
export async function listShownSubscriptions(
  client: Queryable,
  { tenantId }: Pick<Scope, "tenantId">,
  filters: SubscriptionFilters,
  offset = 0,
): Promise<Page<ShownSubscription>> {
  const { sql, values } = where([
    ["s.tenant_id = ?", tenantId],
    ["s.id = ?", filters.id],
    ["s.connection_id = ?", filters.connection],
    ["s.state = ?", filters.state],
    ["strpos(s.callback_url, ?) > 0", filters.text],
  ]);
  const { rows } = await client.query<ShownSubscription>(
    `SELECT s.id, s.tenant_id AS "tenantId", t.name AS "tenantName", s.connection_id AS "connectionId",
       c.target_system AS "targetSystem", c.end_user_name AS "endUserName", coalesce(c.company_name, c.company) AS company, substring(s.callback_url FROM '^https?://[^/?#]+') AS address,
       s.event_type AS "eventType", s.resource, s.state, s.expires_at AS "expiresAt",
       CASE WHEN s.previous_until > now() THEN s.previous_until END AS "previousUntil",
       coalesce(s.failing_since, (SELECT min(b.failing_since) FROM subscriptions b WHERE b.parent_id = s.id)) AS "failingSince",
       ledger.waiting, ledger.failed, ledger.oldest
     FROM subscriptions s JOIN tenants t ON t.id = s.tenant_id LEFT JOIN connections c ON c.id = s.connection_id,
     LATERAL (
       SELECT count(*) FILTER (WHERE d.state = 'open')::int AS waiting, count(*) FILTER (WHERE d.state = 'failed')::int AS failed,
         min(d.created_at) FILTER (WHERE d.state = 'open') AS oldest
       FROM deliveries d WHERE d.state <> 'done' AND d.subscription_id IN (SELECT b.id FROM subscriptions b WHERE s.id IN (b.id, b.parent_id))
     ) AS ledger
     WHERE s.parent_id IS NULL AND ${sql}
     ORDER BY (s.state = 'ended'), "failingSince" ASC NULLS LAST, s.created_at DESC LIMIT ${pageSize + 1} OFFSET ${Math.trunc(offset)}`,
    values,
  );
  return pageOf(rows);
}

export async function countActiveSubscriptions(client: Queryable, tenantId: string | null): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM subscriptions s
     WHERE s.parent_id IS NULL AND s.state = 'active' AND ($1::text IS NULL OR s.tenant_id = $1)`,
    [tenantId],
  );
  return rows[0]?.count ?? 0;
}

/** When the last poll of a connection ended. */
export async function findLastPoll(client: Queryable, tenantId: string | null): Promise<Date | null> {
  const { rows } = await client.query<{ at: Date | null }>(
    `SELECT max(p.polled_until) AS at FROM polls p JOIN connections c ON c.id = p.connection_id
     WHERE $1::text IS NULL OR c.tenant_id = $1`,
    [tenantId],
  );
  return rows[0]?.at ?? null;
}

export interface ShownTask {
  readonly id: string;
  readonly connectionId: string;
  readonly targetSystem: string;
  readonly endUserName: string | null;
  readonly company: string | null;
  readonly operation: string;
  readonly status: string;
  readonly turn: number;
  readonly information: readonly { readonly code?: string; readonly message?: string }[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly expiresAt: Date;
  readonly isWrite: boolean;
}

/** Unfinished tasks first. */
export async function listShownTasks(
  client: Queryable,
  { tenantId, from, to }: Scope,
  filters: WorkFilters,
  offset = 0,
): Promise<Page<ShownTask>> {
  const { sql, values } = where([
    ["(k.status IN ('OPEN', 'IN_PROGRESS') OR k.created_at >= ?)", filters.id === undefined ? from : undefined],
    ["k.created_at < ?", filters.id === undefined ? to : undefined],
    ["k.tenant_id = ?", tenantId],
    ["k.id = ?", filters.id],
    ["k.connection_id = ?", filters.connection],
    ["k.status = ?", filters.state],
    ["k.operation = ?", filters.operation],
  ]);
  const { rows } = await client.query<ShownTask>(
    `SELECT k.id, k.connection_id AS "connectionId", c.target_system AS "targetSystem", c.end_user_name AS "endUserName",
       coalesce(c.company_name, c.company) AS company, k.operation, k.status, k.turn,
       k.information, k.created_at AS "createdAt", k.updated_at AS "updatedAt", k.expires_at AS "expiresAt",
       EXISTS (SELECT FROM operations o WHERE o.id = k.id) AS "isWrite"
     FROM tasks k JOIN connections c ON c.id = k.connection_id WHERE ${sql}
     ORDER BY (k.status IN ('OPEN', 'IN_PROGRESS')) DESC, k.created_at DESC LIMIT ${pageSize + 1} OFFSET ${Math.trunc(offset)}`,
    values,
  );
  return pageOf(rows);
}
