/**
 * Who delivers leases whole subscriptions, so that it alone knows what is on its way to them; what it writes counts only
 * with the fence that it got with the lease.
 *
 * Whoever records events holds the rows of their subscriptions until the transaction ends, which may take a while. Nothing
 * here waits for that: rows that are held are passed over and come again.
 */
import type { EndUser } from "./connections.ts";
import { type Database, type Queryable, transaction } from "./postgres/database.ts";
import { isEnabled } from "./tenants.ts";

/** A subscription in somebody's hands. */
export interface Lease {
  readonly id: string;
  /** Digits: a bigint, as text. */
  readonly fence: string;
}

export const leaseName = ({ id, fence }: Lease): string => `${id} ${fence}`;

export interface SubscriptionLease extends Lease, DeliveryAddress, EndUser {
  readonly tenantId: string;
  readonly connectionId: string;
  /** The tenant's subscription that it belongs to. */
  readonly parentId: string | null;
  readonly targetSystem: string;
}

/** What may change while it is leased. */
export interface DeliveryAddress {
  readonly callbackUrl: string;
  /** All of it, encrypted; null in rows that have it in the clear. */
  readonly address: Buffer | null;
  /** Its host and port: whoever answers there is one, whatever the path. */
  readonly endpoint: string;
  /** Encrypted; the places are `subscriptions`, the id of the row or of the one above it, `secret` and `previous_secret`. */
  readonly secret: Buffer;
  /** Null also when its time is over. */
  readonly previousSecret: Buffer | null;
}

const endpoint = "substring(s.callback_url FROM '^[^/]*//[^/?#]*')";
const above = (column: string) =>
  `CASE WHEN s.parent_id IS NULL THEN s.${column} ELSE (SELECT p.${column} FROM subscriptions p WHERE p.id = s.parent_id) END`;
const addressed = `s.callback_url AS "callbackUrl", ${above("address")} AS address, ${endpoint} AS endpoint, ${above("secret")} AS secret,
  CASE WHEN ${above("previous_until")} > now() THEN ${above("previous_secret")} END AS "previousSecret"`;

export interface Claim {
  readonly most: number;
  readonly leaseSeconds: number;
  /** Endpoints and tenants that have as much as they can take. */
  readonly without: { readonly endpoints: readonly string[]; readonly tenants: readonly string[] };
}

/** Subscriptions with something due that nobody holds, those first that have waited longest. */
export async function claimSubscriptions(
  database: Queryable,
  { most, leaseSeconds, without }: Claim,
): Promise<SubscriptionLease[]> {
  const { rows } = await database.query<SubscriptionLease>({
    name: "claim-subscriptions",
    text: `WITH due AS MATERIALIZED (
       SELECT s.id, c.target_system, c.end_user_id, c.end_user_name FROM subscriptions s JOIN connections c ON c.id = s.connection_id
       WHERE s.state = 'active' AND s.due_at <= now() AND (s.leased_until IS NULL OR s.leased_until < now())
         AND ${endpoint} <> ALL ($3::text[]) AND s.tenant_id <> ALL ($4::text[]) AND ${isEnabled("s.tenant_id")}
       ORDER BY s.due_at LIMIT $1 FOR NO KEY UPDATE OF s SKIP LOCKED
     )
     UPDATE subscriptions s SET leased_until = now() + make_interval(secs => $2), fence = s.fence + 1
     FROM due WHERE s.id = due.id
     RETURNING s.id, s.fence::text, s.tenant_id AS "tenantId", s.connection_id AS "connectionId", s.parent_id AS "parentId",
       due.target_system AS "targetSystem", due.end_user_id AS "endUserId", due.end_user_name AS "endUserName", ${addressed}`,
    values: [most, leaseSeconds, without.endpoints, without.tenants],
  });
  return rows;
}

/** What came of the attempts since the last time that was written down. */
export interface Health extends Lease {
  /** Any of them was taken. */
  readonly took: boolean;
  /** The last one was not. */
  readonly failed: boolean;
}

/** Since when every attempt has failed, and the time of a subscription that is in use. */
const healthy = `failing_since = CASE WHEN g.failed AND NOT g.took THEN coalesce(s.failing_since, now())
    WHEN g.failed THEN now() WHEN g.took THEN NULL ELSE s.failing_since END,
  expires_at = CASE WHEN g.took AND s.expires_at < now() + interval '60 days' THEN now() + interval '90 days'
    ELSE s.expires_at END`;

const givenHealth = "unnest($1::text[], $2::bigint[], $3::bool[], $4::bool[]) AS g (id, fence, took, failed)";
const healthColumns = (leases: readonly Health[]): unknown[] => [
  leases.map(({ id }) => id),
  leases.map(({ fence }) => fence),
  leases.map(({ took }) => took),
  leases.map(({ failed }) => failed),
];

/** How long a receiver may refuse everything before its subscription is paused. */
export const pauseAfter = "interval '5 days'";

export interface RenewedLeases extends DeliveryAddress {
  readonly id: string;
  /** Nothing was taken for days. */
  readonly hopeless: boolean;
}

export interface Renewals {
  readonly renewed: readonly RenewedLeases[];
  /** Nobody's or somebody else's by now, gone, or of a tenant that was disabled. */
  readonly lost: ReadonlySet<string>;
}

/**
 * What is neither renewed nor lost is just being written to by somebody else. What was given back meanwhile stays with
 * nobody: leased once more, it would wait for the end of a lease that nobody knows of.
 */
export async function renewLeases(
  database: Queryable,
  leases: readonly Health[],
  leaseSeconds: number,
): Promise<Renewals> {
  type Row = RenewedLeases & { renewed: boolean; held: boolean };
  const { rows } = await database.query<Row>({
    name: "renew-leases",
    text: `WITH mine AS (
       SELECT s.id, g.took, g.failed FROM subscriptions s JOIN ${givenHealth} ON g.id = s.id AND g.fence = s.fence
       WHERE s.state = 'active' AND s.leased_until IS NOT NULL AND ${isEnabled("s.tenant_id")} FOR NO KEY UPDATE OF s SKIP LOCKED
     ), renewed AS (
       UPDATE subscriptions s SET leased_until = now() + make_interval(secs => $5), ${healthy}
       FROM mine g WHERE s.id = g.id
       RETURNING s.id, ${addressed}, g.failed AND coalesce(s.failing_since < now() - ${pauseAfter}, false) AS hopeless
     )
     SELECT g.id, r.id IS NOT NULL AS renewed, s.id IS NOT NULL AS held, r."callbackUrl", r.address, r.endpoint, r.secret,
       r."previousSecret", r.hopeless
     FROM ${givenHealth} LEFT JOIN renewed r ON r.id = g.id
     LEFT JOIN subscriptions s ON s.id = g.id AND s.fence = g.fence AND s.state = 'active'
       AND s.leased_until IS NOT NULL AND ${isEnabled("s.tenant_id")}`,
    values: [...healthColumns(leases), leaseSeconds],
  });
  return {
    renewed: rows.filter(({ renewed }) => renewed),
    lost: new Set(rows.filter(({ renewed, held }) => !renewed && !held).map(({ id }) => id)),
  };
}

export interface LeaseReport extends Health {
  /** Nothing is left that could be sent now; otherwise only its turn is over. */
  readonly isIdle: boolean;
}

export interface ReleasedSubscription {
  readonly id: string;
  readonly hopeless: boolean;
}

/**
 * Gives subscriptions back, each with the time at which its next delivery is due; one that is released with work left
 * queues behind those that wait. The rows are held before anybody looks for what is due: who records an event afterwards
 * writes its time over ours, who recorded one before is seen. Tells which were released; the others are just being written
 * to, or lost.
 */
export async function releaseSubscriptions(database: Database, leases: readonly LeaseReport[]): Promise<ReleasedSubscription[]> {
  return transaction(database, async (client) => {
    const { rows: held } = await client.query<{ id: string }>({
      name: "hold-leases",
      text: `SELECT s.id FROM subscriptions s JOIN ${givenHealth} ON g.id = s.id AND g.fence = s.fence
       FOR NO KEY UPDATE OF s SKIP LOCKED`,
      values: healthColumns(leases),
    });
    const ids = new Set(held.map(({ id }) => id));
    const ours = leases.filter(({ id }) => ids.has(id));
    if (ours.length === 0) return [];
    const idle = ours.filter(({ isIdle }) => isIdle).map(({ id }) => id);
    if (idle.length > 0) await client.query({ name: "hold-back", text: holdBack, values: [idle] });
    const { rows } = await client.query<ReleasedSubscription>({
      name: "release-subscriptions",
      text: `UPDATE subscriptions s SET leased_until = NULL, ${healthy},
         due_at = (SELECT greatest(d.due_at, now()) FROM deliveries d
                   WHERE d.subscription_id = s.id AND d.state = 'open' ORDER BY d.due_at LIMIT 1)
       FROM ${givenHealth} WHERE s.id = g.id AND s.fence = g.fence
       RETURNING s.id, g.failed AND coalesce(s.failing_since < now() - ${pauseAfter}, false) AS hopeless`,
      values: healthColumns(ours),
    });
    return rows;
  });
}

/** What came after one that waits, in its lane, waits as long: otherwise it would seem to be due all the time. */
const holdBack = `
  UPDATE deliveries d SET due_at = w.due_at
  FROM deliveries x CROSS JOIN LATERAL (
    SELECT e.due_at FROM deliveries e WHERE e.subscription_id = x.subscription_id AND e.lane = x.lane
      AND e.state = 'open' AND e.sequence < x.sequence AND e.due_at > now() ORDER BY e.sequence DESC LIMIT 1
  ) AS w
  WHERE x.subscription_id = ANY ($1::text[]) AND x.state = 'open' AND x.due_at <= now()
    AND d.subscription_id = x.subscription_id AND d.sequence = x.sequence`;
