/** Subscriptions at vendors: one for each scope of a connection whose vendor posts to the connection's own URL. */
import type { RecordResource } from "../contract/event.ts";
import type { Connection, ConnectionState } from "./connections.ts";
import { desiredSubscriptions, type WhichSubscriptions } from "./desiredSubscriptions.ts";
import type { Queryable } from "./postgres/database.ts";
import { isEnabled } from "./tenants.ts";

/** A resource that a vendor reports to such a URL. */
export interface ReportableResource {
  readonly targetSystem: string;
  readonly resource: RecordResource;
  /** The choices that are missing before a subscription is possible. */
  readonly needsCompany: boolean;
  readonly needsEnvironment: boolean;
}

/** The connection and scope of a vendor subscription; "" is the connection's own choice. */
export interface VendorSubscriptionName {
  readonly connectionId: string;
  readonly scope: string;
}

export interface VendorSubscriptionRow extends VendorSubscriptionName {
  /** Encrypted for table `vendor_subscriptions`, the row's name, column `address`. */
  readonly address: Buffer;
  /** Encrypted for column `facts`; null until the vendor has confirmed the subscription. */
  readonly facts: Buffer | null;
  readonly expiresAt: Date | null;
  readonly attempts: number;
  /** The service's public URL that the vendor knows; null for subscriptions of earlier versions. */
  readonly baseUrl: string | null;
}

const columns = `v.connection_id AS "connectionId", v.scope, v.address, v.facts, v.expires_at AS "expiresAt", v.attempts,
  v.base_url AS "baseUrl"`;

const offered = `unnest($1::text[], $2::text[], $3::boolean[], $4::boolean[])
  AS l(target_system, resource, company, environment)`;

/** Whether a subscription wants changes that the vendor of connection c reports for this scope. */
const isWanted = (scope: string): string => `c.state <> 'disabled' AND EXISTS (
  SELECT FROM subscriptions s JOIN ${offered}
    ON l.target_system = c.target_system AND (s.resource IS NULL OR s.resource = l.resource)
  WHERE s.scope = ${scope}
    AND (s.scope <> '' OR (NOT (l.company AND c.company IS NULL) AND NOT (l.environment AND c.environment IS NULL)))
    AND (s.connection_id = c.id OR (s.connection_id IS NULL AND s.tenant_id = c.tenant_id)) AND s.state <> 'ended' AND s.expires_at > cautious_now())`;

const arraysOf = (tellable: readonly ReportableResource[]): unknown[] => [
  tellable.map(({ targetSystem }) => targetSystem),
  tellable.map(({ resource }) => resource),
  tellable.map(({ needsCompany }) => needsCompany),
  tellable.map(({ needsEnvironment }) => needsEnvironment),
];

/** Some connections without one, among all or among those with recent subscriptions. */
export async function findMissing(
  database: Queryable,
  tellable: readonly ReportableResource[],
  which: WhichSubscriptions,
): Promise<VendorSubscriptionName[]> {
  const { rows } = await database.query<VendorSubscriptionName>(
    `SELECT DISTINCT w.connection_id AS "connectionId", w.scope FROM (${desiredSubscriptions(which, offered)}) AS w
     WHERE w.state = 'active'
       AND NOT EXISTS (SELECT FROM vendor_subscriptions v WHERE v.connection_id = w.connection_id AND v.scope = w.scope)
     LIMIT 100`,
    arraysOf(tellable),
  );
  return rows;
}

/** Stored before the vendor is called, because it may post before its response arrives. */
export async function addVendorAddress(
  database: Queryable,
  { connectionId, scope, tokenHash, address }: VendorSubscriptionName & { tokenHash: Buffer; address: Buffer },
): Promise<void> {
  await database.query(
    `INSERT INTO vendor_subscriptions (connection_id, scope, token_hash, address) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING`,
    [connectionId, scope, tokenHash, address],
  );
}

/** Marks vendor subscriptions that are no longer needed. */
export async function markForRemoval(database: Queryable, tellable: readonly ReportableResource[]): Promise<void> {
  await database.query(
    `UPDATE vendor_subscriptions v SET due_at = now() FROM connections c
     WHERE c.id = v.connection_id AND v.due_at > now() AND v.attempts = 0 AND NOT (${isWanted("v.scope")})`,
    arraysOf(tellable),
  );
}

/** The vendors post to the service's former URL, so their subscriptions have to be made again. */
export async function markMoved(database: Queryable, baseUrl: string): Promise<void> {
  await database.query(
    "UPDATE vendor_subscriptions SET due_at = now() WHERE facts IS NOT NULL AND base_url <> $1 AND due_at > now()",
    [baseUrl],
  );
}

export interface DueVendorSubscription extends VendorSubscriptionRow {
  readonly isWanted: boolean;
  readonly state: ConnectionState;
  /** Identifies this lease. */
  readonly lease: string;
}

/** Leases due ones for a while. Connections whose end user has to sign in again wait until then. */
export async function claimVendorSubscriptions(
  database: Queryable,
  tellable: readonly ReportableResource[],
  { most, leaseSeconds }: { most: number; leaseSeconds: number },
): Promise<DueVendorSubscription[]> {
  const { rows } = await database.query<DueVendorSubscription>(
    `UPDATE vendor_subscriptions v SET leased_until = (SELECT steady_now()) + make_interval(secs => $6) FROM connections c
     WHERE c.id = v.connection_id AND (v.connection_id, v.scope) IN (
       SELECT d.connection_id, d.scope FROM vendor_subscriptions d JOIN connections o ON o.id = d.connection_id
       WHERE d.due_at <= now() AND (d.leased_until IS NULL OR d.leased_until < (SELECT steady_now())) AND o.state <> 'needs_reauth'
         AND ${isEnabled("o.tenant_id")}
       ORDER BY d.due_at LIMIT $5 FOR UPDATE OF d SKIP LOCKED
     )
     RETURNING ${columns}, c.state, v.leased_until::text AS lease, (${isWanted("v.scope")}) AS "isWanted"`,
    [...arraysOf(tellable), most, leaseSeconds],
  );
  return rows;
}

type Held = Pick<DueVendorSubscription, "connectionId" | "scope" | "lease">;

interface KeptSubscription {
  readonly facts: Buffer;
  readonly expiresAt: Date | null;
  readonly dueAt: Date | null;
  readonly baseUrl: string;
}

/** Returns false if another process holds it or it is gone. A loss is shown until the next check. */
export async function keepVendorSubscription(
  database: Queryable,
  { connectionId, scope, lease }: Held,
  { facts, expiresAt, dueAt, baseUrl }: KeptSubscription,
): Promise<boolean> {
  const { rowCount } = await database.query(
    `UPDATE vendor_subscriptions SET facts = $3, expires_at = $4, leased_until = NULL, attempts = 0,
       last_fault = CASE WHEN facts IS NULL AND lost_at = last_fault_at THEN last_fault END,
       due_at = least($5::timestamptz, now() + ${checkEvery}), checked_at = now(), base_url = $7
     WHERE connection_id = $1 AND leased_until = $2 AND scope = $6`,
    [connectionId, lease, facts, expiresAt, dueAt, scope, baseUrl],
  );
  return rowCount === 1;
}

/** A little less than a day, and not the same for all. */
const checkEvery = "make_interval(hours => 23, mins => (50 * random())::int)";

/** The vendor no longer has the subscription, or not for the service's URL, so its lists are polled until there is a new one. */
export async function loseVendorSubscription(
  database: Queryable,
  { connectionId, scope, lease }: Held,
  /** Null: nobody's fault, because the service's URL has changed. */
  fault: string | null,
): Promise<void> {
  await database.query(
    `UPDATE vendor_subscriptions SET facts = NULL, expires_at = NULL, lost_at = now(), last_fault = $4, last_fault_at = now()
     WHERE connection_id = $1 AND leased_until = $2 AND scope = $3`,
    [connectionId, lease, scope, fault],
  );
}

export async function postponeVendorSubscription(
  database: Queryable,
  { connectionId, scope, lease }: Held,
  { seconds, fault }: { seconds: number; fault: string },
): Promise<void> {
  await database.query(
    `UPDATE vendor_subscriptions SET attempts = attempts + 1, leased_until = NULL, last_fault = $4, last_fault_at = now(),
       due_at = now() + make_interval(secs => $3)
     WHERE connection_id = $1 AND leased_until = $2 AND scope = $5`,
    [connectionId, lease, seconds, fault, scope],
  );
}

/** Its URL stops working. */
export async function removeVendorSubscription(
  database: Queryable,
  { connectionId, scope }: VendorSubscriptionName,
): Promise<void> {
  await database.query("DELETE FROM vendor_subscriptions WHERE connection_id = $1 AND scope = $2", [
    connectionId,
    scope,
  ]);
}

export async function findVendorSubscriptions(
  database: Queryable,
  connectionId: string,
): Promise<VendorSubscriptionRow[]> {
  const { rows } = await database.query<VendorSubscriptionRow>(
    `SELECT ${columns} FROM vendor_subscriptions v WHERE v.connection_id = $1 ORDER BY v.scope`,
    [connectionId],
  );
  return rows;
}

/** Why the vendor's subscriptions of a connection do not work, or were made again. */
export interface SubscriptionFault {
  readonly scope: string;
  readonly lastFault: string;
  readonly lastFaultAt: Date;
}

export async function listSubscriptionFaults(database: Queryable, connectionId: string): Promise<SubscriptionFault[]> {
  const { rows } = await database.query<SubscriptionFault>(
    `SELECT scope, last_fault AS "lastFault", last_fault_at AS "lastFaultAt" FROM vendor_subscriptions
     WHERE connection_id = $1 AND last_fault IS NOT NULL AND last_fault_at IS NOT NULL ORDER BY last_fault_at DESC`,
    [connectionId],
  );
  return rows;
}

export interface WebhookRecipient extends Pick<VendorSubscriptionRow, "connectionId" | "scope" | "address" | "facts"> {
  readonly tenantId: string;
  readonly state: ConnectionState;
}

/** The recipient of a webhook request, found with one index lookup. */
export async function findWebhookRecipient(
  database: Queryable,
  targetSystem: string,
  tokenHash: Buffer,
): Promise<WebhookRecipient | undefined> {
  const { rows } = await database.query<WebhookRecipient>({
    name: "find-addressee",
    text: `SELECT v.connection_id AS "connectionId", c.tenant_id AS "tenantId", v.scope, v.address, v.facts, c.state
           FROM vendor_subscriptions v JOIN connections c ON c.id = v.connection_id
           WHERE v.token_hash = $1 AND c.target_system = $2`,
    values: [tokenHash, targetSystem],
  });
  return rows[0];
}

export interface PortalRecipients {
  readonly targetSystem: string;
  readonly companies: readonly string[];
  /** The tenant whose URL received the request. Undefined: the operator's URL, for tenants without their own client. */
  readonly tenantId?: string | undefined;
}

export interface PortalRecipient extends Pick<Connection, "id" | "company"> {
  readonly scope: string;
}

/** The recipients of a request to a portal's URL: connections with that company chosen or subscribed. */
export async function findPortalRecipients(
  database: Queryable,
  { targetSystem, companies, tenantId }: PortalRecipients,
): Promise<PortalRecipient[]> {
  const { rows } = await database.query<PortalRecipient>(
    `SELECT DISTINCT c.id, m.company, m.scope FROM connections c
     CROSS JOIN LATERAL (
       SELECT c.company, '' AS scope
       UNION SELECT s.company, s.scope FROM subscriptions s
       WHERE s.connection_id = c.id AND s.state <> 'ended' AND s.scope <> ''
     ) AS m
     WHERE c.target_system = $1 AND m.company = ANY ($2) AND c.state <> 'disabled'
       AND CASE WHEN $3::text IS NULL THEN NOT EXISTS (
           SELECT FROM registrations r WHERE r.tenant_id = c.tenant_id AND r.target_system = c.target_system)
         ELSE c.tenant_id = $3 END
     ORDER BY c.id, m.scope`,
    [targetSystem, companies, tenantId ?? null],
  );
  return rows;
}
