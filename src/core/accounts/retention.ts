/** How long each kind of data is kept. The request log has its own settings. */
export interface Retention {
  /** 0: always. */
  readonly auditLogDays: number;
  /** From the end of a connection until everything about it is erased. */
  readonly endedConnectionMinutes: number;
  /** Events, deliveries, replays and ended subscriptions. */
  readonly eventDays: number;
  /** Closed issues. */
  readonly issueDays: number;
  /** The journal of writes. */
  readonly operationDays: number;
  /** Tasks and their results. */
  readonly taskDays: number;
  /** Calls and bytes per day. */
  readonly usageDays: number;
}
