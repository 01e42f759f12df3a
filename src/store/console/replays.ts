/** Counts what a replay would send, before it starts. */
import type { Queryable } from "../postgres/database.ts";
import type { SubscriptionName } from "../subscriptions.ts";
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
  const { sql, values } = where([
    ["? <= x.at", scope.from],
    ["x.at < ?", scope.to],
    ...conditionsOf(scope.tenantId, filters),
  ]);
  const { rows } = await client.query<ReplayCount>(
    `SELECT
       (SELECT count(*)::int FROM ${delivered} WHERE x.state = 'failed' AND ${sql}) AS failed,
       (SELECT count(*)::int FROM ${delivered} WHERE x.state = 'done' AND ${sql}) AS taken,
       (SELECT count(*)::int FROM ${delivered} WHERE x.state = 'open' AND ${sql}) AS waiting,
       (SELECT count(DISTINCT s.callback_url)::int FROM ${delivered} WHERE ${sql}) AS addresses,
       (SELECT count(*)::int FROM subscriptions s
          JOIN (SELECT e.*, e.recorded_at AS at FROM events e) AS x ON x.connection_id = s.connection_id
            AND coalesce(s.event_type = x.event_type, true) AND coalesce(s.resource = x.resource, true)
            AND (s.parent_id IS NOT NULL OR coalesce(s.scope = x.scope, true))
        WHERE s.state <> 'ended' AND ${sql} AND NOT EXISTS (
          SELECT FROM deliveries d WHERE d.subscription_id = s.id AND x.sequence = ANY (d.sequences))) AS missing`,
    values,
  );
  return rows[0] ?? { failed: 0, taken: 0, waiting: 0, addresses: 0, missing: 0 };
}

const delivered = `(SELECT d.*, d.created_at AS at FROM deliveries d) AS x JOIN subscriptions s ON s.id = x.subscription_id`;

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
