/** The upkeep of connections that nobody uses: when their grants are renewed, and when they are checked. */
import type { Queryable } from "../postgres/database.ts";
import { isEnabled } from "../tenants.ts";

/** The lifetime of an unused refresh token of a target system. */
export interface GrantLifetime {
  readonly targetSystem: string;
  readonly seconds: number;
}

interface Claim {
  readonly most: number;
  readonly leaseSeconds: number;
}

/** A constant position of the connection between 0 and 1, so that connections of the same age have their turn at different times. */
const position = "(hashtext(c.id) & 1023) / 1023.0";

const isFree = "(u.leased_until IS NULL OR u.leased_until < (SELECT steady_now()))";

/** Leases connections and returns their ids. Two processes never get the same. */
const lease = (due: string): string => `INSERT INTO connection_upkeep AS u (connection_id, leased_until)
  SELECT id, (SELECT steady_now()) + make_interval(secs => $1) FROM (${due}) AS due
  ON CONFLICT (connection_id) DO UPDATE SET leased_until = excluded.leased_until WHERE ${isFree}
  RETURNING connection_id AS id`;

/**
 * Leases connections whose grant has used up a third of its lifetime, oldest first. The lock reads each connection again, so
 * that one which another process has renewed since this statement began is left out.
 */
export async function claimRenewals(
  database: Queryable,
  lifetimes: readonly GrantLifetime[],
  { most, leaseSeconds }: Claim,
): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    lease(`SELECT c.id FROM connections c
       JOIN unnest($3::text[], $4::float8[]) AS l (target_system, seconds) ON l.target_system = c.target_system
       LEFT JOIN connection_upkeep u ON u.connection_id = c.id
       WHERE c.state = 'active' AND c.granted_at <= now() - make_interval(secs => l.seconds / 3 * (0.9 + 0.1 * ${position}))
         AND (u.renewal_due_at IS NULL OR u.renewal_due_at <= now()) AND (u.connection_id IS NULL OR ${isFree})
         AND ${isEnabled("c.tenant_id")}
       ORDER BY c.granted_at LIMIT $2 FOR NO KEY UPDATE OF c SKIP LOCKED`),
    [leaseSeconds, most, lifetimes.map(({ targetSystem }) => targetSystem), lifetimes.map(({ seconds }) => seconds)],
  );
  return rows.map(({ id }) => id);
}

/** Leases connections that were not checked for a day. */
export async function claimChecks(
  database: Queryable,
  targetSystems: readonly string[],
  { most, leaseSeconds }: Claim,
): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    lease(`SELECT c.id FROM connections c LEFT JOIN connection_upkeep u ON u.connection_id = c.id
       WHERE c.state = 'active' AND c.target_system = ANY ($3)
         AND coalesce(u.check_due_at, c.created_at + interval '23 hours') <= now()
         AND (u.connection_id IS NULL OR ${isFree}) AND ${isEnabled("c.tenant_id")}
       ORDER BY u.check_due_at NULLS FIRST, c.id LIMIT $2`),
    [leaseSeconds, most, targetSystems],
  );
  return rows.map(({ id }) => id);
}

/** A successful renewal makes the grant young, so nothing else has to be scheduled. */
export async function endRenewal(database: Queryable, id: string): Promise<void> {
  await database.query(
    `UPDATE connection_upkeep SET leased_until = NULL, renewal_due_at = NULL, failures = 0, last_fault = NULL
     WHERE connection_id = $1`,
    [id],
  );
}

/** The next check is due in a little less than a day, at the connection's own time. */
export async function endCheck(database: Queryable, id: string): Promise<void> {
  await database.query(
    `UPDATE connection_upkeep u SET leased_until = NULL, checked_at = now(), failures = 0, last_fault = NULL,
       check_due_at = now() + make_interval(hours => 23, mins => (50 * ${position})::int)
     FROM connections c WHERE c.id = u.connection_id AND u.connection_id = $1`,
    [id],
  );
}

export interface FailedUpkeep {
  readonly work: "renewal" | "check";
  /** Until the next attempt. */
  readonly seconds: number;
  readonly fault: string;
}

export async function postponeUpkeep(
  database: Queryable,
  id: string,
  { work, seconds, fault }: FailedUpkeep,
): Promise<void> {
  await database.query(
    `UPDATE connection_upkeep SET leased_until = NULL, failures = failures + 1, last_fault = $3, last_fault_at = now(),
       ${work}_due_at = now() + make_interval(secs => $2)
     WHERE connection_id = $1`,
    [id, seconds, fault],
  );
}

export interface Upkeep {
  readonly checkedAt: Date | null;
  readonly failures: number;
  readonly lastFault: string | null;
  readonly lastFaultAt: Date | null;
}

export async function findUpkeep(database: Queryable, id: string): Promise<Upkeep | undefined> {
  const { rows } = await database.query<Upkeep>(
    `SELECT checked_at AS "checkedAt", failures, last_fault AS "lastFault", last_fault_at AS "lastFaultAt"
     FROM connection_upkeep WHERE connection_id = $1`,
    [id],
  );
  return rows[0];
}
