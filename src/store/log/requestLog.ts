/** The log of requests and their vendor calls, partitioned by day. */
import type { ErrorEntry } from "../../contract/failure.ts";
import { type Database, type Queryable, transaction } from "../postgres/database.ts";
import { createDay, dropDays } from "../postgres/dayTables.ts";

export interface RequestRow {
  readonly id: string;
  /** ISO 8601, in UTC. */
  readonly at: string;
  readonly tenantId: string | null;
  readonly connectionId: string | null;
  readonly targetSystem: string | null;
  readonly method: string;
  readonly operation: string;
  readonly status: number;
  readonly code: string | null;
  readonly milliseconds: number;
  readonly vendorMilliseconds: number;
  readonly vendorCalls: number;
  readonly idempotencyKey: string | null;
  readonly operationId: string | null;
  readonly apiKeyHint: string | null;
  readonly accountKeyHint: string | null;
  readonly facts: RequestFacts;
}

/** Details that only the page of a request shows. */
export interface RequestFacts {
  readonly path: string;
  /** Names only. */
  readonly parameters?: readonly string[];
  readonly address: string;
  readonly userAgent?: string | undefined;
  readonly contentType?: string | undefined;
  readonly bytesIn?: number | undefined;
  readonly bytesOut?: number | undefined;
  /** The rate limit in the response headers. */
  readonly rateLimit?: string | undefined;
  /** False: the caller disconnected before the response was ready. */
  readonly wasHeard?: false | undefined;
  /** The connection's state when the request arrived. */
  readonly state?: string | undefined;
  readonly company?: string | undefined;
  readonly environment?: string | undefined;
  readonly steps?: readonly RequestStep[];
  readonly records?: number;
  /** The record that was written. */
  readonly recordId?: string | undefined;
  readonly warnings?: readonly string[] | undefined;
  /** The fields that the target system stored differently. */
  readonly differences?: readonly string[] | undefined;
  /** False: the stored record could not be read and compared. */
  readonly verified?: false | undefined;
  readonly failure?:
    | {
        readonly errors: readonly ErrorEntry[];
        readonly cause?: string | undefined;
        readonly mayHaveHappened?: boolean | undefined;
      }
    | undefined;
}

export type RequestStep =
  | {
      readonly kind: "token";
      readonly renewal: {
        readonly why: "ending" | "refused";
        readonly at: number;
        readonly milliseconds: number;
        readonly endsBefore?: string | undefined;
        readonly endsAfter?: string | undefined;
      };
    }
  | { readonly kind: "journal"; readonly operationId: string; readonly key: string; readonly before: string }
  | { readonly kind: "lookUp"; readonly found: string };

export interface CallRow {
  readonly requestId: string | null;
  readonly at: string;
  readonly tenantId: string | null;
  readonly connectionId: string | null;
  readonly targetSystem: string;
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly status: number | null;
  readonly reason: string | null;
  readonly milliseconds: number;
  readonly facts: {
    readonly bytesIn: number;
    readonly bytesOut: number;
    readonly waitedMs?: number;
    readonly mayHaveArrived?: boolean;
    readonly retryAfter?: number | undefined;
    readonly vendorRequestId?: string | undefined;
    readonly message?: string | undefined;
  };
}

const requestColumns = `id text, at timestamptz, "tenantId" text, "connectionId" text, "targetSystem" text, method text,
  operation text, status integer, code text, milliseconds real, "vendorMilliseconds" real, "vendorCalls" integer,
  "idempotencyKey" text, "operationId" text, "apiKeyHint" text, "accountKeyHint" text, facts jsonb`;

const callColumns = `"requestId" text, at timestamptz, "tenantId" text, "connectionId" text, "targetSystem" text,
  method text, host text, path text, status integer, reason text, milliseconds real, facts jsonb`;

/** Writing a request twice stores it once. */
export async function addLogged(
  database: Queryable,
  requests: readonly RequestRow[],
  calls: readonly CallRow[],
): Promise<void> {
  await database.query({
    name: "add-logged",
    text: `WITH called AS (
       INSERT INTO vendor_calls (request_id, at, tenant_id, connection_id, target_system, method, host, path, status,
         reason, milliseconds, facts)
       SELECT * FROM json_to_recordset($2) AS given (${callColumns})
     )
     INSERT INTO request_log (id, at, tenant_id, connection_id, target_system, method, operation, status, code,
       milliseconds, vendor_milliseconds, vendor_calls, idempotency_key, operation_id, api_key_hint, account_key_hint, facts)
     SELECT * FROM json_to_recordset($1) AS given (${requestColumns})
     ON CONFLICT DO NOTHING`,
    values: [asJson(requests), asJson(calls)],
  });
}

/** PostgreSQL cannot store NUL characters. */
const asJson = (rows: readonly object[]): string => JSON.stringify(rows).replaceAll("\\u0000", "\\ufffd");

/** The tenants of keys, including revoked ones; records at most once a minute that a key is in use. */
export async function findKeyTenants(
  database: Queryable,
  hashes: readonly Buffer[],
): Promise<{ hash: Buffer; tenantId: string }[]> {
  const { rows } = await database.query<{ hash: Buffer; tenantId: string }>({
    name: "find-key-tenants",
    text: `WITH used AS (
       UPDATE api_keys SET last_used_at = now()
       WHERE hash = ANY ($1) AND coalesce(last_used_at < now() - interval '1 minute', true)
     )
     SELECT hash, tenant_id AS "tenantId" FROM api_keys WHERE hash = ANY ($1)`,
    values: [hashes],
  });
  return rows;
}

const tables = ["request_log", "vendor_calls"] as const;

/** Creates the partitions of these days, such as `2026-11-16`. */
export async function ensureDays(database: Database, days: readonly string[]): Promise<void> {
  await transaction(database, async (client) => {
    for (const day of days) for (const table of tables) await createDay(client, table, day);
  });
}

/** Deletes the partitions of old days. */
export async function pruneRequestLog(database: Database, days: number, now = Date.now()): Promise<void> {
  const oldest = new Date(now);
  oldest.setUTCDate(oldest.getUTCDate() - days);
  oldest.setUTCHours(0, 0, 0, 0);
  for (const table of tables) await dropDays(database, table, oldest);
}
