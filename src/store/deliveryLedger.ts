/**
 * The ledger of deliveries, which is also the queue: due deliveries, their results, and the end of subscriptions. Open
 * deliveries are a partition of their own, so statements that say `state = 'open'` do not look at any other.
 */

import type { EventResource, EventType } from "../contract/event.ts";
import { type Lease, leaseName, pauseAfter } from "./deliveryLeases.ts";
import { companyOf } from "./events.ts";
import type { Queryable } from "./postgres/database.ts";

export interface DueQuery {
  readonly id: string;
  readonly most: number;
  /** Deliveries that the process already has. */
  readonly known: readonly string[];
}

export interface DueDelivery {
  readonly subscriptionId: string;
  readonly sequence: string;
  readonly lane: string;
  readonly attempts: number;
  readonly events: readonly SentEvent[];
}

export interface SentEvent {
  readonly eventType: EventType;
  readonly resource: EventResource;
  readonly resourceId: string;
  /** Milliseconds. */
  readonly changedAt: number;
  readonly companyId: string | null;
}

/**
 * Due deliveries in the order of the log, without those behind an earlier delivery of their lane that waits for a retry.
 * Written with LIMIT instead of NOT EXISTS, which PostgreSQL would join with the whole backlog if its statistics are old.
 */
export async function dueDeliveries(database: Queryable, wanted: readonly DueQuery[]): Promise<DueDelivery[]> {
  const { rows } = await database.query<DueDelivery>({
    name: "due-deliveries",
    text: `SELECT d.subscription_id AS "subscriptionId", d.sequence::text, d.lane::text, d.attempts, e.events
     FROM unnest($1::text[], $2::int[], $3::text[]) AS wanted (id, most, known)
     CROSS JOIN LATERAL (
       SELECT * FROM deliveries d
       WHERE d.subscription_id = wanted.id AND d.state = 'open' AND d.due_at <= now()
         AND d.sequence <> ALL (wanted.known::bigint[]) AND (
           SELECT w.sequence FROM deliveries w WHERE w.subscription_id = d.subscription_id AND w.lane = d.lane
             AND w.state = 'open' AND w.sequence < d.sequence AND w.due_at > now() LIMIT 1) IS NULL
       ORDER BY d.sequence LIMIT wanted.most
     ) AS d
     CROSS JOIN LATERAL (
       SELECT coalesce(json_agg(json_build_object('eventType', e.event_type, 'resource', e.resource, 'resourceId',
         e.resource_id, 'changedAt', extract(epoch FROM e.changed_at) * 1000, 'companyId', ${companyOf("e.scope")})
         ORDER BY e.sequence), '[]') AS events
       FROM events e WHERE e.connection_id = d.connection_id AND e.sequence = ANY (d.sequences)
     ) AS e`,
    values: [
      wanted.map(({ id }) => id),
      wanted.map(({ most }) => most),
      wanted.map(({ known }) => `{${known.join(",")}}`),
    ],
  });
  return rows;
}

export interface AttemptResult extends Lease {
  readonly sequence: string;
  readonly lane: string;
  readonly result: "done" | "retry" | "failed";
  /** Seconds to the next attempt. */
  readonly wait: number | undefined;
  /** Milliseconds. */
  readonly at: number;
  readonly milliseconds: number;
  readonly status: number | undefined;
  readonly answer: string | undefined;
}

/**
 * Records the results of attempts, each with the fence of its lease, and returns the leases that are still valid; for the
 * others nothing is recorded (`leaseName`). A delivery that is retried delays the later ones of its lane.
 *
 * It updates deliveries in any order, so it must not run together with statements that change many deliveries of one
 * subscription. They lock its row FOR UPDATE; this statement locks it FOR KEY SHARE, which does not wait for transactions
 * that record events.
 */
export async function completeDeliveries(
  database: Queryable,
  attempts: readonly AttemptResult[],
): Promise<Set<string>> {
  const waits = attempts.some(({ result }) => result === "retry");
  const { rows } = await database.query<Lease>({
    name: waits ? "complete-deliveries-that-wait" : "complete-deliveries",
    text: `WITH held AS MATERIALIZED (
       SELECT s.id, s.fence FROM subscriptions s WHERE s.id = ANY ($1) FOR KEY SHARE
     ), given AS MATERIALIZED (
       SELECT g.* FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::float8[],
         $7::float8[], $8::int[], $9::int[], $10::text[])
         AS g (id, fence, sequence, lane, result, wait, at, milliseconds, status, answer)
       JOIN held s ON s.id = g.id AND s.fence = g.fence
     ), settled AS (
       UPDATE deliveries d SET attempts = d.attempts + 1,
         state = CASE g.result WHEN 'retry' THEN 'open' ELSE g.result END,
         due_at = CASE g.result WHEN 'retry' THEN now() + make_interval(secs => g.wait) ELSE d.due_at END,
         settled_at = CASE g.result WHEN 'retry' THEN NULL ELSE now() END
       FROM given g WHERE d.subscription_id = g.id AND d.sequence = g.sequence AND d.state = 'open'
       RETURNING d.subscription_id, d.sequence, to_timestamp(g.at / 1000), g.status, g.milliseconds, g.answer
     ), attempted AS (
       INSERT INTO delivery_attempts (subscription_id, sequence, at, status, milliseconds, answer)
       SELECT * FROM settled
     )${waits ? laterOnes : ""}
     SELECT DISTINCT id, fence::text FROM given`,
    values: columnsOf(attempts),
  });
  return new Set(rows.map(leaseName));
}

const laterOnes = `, later AS (
  UPDATE deliveries d SET due_at = greatest(d.due_at, now() + make_interval(secs => l.wait))
  FROM (
    SELECT g.id, g.wait, w.sequence FROM given g CROSS JOIN LATERAL (
      SELECT w.sequence FROM deliveries w WHERE w.subscription_id = g.id AND w.lane = g.lane AND w.state = 'open'
        AND w.sequence > g.sequence OFFSET 0
    ) AS w WHERE g.result = 'retry'
  ) AS l WHERE d.subscription_id = l.id AND d.sequence = l.sequence AND d.state = 'open')`;

const columnsOf = (attempts: readonly AttemptResult[]): unknown[] => [
  attempts.map(({ id }) => id),
  attempts.map(({ fence }) => fence),
  attempts.map(({ sequence }) => sequence),
  attempts.map(({ lane }) => lane),
  attempts.map(({ result }) => result),
  attempts.map(({ wait }) => wait ?? null),
  attempts.map(({ at }) => at),
  attempts.map(({ milliseconds }) => Math.round(milliseconds)),
  attempts.map(({ status }) => status ?? null),
  attempts.map(({ answer }) => answer ?? null),
];

const asEnded = "state = 'ended', due_at = NULL, leased_until = NULL, fence = fence + 1, updated_at = now()";

/** A tenant's subscription and its child rows have one receiver, so its response applies to all of them. */
const ofOneFamily = "coalesce(s.parent_id, s.id) IN (f.id, f.parent_id)";

/** Open deliveries end with their subscription. */
const ending = `
  UPDATE deliveries d SET state = 'failed', settled_at = now() FROM ended
  WHERE d.subscription_id = ended.id AND d.state = 'open'`;

export async function endSubscription(database: Queryable, { id, fence }: Lease): Promise<void> {
  const { rows } = await database.query<{ id: string }>(
    `WITH ended AS (
       UPDATE subscriptions SET ${asEnded} WHERE id IN (
         SELECT f.id FROM subscriptions s JOIN subscriptions f ON ${ofOneFamily}
         WHERE s.id = $1 AND s.fence = $2 ORDER BY f.id FOR UPDATE OF f
       ) RETURNING id
     ), failed AS (${ending})
     SELECT id FROM ended`,
    [id, fence],
  );
  // Child rows that were added while this statement waited for the lock.
  await database.query(
    `WITH ended AS (
       UPDATE subscriptions SET ${asEnded} WHERE parent_id = ANY ($1) AND state <> 'ended' RETURNING id
     )${ending}`,
    [rows.map((row) => row.id)],
  );
}

/** Returns how many had expired. */
export async function endExpiredSubscriptions(database: Queryable): Promise<number> {
  // A tenant's subscription is in use if any of its child rows is.
  await database.query(
    `UPDATE subscriptions p SET expires_at = now() + interval '90 days'
     WHERE p.connection_id IS NULL AND p.state <> 'ended' AND p.expires_at < now() + interval '60 days' AND EXISTS (
       SELECT FROM subscriptions s JOIN deliveries d ON d.subscription_id = s.id
       WHERE s.parent_id = p.id AND d.state = 'done' AND d.settled_at > now() - interval '30 days')`,
  );
  const { rows } = await database.query<{ count: number }>(
    `WITH ended AS (
       UPDATE subscriptions SET ${asEnded}
       WHERE id IN (SELECT f.id FROM subscriptions s JOIN subscriptions f ON s.id IN (f.id, f.parent_id)
                    WHERE s.state <> 'ended' AND s.expires_at < cautious_now() FOR UPDATE OF f SKIP LOCKED)
       RETURNING id
     ), failed AS (${ending})
     SELECT count(*)::int AS count FROM ended`,
  );
  return rows[0]?.count ?? 0;
}

/** Ends its lease and keeps its open deliveries until it is renewed. Returns false if it was not active. */
export async function pauseSubscription(client: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE subscriptions SET state = 'paused', leased_until = NULL, fence = fence + 1, updated_at = now()
     WHERE state = 'active' AND id IN (
       SELECT f.id FROM subscriptions s JOIN subscriptions f ON ${ofOneFamily}
       WHERE s.id = $1 AND s.state = 'active' AND s.failing_since < now() - ${pauseAfter} ORDER BY f.id FOR UPDATE OF f)`,
    [id],
  );
  return rowCount !== null && rowCount > 0;
}
