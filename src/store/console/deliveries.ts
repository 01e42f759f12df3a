/** Deliveries, for the console. */
import { isSinceDelivery } from "../deliveryHistory.ts";
import type { Queryable } from "../postgres/database.ts";
import { type Page, pageOf, pageSize, type Scope, where } from "./query.ts";
import type { WorkFilters } from "./work.ts";

export interface ShownDelivery {
  readonly subscriptionId: string;
  /** The subscription that the platform knows, if it is a different one. */
  readonly parentId: string | null;
  readonly sequence: string;
  readonly tenantId: string;
  /** Null: its events concern no connection. */
  readonly connectionId: string | null;
  readonly targetSystem: string | null;
  readonly endUserName: string | null;
  readonly company: string | null;
  readonly address: string;
  /** Of the platform's subscription. */
  readonly subscriptionState: string;
  readonly state: string;
  readonly attempts: number;
  readonly dueAt: Date;
  readonly createdAt: Date;
  readonly events: readonly { readonly eventType: string; readonly resource: string; readonly resourceId: string }[];
  readonly tried: readonly {
    readonly at: string;
    readonly status: number | null;
    readonly milliseconds: number;
    readonly answer: string | null;
  }[];
}

export interface DeliveryFilters extends Pick<WorkFilters, "connection" | "state"> {
  readonly subscription?: string | undefined;
  readonly sequence?: string | undefined;
  /** Part of the URL. */
  readonly text?: string | undefined;
  readonly type?: string | undefined;
  /** The first digit of the last response's status; 0 if there was no response. */
  readonly status?: string | undefined;
}

/** In the database, retried and new deliveries are both open; the console distinguishes them. */
const deliveryState = "CASE WHEN d.state = 'open' AND d.attempts > 0 THEN 'retrying' ELSE d.state END";
const isEventOf = "e.connection_id = d.connection_id AND e.sequence = ANY (d.sequences)";

export async function listShownDeliveries(
  client: Queryable,
  { tenantId, from, to }: Scope,
  filters: DeliveryFilters,
  offset = 0,
): Promise<Page<ShownDelivery>> {
  const isOne = filters.sequence !== undefined;
  const { sql, values } = where([
    ["(d.state = 'open' OR d.created_at >= ?)", isOne ? undefined : from],
    ["d.created_at < ?", isOne ? undefined : to],
    ["s.tenant_id = ?", tenantId],
    ["d.connection_id = ?", filters.connection],
    // "Waiting" includes deliveries that are retried.
    [`? IN (d.state, ${deliveryState}, CASE WHEN d.state <> 'done' THEN 'undelivered' END)`, filters.state],
    ["? IN (s.id, s.parent_id)", filters.subscription],
    ["d.sequence = ?::bigint", filters.sequence],
    ["strpos(coalesce(p.callback_url, s.callback_url), ?) > 0", filters.text],
    [`EXISTS (SELECT FROM events e WHERE ${isEventOf} AND e.event_type = ?)`, filters.type],
    [
      `?::int = (SELECT coalesce(a.status / 100, 0) FROM delivery_attempts a WHERE a.subscription_id = d.subscription_id
        AND a.sequence = d.sequence AND ${isSinceDelivery} ORDER BY a.at DESC LIMIT 1)`,
      filters.status,
    ],
  ]);
  const { rows } = await client.query<ShownDelivery>(
    `SELECT d.subscription_id AS "subscriptionId", s.parent_id AS "parentId", d.sequence::text, s.tenant_id AS "tenantId",
       c.id AS "connectionId", c.target_system AS "targetSystem", c.end_user_name AS "endUserName", coalesce(c.company_name, c.company) AS company,
       substring(coalesce(p.callback_url, s.callback_url) FROM '^https?://[^/?#]+') AS address, coalesce(p.state, s.state) AS "subscriptionState", ${deliveryState} AS state, d.attempts,
       d.due_at AS "dueAt", d.created_at AS "createdAt",
       coalesce((SELECT json_agg(json_build_object('eventType', e.event_type, 'resource', e.resource, 'resourceId', e.resource_id) ORDER BY e.sequence)
         FROM events e WHERE ${isEventOf}), '[]') AS events,
       coalesce((SELECT json_agg(json_build_object('at', a.at, 'status', a.status, 'milliseconds', a.milliseconds, 'answer', a.answer) ORDER BY a.at)
         FROM (SELECT * FROM delivery_attempts a WHERE a.subscription_id = d.subscription_id AND a.sequence = d.sequence
           AND ${isSinceDelivery} ORDER BY a.at DESC LIMIT ${isOne ? 30 : 1}) AS a), '[]') AS tried
     FROM deliveries d JOIN subscriptions s ON s.id = d.subscription_id LEFT JOIN subscriptions p ON p.id = s.parent_id
       LEFT JOIN connections c ON c.id = d.connection_id
     WHERE ${sql}
     ORDER BY d.created_at DESC, d.subscription_id, d.sequence DESC LIMIT ${pageSize + 1} OFFSET ${Math.trunc(offset)}`,
    values,
  );
  return pageOf(rows);
}
