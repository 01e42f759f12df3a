/** The history of deliveries for platforms, and replays. */
import type { EventType } from "../contract/event.ts";
import { deliveriesChannel, sentEventsOf } from "./events.ts";
import type { Queryable } from "./postgres/database.ts";
import { wantsEvent } from "./subscriptions.ts";

export const deliveryStates = ["open", "done", "failed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export interface DeliveryView {
  /** The ledger row; for a tenant's subscription, the one of the connection. */
  readonly subscriptionId: string;
  /** A bigint as text. */
  readonly sequence: string;
  readonly state: DeliveryState;
  readonly dueAt: Date;
  readonly createdAt: Date;
  readonly settledAt: Date | null;
  /** Dates are text, as PostgreSQL writes them in JSON. */
  readonly events: readonly {
    readonly eventType: EventType;
    readonly resource: string;
    readonly resourceId: string;
    readonly changedAt: string;
  }[];
  readonly attempts: readonly {
    readonly at: string;
    readonly status: number | null;
    readonly milliseconds: number;
    readonly answer: string | null;
  }[];
}

export interface DeliveryQuery {
  readonly subscriptionId: string;
  readonly state?: DeliveryState | undefined;
  readonly window: { readonly page: number; readonly limit: number };
}

/** Attempts are timed by the worker, deliveries by the database. Older days are not looked into. */
export const isSinceDelivery = "a.at >= d.created_at - interval '1 day'";

/** After replays a delivery may have more than ten attempts. */
const shownAttempts = 30;

/**
 * Newest first, each with its latest attempts in order. For each ledger row it reads no more deliveries than the page can
 * hold, from an index in this order.
 */
export async function listDeliveries(database: Queryable, query: DeliveryQuery): Promise<DeliveryView[]> {
  const { subscriptionId, state, window } = query;
  const { rows } = await database.query<DeliveryView>({
    // Named, because planning for all days takes longer than reading a page.
    name: "list-deliveries",
    text: `SELECT d.subscription_id AS "subscriptionId", d.sequence::text, d.state, d.due_at AS "dueAt", d.created_at AS "createdAt", d.settled_at AS "settledAt",
       coalesce((
         SELECT json_agg(json_build_object('eventType', e.event_type, 'resource', e.resource,
           'resourceId', e.resource_id, 'changedAt', e.changed_at) ORDER BY e.sequence)
         FROM events e WHERE e.connection_id = d.connection_id AND e.sequence = ANY (d.sequences)
       ), '[]') AS events,
       coalesce((
         SELECT json_agg(json_build_object('at', a.at, 'status', a.status, 'milliseconds', a.milliseconds,
           'answer', a.answer) ORDER BY a.at)
         FROM (
           SELECT * FROM delivery_attempts a WHERE a.subscription_id = d.subscription_id AND a.sequence = d.sequence
             AND ${isSinceDelivery} ORDER BY a.at DESC LIMIT ${shownAttempts}
         ) AS a
       ), '[]') AS attempts
     FROM subscriptions s CROSS JOIN LATERAL (
       SELECT * FROM deliveries d WHERE d.subscription_id = s.id AND ($2::text IS NULL OR d.state = $2)
       ORDER BY d.created_at DESC, d.sequence DESC LIMIT $3::int + $4::int
     ) AS d
     WHERE $1 IN (s.id, s.parent_id) ORDER BY d.created_at DESC, d.sequence DESC LIMIT $3 OFFSET $4`,
    values: [subscriptionId, state ?? null, window.limit, (window.page - 1) * window.limit],
  });
  return rows;
}

/** Counting more would take longer than reading the page. */
export const mostCounted = 10_000;

/** Undefined if there are more than that. */
export async function countDeliveries(
  database: Queryable,
  { subscriptionId, state }: Pick<DeliveryQuery, "subscriptionId" | "state">,
): Promise<number | undefined> {
  const { rows } = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (
       SELECT FROM deliveries d
       WHERE d.subscription_id IN (SELECT s.id FROM subscriptions s WHERE $1 IN (s.id, s.parent_id))
         AND ($2::text IS NULL OR d.state = $2) LIMIT ${mostCounted} + 1
     ) AS counted`,
    [subscriptionId, state ?? null],
  );
  const count = rows[0]?.count ?? 0;
  return count > mostCounted ? undefined : count;
}

/** Deliveries that did not arrive: those that wait for their next attempt, those that were given up, or both. */
export const undeliveredStates = {
  waiting: ["open"],
  failed: ["failed"],
  undelivered: ["open", "failed"],
} as const satisfies Record<string, readonly DeliveryState[]>;
export type UndeliveredKind = keyof typeof undeliveredStates;

export const isUndeliveredKind = (kind: string): kind is UndeliveredKind => Object.hasOwn(undeliveredStates, kind);

interface UndeliveredReplay {
  readonly kind: UndeliveredKind;
  readonly from?: Date;
  readonly to?: Date;
  readonly part?: LogPart;
}

/** The deliveries to replay: one delivery, failed deliveries, or a part of the log. */
export type Replay =
  | { readonly kind: "one"; readonly sequence: string }
  /** Optionally limited to a period or to a part of the log. */
  | UndeliveredReplay
  /** Includes events without a delivery, or only those. */
  | ({ readonly kind: "part" | "missing" } & LogPart & {
        /** The part before it was replayed just now, with the lists that extend into this one. */
        readonly isContinued?: boolean;
      });

/** A range of log numbers, inclusive. */
export interface LogPart {
  readonly first: string;
  readonly last: string;
}

/** The part of the log that was recorded in a period: higher numbers are never older. */
export async function findLogPart(
  database: Queryable,
  { logId, from, to }: { logId: string; from: Date; to: Date | undefined },
): Promise<LogPart | undefined> {
  const { rows } = await database.query<LogPart | { first: null }>(
    `SELECT min(sequence)::text AS first, max(sequence)::text AS last FROM events
     WHERE connection_id = $1 AND recorded_at >= $2 AND recorded_at < coalesce($3, 'infinity'::timestamptz)`,
    [logId, from, to ?? null],
  );
  const [part] = rows;
  return part === undefined || part.first === null ? undefined : part;
}

export interface ReplayTarget {
  readonly subscriptionId: string;
  /** Whether the target system's events are delivered as lists. */
  readonly batches: boolean;
  readonly replay: Replay;
}

/**
 * Reopens deliveries, due immediately, and creates missing ones; returns how many. The caller's transaction must have
 * locked the subscription, so that no deliveries are added meanwhile.
 */
export async function replayDeliveries(client: Queryable, replaying: ReplayTarget): Promise<number> {
  const { subscriptionId, replay } = replaying;
  const opened = replay.kind === "missing" ? 0 : await reopen(client, subscriptionId, replay);
  const isPart = replay.kind === "part" || replay.kind === "missing";
  const made = isPart ? await makeMissing(client, replaying, replay) : 0;
  if (opened + made > 0)
    await client.query(
      `WITH woken AS (UPDATE subscriptions SET due_at = least(due_at, now()) WHERE id = $1)
       SELECT pg_notify('${deliveriesChannel}', '')`,
      [subscriptionId],
    );
  return opened + made;
}

const isOfUndelivered = (replay: Replay): replay is UndeliveredReplay => isUndeliveredKind(replay.kind);

/** Each state has an index of its own, which PostgreSQL uses only if the state is part of the statement. */
const isInStates = (states: readonly DeliveryState[]): string =>
  states.map((state) => `d.state = '${state}'`).join(" OR ");

/** The largest bigint of PostgreSQL. */
const lastSequence = "9223372036854775807";

/** The condition on the deliveries `d`; its parameters begin at $2. */
function chosen(replay: Replay): { where: string; values: unknown[] } {
  if (replay.kind === "one") return { where: "d.sequence = $2", values: [replay.sequence] };
  if (isOfUndelivered(replay)) {
    const { kind, from = null, to = null, part } = replay;
    // Plain bounds let PostgreSQL read only this part of the index, however many deliveries have failed.
    return {
      where: `(${isInStates(undeliveredStates[kind])})
        AND d.created_at >= coalesce($2::timestamptz, '-infinity') AND d.created_at < coalesce($3::timestamptz, 'infinity')
        AND d.sequence BETWEEN coalesce($4::bigint, 0) AND coalesce($5::bigint, ${lastSequence})`,
      values: [from, to, part?.first ?? null, part?.last ?? null],
    };
  }
  if (replay.isContinued) return { where: "d.sequence BETWEEN $2 AND $3", values: [replay.first, replay.last] };
  return {
    where: `(d.sequence BETWEEN $2 AND $3 OR (cardinality(d.sequences) > 1 AND d.sequence < $2
        AND EXISTS (SELECT FROM unnest(d.sequences) AS listed (sequence) WHERE listed.sequence BETWEEN $2 AND $3)))`,
    values: [replay.first, replay.last],
  };
}

async function reopen(client: Queryable, subscriptionId: string, replay: Replay): Promise<number> {
  const { where, values } = chosen(replay);
  // Pruned events cannot be replayed; a log is pruned from its beginning.
  const { rowCount } = await client.query(
    `UPDATE deliveries d SET state = 'open', attempts = 0, due_at = now(), settled_at = NULL
     WHERE d.subscription_id = $1 AND ${where} AND d.sequence >= (
       SELECT min(e.sequence) FROM events e
       WHERE e.connection_id = (SELECT s.log_id FROM subscriptions s WHERE s.id = $1)
     )`,
    [subscriptionId, ...values],
  );
  return rowCount ?? 0;
}

/** The first event of a delivery is found by its key, others only in deliveries of lists. */
const sendings = (subscriptionId: string): readonly string[] => [
  `SELECT d.sequence FROM deliveries d WHERE d.subscription_id = ${subscriptionId} AND d.sequence = e.sequence`,
  `SELECT d.sequence FROM deliveries d WHERE d.subscription_id = ${subscriptionId} AND cardinality(d.sequences) > 1
     AND d.sequence < e.sequence AND e.sequence = ANY (d.sequences)`,
];

/** The event `e` has no delivery. Looks each event up, for a small part of a log. */
export const wasNeverSent = (subscriptionId: string): string =>
  sendings(subscriptionId)
    .map((sending) => `(${sending} LIMIT 1) IS NULL`)
    .join(" AND ");

/** Also events from before the subscription, and those that its filters excluded at the time. */
async function makeMissing(
  client: Queryable,
  { subscriptionId, batches }: ReplayTarget,
  { first, last }: LogPart,
): Promise<number> {
  const { rowCount } = await client.query(
    `WITH matched AS (
       SELECT s.id AS subscription_id, s.log_id AS connection_id, e.sequence,
         hashtextextended(e.resource || ':' || e.resource_id, 0) AS lane
       FROM subscriptions s JOIN events e ON e.connection_id = s.log_id
         AND ${wantsEvent("s", "e")}
         AND (s.parent_id IS NOT NULL OR coalesce(s.scope = e.scope, true))
       WHERE s.id = $1 AND e.sequence BETWEEN $2 AND $3 AND ${wasNeverSent("s.id")}
     )
     INSERT INTO deliveries (subscription_id, sequence, connection_id, sequences, lane)
     ${sentEventsOf(batches)}`,
    [subscriptionId, first, last],
  );
  return rowCount ?? 0;
}
