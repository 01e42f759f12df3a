/** Counts what a replay would send, before it starts. */
import type { BulkReplay } from "../bulkReplays.ts";
import type { Queryable } from "../postgres/database.ts";
import { type SubscriptionName, wantsEvent } from "../subscriptions.ts";
import { type Scope, where } from "./query.ts";

export interface ReplayFilters {
  readonly subscription?: string | undefined;
  readonly connection?: string | undefined;
}

export interface ReplayCount {
  readonly failed: number;
  readonly taken: number;
  readonly waiting: number;
  readonly addresses: number;
  /** Events without a delivery, although a subscription matches them. */
  readonly missing: number;
}

const conditionsOf = (tenantId: string | null, { subscription, connection }: ReplayFilters) =>
  [
    ["s.tenant_id = ?", tenantId],
    ["? IN (s.id, s.parent_id)", subscription],
    ["s.connection_id = ?", connection],
  ] as const;

export async function countReplay(client: Queryable, scope: Scope, filters: ReplayFilters): Promise<ReplayCount> {
  const { sql, values } = where(conditionsOf(scope.tenantId, filters));
  const from = `$${values.length + 1}`;
  const to = `$${values.length + 2}`;
  const { rows } = await client.query<ReplayCount>(
    `WITH ledgers AS MATERIALIZED (SELECT s.* FROM subscriptions s WHERE ${sql})
     SELECT coalesce(sum(d.failed), 0)::int AS failed, coalesce(sum(d.taken), 0)::int AS taken,
       coalesce(sum(d.waiting), 0)::int AS waiting,
       count(DISTINCT s.callback_url) FILTER (WHERE d.failed + d.taken + d.waiting > 0)::int AS addresses,
       coalesce(sum(m.missing), 0)::int AS missing
     FROM ledgers s CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE d.state = 'failed') AS failed, count(*) FILTER (WHERE d.state = 'done') AS taken,
         count(*) FILTER (WHERE d.state = 'open') AS waiting
       FROM deliveries d WHERE d.subscription_id = s.id AND d.created_at >= ${from} AND d.created_at < ${to}
     ) AS d CROSS JOIN LATERAL (
       SELECT (${firstEvent(from, "ASC")}) AS first, (${firstEvent(to, "DESC")}) AS last
     ) AS log CROSS JOIN LATERAL (
       SELECT CASE WHEN s.state = 'ended' OR log.first IS NULL OR log.last IS NULL THEN 0
         ELSE greatest(0, (${matched}) - (${sent}) - (${sentInLists})) END AS missing
     ) AS m`,
    [...values, scope.from, scope.to],
  );
  return rows[0] ?? { failed: 0, taken: 0, waiting: 0, addresses: 0, missing: 0 };
}

/** What has become of the deliveries that a replay has sent. */
export interface ReplayResult {
  readonly arrived: number;
  readonly failed: number;
  readonly waiting: number;
}

export async function readReplayResult(
  client: Queryable,
  { tenantId, subscriptionId, connectionId, from, to, createdAt }: BulkReplay,
): Promise<ReplayResult> {
  const filters = { subscription: subscriptionId ?? undefined, connection: connectionId ?? undefined };
  const { sql, values } = where(conditionsOf(tenantId, filters));
  const begins = `$${values.length + 1}`;
  const ends = `$${values.length + 2}`;
  const startedAt = `$${values.length + 3}`;
  // Deliveries that were never sent before are made by the replay, so they are younger than the period.
  const { rows } = await client.query<ReplayResult>(
    `SELECT count(*) FILTER (WHERE d.state = 'done')::int AS arrived, count(*) FILTER (WHERE d.state = 'failed')::int AS failed,
       count(*) FILTER (WHERE d.state = 'open')::int AS waiting
     FROM deliveries d JOIN subscriptions s ON s.id = d.subscription_id
     WHERE ${sql} AND d.created_at >= ${begins} AND (d.created_at < ${ends} OR d.created_at >= ${startedAt})
       AND coalesce(d.settled_at >= ${startedAt}, true)`,
    [...values, from, to, createdAt],
  );
  return rows[0] ?? { arrived: 0, failed: 0, waiting: 0 };
}

/** Higher numbers of the log are never older. */
const firstEvent = (moment: string, order: "ASC" | "DESC"): string =>
  `SELECT e.sequence FROM events e WHERE e.connection_id = s.connection_id
     AND e.recorded_at ${order === "ASC" ? ">=" : "<"} ${moment} ORDER BY e.recorded_at ${order}, e.sequence ${order} LIMIT 1`;

/** The events that a subscription matches. Without filters these are all, and the log's numbers have no gaps. */
const matched = `CASE WHEN s.event_type IS NULL AND s.resource IS NULL AND (s.parent_id IS NOT NULL OR s.scope IS NULL)
    THEN log.last - log.first + 1 - (SELECT count(*) FROM events e WHERE e.connection_id = s.connection_id
      AND e.resource = 'ISSUE' AND e.sequence BETWEEN log.first AND log.last)
    ELSE (SELECT count(*) FROM events e WHERE e.connection_id = s.connection_id AND e.sequence BETWEEN log.first AND log.last
      AND ${wantsEvent("s", "e")}
      AND (s.parent_id IS NOT NULL OR coalesce(s.scope = e.scope, true))) END`;

/** Each delivery has at least its first event; those of lists have more. */
const sent = `SELECT count(*) FROM deliveries d WHERE d.subscription_id = s.id AND d.sequence BETWEEN log.first AND log.last`;
const sentInLists = `SELECT coalesce(sum((SELECT count(*) FROM unnest(d.sequences) AS listed (sequence)
    WHERE listed.sequence BETWEEN log.first AND log.last AND listed.sequence <> d.sequence)), 0)
  FROM deliveries d WHERE d.subscription_id = s.id AND cardinality(d.sequences) > 1 AND d.sequence <= log.last`;

export interface DeliveryOfEvent {
  readonly name: SubscriptionName;
  /** The ledger row. */
  readonly subscriptionId: string;
  readonly sequence: string;
}

/** The deliveries that contain an event. */
export async function findDeliveriesOf(
  database: Queryable,
  { connectionId, sequence }: { readonly connectionId: string; readonly sequence: string },
): Promise<DeliveryOfEvent[]> {
  const { rows } = await database.query<DeliveryOfEvent>(
    `SELECT d.subscription_id AS "subscriptionId", d.sequence::text,
       json_build_object('id', coalesce(p.id, s.id), 'tenantId', s.tenant_id,
         'connectionId', CASE WHEN p.id IS NULL THEN s.connection_id ELSE p.connection_id END) AS name
     FROM deliveries d JOIN subscriptions s ON s.id = d.subscription_id LEFT JOIN subscriptions p ON p.id = s.parent_id
     WHERE d.connection_id = $1 AND $2::bigint = ANY (d.sequences) AND s.state <> 'ended'`,
    [connectionId, sequence],
  );
  return rows;
}
