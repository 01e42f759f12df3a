/** Connections and their history, for the console. */
import type { Connection, RequestedScopes } from "../connections.ts";
import { auditTables } from "../log/auditLog.ts";
import type { Queryable } from "../postgres/database.ts";
import { type Page, pageOf, pageSize, type Scope, where } from "./query.ts";

export interface ShownConnection extends Omit<Connection, "credentials" | "generation"> {
  readonly companyName: string | null;
  readonly tenantName: string;
  /** The scopes that the end user granted; null if the vendor has none. */
  readonly scopes: string | null;
  readonly createdAt: Date;
  readonly since: Date;
  readonly lastGood: Date | null;
  readonly lastFailure: Date | null;
  readonly lastCode: string | null;
  /** Requests and failed requests for each hour of the last day, oldest first. */
  readonly hours: readonly { readonly hour: number; readonly all: number; readonly failed: number }[];
}

export interface ConnectionFilters {
  readonly id?: string | undefined;
  readonly system?: string | undefined;
  readonly state?: string | undefined;
  readonly text?: string | undefined;
  /** Only active connections that lack one of these scopes. */
  readonly lacking?: RequestedScopes | undefined;
}

const lacksScopes = `c.state = 'active' AND EXISTS (
  SELECT FROM jsonb_to_recordset(?::jsonb) AS requested ("targetSystem" text, scopes jsonb)
  WHERE requested."targetSystem" = c.target_system AND NOT to_jsonb(string_to_array(c.scopes, ' ')) @> requested.scopes)`;

const columns = `c.id, c.tenant_id AS "tenantId", c.target_system AS "targetSystem", c.state, c.environment, c.company,
  c.company_name AS "companyName",
  c.end_user_id AS "endUserId", c.end_user_name AS "endUserName", t.name AS "tenantName", c.scopes, c.created_at AS "createdAt",
  coalesce((SELECT max(h.at) FROM connection_history h WHERE h.connection_id = c.id
    AND h.kind IN ('connected', 'recorded', 'refused', 'accepted', 'reconnected', 'disabled')), c.created_at) AS since,
  (SELECT max(r.at) FROM request_log r WHERE r.connection_id = c.id AND r.code IS NULL) AS "lastGood",
  bad.at AS "lastFailure", bad.code AS "lastCode",
  coalesce((SELECT json_agg(json_build_object('hour', hour, 'all', n, 'failed', f) ORDER BY hour) FROM (
    SELECT floor(extract(epoch FROM r.at - (now() - interval '24 hours')) / 3600)::int AS hour, count(*) AS n, count(r.code) AS f
    FROM request_log r WHERE r.connection_id = c.id AND r.at >= now() - interval '24 hours' GROUP BY 1
  ) AS each_hour), '[]') AS hours`;

const tables = `connections c JOIN tenants t ON t.id = c.tenant_id
  LEFT JOIN LATERAL (SELECT r.at, r.code FROM request_log r WHERE r.connection_id = c.id AND r.code IS NOT NULL
    ORDER BY r.at DESC LIMIT 1) AS bad ON true`;

/** Connections with problems first: those that need a sign-in, then those that failed most recently. */
export async function listShownConnections(
  client: Queryable,
  { tenantId }: Pick<Scope, "tenantId">,
  filters: ConnectionFilters,
  offset = 0,
): Promise<Page<ShownConnection>> {
  const { sql, values } = where([
    ["c.tenant_id = ?", tenantId],
    ["c.id = ?", filters.id],
    ["c.target_system = ?", filters.system],
    ["c.state = ?", filters.state],
    [lacksScopes, filters.lacking && JSON.stringify(filters.lacking)],
    [
      "concat_ws(' ', c.id, c.company, c.company_name, c.environment, c.end_user_id, c.end_user_name) ILIKE '%' || ? || '%'",
      filters.text?.replaceAll(/[%_\\]/g, String.raw`\$&`),
    ],
  ]);
  const { rows } = await client.query<ShownConnection>(
    `SELECT ${columns} FROM ${tables} WHERE ${sql}
     ORDER BY CASE c.state WHEN 'needs_reauth' THEN 0 WHEN 'active' THEN 1 ELSE 2 END, bad.at DESC NULLS LAST, c.created_at DESC
     LIMIT ${pageSize + 1} OFFSET ${Math.trunc(offset)}`,
    values,
  );
  return pageOf(rows);
}

export async function findConnectionName(
  client: Queryable,
  tenantId: string | null,
  id: string,
): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string | null }>(
    `SELECT coalesce(end_user_name, company_name, company, end_user_id) AS name FROM connections
     WHERE id = $2 AND ($1::text IS NULL OR tenant_id = $1)`,
    [tenantId, id],
  );
  return rows[0]?.name ?? undefined;
}

export interface HistoryStep {
  readonly kind: string;
  readonly at: Date;
  readonly lastAt: Date;
  readonly times: number;
  /** The request that failed, if it is still in the log. */
  readonly requestId: string | null;
  /** The person who ended it, or created the reconnect link, in the console. */
  readonly person: string | null;
}

/** Newest first. */
export async function listHistory(client: Queryable, connectionId: string): Promise<HistoryStep[]> {
  const { rows } = await client.query<HistoryStep>(
    `SELECT h.kind, h.at, h.last_at AS "lastAt", h.times,
       (SELECT r.id FROM request_log r WHERE h.kind = 'refused' AND r.connection_id = h.connection_id AND r.code IS NOT NULL
          AND r.at BETWEEN h.at - interval '2 minutes' AND h.at + interval '2 seconds' ORDER BY r.at DESC LIMIT 1) AS "requestId",
       (SELECT n.person FROM ${auditTables} WHERE a.subject = h.connection_id AND NOT a.refused
          AND a.action = CASE h.kind WHEN 'disabled' THEN 'connection.end' WHEN 'reconnected' THEN 'connection.reconnectLink' END
          AND a.at BETWEEN h.at - interval '1 day' AND h.at + interval '1 minute' ORDER BY a.id DESC LIMIT 1) AS person
     FROM connection_history h WHERE h.connection_id = $1 ORDER BY h.id DESC LIMIT 100`,
    [connectionId],
  );
  return rows;
}

export interface ReportStatus {
  /** When the next poll is due; null if nothing is polled. */
  readonly nextPoll: Date | null;
  readonly polledUntil: Date | null;
  readonly pollFault: string | null;
  /** Whether a vendor webhook is active, and when it expires. */
  readonly vendorTells: boolean;
  readonly vendorUntil: Date | null;
  readonly vendorFault: string | null;
  readonly vendorFaultAt: Date | null;
  /** The last failure of a daily check or of a renewal, if it is not over. */
  readonly upkeepFault: string | null;
  readonly upkeepFaultAt: Date | null;
  readonly lastEvent: Date | null;
}

/** How changes of the connection are found, and when it was last polled. */
export async function findReportStatus(client: Queryable, connectionId: string): Promise<ReportStatus | undefined> {
  const { rows } = await client.query<ReportStatus>(
    `SELECT (SELECT due_at FROM poll_schedule WHERE connection_id = $1) AS "nextPoll",
       (SELECT last_fault FROM poll_schedule WHERE connection_id = $1) AS "pollFault",
       (SELECT max(polled_until) FROM polls WHERE connection_id = $1) AS "polledUntil",
       EXISTS (SELECT FROM vendor_subscriptions WHERE connection_id = $1 AND facts IS NOT NULL) AS "vendorTells",
       (SELECT max(expires_at) FROM vendor_subscriptions WHERE connection_id = $1) AS "vendorUntil",
       v.last_fault AS "vendorFault", v.last_fault_at AS "vendorFaultAt",
       u.last_fault AS "upkeepFault", u.last_fault_at AS "upkeepFaultAt",
       (SELECT max(recorded_at) FROM events WHERE connection_id = $1) AS "lastEvent"
     FROM (SELECT $1::text AS id) AS c
     LEFT JOIN connection_upkeep u ON u.connection_id = c.id
     LEFT JOIN LATERAL (
       SELECT last_fault, last_fault_at FROM vendor_subscriptions WHERE connection_id = c.id AND last_fault IS NOT NULL
       ORDER BY last_fault_at DESC LIMIT 1
     ) AS v ON true`,
    [connectionId],
  );
  return rows[0];
}

export interface ShownKey {
  /** Part of the key's hash: hints may occur twice. */
  readonly id: string;
  readonly hash: Buffer;
  readonly hint: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

export async function listAccountKeys(client: Queryable, connectionId: string): Promise<ShownKey[]> {
  const { rows } = await client.query<ShownKey>(
    `SELECT left(encode(hash, 'hex'), 16) AS id, hash, hint, created_at AS "createdAt", revoked_at AS "revokedAt"
     FROM account_keys WHERE connection_id = $1
     ORDER BY created_at DESC LIMIT 50`,
    [connectionId],
  );
  return rows;
}
