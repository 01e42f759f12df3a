/** Bodies of requests, kept for the hours that the operator set. Encrypted for `request_bodies`, the id, `bodies`. */
import type { Queryable } from "../postgres/database.ts";
import { deleteInBatches } from "../postgres/deleteInBatches.ts";

export interface BodiesRow {
  readonly id: string;
  readonly at: string;
  readonly tenantId: string | null;
  readonly bodies: Buffer;
}

export async function addBodies(database: Queryable, rows: readonly BodiesRow[]): Promise<void> {
  if (rows.length === 0) return;
  await database.query({
    name: "add-bodies",
    text: `INSERT INTO request_bodies (id, at, tenant_id, bodies)
       SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::text[], $4::bytea[]) ON CONFLICT DO NOTHING`,
    values: [
      rows.map(({ id }) => id),
      rows.map(({ at }) => at),
      rows.map(({ tenantId }) => tenantId),
      rows.map(({ bodies }) => bodies),
    ],
  });
}

/** Of this tenant, or of any tenant; undefined if no body is stored. */
export async function findBodies(
  database: Queryable,
  { id, tenantId, hours }: { readonly id: string; readonly tenantId: string | null; readonly hours: number },
): Promise<Buffer | undefined> {
  const { rows } = await database.query<{ bodies: Buffer }>(
    `SELECT bodies FROM request_bodies
     WHERE id = $1 AND ($2::text IS NULL OR tenant_id = $2) AND at > now() - $3 * interval '1 hour'`,
    [id, tenantId, hours],
  );
  return rows[0]?.bodies;
}

/** With zero hours, deletes all bodies. */
export async function pruneBodies(database: Queryable, hours: number): Promise<void> {
  await deleteInBatches(database, {
    from: "request_bodies",
    where: "at <= cautious_now() - $1 * interval '1 hour'",
    values: [hours],
    batch: 1000,
  });
}
