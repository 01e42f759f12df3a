/** Ambiguous notices, stored until they are resolved at the vendor. */
import type { Queryable } from "./postgres/database.ts";
import { isEnabled } from "./tenants.ts";

export interface AmbiguousNotice {
  readonly id: string;
  readonly connectionId: string;
  /** Encrypted for table `unclear_notices` (its former name), the row's id, column `notice`. */
  readonly notice: Buffer;
  readonly attempts: number;
  readonly createdAt: Date;
}

/** A notice that is already stored is not added again. */
export async function addAmbiguousNotice(
  client: Queryable,
  { id, connectionId, notice }: Pick<AmbiguousNotice, "id" | "connectionId" | "notice">,
): Promise<void> {
  await client.query(
    "INSERT INTO ambiguous_notices (id, connection_id, notice) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [id, connectionId, notice],
  );
}

/** Leases due notices for a while. */
export async function claimAmbiguousNotices(
  database: Queryable,
  { most, leaseSeconds }: { most: number; leaseSeconds: number },
): Promise<AmbiguousNotice[]> {
  const { rows } = await database.query<AmbiguousNotice>(
    `UPDATE ambiguous_notices SET leased_until = (SELECT steady_now()) + make_interval(secs => $2), attempts = attempts + 1
     WHERE id IN (
       SELECT n.id FROM ambiguous_notices n JOIN connections c ON c.id = n.connection_id
       WHERE n.due_at <= now() AND (n.leased_until IS NULL OR n.leased_until < (SELECT steady_now())) AND ${isEnabled("c.tenant_id")}
       ORDER BY n.due_at LIMIT $1 FOR UPDATE OF n SKIP LOCKED
     )
     RETURNING id, connection_id AS "connectionId", notice, attempts, created_at AS "createdAt"`,
    [most, leaseSeconds],
  );
  return rows;
}

/** Returns whether it still existed: the process that removes it records its changes. */
export async function removeAmbiguousNotice(client: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await client.query("DELETE FROM ambiguous_notices WHERE id = $1", [id]);
  return rowCount === 1;
}

export async function postponeAmbiguousNotice(database: Queryable, id: string, seconds: number): Promise<void> {
  await database.query(
    "UPDATE ambiguous_notices SET leased_until = NULL, due_at = now() + make_interval(secs => $2) WHERE id = $1",
    [id, seconds],
  );
}
