/** Requests, for the console. */

import type { CallRow, RequestRow } from "../log/requestLog.ts";
import type { Queryable } from "../postgres/database.ts";
import { type Page, pageOf, pageSize, type Scope, where } from "./query.ts";

export interface LoggedRequest extends Omit<RequestRow, "at" | "facts"> {
  readonly at: Date;
  readonly tenantName: string | null;
  readonly endUserName: string | null;
  readonly company: string | null;
  /** The number of warnings in the response. */
  readonly warnings: number;
  /** The number of fields that the target system stored differently. */
  readonly differences: number;
}

export interface RequestFilters {
  readonly connection?: string | undefined;
  readonly system?: string | undefined;
  readonly operation?: string | undefined;
  /** The first digit of the status. */
  readonly status?: string | undefined;
  readonly code?: string | undefined;
  readonly codes?: readonly string[] | undefined;
  readonly key?: string | undefined;
  /** Milliseconds. */
  readonly slower?: number | undefined;
  /** The write in the journal. */
  readonly write?: string | undefined;
  readonly failed?: true | undefined;
}

const columns = `r.id, r.at, r.tenant_id AS "tenantId", r.connection_id AS "connectionId", r.target_system AS "targetSystem",
  r.method, r.operation, r.status, r.code, r.milliseconds, r.vendor_milliseconds AS "vendorMilliseconds",
  r.vendor_calls AS "vendorCalls", r.idempotency_key AS "idempotencyKey", r.operation_id AS "operationId",
  r.api_key_hint AS "apiKeyHint", r.account_key_hint AS "accountKeyHint", t.name AS "tenantName",
  c.end_user_name AS "endUserName", coalesce(c.company_name, c.company) AS company,
  coalesce(jsonb_array_length(r.facts -> 'warnings'), 0) AS warnings,
  coalesce(jsonb_array_length(r.facts -> 'differences'), 0) AS differences`;
const tables = `request_log r LEFT JOIN tenants t ON t.id = r.tenant_id LEFT JOIN connections c ON c.id = r.connection_id`;

const conditionsOf = ({ tenantId, from, to }: Scope, filters: RequestFilters) =>
  [
    ["r.at >= ?", from],
    ["r.at < ?", to],
    ["r.tenant_id = ?", tenantId],
    ["r.connection_id = ?", filters.connection],
    ["r.target_system = ?", filters.system],
    ["r.operation = ?", filters.operation],
    ["r.status / 100 = ?::int", filters.status],
    ["r.code = ?", filters.code],
    ["r.code = ANY (?)", filters.codes],
    ["(r.idempotency_key = ? OR r.api_key_hint = ? OR r.account_key_hint = ?)", filters.key],
    ["r.milliseconds >= ?", filters.slower],
    ["r.operation_id = ?", filters.write],
    ["(r.code IS NOT NULL) = ?", filters.failed],
  ] as const;

/** Newest first, starting at this id. */
export async function listRequests(
  client: Queryable,
  scope: Scope,
  filters: RequestFilters,
  after?: string,
): Promise<Page<LoggedRequest>> {
  const { sql, values } = where([...conditionsOf(scope, filters), ["r.id < ?", after]]);
  const { rows } = await client.query<LoggedRequest>(
    `SELECT ${columns} FROM ${tables} WHERE ${sql} ORDER BY r.at DESC, r.id DESC LIMIT ${pageSize + 1}`,
    values,
  );
  return pageOf(rows);
}

export interface OpenedRequest extends LoggedRequest, Pick<RequestRow, "facts"> {
  readonly connectionState: string | null;
  /** The current state of its write. */
  readonly writeState: string | null;
  readonly calls: readonly (Omit<CallRow, "at"> & { readonly at: Date })[];
}

/** A request id begins with its time, so only the partition of that day is read. */
export async function findRequest(
  client: Queryable,
  tenantId: string | null,
  id: string,
): Promise<OpenedRequest | undefined> {
  const at = momentIn(id);
  if (at === undefined) return undefined;
  const from = new Date(at - 60_000);
  const to = new Date(at + 3_600_000);
  const { sql, values } = where([
    ["r.id = ?", id],
    ["r.at >= ?", from],
    ["r.at < ?", to],
    ["r.tenant_id = ?", tenantId],
  ]);
  const { rows } = await client.query<Omit<OpenedRequest, "calls">>(
    `SELECT ${columns}, r.facts, c.state AS "connectionState",
       (SELECT o.state FROM operations o WHERE o.id = r.operation_id AND o.tenant_id = r.tenant_id) AS "writeState"
     FROM ${tables} WHERE ${sql}`,
    values,
  );
  const [found] = rows;
  if (found === undefined) return undefined;
  const { rows: calls } = await client.query<OpenedRequest["calls"][number]>(
    `SELECT request_id AS "requestId", at, tenant_id AS "tenantId", connection_id AS "connectionId",
       target_system AS "targetSystem", method, host, path, status, reason, milliseconds, facts
     FROM vendor_calls WHERE request_id = $1 AND at >= $2 AND at < $3 ORDER BY at`,
    [id, from, to],
  );
  return { ...found, calls };
}

const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

function momentIn(id: string): number | undefined {
  if (!/^[0-9A-HJKMNP-TV-Z]{26}$/.test(id)) return undefined;
  return id
    .slice(0, 10)
    .split("")
    .reduce((sum, digit) => sum * 32 + digits.indexOf(digit), 0);
}

export interface RequestBucket {
  readonly at: Date;
  readonly good: number;
  readonly caller: number;
  readonly target: number;
  readonly us: number;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly vendorP50: number | null;
}

export interface Faults {
  /** Error codes, grouped by who is responsible. */
  readonly target: readonly string[];
  readonly us: readonly string[];
}

/** The results of requests, for parts of the period. */
export async function countRequests(
  client: Queryable,
  { tenantId, from, to }: Scope,
  { step, faults }: { step: number; faults: Faults },
): Promise<RequestBucket[]> {
  const { rows } = await client.query<RequestBucket>(
    `SELECT date_bin($4 * interval '1 second', at, $2) AS at,
       count(*) FILTER (WHERE code IS NULL)::int AS good,
       count(*) FILTER (WHERE code IS NOT NULL AND code <> ALL ($5::text[] || $6::text[]))::int AS caller,
       count(*) FILTER (WHERE code = ANY ($5))::int AS target, count(*) FILTER (WHERE code = ANY ($6))::int AS us,
       percentile_cont(0.5) WITHIN GROUP (ORDER BY milliseconds) AS p50,
       percentile_cont(0.95) WITHIN GROUP (ORDER BY milliseconds) AS p95,
       percentile_cont(0.5) WITHIN GROUP (ORDER BY vendor_milliseconds) AS "vendorP50"
     FROM request_log WHERE at >= $2 AND at < $3 AND ($1::text IS NULL OR tenant_id = $1)
     GROUP BY 1 ORDER BY 1`,
    [tenantId, from, to, step, faults.target, faults.us],
  );
  return rows;
}

export interface SystemHour {
  readonly targetSystem: string;
  readonly at: Date;
  readonly calls: number;
  readonly failed: number;
}

/** Calls to target systems, and those that failed through no fault of the caller. */
export async function countVendorCalls(
  client: Queryable,
  { tenantId, from, to }: Scope,
  step: number,
): Promise<SystemHour[]> {
  const { rows } = await client.query<SystemHour>(
    `SELECT target_system AS "targetSystem", date_bin($4 * interval '1 second', at, $2) AS at, count(*)::int AS calls,
       count(*) FILTER (WHERE status IS NULL OR status >= 500 OR status IN (408, 429))::int AS failed
     FROM vendor_calls WHERE at >= $2 AND at < $3 AND ($1::text IS NULL OR tenant_id = $1)
     GROUP BY 1, 2 ORDER BY 1, 2`,
    [tenantId, from, to, step],
  );
  return rows;
}
