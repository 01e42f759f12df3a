/** What a poll found, held against what was there before. Pure. */
import { createHash } from "node:crypto";
import type { RecordResource } from "../../contract/event.ts";
import type { Change } from "../events/eventLog.ts";

/** A record as a poll remembers it. */
export interface Snapshot {
  readonly id: string;
  readonly fingerprint: Buffer;
  /** When it changed, as it says itself. */
  readonly updatedAt: Date | undefined;
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
const momentBytes = 12;
const contentBytes = 20;

/** Two parts: when the record says that it changed, and what is in it. */
export function snapshotOf(record: Readonly<Record<string, unknown>>, idField: string): Snapshot | undefined {
  const id = record[idField];
  if (typeof id !== "string" || id === "") return undefined;
  const said = record["updatedDate"];
  const updatedAt = typeof said === "string" ? new Date(said) : undefined;
  const isKnown = updatedAt !== undefined && !Number.isNaN(updatedAt.getTime());
  const moment = isKnown ? digest(String(said)).subarray(0, momentBytes) : Buffer.alloc(momentBytes);
  const content = digest(JSON.stringify(record)).subarray(0, contentBytes);
  return { id, fingerprint: Buffer.concat([moment, content]), updatedAt: isKnown ? updatedAt : undefined };
}

/** Our timestamps have whole seconds, and so do many vendors'. */
const roughMs = 2000;

/**
 * Whether this is another state of the record. A record that says when it changed is believed, whatever else is
 * different in it, unless it changed while we polled the last time: it may have changed again in the same second.
 */
function hasChanged(before: Buffer, { fingerprint, updatedAt }: Snapshot, polledUntil: Date): boolean {
  if (!before.subarray(0, momentBytes).equals(fingerprint.subarray(0, momentBytes))) return true;
  const isSure = updatedAt !== undefined && updatedAt.getTime() < polledUntil.getTime() - roughMs;
  return !isSure && !before.subarray(momentBytes).equals(fingerprint.subarray(momentBytes));
}

export interface Compared {
  readonly resource: RecordResource;
  /** When this poll began. */
  readonly at: Date;
  /** From when on was asked: the moment of what says no other, because the list has the change from then on. */
  readonly since: Date;
  /** Until when the last one saw everything. */
  readonly polledUntil: Date;
  /** Fingerprints from before, by id. */
  readonly before: ReadonlyMap<string, Buffer>;
}

/** What is new, and what is another than before. */
export function changesIn(snapshots: Iterable<Snapshot>, compared: Compared): Change[] {
  const { resource, at, since, polledUntil, before } = compared;
  const changes: Change[] = [];
  for (const snapshot of snapshots) {
    const known = before.get(snapshot.id);
    if (known !== undefined && !hasChanged(known, snapshot, polledUntil)) continue;
    const eventType = known === undefined ? "CREATED" : "UPDATED";
    const seen = { eventType, resource, resourceId: snapshot.id } as const;
    changes.push({
      ...seen,
      changedAt: snapshot.updatedAt ?? since,
      mark: markOf(seen, at, snapshot.fingerprint.toString("hex")),
    });
  }
  return changes;
}

export const deletionsOf = (ids: Iterable<string>, { resource, at }: Pick<Compared, "resource" | "at">): Change[] =>
  Array.from(ids, (resourceId) => {
    const seen = { eventType: "DELETED", resource, resourceId } as const;
    return { ...seen, changedAt: at, mark: markOf(seen, at, "") };
  });

/** The same state may come back, so the poll is part of it: what it found is written down once, with what it saw. */
const markOf = (seen: Pick<Change, "eventType" | "resource" | "resourceId">, at: Date, state: string): string =>
  JSON.stringify(["poll", seen.resource, seen.resourceId, seen.eventType, at.toISOString(), state]);
