/**
 * Deliverers lease whole subscriptions, so that only one process sends to each. Its results count only with the fence that
 * it got with the lease.
 *
 * Transactions that record events lock the rows of their subscriptions until they end, which may take a while. Nothing here
 * waits for them: locked rows are skipped and tried again later.
 */
import type { EndUser } from "./connections.ts";
import { type Database, type Queryable, transaction } from "./postgres/database.ts";
import { isEnabled } from "./tenants.ts";

/** A leased subscription. */
export interface Lease {
  readonly id: string;
  /** A bigint as text. */
  readonly fence: string;
}

export const leaseName = ({ id, fence }: Lease): string => `${id} ${fence}`;

export interface SubscriptionLease extends Lease, DeliveryAddress, EndUser {
  readonly tenantId: string;
  /** Null: its deliveries are of the tenant's log. */
  readonly connectionId: string | null;
  /** The tenant's subscription that it belongs to, if any. */
  readonly parentId: string | null;
  /** That of the connection. */
  readonly targetSystem: string | null;
}

/** The fields that may change while a subscription is leased. */
export interface DeliveryAddress {
  readonly callbackUrl: string;
  /** The encrypted URL; null in old rows, which have it in plain text. */
  readonly address: Buffer | null;
  /** Host and port: they identify the receiver, whatever the path. */
  readonly endpoint: string;
  /** Encrypted for table `subscriptions`, the id of the row or its parent, columns `secret` and `previous_secret`. */
  readonly secret: Buffer;
  /** Null also after it has expired. */
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
  /** Endpoints and tenants that cannot use more deliveries now. */
  readonly without: { readonly endpoints: readonly string[]; readonly tenants: readonly string[] };
}

/** Leases subscriptions with due deliveries that no process holds, longest waiting first. */
export async function claimSubscriptions(
  database: Queryable,
  { most, leaseSeconds, without }: Claim,
): Promise<SubscriptionLease[]> {
  const { rows } = await database.query<SubscriptionLease>({
    name: "claim-subscriptions",
    text: `WITH due AS MATERIALIZED (
       SELECT s.id, c.target_system, c.end_user_id, c.end_user_name FROM subscriptions s LEFT JOIN connections c ON c.id = s.connection_id
       WHERE s.state = 'active' AND s.due_at <= now() AND (s.leased_until IS NULL OR s.leased_until < (SELECT steady_now()))
         AND ${endpoint} <> ALL ($3::text[]) AND s.tenant_id <> ALL ($4::text[]) AND ${isEnabled("s.tenant_id")}
       ORDER BY s.due_at LIMIT $1 FOR NO KEY UPDATE OF s SKIP LOCKED
     )
     UPDATE subscriptions s SET leased_until = (SELECT steady_now()) + make_interval(secs => $2), fence = s.fence + 1
     FROM due WHERE s.id = due.id
     RETURNING s.id, s.fence::text, s.tenant_id AS "tenantId", s.connection_id AS "connectionId", s.parent_id AS "parentId",
       due.target_system AS "targetSystem", due.end_user_id AS "endUserId", due.end_user_name AS "endUserName", ${addressed}`,
    values: [most, leaseSeconds, without.endpoints, without.tenants],
  });
  return rows;
}

/** The results of attempts since the last report. */
export interface Health extends Lease {
  /** At least one attempt succeeded. */
  readonly took: boolean;
  /** The last attempt failed. */
  readonly failed: boolean;
}

/** Updates since when all attempts have failed, and extends subscriptions in use. */
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

/** How long all attempts may fail before a subscription is paused. */
export const pauseAfter = "interval '5 days'";

export interface RenewedLeases extends DeliveryAddress {
  readonly id: string;
  /** All attempts have failed for days. */
  readonly hopeless: boolean;
}

export interface Renewals {
  readonly renewed: readonly RenewedLeases[];
  /** No longer leased by this process, removed, or of a disabled tenant. */
  readonly lost: ReadonlySet<string>;
}

/**
 * Subscriptions that are neither renewed nor lost are locked by another transaction. One that was released meanwhile is not
 * leased again: it would have to wait for a lease to expire that no process knows of.
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
       UPDATE subscriptions s SET leased_until = (SELECT steady_now()) + make_interval(secs => $5), ${healthy}
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
  /** No deliveries are due now; otherwise only its turn is over. */
  readonly isIdle: boolean;
}

export interface ReleasedSubscription {
  readonly id: string;
  readonly hopeless: boolean;
}

/**
 * Releases subscriptions, each with the time at which its next delivery is due; one with remaining work queues behind those
 * that wait. The rows are locked before the due times are read: an event recorded earlier is seen, and one recorded later
 * overwrites the time. Returns the released ones; the others are locked by another transaction, or lost.
 */
export async function releaseSubscriptions(
  database: Database,
  leases: readonly LeaseReport[],
): Promise<ReleasedSubscription[]> {
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

/** Later deliveries of a lane wait as long as the one before them: otherwise they would always seem due. */
const holdBack = `
  UPDATE deliveries d SET due_at = w.due_at
  FROM deliveries x CROSS JOIN LATERAL (
    SELECT e.due_at FROM deliveries e WHERE e.subscription_id = x.subscription_id AND e.lane = x.lane
      AND e.state = 'open' AND e.sequence < x.sequence AND e.due_at > now() ORDER BY e.sequence DESC LIMIT 1
  ) AS w
  WHERE x.subscription_id = ANY ($1::text[]) AND x.state = 'open' AND x.due_at <= now()
    AND d.subscription_id = x.subscription_id AND d.sequence = x.sequence AND d.state = 'open'`;
