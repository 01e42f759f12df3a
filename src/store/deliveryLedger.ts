/**
 * The ledger of deliveries is the queue. Who delivers leases whole subscriptions, so that it alone knows what is on its way
 * to them; what it writes counts only with the fence that it got with the lease.
 *
 * Whoever records events holds the rows of their subscriptions until the transaction ends, which may take a while. Nothing
 * here waits for that: rows that are held are passed over and come again.
 */
import type { EventResource, EventType } from "../contract/event.ts";
import { type Database, type Queryable, transaction } from "./database.ts";

/** A subscription in somebody's hands. */
export interface Lease {
  readonly id: string;
  /** Digits: a bigint, as text. */
  readonly fence: string;
}

export const leaseName = ({ id, fence }: Lease): string => `${id} ${fence}`;

export interface LeasedSubscription extends Lease, Addressed {
  readonly connectionId: string;
  readonly targetSystem: string;
}

/** What may change while it is leased. */
export interface Addressed {
  readonly callbackUrl: string;
  /** Its host and port: whoever answers there is one, whatever the path. */
  readonly endpoint: string;
  /** Encrypted; the places are `subscriptions`, the row's id, `secret` and `previous_secret`. */
  readonly secret: Buffer;
  /** Null also when its time is over. */
  readonly previousSecret: Buffer | null;
}

const endpoint = "substring(s.callback_url FROM '^[^/]*//[^/?#]*')";
const addressed = `s.callback_url AS "callbackUrl", ${endpoint} AS endpoint, s.secret,
  CASE WHEN s.previous_until > now() THEN s.previous_secret END AS "previousSecret"`;

export interface Claim {
  readonly most: number;
  readonly leaseSeconds: number;
  /** Endpoints that have as much as they can take. */
  readonly without: readonly string[];
}

/** Subscriptions with something due that nobody holds, those first that have waited longest. */
export async function claimSubscriptions(
  database: Queryable,
  { most, leaseSeconds, without }: Claim,
): Promise<LeasedSubscription[]> {
  const { rows } = await database.query<LeasedSubscription>({
    name: "claim-subscriptions",
    text: `WITH due AS MATERIALIZED (
       SELECT s.id, c.target_system FROM subscriptions s JOIN connections c ON c.id = s.connection_id
       WHERE s.state = 'active' AND s.due_at <= now() AND (s.leased_until IS NULL OR s.leased_until < now())
         AND ${endpoint} <> ALL ($3::text[])
       ORDER BY s.due_at LIMIT $1 FOR NO KEY UPDATE OF s SKIP LOCKED
     )
     UPDATE subscriptions s SET leased_until = now() + make_interval(secs => $2), fence = s.fence + 1
     FROM due WHERE s.id = due.id
     RETURNING s.id, s.fence::text, s.connection_id AS "connectionId", due.target_system AS "targetSystem", ${addressed}`,
    values: [most, leaseSeconds, without],
  });
  return rows;
}

export interface Wanted {
  readonly id: string;
  readonly most: number;
  /** Those that are in hand already. */
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
}

/**
 * What is due, in the order of the log. Left out is whatever has an earlier one in its lane that is still to wait for its
 * next attempt; said with LIMIT rather than NOT EXISTS, which would be joined with the whole backlog where statistics are old.
 */
export async function dueDeliveries(database: Queryable, wanted: readonly Wanted[]): Promise<DueDelivery[]> {
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
         e.resource_id, 'changedAt', extract(epoch FROM e.changed_at) * 1000) ORDER BY e.sequence), '[]') AS events
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

export interface Attempted extends Lease {
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
 * Writes down what came of attempts, each with the fence of its lease, and tells whose fence still counts; for the others
 * nothing is written (`leaseName`). One that has to wait takes along the later ones of its lane.
 *
 * It takes deliveries in any order, so it must not meet others that change many of one subscription: they hold its row FOR
 * UPDATE, and it holds it FOR KEY SHARE, which does not wait for those who record events.
 */
export async function completeDeliveries(database: Queryable, attempts: readonly Attempted[]): Promise<Set<string>> {
  const waits = attempts.some(({ result }) => result === "retry");
  const { rows } = await database.query<Lease>({
    name: waits ? "complete-deliveries-that-wait" : "complete-deliveries",
    text: `WITH given AS MATERIALIZED (
       SELECT g.* FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::float8[],
         $7::float8[], $8::int[], $9::int[], $10::text[])
         AS g (id, fence, sequence, lane, result, wait, at, milliseconds, status, answer)
       JOIN subscriptions s ON s.id = g.id AND s.fence = g.fence FOR KEY SHARE OF s
     ), settled AS (
       UPDATE deliveries d SET attempts = d.attempts + 1,
         state = CASE g.result WHEN 'retry' THEN 'open' ELSE g.result END,
         due_at = CASE g.result WHEN 'retry' THEN now() + make_interval(secs => g.wait) ELSE d.due_at END,
         settled_at = CASE g.result WHEN 'retry' THEN NULL ELSE now() END
       FROM given g WHERE d.subscription_id = g.id AND d.sequence = g.sequence AND d.settled_at IS NULL
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
  ) AS l WHERE d.subscription_id = l.id AND d.sequence = l.sequence)`;

const columnsOf = (attempts: readonly Attempted[]): unknown[] => [
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

/** What came of the attempts since the last time that was written down. */
export interface Health extends Lease {
  /** Any of them was taken. */
  readonly took: boolean;
  /** The last one was not. */
  readonly failed: boolean;
}

/** Since when every attempt has failed, and the time of a subscription that is in use. */
const healthy = `failing_since = CASE WHEN g.failed AND NOT g.took THEN coalesce(s.failing_since, now())
    WHEN g.failed THEN now() WHEN g.took THEN NULL ELSE s.failing_since END,
  expires_at = CASE WHEN g.took AND s.expires_at < now() + interval '60 days' THEN now() + interval '90 days'
    ELSE s.expires_at END`;

const givenHealth = "unnest($1::text[], $2::bigint[], $3::bool[], $4::bool[]) AS g (id, fence, took, failed)";
const healthColumns = (leases: readonly Health[]): unknown[] => [
  leases.map(({ id }) => id),
  leases.map(({ fence }) => fence),
  leases.map(({ took }) => took),
  leases.map(({ failed }) => failed),
];

/** How long a receiver may refuse everything before its subscription is paused. */
const patience = "interval '5 days'";

export interface Renewed extends Addressed {
  readonly id: string;
  /** Nothing was taken for days. */
  readonly hopeless: boolean;
}

export interface Renewals {
  readonly renewed: readonly Renewed[];
  /** Somebody else's by now, or gone. */
  readonly lost: ReadonlySet<string>;
}

/** What is neither renewed nor lost is just being written to by somebody else. */
export async function renewLeases(
  database: Queryable,
  leases: readonly Health[],
  leaseSeconds: number,
): Promise<Renewals> {
  type Row = Renewed & { renewed: boolean; held: boolean };
  const { rows } = await database.query<Row>({
    name: "renew-leases",
    text: `WITH mine AS (
       SELECT s.id, g.took, g.failed FROM subscriptions s JOIN ${givenHealth} ON g.id = s.id AND g.fence = s.fence
       WHERE s.state = 'active' FOR NO KEY UPDATE OF s SKIP LOCKED
     ), renewed AS (
       UPDATE subscriptions s SET leased_until = now() + make_interval(secs => $5), ${healthy}
       FROM mine g WHERE s.id = g.id
       RETURNING s.id, ${addressed}, g.failed AND coalesce(s.failing_since < now() - ${patience}, false) AS hopeless
     )
     SELECT g.id, r.id IS NOT NULL AS renewed, s.id IS NOT NULL AS held, r."callbackUrl", r.endpoint, r.secret,
       r."previousSecret", r.hopeless
     FROM ${givenHealth} LEFT JOIN renewed r ON r.id = g.id
     LEFT JOIN subscriptions s ON s.id = g.id AND s.fence = g.fence AND s.state = 'active'`,
    values: [...healthColumns(leases), leaseSeconds],
  });
  return {
    renewed: rows.filter(({ renewed }) => renewed),
    lost: new Set(rows.filter(({ renewed, held }) => !renewed && !held).map(({ id }) => id)),
  };
}

export interface Leaving extends Health {
  /** Nothing is left that could be sent now; otherwise only its turn is over. */
  readonly isIdle: boolean;
}

export interface Released {
  readonly id: string;
  readonly hopeless: boolean;
}

/**
 * Gives subscriptions back, each with the time at which its next delivery is due; one that is released with work left
 * queues behind those that wait. The rows are held before anybody looks for what is due: who records an event afterwards
 * writes its time over ours, who recorded one before is seen. Tells which were released; the others are just being written
 * to, or lost.
 */
export async function releaseSubscriptions(database: Database, leases: readonly Leaving[]): Promise<Released[]> {
  return transaction(database, async (client) => {
    const { rows: held } = await client.query<{ id: string }>({
      name: "hold-leases",
      text: `SELECT s.id FROM subscriptions s JOIN ${givenHealth} ON g.id = s.id AND g.fence = s.fence
       FOR NO KEY UPDATE OF s SKIP LOCKED`,
      values: healthColumns(leases),
    });
    const ids = new Set(held.map(({ id }) => id));
    const ours = leases.filter(({ id }) => ids.has(id));
    if (ours.length === 0) return [];
    const idle = ours.filter(({ isIdle }) => isIdle).map(({ id }) => id);
    if (idle.length > 0) await client.query({ name: "hold-back", text: holdBack, values: [idle] });
    const { rows } = await client.query<Released>({
      name: "release-subscriptions",
      text: `UPDATE subscriptions s SET leased_until = NULL, ${healthy},
         due_at = (SELECT greatest(d.due_at, now()) FROM deliveries d
                   WHERE d.subscription_id = s.id AND d.state = 'open' ORDER BY d.due_at LIMIT 1)
       FROM ${givenHealth} WHERE s.id = g.id AND s.fence = g.fence
       RETURNING s.id, g.failed AND coalesce(s.failing_since < now() - ${patience}, false) AS hopeless`,
      values: healthColumns(ours),
    });
    return rows;
  });
}

/** What came after one that waits, in its lane, waits as long: otherwise it would seem to be due all the time. */
const holdBack = `
  UPDATE deliveries d SET due_at = w.due_at
  FROM deliveries x CROSS JOIN LATERAL (
    SELECT e.due_at FROM deliveries e WHERE e.subscription_id = x.subscription_id AND e.lane = x.lane
      AND e.state = 'open' AND e.sequence < x.sequence AND e.due_at > now() ORDER BY e.sequence DESC LIMIT 1
  ) AS w
  WHERE x.subscription_id = ANY ($1::text[]) AND x.state = 'open' AND x.due_at <= now()
    AND d.subscription_id = x.subscription_id AND d.sequence = x.sequence`;

/** What was still to be delivered ends with its subscription. */
const ending = `
  UPDATE deliveries d SET state = 'failed', settled_at = now() FROM ended
  WHERE d.subscription_id = ended.id AND d.state = 'open'`;

export async function endSubscription(database: Queryable, { id, fence }: Lease): Promise<void> {
  await database.query(
    `WITH ended AS (
       UPDATE subscriptions SET state = 'ended', due_at = NULL, leased_until = NULL, fence = fence + 1, updated_at = now()
       WHERE id = $1 AND fence = $2 RETURNING id
     )${ending}`,
    [id, fence],
  );
}

/** Tells how many were over. */
export async function endExpiredSubscriptions(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `WITH ended AS (
       UPDATE subscriptions SET state = 'ended', due_at = NULL, leased_until = NULL, fence = fence + 1, updated_at = now()
       WHERE id IN (SELECT id FROM subscriptions WHERE state <> 'ended' AND expires_at < now()
                    FOR UPDATE SKIP LOCKED)
       RETURNING id
     ), failed AS (${ending})
     SELECT count(*)::int AS count FROM ended`,
  );
  return rows[0]?.count ?? 0;
}

/** Takes it from whoever holds it. What is to be delivered stays, until it is renewed. False when it was not active. */
export async function pauseSubscription(client: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE subscriptions SET state = 'paused', leased_until = NULL, fence = fence + 1, updated_at = now()
     WHERE id = $1 AND state = 'active' AND failing_since < now() - ${patience}`,
    [id],
  );
  return rowCount === 1;
}
