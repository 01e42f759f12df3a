/**
 * Puts reported changes in the order of the record's life, and leaves out what another source has reported already. Vendors
 * post an update before the creation, and a sweep finds again what a webhook has brought. Pure.
 */
import type { EventType } from "../../contract/event.ts";
import type { Change } from "./change.ts";

/** What the log and the last poll know about a record. */
export interface RecordHistory {
  /** Whether all records of the list are known, so that an unknown one must be new. */
  readonly isTracked: boolean;
  /** Whether the last poll saw it. */
  readonly isKnown: boolean;
  /** Whether the log has its creation, and no deletion after it. */
  readonly isCreated: boolean;
  readonly lastType: EventType | null;
  /** The latest change that each source reported. */
  readonly vendorAt: Date | null;
  readonly pollAt: Date | null;
}

export const unknownRecord: RecordHistory = {
  isTracked: false,
  isKnown: false,
  isCreated: false,
  lastType: null,
  vendorAt: null,
  pollAt: null,
};

type Source = "vendor" | "poll";

export const recordNameOf = ({ resource, resourceId }: Pick<Change, "resource" | "resourceId">): string =>
  `${resource} ${resourceId}`;

export function inOrder(
  changes: readonly Change[],
  reportedBy: Source,
  histories: ReadonlyMap<string, RecordHistory>,
): Change[] {
  const current = new Map(histories);
  return changes.flatMap((change) => {
    const name = recordNameOf(change);
    const history = current.get(name) ?? unknownRecord;
    if (isReported(change, reportedBy, history)) return [];
    const eventType = typeOf(change.eventType, reportedBy, history);
    current.set(name, after(history, { ...change, eventType }, reportedBy));
    return [{ ...change, eventType }];
  });
}

/** Whether the other source has reported this change. */
function isReported({ eventType, changedAt, isUndated }: Change, reportedBy: Source, history: RecordHistory): boolean {
  const { isCreated, lastType, vendorAt, pollAt } = history;
  const otherAt = reportedBy === "vendor" ? pollAt : vendorAt;
  if (otherAt === null) return false;
  if (eventType === "DELETED") return lastType === "DELETED";
  if (lastType === "DELETED") return false;
  // Both sources saw the same record appear, in whichever order.
  const isRepeated = eventType === "CREATED" && isCreated;
  if (isUndated === true) return isRepeated;
  if (reportedBy === "vendor" && isRepeated && lastType === "CREATED") return true;
  return otherAt.getTime() >= wholeSecond(changedAt);
}

/** Many vendors' times have no fractions. */
const wholeSecond = (time: Date): number => Math.floor(time.getTime() / 1000) * 1000;

/** A record that nobody knew is new, and a creation that was reported is not reported again. */
function typeOf(eventType: EventType, reportedBy: Source, history: RecordHistory): EventType {
  const { isTracked, isKnown, isCreated, lastType } = history;
  if (eventType === "CREATED") return isCreated ? "UPDATED" : "CREATED";
  const isNew = reportedBy === "vendor" && isTracked && !isKnown && !isCreated && lastType !== "DELETED";
  return eventType === "UPDATED" && isNew ? "CREATED" : eventType;
}

function after(history: RecordHistory, { eventType, changedAt }: Change, reportedBy: Source): RecordHistory {
  return {
    ...history,
    lastType: eventType,
    isCreated: eventType === "CREATED" || (eventType !== "DELETED" && history.isCreated),
    ...(reportedBy === "vendor" ? { vendorAt: changedAt } : { pollAt: changedAt }),
  };
}
