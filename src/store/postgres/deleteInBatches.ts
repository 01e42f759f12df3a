import type { Queryable } from "./database.ts";

export interface Deletion {
  readonly from: string;
  readonly where: string;
  readonly values?: readonly unknown[];
  /** Rows in one statement, fewer if each of them has many rows in other tables. */
  readonly batch?: number;
}

const usualBatch = 5000;

/**
 * Deletes old rows with one statement per batch, so that locks and the write-ahead log stay small and no statement runs into
 * its timeout. Rows in use are left for the next time. Returns how many were deleted.
 */
export async function deleteInBatches(
  database: Queryable,
  { from, where, values = [], batch = usualBatch }: Deletion,
): Promise<number> {
  const statement = `DELETE FROM ${from} WHERE ctid = ANY (
    ARRAY (SELECT ctid FROM ${from} WHERE ${where} LIMIT ${batch} FOR UPDATE SKIP LOCKED))`;
  for (let deleted = 0; ; ) {
    const { rowCount } = await database.query(statement, [...values]);
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < batch) return deleted;
  }
}
