/** Compares the results of a poll with earlier snapshots. Pure. */
import { createHash } from "node:crypto";
import type { RecordResource } from "../../contract/event.ts";
import type { Change } from "../events/change.ts";

/** A polled record as it is stored for comparison. */
export interface Snapshot {
  readonly id: string;
  readonly fingerprint: Buffer;
  /** The record's own modification time, if it has one. */
  readonly updatedAt: Date | undefined;
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
const momentBytes = 12;
const contentBytes = 20;
const noMoment = Buffer.alloc(momentBytes);

/** The fingerprint has two parts: the record's modification time and its content. */
export function snapshotOf(record: Readonly<Record<string, unknown>>, idField: string): Snapshot | undefined {
  const id = record[idField];
  if (typeof id !== "string" || id === "") return undefined;
  // Items have the second name.
  const changed = record["updatedDate"] ?? record["lastModifiedDate"];
  const updatedAt = typeof changed === "string" ? new Date(changed) : undefined;
  const isKnown = updatedAt !== undefined && !Number.isNaN(updatedAt.getTime());
  const moment = isKnown ? digest(String(changed)).subarray(0, momentBytes) : noMoment;
  const content = digest(JSON.stringify(record)).subarray(0, contentBytes);
  return { id, fingerprint: Buffer.concat([moment, content]), updatedAt: isKnown ? updatedAt : undefined };
}

/** Timestamps have whole seconds, here and at many vendors. */
const roughMs = 2000;

/**
 * Whether the record has changed. Its modification time decides, even if the content differs, unless it changed during the
 * last poll: then it may have changed again in the same second. If it had no time at the last poll, its content decides.
 */
function hasChanged(before: Buffer, { fingerprint, updatedAt }: Snapshot, polledUntil: Date): boolean {
  const momentBefore = before.subarray(0, momentBytes);
  const wasDated = !momentBefore.equals(noMoment);
  if (wasDated && !momentBefore.equals(fingerprint.subarray(0, momentBytes))) return true;
  const isSure = wasDated && updatedAt !== undefined && updatedAt.getTime() < polledUntil.getTime() - roughMs;
  return !isSure && !before.subarray(momentBytes).equals(fingerprint.subarray(momentBytes));
}

export interface Comparison {
  readonly resource: RecordResource;
  /** When this poll began. */
  readonly at: Date;
  /** The start of the queried period: the time of changes in records without a modification time. */
  readonly since: Date;
  /** The last poll saw all changes up to this time. */
  readonly polledUntil: Date;
  /** Earlier fingerprints, by id. */
  readonly before: ReadonlyMap<string, Buffer>;
}

/** New and changed records. */
export function changesIn(snapshots: Iterable<Snapshot>, compared: Comparison): Change[] {
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
      ...(snapshot.updatedAt === undefined && { isUndated: true }),
      mark: markOf(seen, at, snapshot.fingerprint.toString("hex")),
    });
  }
  return changes;
}

export const deletionsOf = (ids: Iterable<string>, { resource, at }: Pick<Comparison, "resource" | "at">): Change[] =>
  Array.from(ids, (resourceId) => {
    const seen = { eventType: "DELETED", resource, resourceId } as const;
    return { ...seen, changedAt: at, mark: markOf(seen, at, "") };
  });

/** Contains the time of the poll, because a record may return to an earlier state. */
const markOf = (seen: Pick<Change, "eventType" | "resource" | "resourceId">, at: Date, state: string): string =>
  JSON.stringify(["poll", seen.resource, seen.resourceId, seen.eventType, at.toISOString(), state]);
