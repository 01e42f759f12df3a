/** Builds the console's list queries: combined conditions, paged, newest first, only what the reader may see. */
import { type Database, type Queryable, transaction } from "../postgres/database.ts";

/** The filters of a list. `tenantId` is the reader's tenant, or the tenant that an operator has chosen. */
export interface Scope {
  readonly tenantId: string | null;
  readonly from: Date;
  readonly to: Date;
}

export const pageSize = 50;

/** A condition with `?` for its value; left out if there is no value. */
export type Condition = readonly [sql: string, value: unknown];

export function where(conditions: readonly Condition[]): { readonly sql: string; readonly values: unknown[] } {
  const values: unknown[] = [];
  const parts = conditions
    .filter(([, value]) => value !== undefined && value !== null && value !== "")
    .map(([sql, value]) => {
      values.push(value);
      return sql.replaceAll("?", `$${values.length}`);
    });
  return { sql: parts.length === 0 ? "true" : parts.join(" AND "), values };
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Whether there are more rows. */
  readonly hasMore: boolean;
}

export function pageOf<Row>(rows: readonly Row[]): Page<Row> {
  return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize };
}

/** Limits the time of a query, so that no page slows down the service; the reader can choose a shorter period. */
const longestMs = 8000;

/** Parallel workers would take the processors from the requests of others, and starting them takes longer than most pages. */
const withoutHelpers = "SET LOCAL max_parallel_workers_per_gather = 0";
export async function reading<Result>(
  database: Database,
  work: (client: Queryable) => Promise<Result>,
): Promise<Result> {
  return transaction(database, async (client) => {
    await client.query(`SET TRANSACTION READ ONLY; SET LOCAL statement_timeout = ${longestMs}; ${withoutHelpers}`);
    return work(client);
  });
}

/** PostgreSQL's error code for a statement timeout. */
export const tookTooLong = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === "57014";
