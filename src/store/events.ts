/**
 * The event logs: numbered without gaps, one entry for each change. Each connection has one, and each tenant has one for what
 * concerns none of its connections. The id of a log, `connection_id` in the tables, is that of its owner.
 */
import type { EventResource, EventType } from "../contract/event.ts";
import type { Queryable } from "./postgres/database.ts";
import { expandSubscriptions, wantsEvent } from "./subscriptions.ts";

export interface EventRow {
  /** A bigint as text. */
  readonly sequence: string;
  readonly eventType: EventType;
  readonly resource: EventResource;
  readonly resourceId: string;
  readonly changedAt: Date;
}

export interface NewEvent extends Omit<EventRow, "sequence"> {
  /** SHA-256 of the change's identity. */
  readonly change: Buffer;
}

export type LogOwner = "connection" | "tenant";

/**
 * Locks a log until the transaction ends. After waiting here, the next statement sees everything that the previous holder
 * wrote. Fails if the owner was erased.
 */
export async function lockLog(client: Queryable, id: string, owner: LogOwner = "connection"): Promise<void> {
  const lock = async () =>
    (await client.query("SELECT 1 FROM event_logs WHERE connection_id = $1 FOR UPDATE", [id])).rowCount === 1;
  if (await lock()) return;
  await client.query("INSERT INTO event_logs (connection_id, tenant_id) VALUES ($1, $2) ON CONFLICT DO NOTHING", [
    id,
    owner === "tenant" ? id : null,
  ]);
  await lock();
}

/** Appends events that are not in the log yet, in order. The log must be locked. */
export async function appendEvents(
  client: Queryable,
  { connectionId, scope, reportedBy }: Pick<FanOut, "connectionId" | "scope"> & { readonly reportedBy: string },
  events: readonly NewEvent[],
): Promise<EventRow[]> {
  // The time of the statement, not of the transaction: higher numbers are never older, so pruning leaves no gaps.
  const { rows } = await client.query<EventRow>({
    name: "append-events",
    text: `WITH new_events AS (
       SELECT * FROM unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::bytea[]) WITH ORDINALITY
         AS g (event_type, resource, resource_id, changed_at, change, position)
     ), fresh AS (
       SELECT g.*, row_number() OVER (ORDER BY position) AS nth FROM new_events g
       WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.connection_id = $1 AND e.change = g.change)
     ), log AS (
       UPDATE event_logs SET last = last + (SELECT count(*) FROM fresh)
       WHERE connection_id = $1 AND EXISTS (SELECT 1 FROM fresh)
       RETURNING last - (SELECT count(*) FROM fresh) AS before
     ), added AS (
       INSERT INTO events
         (connection_id, sequence, event_type, resource, resource_id, changed_at, change, recorded_at, scope,
          heard_by)
       SELECT $1, log.before + nth, event_type, resource, resource_id, changed_at, change, statement_timestamp(), $7, $8
       FROM fresh, log
       RETURNING sequence, event_type, resource, resource_id, changed_at
     )
     SELECT sequence::text, event_type AS "eventType", resource, resource_id AS "resourceId",
       changed_at AS "changedAt" FROM added ORDER BY added.sequence`,
    values: [
      connectionId,
      events.map(({ eventType }) => eventType),
      events.map(({ resource }) => resource),
      events.map(({ resourceId }) => resourceId),
      events.map(({ changedAt }) => changedAt),
      events.map(({ change }) => change),
      scope ?? null,
      reportedBy,
    ],
  });
  return rows;
}

export interface RecordHistoryRow {
  readonly resource: EventResource;
  readonly resourceId: string;
  readonly isTracked: boolean;
  readonly isKnown: boolean;
  readonly isCreated: boolean;
  readonly lastType: EventType | null;
  readonly vendorAt: Date | null;
  readonly pollAt: Date | null;
  /** Whether it is a draft that Kontor has deleted. */
  readonly isUndone: boolean;
  /** Whether a running write may have made it and may delete it again. */
  readonly mayBeUndone: boolean;
}

/** A write that takes longer has failed, or its process has ended. */
const longestWrite = "2 minutes";

/** The running writes that may delete a record again. Their draft is known only once they delete it. */
const undoingWrites = (record: string): string =>
  `SELECT FROM operations o WHERE o.connection_id = $1 AND o.undoable_resource = ${record}.resource
     AND o.state IN ('sent', 'taken', 'undoing') AND (
     (o.state = 'undoing' AND o.draft = ${record}.resource_id)
     OR (o.state IN ('sent', 'taken') AND o.created_at > now() - interval '${longestWrite}'))`;

/** The histories of these records in the log and the snapshots. The log must be locked. */
export async function findRecordHistories(
  client: Queryable,
  { connectionId, scope }: { readonly connectionId: string; readonly scope: string },
  records: readonly Pick<EventRow, "resource" | "resourceId">[],
): Promise<RecordHistoryRow[]> {
  const { rows } = await client.query<RecordHistoryRow>({
    name: "find-record-histories",
    text: `SELECT g.resource, g.resource_id AS "resourceId",
       EXISTS (SELECT FROM polls p WHERE p.connection_id = $1 AND p.scope = $2 AND p.resource = g.resource
         AND p.polled_until IS NOT NULL) AS "isTracked",
       EXISTS (SELECT FROM record_snapshots r WHERE r.connection_id = $1 AND r.scope = $2 AND r.resource = g.resource
         AND r.record_id = g.resource_id) AS "isKnown",
       coalesce(h.created > coalesce(h.deleted, 0), false) AS "isCreated",
       h.last_type AS "lastType", h.vendor_at AS "vendorAt", h.poll_at AS "pollAt",
       EXISTS (SELECT FROM operations o WHERE o.connection_id = $1 AND o.draft = g.resource_id
         AND o.undoable_resource = g.resource AND o.state = 'refused') AS "isUndone",
       EXISTS (${undoingWrites("g")}) OR EXISTS (SELECT FROM held_changes c WHERE c.connection_id = $1 AND c.scope = $2
         AND c.resource_id = g.resource_id AND c.resource = g.resource) AS "mayBeUndone"
     FROM (SELECT DISTINCT * FROM unnest($3::text[], $4::text[]) AS d (resource, resource_id)) AS g
     LEFT JOIN LATERAL (
       SELECT (array_agg(e.event_type ORDER BY e.sequence DESC))[1] AS last_type,
         max(e.sequence) FILTER (WHERE e.event_type = 'CREATED') AS created,
         max(e.sequence) FILTER (WHERE e.event_type = 'DELETED') AS deleted,
         max(e.changed_at) FILTER (WHERE e.heard_by = 'vendor') AS vendor_at,
         max(e.changed_at) FILTER (WHERE e.heard_by = 'poll') AS poll_at
       FROM events e WHERE e.connection_id = $1 AND e.resource_id = g.resource_id AND e.resource = g.resource
         AND e.scope = $2
     ) AS h ON true`,
    values: [connectionId, scope, records.map(({ resource }) => resource), records.map(({ resourceId }) => resourceId)],
  });
  return rows;
}

export interface HeldChange extends Omit<EventRow, "sequence"> {
  readonly scope: string;
  readonly reportedBy: "vendor" | "poll";
  readonly isUndated: boolean;
  readonly mark: string | null;
}

/** Stores changes until the writes that may have made their records end. The log must be locked. */
export async function holdChanges(
  client: Queryable,
  connectionId: string,
  changes: readonly HeldChange[],
): Promise<void> {
  for (const change of changes)
    await client.query(
      `INSERT INTO held_changes
         (connection_id, scope, reported_by, event_type, resource, resource_id, changed_at, is_undated, mark)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        connectionId,
        change.scope,
        change.reportedBy,
        change.eventType,
        change.resource,
        change.resourceId,
        change.changedAt,
        change.isUndated,
        change.mark,
      ],
    );
}

/** The connections with held changes. */
export async function findHeldConnections(database: Queryable): Promise<{ id: string; targetSystem: string }[]> {
  const { rows } = await database.query<{ id: string; targetSystem: string }>(
    `SELECT c.id, c.target_system AS "targetSystem" FROM connections c
     WHERE c.id IN (SELECT connection_id FROM held_changes) ORDER BY c.id`,
  );
  return rows;
}

/** Removes the changes whose writes have ended, in the order in which they were reported. The log must be locked. */
export async function takeHeldChanges(client: Queryable, connectionId: string): Promise<HeldChange[]> {
  const { rows } = await client.query<HeldChange>(
    `WITH taken AS (
       DELETE FROM held_changes c WHERE c.connection_id = $1 AND NOT EXISTS (${undoingWrites("c")}) RETURNING *
     )
     SELECT scope, reported_by AS "reportedBy", event_type AS "eventType", resource, resource_id AS "resourceId",
       changed_at AS "changedAt", is_undated AS "isUndated", mark FROM taken ORDER BY id`,
    [connectionId],
  );
  return rows;
}

/** Notified when there are new deliveries. */
export const deliveriesChannel = "kontor_deliveries";

export interface FanOut {
  /** The id of the log. */
  readonly connectionId: string;
  /** Whether the target system's events are delivered as lists. */
  readonly batches: boolean;
  /** The company of the records. Undefined: for all subscriptions to the log. */
  readonly scope?: string | undefined;
  readonly events: readonly EventRow[];
}

/** The company in a scope follows a tab. */
export const companyOf = (scope: string): string => `nullif(split_part(${scope}, E'\\t', 2), '')`;

/** The maximum number of events in one list. */
const longestList = 100;

/**
 * Builds the delivery rows from `matched` (subscription_id, connection_id, sequence, lane). Single events keep the order of
 * each record; lists keep the order of the whole subscription.
 */
export function sentEventsOf(batches: boolean): string {
  if (!batches) return "SELECT subscription_id, sequence, connection_id, ARRAY[sequence], lane FROM matched";
  return `SELECT subscription_id, min(sequence), min(connection_id), array_agg(sequence ORDER BY sequence), 0
     FROM (
       SELECT *, (row_number() OVER (PARTITION BY subscription_id ORDER BY sequence) - 1) / ${longestList} AS list
       FROM matched
     ) AS numbered GROUP BY subscription_id, list`;
}

/**
 * Creates the deliveries of these events, notifies the deliverers, and returns how many there are. It locks the affected
 * subscriptions until the transaction ends, ordered by id; other code that locks several must use the same order.
 */
export async function fanOut(client: Queryable, { connectionId, batches, scope, events }: FanOut): Promise<number> {
  await client.query({ name: "spread-subscriptions", text: spreadTo, values: [connectionId] });
  const { rows } = await client.query<{ count: number }>({
    name: `fan-out-${batches}`,
    text: `WITH matching_subscriptions AS (
       SELECT id, parent_id, event_type, resource FROM subscriptions
       WHERE log_id = $1 AND state <> 'ended' AND expires_at > cautious_now()
         AND ($6::text IS NULL OR scope = $6 OR parent_id IS NOT NULL)
       ORDER BY id FOR NO KEY UPDATE
     ), matched AS (
       SELECT w.id AS subscription_id, $1 AS connection_id, e.sequence,
         hashtextextended(e.resource || ':' || e.resource_id, 0) AS lane
       FROM matching_subscriptions w JOIN unnest($2::bigint[], $3::text[], $4::text[], $5::text[])
         AS e (sequence, event_type, resource, resource_id)
         ON ${wantsEvent("w", "e")}
     ), added AS (
       INSERT INTO deliveries (subscription_id, sequence, connection_id, sequences, lane)
       ${sentEventsOf(batches)}
       RETURNING subscription_id
     ), woken AS (
       UPDATE subscriptions SET due_at = least(due_at, now()) WHERE id IN (SELECT subscription_id FROM added)
     )
     SELECT count(*)::int AS count,
       CASE WHEN count(*) > 0 THEN pg_notify('${deliveriesChannel}', '')::text END AS notified FROM added`,
    values: [
      connectionId,
      events.map(({ sequence }) => sequence),
      events.map(({ eventType }) => eventType),
      events.map(({ resource }) => resource),
      events.map(({ resourceId }) => resourceId),
      scope ?? null,
    ],
  });
  return rows[0]?.count ?? 0;
}

const spreadTo = expandSubscriptions("c.id = $1 AND p.expires_at > cautious_now()");

export interface LogQuery {
  readonly connectionId: string;
  /** The number of the last event that was read. Undefined: start with the oldest. */
  readonly after?: string | undefined;
  readonly limit: number;
}

export interface LogPage {
  readonly events: readonly LoggedEvent[];
  /** The number before the oldest stored event, and the number of the newest. */
  readonly floor: string;
  readonly last: string;
}

export interface LoggedEvent extends EventRow {
  readonly recordedAt: Date;
  /** Set if it is not the connection's chosen company. */
  readonly companyId: string | null;
}

/** In order. Numbers become visible in order, so reading on after the last one misses none. */
export async function readLog(database: Queryable, { connectionId, after, limit }: LogQuery): Promise<LogPage> {
  const { rows: events } = await database.query<LoggedEvent>(
    `SELECT sequence::text, event_type AS "eventType", resource, resource_id AS "resourceId",
       changed_at AS "changedAt", recorded_at AS "recordedAt", ${companyOf("e.scope")} AS "companyId"
     FROM events e WHERE connection_id = $1 AND e.sequence > $2::bigint ORDER BY e.sequence LIMIT $3`,
    [connectionId, after ?? "0", limit],
  );
  // Read last, so that events pruned meanwhile are not skipped silently.
  const { rows } = await database.query<{ floor: string; last: string }>(
    `SELECT last::text, coalesce(
       (SELECT min(e.sequence) - 1 FROM events e WHERE e.connection_id = $1), last
     )::text AS floor FROM event_logs WHERE connection_id = $1`,
    [connectionId],
  );
  return { events, ...(rows[0] ?? { floor: "0", last: "0" }) };
}
