/** The event logs of connections and tenants. Webhooks, polls and Kontor's own events are all appended and read here. */

import { createHash } from "node:crypto";
import { Failure } from "../../contract/failure.ts";
import {
  appendEvents,
  fanOut,
  findRecordHistories,
  type HeldChange,
  holdChanges,
  type LoggedEvent,
  type LogOwner,
  type LogQuery,
  lockLog,
  type NewEvent,
  readLog,
  takeHeldChanges,
} from "../../store/events.ts";
import { type Database, type Queryable, transaction } from "../../store/postgres/database.ts";
import type { Change } from "./change.ts";
import { inOrder, recordNameOf } from "./inOrder.ts";

export type { Change } from "./change.ts";

export interface LoggedConnection {
  /** The id of the owner. */
  readonly id: string;
  /** Tenants have a log for what concerns none of their connections. By default, the log of a connection. */
  readonly owner?: LogOwner;
  /** Whether the connector delivers the target system's events as lists. */
  readonly batches: boolean;
  /** The company of the records; "" is the connection's chosen company. Undefined: events about the connection itself. */
  readonly scope?: string | undefined;
  /** The source of the changes: the vendor, a poll, or by default this service. */
  readonly reportedBy?: "vendor" | "poll" | "us";
}

/**
 * Appends the changes that are not in the log yet, with their deliveries, and returns how many were new. Runs in the
 * caller's transaction, which locks the log until it ends: do slow work before, and change subscriptions after (lock the
 * log first, then subscriptions, always in this order).
 */
export async function appendChanges(
  client: Queryable,
  { id, owner, batches, scope, reportedBy = "us" }: LoggedConnection,
  changes: readonly Change[],
): Promise<number> {
  if (changes.length === 0) return 0;
  await lockLog(client, id, owner);
  const ordered = reportedBy === "us" ? changes : await putInOrder(client, { id, scope, reportedBy }, changes);
  const events = withoutRepeats(ordered, scope ?? "");
  if (events.length === 0) return 0;
  const added = await appendEvents(client, { connectionId: id, scope, reportedBy }, events);
  if (added.length > 0) await fanOut(client, { connectionId: id, batches, scope, events: added });
  return added.length;
}

/**
 * A repeated notice keeps its mark, so it is recognised before its type is changed. The changes of a draft that Kontor deletes
 * again are left out, unless the log has the draft already: then it needs the deletion, too.
 */
async function putInOrder(
  client: Queryable,
  { id, scope = "", reportedBy }: Pick<LoggedConnection, "id" | "scope"> & { readonly reportedBy: "vendor" | "poll" },
  changes: readonly Change[],
): Promise<readonly Change[]> {
  const rows = await findRecordHistories(client, { connectionId: id, scope }, changes);
  const histories = new Map(rows.map((history) => [recordNameOf(history), history]));
  const isUnlogged = (change: Change): boolean => histories.get(recordNameOf(change))?.lastType === null;
  const isHeld = (change: Change): boolean =>
    isUnlogged(change) && histories.get(recordNameOf(change))?.mayBeUndone === true;
  const isUndone = (change: Change): boolean =>
    isUnlogged(change) && histories.get(recordNameOf(change))?.isUndone === true;
  const held = changes.filter(isHeld).map((change) => heldChange(change, scope, reportedBy));
  await holdChanges(client, id, held);
  const deliverable = changes.filter((change) => !isHeld(change) && !isUndone(change));
  return inOrder(deliverable, reportedBy, histories);
}

const heldChange = (
  { isUndated, mark, ...change }: Change,
  scope: string,
  reportedBy: HeldChange["reportedBy"],
): HeldChange => ({ ...change, scope, reportedBy, isUndated: isUndated === true, mark: mark ?? null });

/** Appends the held changes whose writes have ended. */
export async function releaseHeldChanges(
  database: Database,
  connection: Pick<LoggedConnection, "id" | "batches">,
): Promise<void> {
  await transaction(database, async (client) => {
    await lockLog(client, connection.id);
    const released = await takeHeldChanges(client, connection.id);
    const sources = Map.groupBy(released, ({ scope, reportedBy }) => JSON.stringify([scope, reportedBy]));
    for (const held of sources.values()) {
      const [{ scope, reportedBy }] = held as [HeldChange];
      await appendChanges(client, { ...connection, scope, reportedBy }, held.map(changeOf));
    }
  });
}

const changeOf = ({ eventType, resource, resourceId, changedAt, isUndated, mark }: HeldChange): Change => ({
  eventType,
  resource,
  resourceId,
  changedAt,
  ...(isUndated && { isUndated }),
  ...(mark !== null && { mark }),
});

/** The same id in another company is another record. */
function withoutRepeats(changes: readonly Change[], scope: string): NewEvent[] {
  const events = new Map<string, NewEvent>();
  for (const { mark, isUndated: _, ...change } of changes) {
    const hash = createHash("sha256")
      .update(scope)
      .update(mark ?? defaultMark(change))
      .digest();
    const name = hash.toString("base64");
    if (!events.has(name)) events.set(name, { ...change, change: hash });
  }
  return [...events.values()];
}

const defaultMark = ({ resource, resourceId, eventType, changedAt }: Omit<Change, "mark" | "isUndated">): string =>
  JSON.stringify([resource, resourceId, eventType, changedAt.toISOString()]);

export interface EventPage {
  readonly events: readonly LoggedEvent[];
  /** Continue reading from here. */
  readonly cursor: string;
}

/** Refuses a cursor that would skip events, or that is not from this log. */
export async function readEvents(database: Queryable, query: LogQuery): Promise<EventPage> {
  const { after } = query;
  const { events, floor, last } = await readLog(database, query);
  if (after !== undefined && BigInt(after) < BigInt(floor))
    throw invalidCursor(
      `cursor ${after} is older than the events that are kept. Use cursor=${floor}, or leave the cursor out.`,
    );
  if (after !== undefined && BigInt(after) > BigInt(last) && events.length === 0)
    throw invalidCursor(
      `cursor ${after} is beyond the end of this log, cursor=${last}. Check that it belongs to this account.`,
    );
  return { events, cursor: events.at(-1)?.sequence ?? after ?? floor };
}

const invalidCursor = (message: string): Failure => new Failure("invalid_request", message, { field: "cursor" });
