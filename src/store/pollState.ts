/** The polls of each connection, their schedule, and snapshots from the last poll. */
import type { RecordResource } from "../contract/event.ts";
import { desiredSubscriptions, type WhichSubscriptions } from "./desiredSubscriptions.ts";
import type { Queryable } from "./postgres/database.ts";
import { isEnabled } from "./tenants.ts";

/** A resource whose list can be polled. */
export interface Pollable {
  readonly targetSystem: string;
  readonly resource: RecordResource;
  /** The vendor reports it if our URL is entered in its portal. */
  readonly portal: boolean;
  /** Whether the operator entered it, for tenants without their own client. */
  readonly operator: boolean;
  /** The vendor reports it if it accepts a subscription for the connection. */
  readonly address: boolean;
  /** Seconds between two sweeps, while the vendor reports it. */
  readonly sweepSeconds: number;
  /** The choices that are missing before the list can be read. */
  readonly needsCompany: boolean;
  readonly needsEnvironment: boolean;
}

/** A tenant with its own client has entered its own URL in the vendor's portal, or none. */
const isReported = `CASE
  WHEN w.portal THEN coalesce(
    (SELECT r.custom_values @> '[{"name": "webhookSecret"}]' FROM registrations r
     WHERE r.tenant_id = w.tenant_id AND r.target_system = w.target_system), w.operator)
  WHEN w.address THEN EXISTS (
    SELECT FROM vendor_subscriptions v
    WHERE v.connection_id = w.connection_id AND v.scope = w.scope AND v.facts IS NOT NULL)
  ELSE false END`;

/** The resources that subscriptions want. Those that the vendor reports are swept, the others polled. */
const wanted = (which: WhichSubscriptions) => `wanted AS (
  SELECT DISTINCT w.connection_id, w.scope, w.resource, ${isReported} AS is_sweep, w.sweep_seconds
  FROM (${desiredSubscriptions(which, offered)}) AS w
)`;

const offered = `unnest($1::text[], $2::text[], $3::boolean[], $4::boolean[], $5::boolean[], $6::boolean[], $7::boolean[], $8::int[])
  AS l(target_system, resource, portal, operator, company, environment, address, sweep_seconds)`;

const arraysOf = (pollable: readonly Pollable[]): unknown[] => [
  pollable.map(({ targetSystem }) => targetSystem),
  pollable.map(({ resource }) => resource),
  pollable.map(({ portal }) => portal),
  pollable.map(({ operator }) => operator),
  pollable.map(({ needsCompany }) => needsCompany),
  pollable.map(({ needsEnvironment }) => needsEnvironment),
  pollable.map(({ address }) => address),
  pollable.map(({ sweepSeconds }) => sweepSeconds),
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
       INSERT INTO polls (connection_id, scope, resource, is_sweep, every_seconds)
       SELECT connection_id, scope, resource, is_sweep, sweep_seconds FROM wanted w
       WHERE NOT EXISTS (SELECT FROM polls p WHERE ${isSamePoll("p", "w")})
       ON CONFLICT DO NOTHING RETURNING connection_id
     )
     INSERT INTO poll_schedule AS l (connection_id, due_at) SELECT DISTINCT connection_id, now() FROM added
     ON CONFLICT (connection_id) DO UPDATE SET due_at = least(l.due_at, now())`,
    arraysOf(pollable),
  );
}

const isSamePoll = (left: string, right: string): string =>
  ["connection_id", "scope", "resource"].map((column) => `${left}.${column} = ${right}.${column}`).join(" AND ");

const unwanted = `SELECT p.connection_id, p.scope, p.resource FROM polls p
  WHERE NOT EXISTS (SELECT FROM wanted w WHERE ${isSamePoll("p", "w")})`;
const changed = `SELECT p.connection_id, p.scope, p.resource, w.is_sweep, w.sweep_seconds
  FROM polls p JOIN wanted w ON ${isSamePoll("p", "w")}
  WHERE p.is_sweep <> w.is_sweep OR p.every_seconds IS DISTINCT FROM w.sweep_seconds`;

/**
 * Removes polls that are no longer needed, and turns polls into sweeps and back as vendors begin and cease to report. The
 * schedules are locked first, as a running poll does: in another order the two would wait for each other.
 */
export async function adjustPolls(client: Queryable, pollable: readonly Pollable[]): Promise<void> {
  const arrays = arraysOf(pollable);
  const { rows } = await client.query<{ id: string }>(
    `WITH ${wanted("all")}
     SELECT connection_id AS id FROM (${unwanted}) AS u UNION SELECT connection_id FROM (${changed}) AS c`,
    arrays,
  );
  if (rows.length > 0) {
    const ids = rows.map(({ id }) => id);
    await client.query("SELECT FROM poll_schedule WHERE connection_id = ANY ($1) ORDER BY connection_id FOR UPDATE", [
      ids,
    ]);
    await client.query(
      `WITH ${wanted("all")}, due AS (
         UPDATE polls l SET is_sweep = c.is_sweep, every_seconds = c.sweep_seconds, due_at = now()
         FROM (${changed}) AS c WHERE ${isSamePoll("l", "c")} AND l.connection_id = ANY ($9) RETURNING l.connection_id
       )
       UPDATE poll_schedule SET due_at = least(due_at, now()) WHERE connection_id IN (SELECT connection_id FROM due)`,
      [...arrays, ids],
    );
    await client.query(
      `WITH ${wanted("all")}
       DELETE FROM polls l USING (${unwanted}) AS u WHERE ${isSamePoll("l", "u")} AND l.connection_id = ANY ($9)`,
      [...arrays, ids],
    );
  }
  await client.query(
    `DELETE FROM poll_schedule l WHERE every_seconds IS NULL
       AND NOT EXISTS (SELECT FROM polls WHERE connection_id = l.connection_id)`,
  );
}

/** Makes the sweeps of a company due, because its vendor lost a subscription. */
export async function sweepNow(
  client: Queryable,
  { connectionId, scope }: { connectionId: string; scope: string },
): Promise<void> {
  await client.query("UPDATE poll_schedule SET due_at = least(due_at, now()) WHERE connection_id = $1", [connectionId]);
  await client.query("UPDATE polls SET due_at = now() WHERE connection_id = $1 AND scope = $2", [connectionId, scope]);
}

export interface DuePoll {
  readonly connectionId: string;
  readonly tenantId: string;
  readonly targetSystem: string;
  readonly everySeconds: number | null;
  readonly failures: number;
  /** The vendor announces changes, so that polls need not be frequent. */
  readonly isListening: boolean;
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
     UPDATE poll_schedule s SET leased_until = (SELECT steady_now()) + make_interval(secs => $1), fence = s.fence + 1,
       is_announced = false
     FROM due WHERE s.connection_id = due.connection_id
     RETURNING s.connection_id AS "connectionId", due.tenant_id AS "tenantId", due.target_system AS "targetSystem",
       s.every_seconds AS "everySeconds", s.failures, s.number, s.fence,
       coalesce(s.listening_until > (SELECT steady_now()), false) AS "isListening"`,
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
    `UPDATE poll_schedule SET leased_until = NULL, failures = $4, last_fault = $5,
       last_fault_at = CASE WHEN $5::text IS NULL THEN last_fault_at ELSE now() END,
       due_at = CASE
         -- A change was announced while the poll was running, which may have read that list already.
         WHEN is_announced AND $4 = 0 THEN now()
         WHEN $4 > 0 OR EXISTS (SELECT FROM polls WHERE connection_id = $1 AND NOT is_sweep)
           THEN now() + make_interval(secs => $3)
         ELSE coalesce(
           (SELECT min(due_at) FROM polls WHERE connection_id = $1), now() + make_interval(secs => $3)) END
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
  /** The vendor reports changes itself. */
  readonly isSweep: boolean;
  readonly everySeconds: number | null;
  /** The next page of the comparison of all ids, and when it began; null if none is going on. */
  readonly scanPage: number;
  readonly scanBeganAt: Date | null;
}

/** The polls of a connection that are due, which sweeps are only now and then. */
export async function findPolls(database: Queryable, connectionId: string): Promise<Poll[]> {
  const { rows } = await database.query<Poll>(
    `SELECT scope, resource, polled_until AS "polledUntil", scanned_at AS "scannedAt", is_sweep AS "isSweep",
       every_seconds AS "everySeconds", scan_page AS "scanPage", scan_began_at AS "scanBeganAt"
     FROM polls WHERE connection_id = $1 AND (NOT is_sweep OR due_at <= now())
     ORDER BY scope, resource`,
    [connectionId],
  );
  return rows;
}

export async function countSweeps(database: Queryable, connectionId: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM polls WHERE connection_id = $1 AND is_sweep",
    [connectionId],
  );
  return rows[0]?.count ?? 0;
}

/** A list that could not be read. A sweep is repeated within the hour. */
export async function failPoll(
  database: Queryable,
  { connectionId, scope, resource }: PolledList,
  fault: string,
): Promise<void> {
  await database.query(
    `UPDATE polls SET last_fault = $4, last_fault_at = now(),
       due_at = now() + make_interval(secs => least(3600, coalesce(every_seconds, 0)))
     WHERE connection_id = $1 AND scope = $2 AND resource = $3`,
    [connectionId, scope, resource, fault],
  );
}

/** The state of one list, for callers. */
export interface PollState extends Pick<Poll, "resource" | "polledUntil" | "isSweep" | "everySeconds"> {
  readonly companyId: string | null;
  /** The vendor announces changes. */
  readonly isListening: boolean;
  readonly lastFault: string | null;
  readonly lastFaultAt: Date | null;
}

export async function listPollStates(database: Queryable, connectionId: string): Promise<PollState[]> {
  const { rows } = await database.query<PollState>(
    `SELECT p.resource, p.polled_until AS "polledUntil", p.is_sweep AS "isSweep",
       CASE WHEN p.is_sweep THEN p.every_seconds ELSE s.every_seconds END AS "everySeconds",
       nullif(split_part(p.scope, E'\\t', 2), '') AS "companyId",
       coalesce(s.listening_until > (SELECT steady_now()), false) AS "isListening",
       p.last_fault AS "lastFault", p.last_fault_at AS "lastFaultAt"
     FROM polls p LEFT JOIN poll_schedule s ON s.connection_id = p.connection_id
     WHERE p.connection_id = $1 ORDER BY p.resource, p.scope`,
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
    `UPDATE polls SET polled_until = $3, scanned_at = CASE WHEN $4 THEN $3 ELSE scanned_at END, last_fault = NULL,
       due_at = now() + make_interval(secs => coalesce(every_seconds, 0))
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

/** Notes that a comparison of all ids found these records. */
export async function markScanned(
  client: Queryable,
  { connectionId, scope, resource }: PolledList,
  { ids, at }: { readonly ids: readonly string[]; readonly at: Date },
): Promise<void> {
  await client.query(
    `UPDATE record_snapshots SET scanned_at = $5
     WHERE connection_id = $1 AND scope = $2 AND resource = $3 AND record_id = ANY ($4)`,
    [connectionId, scope, resource, ids, at],
  );
}

/** Records that no page of the comparison since then contained, oldest first. */
export async function findUnscanned(
  database: Queryable,
  { connectionId, scope, resource }: PolledList,
  { since, most }: { readonly since: Date; readonly most: number },
): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `SELECT record_id AS id FROM record_snapshots
     WHERE connection_id = $1 AND scope = $2 AND resource = $3 AND (scanned_at IS NULL OR scanned_at < $4)
     ORDER BY scanned_at NULLS FIRST, record_id LIMIT $5`,
    [connectionId, scope, resource, since, most],
  );
  return rows.map(({ id }) => id);
}

/** The next page of the comparison of all ids. If `beganAt` is null, the comparison is complete. */
export async function keepScan(
  client: Queryable,
  { connectionId, scope, resource }: PolledList,
  { page, beganAt, completed }: { page: number; beganAt: Date | null; completed?: Date },
): Promise<void> {
  await client.query(
    `UPDATE polls SET scan_page = $4, scan_began_at = $5, scanned_at = coalesce($6, scanned_at)
     WHERE connection_id = $1 AND scope = $2 AND resource = $3`,
    [connectionId, scope, resource, page, beganAt, completed ?? null],
  );
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
