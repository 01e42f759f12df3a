/** Subscriptions to the changes of one connection, or of all connections of a tenant. */
import type { EventResource, EventType } from "../contract/event.ts";
import type { Queryable } from "./postgres/database.ts";

export type SubscriptionState = "active" | "paused" | "ended";

export interface Subscription {
  readonly id: string;
  readonly tenantId: string;
  /** Null: all connections of the tenant. */
  readonly connectionId: string | null;
  /** Scheme, host and port, because the rest may be secret. The full URL in old rows. */
  readonly callbackUrl: string;
  /** The full URL, encrypted for table `subscriptions`, the row's id, column `address`. */
  readonly address: Buffer | null;
  /** The environment and company, if they differ from the connection's choice. */
  readonly environment: string | null;
  readonly company: string | null;
  /** Null: all. */
  readonly eventType: EventType | null;
  readonly resource: EventResource | null;
  /** Encrypted for table `subscriptions`, the row's id, column `secret`. */
  readonly secret: Buffer;
  /** Encrypted for column `previous_secret`; also valid until `previousUntil`. */
  readonly previousSecret: Buffer | null;
  readonly previousUntil: Date | null;
  readonly state: SubscriptionState;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly expiresAt: Date;
}

/** The owner of subscriptions: a connection, or the tenant itself. To others they look unknown. */
export type SubscriptionOwner = Pick<Subscription, "tenantId" | "connectionId">;
export type SubscriptionName = SubscriptionOwner & Pick<Subscription, "id">;

/** The first parameters of every query by name. */
const isNamed = "s.id = $1 AND s.tenant_id = $2 AND s.connection_id IS NOT DISTINCT FROM $3 AND s.parent_id IS NULL";
const nameOf = ({ id, tenantId, connectionId }: SubscriptionName): unknown[] => [id, tenantId, connectionId];
const isOwned = "s.tenant_id = $1 AND s.connection_id IS NOT DISTINCT FROM $2 AND s.parent_id IS NULL";

const columns = `s.id, s.tenant_id AS "tenantId", s.connection_id AS "connectionId",
  s.callback_url AS "callbackUrl", s.address, s.environment, s.company, s.event_type AS "eventType", s.resource, s.secret,
  s.previous_secret AS "previousSecret", s.previous_until AS "previousUntil", s.state, s.created_at AS "createdAt",
  s.updated_at AS "updatedAt", s.expires_at AS "expiresAt"`;

/** How long a subscription lasts from its creation or last renewal. */
const lifetime = "interval '90 days'";
const overlap = "interval '24 hours'";

export type NewSubscription = Pick<
  Subscription,
  "id" | "tenantId" | "connectionId" | "callbackUrl" | "eventType" | "resource" | "secret"
> &
  Partial<Pick<Subscription, "environment" | "company" | "address">> & {
    /** SHA-256 of the full URL. */
    readonly addressHash?: Buffer;
  };

export async function addSubscription(database: Queryable, subscription: NewSubscription): Promise<Subscription> {
  const { rows } = await database.query<Subscription>(
    `INSERT INTO subscriptions AS s
       (id, tenant_id, connection_id, callback_url, event_type, resource, secret, environment, company, address, address_hash,
        expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now() + ${lifetime}) RETURNING ${columns}`,
    [
      subscription.id,
      subscription.tenantId,
      subscription.connectionId,
      subscription.callbackUrl,
      subscription.eventType,
      subscription.resource,
      subscription.secret,
      subscription.environment ?? null,
      subscription.company ?? null,
      subscription.address ?? null,
      subscription.addressHash ?? null,
    ],
  );
  const [added] = rows;
  if (added === undefined) throw new Error("The subscription was not stored.");
  return added;
}

export async function findSubscription(database: Queryable, name: SubscriptionName): Promise<Subscription | undefined> {
  const { rows } = await database.query<Subscription>(
    `SELECT ${columns} FROM subscriptions s WHERE ${isNamed}`,
    nameOf(name),
  );
  return rows[0];
}

/** Locks the row until the transaction ends; `completeDeliveries` waits for it, too. */
export async function lockSubscriptionRow(
  client: Queryable,
  name: SubscriptionName,
): Promise<Subscription | undefined> {
  const { rows } = await client.query<Subscription>(
    `SELECT ${columns} FROM subscriptions s WHERE ${isNamed} FOR UPDATE`,
    nameOf(name),
  );
  return rows[0];
}

export interface SubscriptionQuery extends SubscriptionOwner {
  readonly id?: string | undefined;
  /** Hash of the callback URL. */
  readonly addressHash?: Buffer | undefined;
  /** Matches any time within this second. */
  readonly createdAt?: Date | undefined;
  readonly expiresAt?: Date | undefined;
  readonly updatedAt?: Date | undefined;
  readonly scope?: RequestedScope | undefined;
  readonly window: { readonly page: number; readonly limit: number };
}

/** The company of a subscription. A subscription without one follows the connection's selection. */
export interface RequestedScope {
  readonly environment?: string | undefined;
  readonly company?: string | undefined;
  readonly isSelection: boolean;
}

const inSecond = (column: string, parameter: string): string =>
  `(${parameter}::timestamptz IS NULL OR date_trunc('second', ${column}) = date_trunc('second', ${parameter}::timestamptz))`;

/** Newest first. */
export async function listSubscriptions(database: Queryable, query: SubscriptionQuery): Promise<Subscription[]> {
  const { tenantId, connectionId, id, addressHash, window } = query;
  const { rows } = await database.query<Subscription>(
    `SELECT ${columns} FROM subscriptions s
     WHERE ${isOwned} AND ($3::text IS NULL OR s.id = $3) AND ($4::bytea IS NULL OR s.address_hash = $4)
       AND ${inSecond("s.created_at", "$7")} AND ${inSecond("s.expires_at", "$8")} AND ${inSecond("s.updated_at", "$9")}
       AND CASE WHEN s.environment IS NULL AND s.company IS NULL THEN $12::boolean
           ELSE ($10::text IS NULL OR s.environment = $10) AND ($11::text IS NULL OR s.company = $11) END
     ORDER BY s.created_at DESC, s.id DESC LIMIT $5 OFFSET $6`,
    [
      tenantId,
      connectionId,
      id ?? null,
      addressHash ?? null,
      window.limit,
      (window.page - 1) * window.limit,
      query.createdAt ?? null,
      query.expiresAt ?? null,
      query.updatedAt ?? null,
      query.scope?.environment ?? null,
      query.scope?.company ?? null,
      query.scope?.isSelection ?? true,
    ],
  );
  return rows;
}

export async function countSubscriptions(
  database: Queryable,
  { tenantId, connectionId }: SubscriptionOwner,
  states: readonly SubscriptionState[] = ["active", "paused", "ended"],
): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM subscriptions s WHERE ${isOwned} AND s.state = ANY ($3)`,
    [tenantId, connectionId, states],
  );
  return rows[0]?.count ?? 0;
}

/** Also removes its deliveries. Returns whether it existed. */
export async function removeSubscription(database: Queryable, name: SubscriptionName): Promise<boolean> {
  const { rowCount } = await database.query(`DELETE FROM subscriptions s WHERE ${isNamed}`, nameOf(name));
  return rowCount === 1;
}

/** The current secret becomes the previous one, encrypted for its new column; it stays valid for a day. */
export async function rotateSubscriptionSecret(
  database: Queryable,
  rotation: SubscriptionName & { readonly secret: Buffer; readonly previousSecret: Buffer },
): Promise<Subscription | undefined> {
  const { rows } = await database.query<Subscription>(
    `UPDATE subscriptions s SET secret = $4, previous_secret = $5, previous_until = now() + ${overlap},
       updated_at = now()
     WHERE ${isNamed} RETURNING ${columns}`,
    [...nameOf(rotation), rotation.secret, rotation.previousSecret],
  );
  return rows[0];
}

/** Extends the subscription; deliveries of a paused one become due. An ended one stays ended. */
export async function renewSubscription(
  database: Queryable,
  name: SubscriptionName,
): Promise<Subscription | undefined> {
  const { rows } = await database.query<Subscription>(
    `WITH held AS (
       SELECT f.id, f.state FROM subscriptions s JOIN subscriptions f ON s.id IN (f.id, f.parent_id)
       WHERE ${isNamed} AND s.state <> 'ended' ORDER BY f.id FOR UPDATE OF f
     ), waiting AS (
       UPDATE deliveries d SET due_at = now() FROM held
       WHERE d.subscription_id = held.id AND held.state = 'paused' AND d.state = 'open'
     )
     UPDATE subscriptions s SET expires_at = greatest(s.expires_at, now() + ${lifetime}), state = 'active', updated_at = now(),
       failing_since = CASE WHEN held.state = 'paused' THEN NULL ELSE s.failing_since END,
       due_at = CASE WHEN held.state = 'paused' THEN now() ELSE s.due_at END
     FROM held WHERE s.id = held.id RETURNING ${columns}`,
    nameOf(name),
  );
  return rows.find(({ id }) => id === name.id);
}

/** A ledger row: the deliveries of one log to one subscription. */
export interface Ledger {
  readonly id: string;
  /** The connection whose log it is, or the tenant. */
  readonly logId: string;
  /** Null: the log of the tenant. */
  readonly targetSystem: string | null;
}

/** A connection's subscription has itself. A tenant's has itself for the tenant's log, and one for each connection that ever had events. */
export async function findLedgers(client: Queryable, { id, connectionId }: Subscription): Promise<Ledger[]> {
  if (connectionId === null)
    await client.query(
      expandSubscriptions("p.id = $1 AND EXISTS (SELECT FROM event_logs l WHERE l.connection_id = c.id)"),
      [id],
    );
  const { rows } = await client.query<Ledger>(
    `SELECT s.id, s.log_id AS "logId", c.target_system AS "targetSystem"
     FROM subscriptions s LEFT JOIN connections c ON c.id = s.connection_id WHERE $1 IN (s.id, s.parent_id) ORDER BY s.id`,
    [id],
  );
  return rows;
}

/**
 * Whether a subscription wants an event. Issues are delivered only to subscriptions that name the resource, and never to the
 * subscription that they are about: its endpoint would fail on the report of its own failures, again and again.
 */
export const wantsEvent = (subscription: string, event: string): string =>
  `coalesce(${subscription}.event_type = ${event}.event_type, true)
   AND CASE WHEN ${event}.resource = 'ISSUE' THEN ${subscription}.resource = 'ISSUE' AND NOT ${isAbout(event, subscription)}
     ELSE coalesce(${subscription}.resource = ${event}.resource, true) END`;

/** Whether the issue of an event is about this subscription. */
const isAbout = (event: string, subscription: string): string =>
  `EXISTS (SELECT FROM issues about WHERE about.id = ${event}.resource_id
     AND about.subscription_id IN (${subscription}.id, ${subscription}.parent_id))`;

/**
 * Creates the child rows of tenants' subscriptions `p`, for their connections `c`, with the parent's expiry. Locks the
 * parent, so that no child is left behind when the parent is ended at the same time.
 */
export const expandSubscriptions = (condition: string): string => `INSERT INTO subscriptions
    (id, tenant_id, connection_id, parent_id, callback_url, event_type, resource, secret, state, expires_at)
  SELECT p.id || '_' || c.id, p.tenant_id, c.id, p.id, p.callback_url, p.event_type, p.resource, '', p.state, 'infinity'
  FROM subscriptions p JOIN connections c ON c.tenant_id = p.tenant_id
  WHERE p.connection_id IS NULL AND p.state <> 'ended' AND ${condition}
    AND NOT EXISTS (SELECT FROM subscriptions s WHERE s.parent_id = p.id AND s.connection_id = c.id)
  FOR SHARE OF p ON CONFLICT DO NOTHING`;

/** An environment and company named by subscriptions of a connection. */
export type SubscribedScope = Pick<Subscription, "environment" | "company">;

/** The scopes that a connection's subscriptions name besides its own choice; only `scope` if given. */
export async function findSubscribedScopes(
  database: Queryable,
  connectionId: string,
  scope?: string,
): Promise<SubscribedScope[]> {
  const { rows } = await database.query<SubscribedScope>(
    `SELECT DISTINCT environment, company FROM subscriptions
     WHERE connection_id = $1 AND state <> 'ended' AND scope <> '' AND ($2::text IS NULL OR scope = $2)`,
    [connectionId, scope ?? null],
  );
  return rows;
}

interface Needing {
  readonly targetSystem: string;
  readonly needsCompany: boolean;
  readonly needsEnvironment: boolean;
}

/** The target systems of a tenant's connections, and the connections that lack a required choice. */
export async function findListenable(
  database: Queryable,
  tenantId: string,
  needing: readonly Needing[],
): Promise<{ targetSystems: string[]; unchosen: string[] }> {
  const { rows } = await database.query<{ id: string; targetSystem: string; isUnchosen: boolean }>(
    `SELECT c.id, c.target_system AS "targetSystem",
       (n.company AND c.company IS NULL) OR (n.environment AND c.environment IS NULL) AS "isUnchosen"
     FROM connections c JOIN unnest($2::text[], $3::boolean[], $4::boolean[]) AS n(target_system, company, environment)
       ON n.target_system = c.target_system
     WHERE c.tenant_id = $1 AND c.state <> 'disabled' ORDER BY c.created_at, c.id`,
    [
      tenantId,
      needing.map(({ targetSystem }) => targetSystem),
      needing.map(({ needsCompany }) => needsCompany),
      needing.map(({ needsEnvironment }) => needsEnvironment),
    ],
  );
  return {
    targetSystems: [...new Set(rows.map(({ targetSystem }) => targetSystem))],
    unchosen: rows.filter(({ isUnchosen }) => isUnchosen).map(({ id }) => id),
  };
}

/** Rows from before URLs were encrypted. */
export async function findPlainAddresses(database: Queryable): Promise<Pick<Subscription, "id" | "callbackUrl">[]> {
  const { rows } = await database.query<Pick<Subscription, "id" | "callbackUrl">>(
    `SELECT id, callback_url AS "callbackUrl" FROM subscriptions WHERE address IS NULL AND parent_id IS NULL`,
  );
  return rows;
}

/** Also for its child rows, which have no URL of their own. */
export async function setAddress(
  database: Queryable,
  {
    id,
    callbackUrl,
    address,
    addressHash,
  }: Pick<Subscription, "id" | "callbackUrl" | "address"> & { addressHash: Buffer },
): Promise<void> {
  await database.query(
    `UPDATE subscriptions SET callback_url = $2, address = CASE WHEN id = $1 THEN $3::bytea END,
       address_hash = CASE WHEN id = $1 THEN $4::bytea END
     WHERE $1 IN (id, parent_id)`,
    [id, callbackUrl, address, addressHash],
  );
}
