/** Counts what a replay would send, before it starts. */
import type { BulkReplay } from "../bulkReplays.ts";
import type { Queryable } from "../postgres/database.ts";
import { type SubscriptionName, wantsEvent } from "../subscriptions.ts";
import { type Scope, where } from "./query.ts";

export interface ReplayFilters {
  readonly subscription?: string | undefined;
  readonly connection?: string | undefined;
}

export interface ReplayCount {
  readonly failed: number;
  readonly taken: number;
  readonly waiting: number;
  readonly addresses: number;
  /** Events without a delivery, although a subscription matches them. */
  readonly missing: number;
}

/** Who gets the deliveries of a subscription. */
export interface Receiver {
  /** The URL without path and query. */
  readonly address: string;
  /** The end user or company of its connection, or the tenant if it covers all connections. */
  readonly name: string;
}

export async function findReceiver(
  client: Queryable,
  tenantId: string | null,
  subscriptionId: string,
): Promise<Receiver | undefined> {
  const { rows } = await client.query<Receiver>(
    `SELECT substring(s.callback_url FROM '^https?://[^/?#]+') AS address,
       coalesce(c.end_user_name, c.company_name, c.company, c.end_user_id, c.id, t.name) AS name
     FROM subscriptions s JOIN tenants t ON t.id = s.tenant_id LEFT JOIN connections c ON c.id = s.connection_id
     WHERE s.id = $2 AND ($1::text IS NULL OR s.tenant_id = $1)`,
    [tenantId, subscriptionId],
  );
  return rows[0];
}

const conditionsOf = (tenantId: string | null, { subscription, connection }: ReplayFilters) =>
  [
    ["s.tenant_id = ?", tenantId],
    ["? IN (s.id, s.parent_id)", subscription],
    ["s.connection_id = ?", connection],
  ] as const;

/**
 * Events and deliveries are counted by plain queries, because a replay may concern millions of them. A delivery is never
 * older than its event, so those of the period's events are in the period or later.
 */
export async function countReplay(client: Queryable, scope: Scope, filters: ReplayFilters): Promise<ReplayCount> {
  const ledgers = await findLedgersWithLogs(client, scope, filters);
  const matching = await countEvents(client, ledgers);
  const during = await countDeliveries(client, ledgers, { from: scope.from, to: scope.to });
  const later = await countDeliveries(client, ledgers, { from: scope.to, to: undefined });
  const total = { failed: 0, taken: 0, waiting: 0, missing: 0 };
  const addresses = new Set<string>();
  for (const ledger of ledgers) {
    const { id, address, events, sentInLists } = ledger;
    const { failed = 0, taken = 0, waiting = 0, sent = 0 } = during.get(id) ?? {};
    if (failed + taken + waiting > 0) addresses.add(address);
    total.failed += failed;
    total.taken += taken;
    total.waiting += waiting;
    const matched = isFiltered(ledger) ? (matching.get(id) ?? 0) : events;
    total.missing += Math.max(0, matched - sentInLists - sent - (later.get(id)?.sent ?? 0));
  }
  return { ...total, addresses: addresses.size };
}

export interface CountRequest {
  readonly scope: Scope;
  readonly filters: ReplayFilters;
  /** The name of the time range, which moves with the clock. */
  readonly range: string | undefined;
}

/** A count with the period that it is about. */
export interface PeriodCount {
  readonly count: ReplayCount;
  readonly from: Date;
  readonly to: Date;
}

export type CountOnce = (client: Queryable, request: CountRequest) => Promise<PeriodCount>;

/** Shorter counts are made anew for each page. */
const longCountMs = 100;
/** A long count is kept for this many times as long as it took, so that it takes little of the database's time. */
const keptTimes = 10;

/** Makes the same count only once, however many people open the page: it may take a second. */
export function shareCounts(): CountOnce {
  const counts = new Map<string, Promise<PeriodCount>>();
  return (client, { scope, filters, range }) => {
    const name = JSON.stringify([scope.tenantId, filters.subscription, filters.connection, range]);
    const current = counts.get(name);
    if (current !== undefined) return current;
    const { from, to } = scope;
    const began = performance.now();
    const forget = (): void => void counts.delete(name);
    const keep = (): void => {
      const tookMs = performance.now() - began;
      if (tookMs < longCountMs) forget();
      else setTimeout(forget, keptTimes * tookMs).unref();
    };
    const counting = countReplay(client, scope, filters).then((count) => ({ count, from, to }));
    counts.set(name, counting);
    counting.then(keep, forget);
    return counting;
  };
}

interface LedgerWithLog {
  readonly id: string;
  readonly parentId: string | null;
  readonly logId: string;
  readonly address: string;
  /** Null: all. */
  readonly eventType: string | null;
  readonly resource: string | null;
  readonly scope: string | null;
  /** The part of the log that was recorded in the period. Null: nothing. */
  readonly first: string | null;
  readonly last: string | null;
  /** The events of that part that subscriptions without filters get. The log's numbers have no gaps. */
  readonly events: number;
  /** The events of that part that were sent in a list behind another event. */
  readonly sentInLists: number;
}

const isFiltered = ({ eventType, resource, scope }: LedgerWithLog): boolean =>
  eventType !== null || resource !== null || scope !== null;

async function findLedgersWithLogs(client: Queryable, scope: Scope, filters: ReplayFilters): Promise<LedgerWithLog[]> {
  const { sql, values } = where(conditionsOf(scope.tenantId, filters));
  const from = `$${values.length + 1}`;
  const to = `$${values.length + 2}`;
  const { rows } = await client.query<LedgerWithLog>(
    `WITH ledgers AS MATERIALIZED (SELECT s.* FROM subscriptions s WHERE ${sql}),
     logs AS MATERIALIZED (
       SELECT s.*, (${firstEvent(from, "ASC")}) AS first, (${firstEvent(to, "DESC")}) AS last FROM ledgers s
     )
     SELECT log.id, log.parent_id AS "parentId", log.log_id AS "logId", log.callback_url AS address, log.event_type AS "eventType",
       log.resource, CASE WHEN log.parent_id IS NULL THEN log.scope END AS scope, log.first::text, log.last::text,
       CASE WHEN log.state = 'ended' THEN 0 ELSE greatest(0, coalesce(log.last - log.first + 1, 0) - (${issues})) END::float8 AS events,
       (${sentInLists})::float8 AS "sentInLists"
     FROM logs log`,
    [...values, scope.from, scope.to],
  );
  return rows;
}

/** With so few subscriptions, a query for each is faster: PostgreSQL knows its values when it plans, and joins nothing. */
const few = 20;

/** The events that subscriptions with filters match. */
async function countEvents(client: Queryable, all: readonly LedgerWithLog[]): Promise<ReadonlyMap<string, number>> {
  const ledgers = all.filter((ledger) => isFiltered(ledger) && ledger.events > 0);
  if (ledgers.length > few) return countEventsTogether(client, ledgers);
  const counts = new Map<string, number>();
  for (const ledger of ledgers) counts.set(ledger.id, await countEventsOf(client, ledger));
  return counts;
}

async function countEventsOf(client: Queryable, ledger: LedgerWithLog): Promise<number> {
  const { sql, values } = where([
    ["e.connection_id = ?", ledger.logId],
    ["e.sequence >= ?", ledger.first],
    ["e.sequence <= ?", ledger.last],
    ["e.event_type = ?", ledger.eventType],
    ledger.resource === null ? ["e.resource <> ?", "ISSUE"] : ["e.resource = ?", ledger.resource],
    [isAboutAnother, ledger.resource === "ISSUE" ? (ledger.parentId ?? ledger.id) : undefined],
  ]);
  // Events without a scope are of every scope.
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM events e WHERE ${sql} AND coalesce(e.scope = $${values.length + 1}, true)`,
    [...values, ledger.scope],
  );
  return rows[0]?.count ?? 0;
}

/** Subscriptions get no issues about themselves. */
const isAboutAnother = "NOT EXISTS (SELECT FROM issues i WHERE i.id = e.resource_id AND i.subscription_id = ?)";

async function countEventsTogether(
  client: Queryable,
  ledgers: readonly LedgerWithLog[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ id: string; count: number }>(
    `SELECT l.id, count(*)::int AS count FROM events e
     JOIN unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[])
       AS l (id, log_id, first, last, event_type, resource, scope, parent_id) ON l.log_id = e.connection_id
     WHERE e.connection_id = ANY ($2) AND e.sequence BETWEEN l.first AND l.last
       AND ${wantsEvent("l", "e")} AND coalesce(l.scope = e.scope, true)
     GROUP BY l.id`,
    [
      ledgers.map(({ id }) => id),
      ledgers.map(({ logId }) => logId),
      ledgers.map(({ first }) => first),
      ledgers.map(({ last }) => last),
      ledgers.map(({ eventType }) => eventType),
      ledgers.map(({ resource }) => resource),
      ledgers.map(({ scope }) => scope),
      ledgers.map(({ parentId }) => parentId),
    ],
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

interface DeliveryCount {
  readonly failed: number;
  readonly taken: number;
  readonly waiting: number;
  /** The deliveries of any state whose first event is in the ledger's part of the log. */
  readonly sent: number;
}

interface Period {
  readonly from: Date;
  readonly to: Date | undefined;
}

async function countDeliveries(
  client: Queryable,
  ledgers: readonly LedgerWithLog[],
  period: Period,
): Promise<ReadonlyMap<string, DeliveryCount>> {
  if (ledgers.length > few) return countDeliveriesTogether(client, ledgers, period);
  const counts = new Map<string, DeliveryCount>();
  for (const ledger of ledgers) counts.set(ledger.id, await countDeliveriesOf(client, ledger, period));
  return counts;
}

/** Neither joined nor grouped: either costs as much as reading the index. */
async function countDeliveriesOf(
  client: Queryable,
  { id, first, last }: LedgerWithLog,
  { from, to }: Period,
): Promise<DeliveryCount> {
  const { rows } = await client.query<{ all: number; failed: number; waiting: number; sent: number }>(
    `SELECT count(*)::int AS all, count(*) FILTER (WHERE d.state = 'failed')::int AS failed,
       count(*) FILTER (WHERE d.state = 'open')::int AS waiting,
       count(*) FILTER (WHERE d.sequence >= $4 AND d.sequence <= $5)::int AS sent
     FROM deliveries d WHERE d.subscription_id = $1 AND d.created_at >= $2 AND d.created_at < $3`,
    [id, from, to ?? "infinity", first, last],
  );
  const { all = 0, failed = 0, waiting = 0, sent = 0 } = rows[0] ?? {};
  return { failed, waiting, sent, taken: all - failed - waiting };
}

async function countDeliveriesTogether(
  client: Queryable,
  ledgers: readonly LedgerWithLog[],
  { from, to }: Period,
): Promise<ReadonlyMap<string, DeliveryCount>> {
  const { rows } = await client.query<DeliveryCount & { id: string }>(
    `SELECT d.subscription_id AS id, count(*) FILTER (WHERE d.state = 'failed')::int AS failed,
       count(*) FILTER (WHERE d.state = 'done')::int AS taken, count(*) FILTER (WHERE d.state = 'open')::int AS waiting,
       count(*) FILTER (WHERE d.sequence BETWEEN l.first AND l.last)::int AS sent
     FROM deliveries d JOIN unnest($1::text[], $2::bigint[], $3::bigint[]) AS l (id, first, last) ON l.id = d.subscription_id
     WHERE d.subscription_id = ANY ($1) AND d.created_at >= $4 AND d.created_at < coalesce($5, 'infinity'::timestamptz)
     GROUP BY d.subscription_id`,
    [ledgers.map(({ id }) => id), ledgers.map(({ first }) => first), ledgers.map(({ last }) => last), from, to ?? null],
  );
  return new Map(rows.map(({ id, ...count }) => [id, count]));
}

/** The results of the deliveries that a replay has sent. */
export interface ReplayResult {
  readonly arrived: number;
  readonly failed: number;
  readonly waiting: number;
}

export async function readReplayResult(
  client: Queryable,
  { tenantId, subscriptionId, connectionId, from, to, createdAt }: BulkReplay,
): Promise<ReplayResult> {
  const filters = { subscription: subscriptionId ?? undefined, connection: connectionId ?? undefined };
  const { sql, values } = where(conditionsOf(tenantId, filters));
  const begins = `$${values.length + 1}`;
  const ends = `$${values.length + 2}`;
  const startedAt = `$${values.length + 3}`;
  // Deliveries that were never sent before are made by the replay, so they are younger than the period.
  const { rows } = await client.query<ReplayResult>(
    `SELECT count(*) FILTER (WHERE d.state = 'done')::int AS arrived, count(*) FILTER (WHERE d.state = 'failed')::int AS failed,
       count(*) FILTER (WHERE d.state = 'open')::int AS waiting
     FROM deliveries d JOIN subscriptions s ON s.id = d.subscription_id
     WHERE ${sql} AND d.created_at >= ${begins} AND (d.created_at < ${ends} OR d.created_at >= ${startedAt})
       AND coalesce(d.settled_at >= ${startedAt}, true)`,
    [...values, from, to, createdAt],
  );
  return rows[0] ?? { arrived: 0, failed: 0, waiting: 0 };
}

/** Higher numbers of the log are never older. */
const firstEvent = (moment: string, order: "ASC" | "DESC"): string =>
  `SELECT e.sequence FROM events e WHERE e.connection_id = s.log_id
     AND e.recorded_at ${order === "ASC" ? ">=" : "<"} ${moment} ORDER BY e.recorded_at ${order}, e.sequence ${order} LIMIT 1`;

/** Only subscriptions that name the resource get issues. */
const issues = `SELECT count(*) FROM events e
  WHERE e.connection_id = log.log_id AND e.resource = 'ISSUE' AND e.sequence BETWEEN log.first AND log.last`;

/** Each delivery has at least its first event; those of lists have more. */
const sentInLists = `SELECT coalesce(sum((SELECT count(*) FROM unnest(d.sequences) AS listed (sequence)
    WHERE listed.sequence BETWEEN log.first AND log.last AND listed.sequence <> d.sequence)), 0)
  FROM deliveries d WHERE d.subscription_id = log.id AND cardinality(d.sequences) > 1 AND d.sequence <= log.last`;

export interface DeliveryOfEvent {
  readonly name: SubscriptionName;
  /** The ledger row. */
  readonly subscriptionId: string;
  readonly sequence: string;
}

/** The deliveries that contain an event. */
export async function findDeliveriesOf(
  database: Queryable,
  { connectionId, sequence }: { readonly connectionId: string; readonly sequence: string },
): Promise<DeliveryOfEvent[]> {
  const { rows } = await database.query<DeliveryOfEvent>(
    `SELECT d.subscription_id AS "subscriptionId", d.sequence::text,
       json_build_object('id', coalesce(p.id, s.id), 'tenantId', s.tenant_id,
         'connectionId', CASE WHEN p.id IS NULL THEN s.connection_id ELSE p.connection_id END) AS name
     FROM deliveries d JOIN subscriptions s ON s.id = d.subscription_id LEFT JOIN subscriptions p ON p.id = s.parent_id
     WHERE d.connection_id = $1 AND $2::bigint = ANY (d.sequences) AND s.state <> 'ended'`,
    [connectionId, sequence],
  );
  return rows;
}
