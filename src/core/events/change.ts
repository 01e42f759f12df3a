/** A change of a record, reported by a webhook or found by a poll. */
import type { EventResource, EventType } from "../../contract/event.ts";

export interface Change {
  readonly eventType: EventType;
  readonly resource: EventResource;
  readonly resourceId: string;
  /** When it changed at the vendor. */
  readonly changedAt: Date;
  /** The record has no time of its last change: `changedAt` is only the earliest possible time. */
  readonly isUndated?: true;
  /** Identifies the change, however often it is reported. Default: the four fields above together. */
  readonly mark?: string;
}
