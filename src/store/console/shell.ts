/** Keys, deliveries, writes and events across tenants, with names, for the command line. */
import type { Queryable } from "../postgres/database.ts";

export interface ListedKey {
  readonly id: string;
  readonly name: string | null;
  /** The first characters. */
  readonly hint: string;
  readonly tenantId: string;
  readonly tenantName: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

export interface ShellQuery {
  readonly tenantId?: string | undefined;
  readonly connectionId?: string | undefined;
  readonly state?: string | undefined;
  readonly limit: number;
}

/** Newest first. */
export async function listKeys(database: Queryable, { tenantId, limit }: ShellQuery): Promise<ListedKey[]> {
  const { rows } = await database.query<ListedKey>(
    `SELECT k.id, k.name, k.hint, k.tenant_id AS "tenantId", t.name AS "tenantName", k.created_at AS "createdAt",
       k.last_used_at AS "lastUsedAt", k.revoked_at AS "revokedAt"
     FROM api_keys k JOIN tenants t ON t.id = k.tenant_id
     WHERE $1::text IS NULL OR k.tenant_id = $1 ORDER BY k.created_at DESC, k.id LIMIT $2`,
    [tenantId ?? null, limit],
  );
  return rows;
}

/** The end user's name, or the company's, as the console shows it. */
const who = `coalesce(c.end_user_name, c.company_name, c.company) AS "connectionName", t.name AS "tenantName"`;

interface OfConnection {
  /** Null: it concerns no connection. */
  readonly connectionId: string | null;
  readonly connectionName: string | null;
  readonly tenantName: string;
}

export interface ListedDelivery extends OfConnection {
  /** The `webhook-id`. */
  readonly id: string;
  readonly subscriptionId: string;
  readonly state: string;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly dueAt: Date;
  readonly settledAt: Date | null;
}

/** Newest first. */
export async function listDeliveriesOf(database: Queryable, query: ShellQuery): Promise<ListedDelivery[]> {
  const { rows } = await database.query<ListedDelivery>(
    `SELECT 'msg_' || coalesce(s.parent_id, s.id) || '_' || d.sequence AS id, coalesce(s.parent_id, s.id) AS "subscriptionId",
       c.id AS "connectionId", ${who}, d.state, d.attempts, d.created_at AS "createdAt", d.due_at AS "dueAt",
       d.settled_at AS "settledAt"
     FROM deliveries d JOIN subscriptions s ON s.id = d.subscription_id LEFT JOIN connections c ON c.id = d.connection_id
       JOIN tenants t ON t.id = s.tenant_id
     WHERE ($1::text IS NULL OR s.tenant_id = $1) AND ($2::text IS NULL OR d.connection_id = $2)
       AND ($3::text IS NULL OR d.state = $3) ORDER BY d.created_at DESC LIMIT $4`,
    valuesOf(query),
  );
  return rows;
}

export interface ListedOperation extends OfConnection {
  readonly id: string;
  readonly operation: string;
  readonly state: string;
  readonly idempotencyKey: string | null;
  readonly createdAt: Date;
  readonly settledAt: Date | null;
}

/** Newest first. */
export async function listOperationsOf(database: Queryable, query: ShellQuery): Promise<ListedOperation[]> {
  const { rows } = await database.query<ListedOperation>(
    `SELECT o.id, o.operation, o.state, o.idempotency_key AS "idempotencyKey", o.connection_id AS "connectionId", ${who},
       o.created_at AS "createdAt", o.settled_at AS "settledAt"
     FROM operations o JOIN connections c ON c.id = o.connection_id JOIN tenants t ON t.id = o.tenant_id
     WHERE ($1::text IS NULL OR o.tenant_id = $1) AND ($2::text IS NULL OR o.connection_id = $2)
       AND ($3::text IS NULL OR o.state = $3) ORDER BY o.created_at DESC LIMIT $4`,
    valuesOf(query),
  );
  return rows;
}

export interface ListedEvent extends OfConnection {
  /** The number in the log. */
  readonly sequence: string;
  readonly eventType: string;
  readonly resource: string;
  readonly resourceId: string;
  readonly changedAt: Date;
  readonly recordedAt: Date;
}

/** The last ones, oldest first; or those that were recorded since a time. */
export async function listRecentEvents(
  database: Queryable,
  { tenantId, connectionId, limit, since }: ShellQuery & { readonly since?: Date | undefined },
): Promise<ListedEvent[]> {
  const { rows } = await database.query<ListedEvent>(
    `SELECT e.sequence::text, e.event_type AS "eventType", e.resource, e.resource_id AS "resourceId",
       c.id AS "connectionId", ${who}, e.changed_at AS "changedAt", e.recorded_at AS "recordedAt"
     FROM events e LEFT JOIN connections c ON c.id = e.connection_id JOIN tenants t ON t.id = coalesce(c.tenant_id, e.connection_id)
     WHERE ($1::text IS NULL OR t.id = $1) AND ($2::text IS NULL OR e.connection_id = $2)
       AND ($3::timestamptz IS NULL OR e.recorded_at >= $3) ORDER BY e.recorded_at DESC, e.sequence DESC LIMIT $4`,
    [tenantId ?? null, connectionId ?? null, since ?? null, limit],
  );
  return rows.toReversed();
}

const valuesOf = ({ tenantId, connectionId, state, limit }: ShellQuery): unknown[] => [
  tenantId ?? null,
  connectionId ?? null,
  state ?? null,
  limit,
];
