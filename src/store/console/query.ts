/** Lists for people: conditions put together, a portion at a time, newest first, and only what the reader may see. */
import { type Database, type Queryable, transaction } from "../postgres/database.ts";

/** What a list is about. `tenantId` is who looks, or the one tenant that an operator wants to see. */
export interface Scope {
  readonly tenantId: string | null;
  readonly from: Date;
  readonly to: Date;
}

export const pageSize = 50;

/** A condition with `?` where its value goes; left out where there is no value. */
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
  /** There are more behind the last one. */
  readonly hasMore: boolean;
}

export function pageOf<Row>(rows: readonly Row[]): Page<Row> {
  return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize };
}

/** No page holds up the service: what takes longer is broken off, and its reader offered a shorter time. */
const longestMs = 8000;

export async function reading<Result>(
  database: Database,
  work: (client: Queryable) => Promise<Result>,
): Promise<Result> {
  return transaction(database, async (client) => {
    await client.query(`SET TRANSACTION READ ONLY; SET LOCAL statement_timeout = ${longestMs}`);
    return work(client);
  });
}

/** PostgreSQL's word for a statement that took longer than it may. */
export const tookTooLong = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === "57014";
