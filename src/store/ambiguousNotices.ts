/** Notices that do not say enough, until somebody has looked at the vendor. */
import type { Queryable } from "./database.ts";

export interface UnclearNotice {
  readonly id: string;
  readonly connectionId: string;
  /** Encrypted; the place is `unclear_notices`, the row's id, `notice`. */
  readonly notice: Buffer;
  readonly attempts: number;
  readonly createdAt: Date;
}

/** One that waits already is not added again. */
export async function addUnclearNotice(
  client: Queryable,
  { id, connectionId, notice }: Pick<UnclearNotice, "id" | "connectionId" | "notice">,
): Promise<void> {
  await client.query(
    "INSERT INTO unclear_notices (id, connection_id, notice) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [id, connectionId, notice],
  );
}

/** Due ones, held for a while. */
export async function claimUnclearNotices(
  database: Queryable,
  { most, leaseSeconds }: { most: number; leaseSeconds: number },
): Promise<UnclearNotice[]> {
  const { rows } = await database.query<UnclearNotice>(
    `UPDATE unclear_notices SET leased_until = now() + make_interval(secs => $2), attempts = attempts + 1
     WHERE id IN (
       SELECT id FROM unclear_notices WHERE due_at <= now() AND (leased_until IS NULL OR leased_until < now())
       ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
     )
     RETURNING id, connection_id AS "connectionId", notice, attempts, created_at AS "createdAt"`,
    [most, leaseSeconds],
  );
  return rows;
}

/** Tells whether it was still there: who takes it away writes down what it means. */
export async function removeUnclearNotice(client: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await client.query("DELETE FROM unclear_notices WHERE id = $1", [id]);
  return rowCount === 1;
}

export async function postponeUnclearNotice(database: Queryable, id: string, seconds: number): Promise<void> {
  await database.query(
    "UPDATE unclear_notices SET leased_until = NULL, due_at = now() + make_interval(secs => $2) WHERE id = $1",
    [id, seconds],
  );
}
