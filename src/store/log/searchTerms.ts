/** Keyed hashes of the values by which requests and writes are found. */
import type { Queryable } from "../postgres/database.ts";
import { deleteInBatches } from "../postgres/deleteInBatches.ts";

export interface SearchTerm {
  readonly hash: Buffer;
  readonly at: string;
  readonly tenantId: string;
  readonly connectionId: string;
  /** The id of the write if it has no request. */
  readonly requestId: string;
  /** The write in the journal. */
  readonly operationId: string | null;
  readonly operation: string;
  /** Null: there is no request. */
  readonly status: number | null;
}

export async function addSearchTerms(client: Queryable, terms: readonly SearchTerm[]): Promise<void> {
  await client.query(
    `INSERT INTO search_terms (hash, at, tenant_id, connection_id, request_id, operation_id, operation, status)
     SELECT g.* FROM unnest($1::bytea[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::integer[])
       AS g (hash, at, tenant_id, connection_id, request_id, operation_id, operation, status)
     JOIN connections c ON c.id = g.connection_id AND c.state <> 'disabled'
     ON CONFLICT DO NOTHING`,
    [
      terms.map(({ hash }) => hash),
      terms.map(({ at }) => at),
      terms.map(({ tenantId }) => tenantId),
      terms.map(({ connectionId }) => connectionId),
      terms.map(({ requestId }) => requestId),
      terms.map(({ operationId }) => operationId),
      terms.map(({ operation }) => operation),
      terms.map(({ status }) => status),
    ],
  );
}

export interface FoundRequest {
  readonly id: string;
  readonly operation: string;
  readonly status: number;
  readonly at: Date;
  /** The end user or else the company. */
  readonly who: string | null;
}

export interface FoundWrite extends Omit<FoundRequest, "status"> {
  readonly connectionId: string;
  readonly state: string;
  /** Encrypted for table `operations`, the id, column `stored`. */
  readonly stored: Buffer | null;
}

interface TermQuery {
  readonly terms: readonly Buffer[];
  readonly most: number;
}

const who = "coalesce(c.end_user_name, c.company_name, c.company) AS who";

/** The newest requests with one of these terms. */
export async function findRequestsByTerms(
  client: Queryable,
  tenantId: string | null,
  { terms, most }: TermQuery,
): Promise<FoundRequest[]> {
  const { rows } = await client.query<FoundRequest>(
    `SELECT DISTINCT s.request_id AS id, s.operation, s.status, s.at, ${who}
     FROM search_terms s JOIN connections c ON c.id = s.connection_id
     WHERE s.hash = ANY ($1) AND s.request_id IS DISTINCT FROM s.operation_id AND ($2::text IS NULL OR s.tenant_id = $2) ORDER BY s.at DESC LIMIT $3`,
    [terms, tenantId, most],
  );
  return rows;
}

/** The newest writes with one of these terms. */
export async function findWritesByTerms(
  client: Queryable,
  tenantId: string | null,
  { terms, most }: TermQuery,
): Promise<FoundWrite[]> {
  const { rows } = await client.query<FoundWrite>(
    `SELECT o.id, o.operation, o.state, o.created_at AS at, o.connection_id AS "connectionId", o.stored, ${who}
     FROM operations o JOIN connections c ON c.id = o.connection_id
     WHERE o.id IN (
       SELECT s.operation_id FROM search_terms s
       WHERE s.hash = ANY ($1) AND s.operation_id IS NOT NULL AND ($2::text IS NULL OR s.tenant_id = $2)
     ) ORDER BY o.created_at DESC LIMIT $3`,
    [terms, tenantId, most],
  );
  return rows;
}

/** As long as the request log. */
export async function pruneSearchTerms(client: Queryable, days: number): Promise<void> {
  await deleteInBatches(client, {
    from: "search_terms",
    where: "at < cautious_now() - make_interval(days => $1)",
    values: [days],
  });
}
