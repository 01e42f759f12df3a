/** The polls of each connection, their schedule, and snapshots from the last poll. */
import type { RecordResource } from "../contract/event.ts";
import { desiredSubscriptions, type WhichSubscriptions } from "./desiredSubscriptions.ts";
import type { Queryable } from "./postgres/database.ts";
import { isEnabled } from "./tenants.ts";

/** A resource that has to be polled at a target system. */
export interface Pollable {
  readonly targetSystem: string;
  readonly resource: RecordResource;
  /** The vendor reports it if our URL is entered in its portal. */
  readonly portal: boolean;
  /** Whether the operator entered it, for tenants without their own client. */
  readonly operator: boolean;
  /** The choices that are missing before the list can be read. */
  readonly needsCompany: boolean;
  readonly needsEnvironment: boolean;
}

/**
 * The resources that subscriptions want and the vendor does not report. A tenant with its own client has entered its own
 * URL at the vendor, or none.
 */
const wanted = (which: WhichSubscriptions) => `wanted AS (
  SELECT DISTINCT w.connection_id, w.scope, w.resource FROM (${desiredSubscriptions(which, offered)}) AS w
  WHERE NOT (w.portal AND coalesce(
    (SELECT r.custom_values @> '[{"name": "webhookSecret"}]' FROM registrations r
     WHERE r.tenant_id = w.tenant_id AND r.target_system = w.target_system), w.operator))
)`;

const offered = `unnest($1::text[], $2::text[], $3::boolean[], $4::boolean[], $5::boolean[], $6::boolean[])
  AS l(target_system, resource, portal, operator, company, environment)`;

const arraysOf = (pollable: readonly Pollable[]): unknown[] => [
  pollable.map(({ targetSystem }) => targetSystem),
  pollable.map(({ resource }) => resource),
  pollable.map(({ portal }) => portal),
  pollable.map(({ operator }) => operator),
  pollable.map(({ needsCompany }) => needsCompany),
  pollable.map(({ needsEnvironment }) => needsEnvironment),
];

/**
 * Adds missing polls, for all or for recent subscriptions. They are due immediately, because the first poll only sets the
 * baseline: changes before it are not reported.
 */
export async function addPolls(
  database: Queryable,
  pollable: readonly Pollable[],
  which: WhichSubscriptions,
): Promise<void> {
  await database.query(
    `WITH ${wanted(which)}, added AS (
       INSERT INTO polls (connection_id, scope, resource)
       SELECT connection_id, scope, resource FROM wanted EXCEPT SELECT connection_id, scope, resource FROM polls
       ON CONFLICT DO NOTHING RETURNING connection_id
     )
     INSERT INTO poll_schedule AS l (connection_id, due_at) SELECT DISTINCT connection_id, now() FROM added
     ON CONFLICT (connection_id) DO UPDATE SET due_at = least(l.due_at, now())`,
    arraysOf(pollable),
  );
}

/** Removes polls that are no longer needed; if they are needed again, they start over. */
export async function dropPolls(client: Queryable, pollable: readonly Pollable[]): Promise<void> {
  await client.query(
    `WITH ${wanted("all")}, unwanted AS (
       SELECT connection_id, scope, resource FROM polls EXCEPT SELECT connection_id, scope, resource FROM wanted
     )
     DELETE FROM polls l USING unwanted u
     WHERE l.connection_id = u.connection_id AND l.scope = u.scope AND l.resource = u.resource`,
    arraysOf(pollable),
  );
  await client.query(
    `DELETE FROM poll_schedule l WHERE every_seconds IS NULL
       AND NOT EXISTS (SELECT FROM polls WHERE connection_id = l.connection_id)`,
  );
}

export interface DuePoll {
  readonly connectionId: string;
  readonly tenantId: string;
  readonly targetSystem: string;
  readonly everySeconds: number | null;
  readonly failures: number;
  /** The connection's serial number. */
  readonly number: number;
  /** Results are stored only with the current fence. */
  readonly fence: string;
}

/** Tenants and target systems that have used up their share of concurrent polls. */
export interface FullShares {
  readonly tenants: readonly string[];
  readonly targetSystems: readonly string[];
}

/** Leases the poll that has waited longest. Skips connections whose end user has to sign in again. */
export async function claimPoll(
  database: Queryable,
  leaseSeconds: number,
  without: FullShares,
): Promise<DuePoll | undefined> {
  const { rows } = await database.query<DuePoll>(
    `WITH due AS MATERIALIZED (
       SELECT l.connection_id, c.tenant_id, c.target_system
       FROM poll_schedule l JOIN connections c ON c.id = l.connection_id AND c.state = 'active'
       WHERE l.due_at <= now() AND (l.leased_until IS NULL OR l.leased_until < (SELECT steady_now())) AND ${isEnabled("c.tenant_id")}
         AND EXISTS (SELECT FROM polls WHERE polls.connection_id = l.connection_id)
         AND c.tenant_id <> ALL ($2::text[]) AND c.target_system <> ALL ($3::text[])
       ORDER BY l.due_at LIMIT 1 FOR UPDATE OF l SKIP LOCKED
     )
     UPDATE poll_schedule s SET leased_until = (SELECT steady_now()) + make_interval(secs => $1), fence = s.fence + 1
     FROM due WHERE s.connection_id = due.connection_id
     RETURNING s.connection_id AS "connectionId", due.tenant_id AS "tenantId", due.target_system AS "targetSystem",
       s.every_seconds AS "everySeconds", s.failures, s.number, s.fence`,
    [leaseSeconds, without.tenants, without.targetSystems],
  );
  return rows[0];
}

type Held = Pick<DuePoll, "connectionId" | "fence">;

/** Returns false if the poll has ended or another process holds it. */
export async function keepPoll(database: Queryable, { connectionId, fence }: Held, seconds: number): Promise<boolean> {
  const { rowCount } = await database.query(
    `UPDATE poll_schedule SET leased_until = (SELECT steady_now()) + make_interval(secs => $3)
     WHERE connection_id = $1 AND fence = $2 AND leased_until IS NOT NULL`,
    [connectionId, fence, seconds],
  );
  return rowCount === 1;
}

export async function endPoll(
  database: Queryable,
  { connectionId, fence }: Held,
  { wait, failures, fault }: { wait: number; failures: number; fault: string | null },
): Promise<void> {
  await database.query(
    `UPDATE poll_schedule SET leased_until = NULL, due_at = now() + make_interval(secs => $3), failures = $4, last_fault = $5
     WHERE connection_id = $1 AND fence = $2`,
    [connectionId, fence, wait, failures, fault],
  );
}

export interface Poll {
  /** The company; "" is the connection's chosen company. */
  readonly scope: string;
  readonly resource: RecordResource;
  readonly polledUntil: Date | null;
  readonly scannedAt: Date | null;
}

export async function findPolls(database: Queryable, connectionId: string): Promise<Poll[]> {
  const { rows } = await database.query<Poll>(
    `SELECT scope, resource, polled_until AS "polledUntil", scanned_at AS "scannedAt" FROM polls WHERE connection_id = $1
     ORDER BY scope, resource`,
    [connectionId],
  );
  return rows;
}

interface PolledList {
  readonly connectionId: string;
  readonly scope: string;
  readonly resource: RecordResource;
}

/** Fingerprints by id. */
export async function findSnapshots(
  database: Queryable,
  { connectionId, scope, resource }: PolledList,
  ids: readonly string[],
): Promise<Map<string, Buffer>> {
  const { rows } = await database.query<{ id: string; fingerprint: Buffer }>(
    `SELECT record_id AS id, fingerprint FROM record_snapshots
     WHERE connection_id = $1 AND scope = $2 AND resource = $3 AND record_id = ANY ($4)`,
    [connectionId, scope, resource, ids],
  );
  return new Map(rows.map(({ id, fingerprint }) => [id, fingerprint]));
}

const batch = 5000;

/** Reads all ids in portions. */
export async function* snapshotIds(database: Queryable, list: PolledList): AsyncGenerator<string[]> {
  const { connectionId, scope, resource } = list;
  for (let last = ""; ; ) {
    const { rows } = await database.query<{ id: string }>(
      `SELECT record_id AS id FROM record_snapshots
       WHERE connection_id = $1 AND scope = $2 AND resource = $3 AND record_id > $4 ORDER BY record_id LIMIT ${batch}`,
      [connectionId, scope, resource, last],
    );
    yield rows.map(({ id }) => id);
    const end = rows.at(-1);
    if (end === undefined || rows.length < batch) return;
    last = end.id;
  }
}

export async function clearSnapshots(client: Queryable, { connectionId, scope, resource }: PolledList): Promise<void> {
  await client.query("DELETE FROM record_snapshots WHERE connection_id = $1 AND scope = $2 AND resource = $3", [
    connectionId,
    scope,
    resource,
  ]);
}

export async function countSnapshots(
  database: Queryable,
  { connectionId, scope, resource }: PolledList,
): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM record_snapshots WHERE connection_id = $1 AND resource = $2 AND scope = $3",
    [connectionId, resource, scope],
  );
  return rows[0]?.count ?? 0;
}

/** Locks the poll until the transaction ends, so that no other process stores results. False if the lease is lost. */
export async function holdPoll(client: Queryable, { connectionId, fence }: Held): Promise<boolean> {
  const { rowCount } = await client.query(
    "SELECT FROM poll_schedule WHERE connection_id = $1 AND fence = $2 FOR UPDATE",
    [connectionId, fence],
  );
  return rowCount === 1;
}

/** Returns false if the poll is no longer needed. */
export async function saveSnapshots(
  client: Queryable,
  { connectionId, scope, resource }: PolledList,
  snapshots: readonly { readonly id: string; readonly fingerprint: Buffer }[],
): Promise<boolean> {
  const { rowCount } = await client.query(
    "SELECT FROM polls WHERE connection_id = $1 AND scope = $2 AND resource = $3",
    [connectionId, scope, resource],
  );
  if (rowCount === 0) return false;
  if (snapshots.length > 0)
    await client.query(
      `INSERT INTO record_snapshots (connection_id, scope, resource, record_id, fingerprint)
       SELECT $1, $5, $2, * FROM unnest($3::text[], $4::bytea[])
       ON CONFLICT (connection_id, scope, resource, record_id) DO UPDATE SET fingerprint = excluded.fingerprint`,
      [connectionId, resource, snapshots.map(({ id }) => id), snapshots.map(({ fingerprint }) => fingerprint), scope],
    );
  return true;
}

export interface CompletedWalk extends PolledList {
  readonly until: Date;
  readonly isFullScan: boolean;
  readonly gone: readonly string[];
}

/** Returns false if the poll is no longer needed. */
export async function completeWalk(client: Queryable, walk: CompletedWalk): Promise<boolean> {
  const { connectionId, scope, resource, until, isFullScan, gone } = walk;
  const { rowCount } = await client.query(
    `UPDATE polls SET polled_until = $3, scanned_at = CASE WHEN $4 THEN $3 ELSE scanned_at END
     WHERE connection_id = $1 AND resource = $2 AND scope = $5`,
    [connectionId, resource, until, isFullScan, scope],
  );
  if (rowCount === 0) return false;
  if (gone.length > 0)
    await client.query(
      "DELETE FROM record_snapshots WHERE connection_id = $1 AND resource = $2 AND scope = $4 AND record_id = ANY ($3)",
      [connectionId, resource, gone, scope],
    );
  return true;
}

/** Null: the default. Returns false if there is no such connection. */
export async function setPollPace(database: Queryable, connectionId: string, seconds: number | null): Promise<boolean> {
  const { rowCount } = await database.query(
    `INSERT INTO poll_schedule AS l (connection_id, every_seconds, due_at) SELECT id, $2, now() FROM connections WHERE id = $1
     ON CONFLICT (connection_id) DO UPDATE SET every_seconds = $2, due_at = least(l.due_at, now())`,
    [connectionId, seconds],
  );
  return rowCount === 1;
}
