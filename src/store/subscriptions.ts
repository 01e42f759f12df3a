/** Who wants to hear of changes of which connection. */
import type { EventResource, EventType } from "../contract/event.ts";
import type { Queryable } from "./postgres/database.ts";

export type SubscriptionState = "active" | "paused" | "ended";

export interface Subscription {
  readonly id: string;
  readonly tenantId: string;
  readonly connectionId: string;
  readonly callbackUrl: string;
  /** Null: every one. */
  readonly eventType: EventType | null;
  readonly resource: EventResource | null;
  /** Encrypted; the place is `subscriptions`, the row's id, `secret`. */
  readonly secret: Buffer;
  /** Encrypted in the place `previous_secret`; counts as well until `previousUntil`. */
  readonly previousSecret: Buffer | null;
  readonly previousUntil: Date | null;
  readonly state: SubscriptionState;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly expiresAt: Date;
}

/** A subscription as its connection names it: another connection's looks unknown. */
export type SubscriptionName = Pick<Subscription, "id" | "connectionId">;

const columns = `s.id, s.tenant_id AS "tenantId", s.connection_id AS "connectionId",
  s.callback_url AS "callbackUrl", s.event_type AS "eventType", s.resource, s.secret,
  s.previous_secret AS "previousSecret", s.previous_until AS "previousUntil", s.state, s.created_at AS "createdAt",
  s.updated_at AS "updatedAt", s.expires_at AS "expiresAt"`;

/** How long a subscription lasts from its beginning or its last renewal. */
const lifetime = "interval '90 days'";
const overlap = "interval '24 hours'";

export type NewSubscription = Pick<
  Subscription,
  "id" | "tenantId" | "connectionId" | "callbackUrl" | "eventType" | "resource" | "secret"
>;

export async function addSubscription(database: Queryable, subscription: NewSubscription): Promise<Subscription> {
  const { rows } = await database.query<Subscription>(
    `INSERT INTO subscriptions AS s
       (id, tenant_id, connection_id, callback_url, event_type, resource, secret, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, now() + ${lifetime}) RETURNING ${columns}`,
    [
      subscription.id,
      subscription.tenantId,
      subscription.connectionId,
      subscription.callbackUrl,
      subscription.eventType,
      subscription.resource,
      subscription.secret,
    ],
  );
  const [added] = rows;
  if (added === undefined) throw new Error("The subscription was not stored.");
  return added;
}

export async function findSubscription(
  database: Queryable,
  { id, connectionId }: SubscriptionName,
): Promise<Subscription | undefined> {
  const { rows } = await database.query<Subscription>(
    `SELECT ${columns} FROM subscriptions s WHERE s.id = $1 AND s.connection_id = $2`,
    [id, connectionId],
  );
  return rows[0];
}

/** The same, held until the transaction ends: who writes down attempts waits as well (`completeDeliveries`). */
export async function holdSubscription(
  client: Queryable,
  { id, connectionId }: SubscriptionName,
): Promise<Subscription | undefined> {
  const { rows } = await client.query<Subscription>(
    `SELECT ${columns} FROM subscriptions s WHERE s.id = $1 AND s.connection_id = $2 FOR UPDATE`,
    [id, connectionId],
  );
  return rows[0];
}

export interface SubscriptionQuery {
  readonly connectionId: string;
  readonly id?: string | undefined;
  readonly callbackUrl?: string | undefined;
  readonly window: { readonly page: number; readonly limit: number };
}

/** Newest first. */
export async function listSubscriptions(database: Queryable, query: SubscriptionQuery): Promise<Subscription[]> {
  const { connectionId, id, callbackUrl, window } = query;
  const { rows } = await database.query<Subscription>(
    `SELECT ${columns} FROM subscriptions s
     WHERE s.connection_id = $1 AND ($2::text IS NULL OR s.id = $2) AND ($3::text IS NULL OR s.callback_url = $3)
     ORDER BY s.created_at DESC, s.id DESC LIMIT $4 OFFSET $5`,
    [connectionId, id ?? null, callbackUrl ?? null, window.limit, (window.page - 1) * window.limit],
  );
  return rows;
}

export async function countSubscriptions(
  database: Queryable,
  connectionId: string,
  states: readonly SubscriptionState[] = ["active", "paused", "ended"],
): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM subscriptions WHERE connection_id = $1 AND state = ANY ($2)",
    [connectionId, states],
  );
  return rows[0]?.count ?? 0;
}

/** With its deliveries. Tells whether there was one. */
export async function removeSubscription(
  database: Queryable,
  { id, connectionId }: SubscriptionName,
): Promise<boolean> {
  const { rowCount } = await database.query("DELETE FROM subscriptions WHERE id = $1 AND connection_id = $2", [
    id,
    connectionId,
  ]);
  return rowCount === 1;
}

/** The secret of now becomes the previous one, sealed anew for its place; it counts for another day. */
export async function rotateSubscriptionSecret(
  database: Queryable,
  rotation: SubscriptionName & { readonly secret: Buffer; readonly previousSecret: Buffer },
): Promise<Subscription | undefined> {
  const { rows } = await database.query<Subscription>(
    `UPDATE subscriptions s SET secret = $3, previous_secret = $4, previous_until = now() + ${overlap},
       updated_at = now()
     WHERE s.id = $1 AND s.connection_id = $2 RETURNING ${columns}`,
    [rotation.id, rotation.connectionId, rotation.secret, rotation.previousSecret],
  );
  return rows[0];
}

/** Starts its time anew; what waits for a paused one is due at once. One that has ended stays ended. */
export async function renewSubscription(
  database: Queryable,
  { id, connectionId }: SubscriptionName,
): Promise<Subscription | undefined> {
  const { rows } = await database.query<Subscription>(
    `WITH held AS (
       SELECT id, state FROM subscriptions WHERE id = $1 AND connection_id = $2 AND state <> 'ended' FOR UPDATE
     ), waiting AS (
       UPDATE deliveries d SET due_at = now() FROM held
       WHERE d.subscription_id = held.id AND held.state = 'paused' AND d.state = 'open'
     )
     UPDATE subscriptions s SET expires_at = now() + ${lifetime}, state = 'active', updated_at = now(),
       failing_since = CASE WHEN held.state = 'paused' THEN NULL ELSE s.failing_since END,
       due_at = CASE WHEN held.state = 'paused' THEN now() ELSE s.due_at END
     FROM held WHERE s.id = held.id RETURNING ${columns}`,
    [id, connectionId],
  );
  return rows[0];
}
