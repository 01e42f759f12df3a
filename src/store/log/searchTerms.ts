/** Keyed hashes of the values by which requests are found. */
import type { Queryable } from "../postgres/database.ts";
import { deleteInBatches } from "../postgres/deleteInBatches.ts";

export interface SearchTerm {
  readonly hash: Buffer;
  readonly at: string;
  readonly tenantId: string;
  readonly connectionId: string;
  readonly requestId: string;
  readonly operation: string;
  readonly status: number;
}

export async function addSearchTerms(client: Queryable, terms: readonly SearchTerm[]): Promise<void> {
  await client.query(
    `INSERT INTO search_terms (hash, at, tenant_id, connection_id, request_id, operation, status)
     SELECT g.* FROM unnest($1::bytea[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[], $7::integer[])
       AS g (hash, at, tenant_id, connection_id, request_id, operation, status)
     JOIN connections c ON c.id = g.connection_id AND c.state <> 'disabled'
     ON CONFLICT DO NOTHING`,
    [
      terms.map(({ hash }) => hash),
      terms.map(({ at }) => at),
      terms.map(({ tenantId }) => tenantId),
      terms.map(({ connectionId }) => connectionId),
      terms.map(({ requestId }) => requestId),
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

/** The newest requests with one of these terms. */
export async function findByTerms(
  client: Queryable,
  tenantId: string | null,
  { terms, most }: { readonly terms: readonly Buffer[]; readonly most: number },
): Promise<FoundRequest[]> {
  const { rows } = await client.query<FoundRequest>(
    `SELECT DISTINCT s.request_id AS id, s.operation, s.status, s.at, coalesce(c.end_user_name, c.company_name, c.company) AS who
     FROM search_terms s JOIN connections c ON c.id = s.connection_id
     WHERE s.hash = ANY ($1) AND ($2::text IS NULL OR s.tenant_id = $2) ORDER BY s.at DESC LIMIT $3`,
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
