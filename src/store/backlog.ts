/** Counts pending work for monitoring. */
import type { Queryable } from "./postgres/database.ts";
import { isEnabled } from "./tenants.ts";

export interface Backlog {
  /** Counted up to a hundred thousand. */
  readonly deliveriesWaiting: number;
  /** Seconds since the oldest delivery was due. */
  readonly oldestDelivery: number;
  /** Connections whose poll is due but has not started. */
  readonly pollsBehind: number;
}

const mostCounted = 100_000;

export async function readBacklog(database: Queryable): Promise<Backlog> {
  const { rows } = await database.query<Backlog>(
    `SELECT (SELECT count(*)::int FROM (SELECT FROM deliveries WHERE state = 'open' LIMIT ${mostCounted}) AS open)
         AS "deliveriesWaiting",
       (SELECT coalesce(extract(epoch FROM now() - min(s.due_at)), 0)::float FROM subscriptions s
        WHERE s.state = 'active' AND s.due_at <= now() AND ${isEnabled("s.tenant_id")}) AS "oldestDelivery",
       (SELECT count(*)::int FROM poll_schedule p JOIN connections c ON c.id = p.connection_id AND c.state = 'active'
        WHERE p.due_at <= now() AND (p.leased_until IS NULL OR p.leased_until < (SELECT steady_now())) AND ${isEnabled("c.tenant_id")})
         AS "pollsBehind"`,
  );
  const [backlog] = rows;
  if (backlog === undefined) throw new Error("The backlog could not be counted.");
  return backlog;
}
