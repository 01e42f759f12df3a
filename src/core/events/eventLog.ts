/** The one way into the event log of a connection, whoever tells of the change. */
import { createHash } from "node:crypto";
import type { EventResource, EventType } from "../../contract/event.ts";
import type { Queryable } from "../../store/database.ts";
import { appendEvents, fanOut, lockLog, type NewEvent } from "../../store/events.ts";

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
}

/**
 * Writes down the changes that are not in the log yet, together with their deliveries, and tells how many were new.
 * Inside the caller's transaction, which holds the log until it ends: everything slow comes before, and who also changes
 * subscriptions there does so afterwards (the log first, then subscriptions: always in this order).
 */
export async function record(
  client: Queryable,
  { id, batches }: LoggedConnection,
  changes: readonly Change[],
): Promise<number> {
  const events = withoutRepeats(changes);
  if (events.length === 0) return 0;
  await lockLog(client, id);
  const added = await appendEvents(client, id, events);
  if (added.length > 0) await fanOut(client, { connectionId: id, batches, events: added });
  return added.length;
}

function withoutRepeats(changes: readonly Change[]): NewEvent[] {
  const events = new Map<string, NewEvent>();
  for (const { mark, ...change } of changes) {
    const hash = createHash("sha256")
      .update(mark ?? usualMark(change))
      .digest();
    const name = hash.toString("base64");
    if (!events.has(name)) events.set(name, { ...change, change: hash });
  }
  return [...events.values()];
}

const usualMark = ({ resource, resourceId, eventType, changedAt }: Omit<Change, "mark">): string =>
  JSON.stringify([resource, resourceId, eventType, changedAt.toISOString()]);
