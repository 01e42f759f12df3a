import type { Queryable } from "../postgres/database.ts";
import { isEnabled } from "../tenants.ts";

export interface KeyDelivery {
  readonly id: string;
  readonly tenantId: string;
  readonly url: string;
  /** Encrypted for table `key_deliveries`, the row's id, column `body`. */
  readonly body: Buffer;
  readonly attempts: number;
}

export async function addKeyDelivery(database: Queryable, delivery: Omit<KeyDelivery, "attempts">): Promise<void> {
  await database.query("INSERT INTO key_deliveries (id, tenant_id, url, body) VALUES ($1, $2, $3, $4)", [
    delivery.id,
    delivery.tenantId,
    delivery.url,
    delivery.body,
  ]);
}

/** Leases due deliveries for a while; the lease of a worker that dies expires. */
export async function claimKeyDeliveries(
  database: Queryable,
  { most, leaseSeconds }: { most: number; leaseSeconds: number },
): Promise<KeyDelivery[]> {
  const { rows } = await database.query<KeyDelivery>(
    `UPDATE key_deliveries SET leased_until = (SELECT steady_now()) + make_interval(secs => $2), attempts = attempts + 1
     WHERE id IN (
       SELECT id FROM key_deliveries
       WHERE due_at <= now() AND (leased_until IS NULL OR leased_until < (SELECT steady_now())) AND ${isEnabled("tenant_id")}
       ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
     )
     RETURNING id, tenant_id AS "tenantId", url, body, attempts`,
    [most, leaseSeconds],
  );
  return rows;
}

export async function endKeyDelivery(database: Queryable, id: string): Promise<void> {
  await database.query("DELETE FROM key_deliveries WHERE id = $1", [id]);
}

export async function postponeKeyDelivery(
  database: Queryable,
  { id, seconds, answer }: { id: string; seconds: number; answer: string },
): Promise<void> {
  await database.query(
    `UPDATE key_deliveries SET due_at = now() + make_interval(secs => $2), leased_until = NULL, last_answer = $3
     WHERE id = $1`,
    [id, seconds, answer],
  );
}
