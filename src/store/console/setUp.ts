/** Tenants, their keys and the audit log, for the console. */
import type { KeyScopeRow } from "../apiKeys.ts";
import { type AuditRow, auditColumns, auditTables } from "../log/auditLog.ts";
import { type FoundWrite, findRequestsByTerms, findWritesByTerms } from "../log/searchTerms.ts";
import type { Queryable } from "../postgres/database.ts";
import { type Page, pageOf, pageSize, type Scope, where } from "./query.ts";

export interface ShownTenant {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly disabledAt: Date | null;
  readonly connections: number;
  readonly requests: number;
  readonly failed: number;
}

export async function listShownTenants(
  client: Queryable,
  { tenantId, from, to }: Scope,
  offset = 0,
): Promise<Page<ShownTenant>> {
  const { rows } = await client.query<ShownTenant>(
    `SELECT t.id, t.name, t.created_at AS "createdAt", t.disabled_at AS "disabledAt",
       (SELECT count(*)::int FROM connections c WHERE c.tenant_id = t.id AND c.state <> 'disabled') AS connections,
       seen.requests, seen.failed
     FROM tenants t, LATERAL (
       SELECT count(*)::int AS requests, count(r.code)::int AS failed FROM request_log r
       WHERE r.tenant_id = t.id AND r.at >= $2 AND r.at < $3
     ) AS seen
     WHERE $1::text IS NULL OR t.id = $1 ORDER BY t.created_at LIMIT ${pageSize + 1} OFFSET ${Math.trunc(offset)}`,
    [tenantId, from, to],
  );
  return pageOf(rows);
}

export interface ShownApiKey extends KeyScopeRow {
  readonly id: string;
  readonly hint: string;
  readonly name: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
  /** Requests with this key in the last day. */
  readonly requests: number;
}

export async function listApiKeys(client: Queryable, tenantId: string): Promise<ShownApiKey[]> {
  const { rows } = await client.query<ShownApiKey>(
    `SELECT k.id, k.hint, k.name, k.access, k.target_systems AS "targetSystems", k.resources, k.created_at AS "createdAt", k.last_used_at AS "lastUsedAt", k.revoked_at AS "revokedAt",
       (SELECT count(*)::int FROM request_log r WHERE r.tenant_id = $1 AND r.api_key_hint = k.hint
         AND r.at > now() - interval '24 hours') AS requests
     FROM api_keys k WHERE k.tenant_id = $1 ORDER BY k.revoked_at IS NOT NULL, k.created_at DESC LIMIT 100`,
    [tenantId],
  );
  return rows;
}

/** Only of this tenant. Returns whether there was a key to revoke. */
export async function revokeKeyOf(database: Queryable, tenantId: string, id: string): Promise<boolean> {
  const { rowCount } = await database.query(
    "UPDATE api_keys SET revoked_at = now() WHERE id = $1 AND tenant_id = $2 AND revoked_at IS NULL",
    [id, tenantId],
  );
  return rowCount === 1;
}

export async function nameApiKey(database: Queryable, id: string, name: string): Promise<void> {
  await database.query("UPDATE api_keys SET name = $2 WHERE id = $1", [id, name]);
}

export async function listAudit(
  client: Queryable,
  { tenantId, from, to }: Scope,
  after?: string,
): Promise<Page<AuditRow>> {
  const { sql, values } = where([
    ["a.at >= ?", from],
    ["a.at < ?", to],
    ["a.tenant_id = ?", tenantId],
    ["a.id < ?::bigint", after],
  ]);
  const { rows } = await client.query<AuditRow>(
    `SELECT ${auditColumns} FROM ${auditTables}
     WHERE ${sql} ORDER BY a.id DESC LIMIT ${pageSize + 1}`,
    values,
  );
  return pageOf(rows);
}

/** A result of the global search. */
export interface Hit {
  readonly kind: "request" | "connection" | "write" | "task" | "subscription" | "tenant" | "event" | "delivery";
  readonly id: string;
  readonly about: string;
  /** When the request or write was received; null for everything else. */
  readonly at: Date | null;
  /** The status of a request. */
  readonly status: number | null;
  /** The state of a write, task, subscription or delivery. */
  readonly state: string | null;
  /** Of a record with events: ids of different connections may be the same. */
  readonly connectionId?: string;
}

const mostHits = 20;

interface Search {
  readonly text: string;
  /** The hash of the text, if it is a key. */
  readonly hash: Buffer;
  /** The hashes of what the text may mean in a record. */
  readonly terms: readonly Buffer[];
  /** The record that a write has stored: its id, and what people call it. */
  readonly describeRecord: (write: FoundWrite) => { readonly id?: string | undefined; readonly label: string };
}

const who = "coalesce(c.end_user_name, c.company_name, c.company)";

/** Ids have no type, so all tables are searched. Keys are searched by their hash. */
export async function findAnything(
  client: Queryable,
  tenantId: string | null,
  { text, hash, terms, describeRecord }: Search,
): Promise<Hit[]> {
  const { rows } = await client.query<Hit>(
    `SELECT * FROM (
       SELECT 'connection' AS kind, c.id, concat_ws(' · ', c.end_user_name, coalesce(c.company_name, c.company), c.target_system) AS about,
         NULL::timestamptz AS at, NULL::int AS status, NULL::text AS state FROM connections c
       WHERE ($1::text IS NULL OR c.tenant_id = $1) AND ($2 IN (c.id, c.company, c.end_user_id)
         OR (length($2) > 2 AND strpos(lower(concat_ws(' ', c.end_user_name, c.company_name)), lower($2)) > 0)
         OR EXISTS (SELECT FROM account_keys a WHERE a.connection_id = c.id AND (a.hash = $3 OR a.hint = $2)))
       UNION ALL SELECT 'write', o.id, concat_ws(' · ', ${who}, o.operation), o.created_at, NULL, o.state
       FROM operations o JOIN connections c ON c.id = o.connection_id
       WHERE ($1::text IS NULL OR o.tenant_id = $1) AND $2 IN (o.id, o.idempotency_key)
       UNION ALL SELECT 'task', k.id, k.operation, NULL, NULL, k.status FROM tasks k
       WHERE ($1::text IS NULL OR k.tenant_id = $1) AND k.id = $2
       UNION ALL SELECT 'subscription', s.id, substring(s.callback_url FROM '^https?://[^/?#]+'), NULL, NULL, s.state FROM subscriptions s
       WHERE ($1::text IS NULL OR s.tenant_id = $1) AND s.parent_id IS NULL AND (s.id = $2 OR s.address_hash = $3 OR s.callback_url = $2)
       UNION ALL SELECT 'tenant', t.id, t.name, NULL, NULL, NULL FROM tenants t
       WHERE ($1::text IS NULL OR t.id = $1) AND ($2 = t.id OR t.name ILIKE $2
         OR EXISTS (SELECT FROM api_keys k WHERE k.tenant_id = t.id AND (k.hash = $3 OR k.hint = $2)))
       UNION ALL SELECT 'request', r.id, concat_ws(' · ', ${who}, r.operation), r.at, r.status, NULL
       FROM request_log r LEFT JOIN connections c ON c.id = r.connection_id
       WHERE ($1::text IS NULL OR r.tenant_id = $1) AND (r.idempotency_key = $2 OR r.id = $2)
       UNION ALL (SELECT 'event', e.resource_id, e.resource || ' ' || e.event_type, NULL, NULL, NULL FROM events e LEFT JOIN connections c ON c.id = e.connection_id
       WHERE ($1::text IS NULL OR coalesce(c.tenant_id, e.connection_id) = $1) AND e.resource_id = $2 LIMIT 1)
       UNION ALL SELECT 'delivery', $2, '', NULL, NULL, d.state FROM deliveries d JOIN subscriptions s ON s.id = d.subscription_id
       WHERE ($1::text IS NULL OR s.tenant_id = $1) AND (d.subscription_id, d.sequence) = (
         substring($2 FROM '^msg_(.+)_\\d{1,18}$'), substring($2 FROM '^msg_.+_(\\d{1,18})$')::bigint)
     ) AS hits LIMIT ${mostHits}`,
    [tenantId, text, hash],
  );
  const most = mostHits;
  const requests = (await findRequestsByTerms(client, tenantId, { terms, most })).map(
    ({ id, operation, status, at, who: name }): Hit => {
      const about = [name, operation].filter(Boolean).join(" · ");
      return { kind: "request", id, about, at, status, state: null };
    },
  );
  const found = (await findWritesByTerms(client, tenantId, { terms, most })).map((write) => ({
    write,
    record: describeRecord(write),
  }));
  const writes = found.map(({ write: { id, at, who: name, operation, state }, record: { label } }): Hit => {
    const about = [name, operation, label].filter(Boolean).join(" · ");
    return { kind: "write", id, about, at, status: null, state };
  });
  const records = found.flatMap(({ write: { connectionId }, record: { id } }) =>
    id === undefined ? [] : [{ connectionId, id }],
  );
  const events = await findEventsOf(client, records);
  return withoutRepeats([...rows, ...requests, ...writes, ...events]);
}

/** A search by id finds some of them twice. */
function withoutRepeats(hits: readonly Hit[]): Hit[] {
  const named = new Map<string, Hit>();
  for (const hit of hits) {
    const name = `${hit.kind} ${hit.id}`;
    if (!named.has(name)) named.set(name, hit);
  }
  return [...named.values()];
}

interface RecordOfConnection {
  readonly connectionId: string;
  readonly id: string;
}

/** Each record with the types of its events. */
async function findEventsOf(client: Queryable, records: readonly RecordOfConnection[]): Promise<Hit[]> {
  const { rows } = await client.query<Hit>(
    `SELECT 'event' AS kind, e.resource_id AS id, e.connection_id AS "connectionId",
       string_agg(DISTINCT e.resource || ' ' || e.event_type, ', ') AS about, max(e.recorded_at) AS at, NULL AS status, NULL AS state
     FROM events e JOIN unnest($1::text[], $2::text[]) AS r (connection_id, record_id)
       ON e.connection_id = r.connection_id AND e.resource_id = r.record_id
     GROUP BY e.connection_id, e.resource_id ORDER BY at DESC LIMIT ${mostHits}`,
    [records.map(({ connectionId }) => connectionId), records.map(({ id }) => id)],
  );
  return rows;
}
