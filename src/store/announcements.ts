/** Which connections can be listened to, and what was announced about them. */
import type { Queryable } from "./postgres/database.ts";
import { isEnabled } from "./tenants.ts";

export interface AnnouncedConnection {
  readonly id: string;
  readonly tenantId: string;
  /** Whether the tenant registered an OAuth client of its own. */
  readonly hasOwnClient: boolean;
}

/** The polled connections of a target system. */
export async function findAnnouncedConnections(
  database: Queryable,
  targetSystem: string,
): Promise<AnnouncedConnection[]> {
  const { rows } = await database.query<AnnouncedConnection>(
    `SELECT c.id, c.tenant_id AS "tenantId",
       EXISTS (SELECT FROM registrations r WHERE r.tenant_id = c.tenant_id AND r.target_system = $1) AS "hasOwnClient"
     FROM connections c
     WHERE c.target_system = $1 AND c.state = 'active' AND ${isEnabled("c.tenant_id")}
       AND EXISTS (SELECT FROM polls p WHERE p.connection_id = c.id) ORDER BY c.id`,
    [targetSystem],
  );
  return rows;
}

export async function keepListening(database: Queryable, ids: readonly string[], seconds: number): Promise<void> {
  await database.query(
    `UPDATE poll_schedule SET listening_until = (SELECT steady_now()) + make_interval(secs => $2)
     WHERE connection_id = ANY ($1)`,
    [ids, seconds],
  );
}

/** Makes polls due, and has a poll that is running repeated. */
export async function announceChanges(database: Queryable, ids: readonly string[]): Promise<void> {
  await database.query(
    "UPDATE poll_schedule SET is_announced = true, due_at = least(due_at, now()) WHERE connection_id = ANY ($1)",
    [ids],
  );
}

/** Nobody listens any more, so the connections are polled as often as others again. */
export async function endListening(database: Queryable, ids: readonly string[]): Promise<void> {
  await database.query(
    `UPDATE poll_schedule SET listening_until = NULL, due_at = least(due_at, now())
     WHERE connection_id = ANY ($1) AND listening_until IS NOT NULL`,
    [ids],
  );
}
