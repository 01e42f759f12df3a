/** The event log of a connection: the one way in, whoever tells of the change, and the way to read it. */

import { createHash } from "node:crypto";
import type { EventResource, EventType } from "../../contract/event.ts";
import { Failure } from "../../contract/failure.ts";
import {
  appendEvents,
  fanOut,
  type LoggedEvent,
  type LogQuery,
  lockLog,
  type NewEvent,
  readLog,
} from "../../store/events.ts";
import type { Queryable } from "../../store/postgres/database.ts";

export interface Change {
  readonly eventType: EventType;
  readonly resource: EventResource;
  readonly resourceId: string;
  /** When it changed at the vendor. */
  readonly changedAt: Date;
  /** What makes it one and the same change, however often we hear of it; usually the four above together. */
  readonly mark?: string;
}

export interface LoggedConnection {
  readonly id: string;
  /** Whether the target system's events leave as lists: the connector says so. */
  readonly batches: boolean;
  /** Whose records they are: "" is what the connection has chosen. Undefined: they are about the connection itself. */
  readonly scope?: string | undefined;
  /** Who told of the changes: the vendor, or a poll. Left out: they are our own. */
  readonly heardBy?: "vendor" | "poll" | "us";
}

/**
 * Writes down the changes that are not in the log yet, together with their deliveries, and tells how many were new.
 * Inside the caller's transaction, which holds the log until it ends: everything slow comes before, and who also changes
 * subscriptions there does so afterwards (the log first, then subscriptions: always in this order).
 */
export async function appendChanges(
  client: Queryable,
  { id, batches, scope, heardBy = "us" }: LoggedConnection,
  changes: readonly Change[],
): Promise<number> {
  const events = withoutRepeats(changes, scope ?? "");
  if (events.length === 0) return 0;
  await lockLog(client, id);
  const added = await appendEvents(client, { connectionId: id, scope, heardBy }, events);
  if (added.length > 0) await fanOut(client, { connectionId: id, batches, scope, events: added });
  return added.length;
}

/** The same record of another company is another one. */
function withoutRepeats(changes: readonly Change[], scope: string): NewEvent[] {
  const events = new Map<string, NewEvent>();
  for (const { mark, ...change } of changes) {
    const hash = createHash("sha256")
      .update(scope)
      .update(mark ?? usualMark(change))
      .digest();
    const name = hash.toString("base64");
    if (!events.has(name)) events.set(name, { ...change, change: hash });
  }
  return [...events.values()];
}

const usualMark = ({ resource, resourceId, eventType, changedAt }: Omit<Change, "mark">): string =>
  JSON.stringify([resource, resourceId, eventType, changedAt.toISOString()]);

export interface Read {
  readonly events: readonly LoggedEvent[];
  /** Where to read on. */
  readonly cursor: string;
}

/** Refuses a cursor from which something would be missed, or that this log cannot have given. */
export async function readEvents(database: Queryable, query: LogQuery): Promise<Read> {
  const { after } = query;
  const { events, floor, last } = await readLog(database, query);
  if (after !== undefined && BigInt(after) < BigInt(floor))
    throw invalidCursor(
      `cursor ${after} is older than what is kept (30 days): read with cursor=${floor}, or without a cursor, which is the same`,
    );
  if (after !== undefined && BigInt(after) > BigInt(last) && events.length === 0)
    throw invalidCursor(
      `cursor ${after} is beyond the end of this log, which is cursor=${last}: was it given for another account?`,
    );
  return { events, cursor: events.at(-1)?.sequence ?? after ?? floor };
}

const invalidCursor = (message: string): Failure => new Failure("invalid_request", message, { field: "cursor" });
