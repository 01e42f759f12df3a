/** Bulk replays of deliveries: their request, progress and end. */
import { type LogPart, wasNeverSent } from "./deliveryHistory.ts";
import type { Queryable } from "./postgres/database.ts";
import { deleteInBatches } from "./postgres/deleteInBatches.ts";
import { type Ledger, type SubscriptionName, wantsEvent } from "./subscriptions.ts";

export const replayKinds = ["undelivered", "waiting", "failed", "missing", "all"] as const;
export type ReplayKind = (typeof replayKinds)[number];

export interface BulkReplay {
  readonly id: string;
  /** Null: all tenants. */
  readonly tenantId: string | null;
  readonly subscriptionId: string | null;
  readonly connectionId: string | null;
  readonly which: ReplayKind;
  readonly from: Date;
  readonly to: Date;
  readonly perSecond: number;
  readonly state: "open" | "done" | "stopped";
  readonly expected: number;
  readonly sent: number;
  readonly person: string;
  /** When the next portion is sent. */
  readonly dueAt: Date;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

/** The progress of a replay. */
export interface ReplayPosition {
  /** All subscriptions up to this id are done. */
  readonly subscription: string;
  /** In the next subscription: done up to this number of this ledger. */
  readonly ledger: string | null;
  readonly sequence: string | null;
}

const columns = `r.id, r.tenant_id AS "tenantId", r.subscription_id AS "subscriptionId", r.connection_id AS "connectionId",
  r.which, r.begins AS "from", r.ends AS "to", r.per_second AS "perSecond", r.state, r.expected, r.sent, r.person,
  r.due_at AS "dueAt", r.created_at AS "createdAt", r.ended_at AS "endedAt"`;

/** Time to cancel before the first portion is sent. */
const firstAfter = "interval '10 seconds'";

export type NewBulkReplay = Omit<BulkReplay, "state" | "sent" | "dueAt" | "createdAt" | "endedAt">;

/** Requests at the same time wait for each other. */
const addingLock = 7_201_018;

/** Two replays meet if a subscription may have deliveries of both. Null: all. */
const meets = ["tenant_id = $2", "subscription_id = $3", "connection_id = $4"]
  .map((same, index) => `(r.${same} OR r.${same.split(" ")[0]} IS NULL OR $${index + 2}::text IS NULL)`)
  .join(" AND ");

/** Returns the open replay of the same subscription, if any: each subscription has at most one. */
export async function addBulkReplay(client: Queryable, replay: NewBulkReplay): Promise<string | undefined> {
  await client.query("SELECT pg_advisory_xact_lock($1)", [addingLock]);
  const { rows } = await client.query<{ id: string }>(
    `SELECT r.id FROM bulk_replays r WHERE r.state = 'open' AND r.id <> $1 AND ${meets} ORDER BY r.created_at LIMIT 1`,
    [replay.id, replay.tenantId, replay.subscriptionId, replay.connectionId],
  );
  if (rows[0] !== undefined) return rows[0].id;
  await client.query(
    `INSERT INTO bulk_replays (id, tenant_id, subscription_id, connection_id, which, begins, ends, per_second, expected, person, due_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now() + ${firstAfter})`,
    [
      replay.id,
      replay.tenantId,
      replay.subscriptionId,
      replay.connectionId,
      replay.which,
      replay.from,
      replay.to,
      replay.perSecond,
      replay.expected,
      replay.person,
    ],
  );
  return undefined;
}

const isSeen = "($1::text IS NULL OR r.tenant_id = $1)";

export async function findBulkReplay(
  client: Queryable,
  tenantId: string | null,
  id: string,
): Promise<BulkReplay | undefined> {
  const { rows } = await client.query<BulkReplay>(
    `SELECT ${columns} FROM bulk_replays r WHERE ${isSeen} AND r.id = $2`,
    [tenantId, id],
  );
  return rows[0];
}

/** Running and recently ended replays, newest first. */
export async function listBulkReplays(client: Queryable, tenantId: string | null): Promise<BulkReplay[]> {
  const { rows } = await client.query<BulkReplay>(
    `SELECT ${columns} FROM bulk_replays r WHERE ${isSeen} AND coalesce(r.ended_at > now() - interval '1 day', true)
     ORDER BY r.created_at DESC LIMIT 5`,
    [tenantId],
  );
  return rows;
}

/** Returns whether there was a replay to stop. Waits for a portion that is being sent. */
export async function stopBulkReplay(database: Queryable, tenantId: string | null, id: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `UPDATE bulk_replays r SET state = 'stopped', ended_at = now() WHERE ${isSeen} AND r.id = $2 AND r.state = 'open'`,
    [tenantId, id],
  );
  return rowCount === 1;
}

/** Locks a due replay that no other process is working on, until the transaction ends. */
export async function claimBulkReplay(
  client: Queryable,
): Promise<(BulkReplay & { after: ReplayPosition }) | undefined> {
  const { rows } = await client.query<BulkReplay & { after: ReplayPosition }>(
    `SELECT ${columns}, json_build_object('subscription', r.after_subscription, 'ledger', r.after_ledger,
       'sequence', r.after_sequence::text) AS after
     FROM bulk_replays r WHERE r.state = 'open' AND r.due_at <= now() ORDER BY r.due_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
  );
  return rows[0];
}

/** Deliveries per second of all replays of a tenant together. */
export const mostPerSecond = 100;

/**
 * The next portion is due according to the rate; a late replay catches up by at most one second. Other replays of the
 * tenant wait for their turn.
 */
export async function moveBulkReplay(
  client: Queryable,
  { id, tenantId }: Pick<BulkReplay, "id" | "tenantId">,
  { sent, after }: { readonly sent: number; readonly after: ReplayPosition },
): Promise<void> {
  if (sent > 0)
    await client.query(
      `UPDATE bulk_replays r SET due_at = greatest(r.due_at, now()) + $3 * interval '1 second' / ${mostPerSecond}
       WHERE r.id IN (
         SELECT id FROM bulk_replays WHERE state = 'open' AND tenant_id = $2 AND id <> $1 FOR UPDATE SKIP LOCKED)`,
      [id, tenantId, sent],
    );
  await client.query(
    `UPDATE bulk_replays SET sent = sent + $2, after_subscription = $3, after_ledger = $4, after_sequence = $5,
       due_at = greatest(due_at, now() - interval '1 second') + $2 * interval '1 second' / per_second WHERE id = $1`,
    [id, sent, after.subscription, after.ledger, after.sequence],
  );
}

export async function endBulkReplay(client: Queryable, id: string): Promise<void> {
  await client.query("UPDATE bulk_replays SET state = 'done', ended_at = now() WHERE id = $1", [id]);
}

export async function pruneBulkReplays(database: Queryable, days: number): Promise<void> {
  await deleteInBatches(database, {
    from: "bulk_replays",
    where: "created_at < cautious_now() - make_interval(days => $1)",
    values: [days],
  });
}

/** The next subscription of a platform with deliveries to replay, of its own or of its connections. */
export async function nextSubscription(
  client: Queryable,
  { tenantId, subscriptionId, connectionId, after }: Omit<BulkReplay, "state"> & { readonly after: ReplayPosition },
): Promise<SubscriptionName | undefined> {
  const { rows } = await client.query<SubscriptionName>(
    `SELECT s.id, s.tenant_id AS "tenantId", s.connection_id AS "connectionId" FROM subscriptions s
     WHERE s.parent_id IS NULL AND s.state <> 'ended' AND ($1::text IS NULL OR s.tenant_id = $1)
       AND ($2::text IS NULL OR s.id = $2) AND ($3::text IS NULL OR s.connection_id IS NULL OR s.connection_id = $3)
       AND s.id > $4 ORDER BY s.id LIMIT 1`,
    [tenantId, subscriptionId, connectionId, after.subscription],
  );
  return rows[0];
}

interface Portion {
  /** Starts after this number of the log. */
  readonly after: string | null;
  readonly most: number;
}

const deliveriesIn = (
  state: "open" | "failed",
) => `SELECT d.sequence FROM deliveries d WHERE d.subscription_id = $1 AND d.connection_id = $2 AND d.state = '${state}'
  AND d.created_at >= $3 AND d.created_at < $4 AND d.sequence > $5 ORDER BY d.sequence LIMIT $6`;
const events = `SELECT e.sequence FROM events e JOIN subscriptions s ON s.id = $1
  WHERE e.connection_id = $2 AND e.recorded_at >= $3 AND e.recorded_at < $4 AND e.sequence > $5
    AND ${wantsEvent("s", "e")}
    AND (s.parent_id IS NOT NULL OR coalesce(s.scope = e.scope, true))`;
const never = `AND ${wasNeverSent("$1")}`;
const inOrder = "ORDER BY e.sequence LIMIT $6";
const chosen: Readonly<Record<ReplayKind, string>> = {
  waiting: deliveriesIn("open"),
  failed: deliveriesIn("failed"),
  // Each state has its own index.
  undelivered: `(${deliveriesIn("open")}) UNION ALL (${deliveriesIn("failed")}) ORDER BY sequence LIMIT $6`,
  missing: `${events} ${never} ${inOrder}`,
  all: `${events} ${inOrder}`,
};

/** The next part of a ledger's log with deliveries to replay; undefined if there is none. */
export async function nextPortion(
  client: Queryable,
  { which, from, to }: Pick<BulkReplay, "which" | "from" | "to">,
  { id, logId }: Ledger,
  { after, most }: Portion,
): Promise<LogPart | undefined> {
  const { rows } = await client.query<LogPart | { first: null }>(
    `SELECT min(sequence)::text AS first, max(sequence)::text AS last FROM (${chosen[which]}) AS next`,
    [id, logId, from, to, after ?? "-1", most],
  );
  const [part] = rows;
  return part === undefined || part.first === null ? undefined : part;
}
