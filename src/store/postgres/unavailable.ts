/** Recognises errors which mean that the database cannot do its work at present, and why. */

/** `unreachable`: no connection. `busy`: too slow, or in conflict with other work. */
export type DatabaseTrouble =
  | "unreachable"
  | "too_many_connections"
  | "disk_full"
  | "disk_failed"
  | "read_only"
  | "standby"
  | "out_of_memory"
  | "busy";

/** PostgreSQL's error codes, and those of Node. */
const troubles: Readonly<Record<string, DatabaseTrouble>> = {
  // Shutting down, crashed or starting.
  "57P01": "unreachable",
  "57P02": "unreachable",
  "57P03": "unreachable",
  ECONNREFUSED: "unreachable",
  ECONNRESET: "unreachable",
  EPIPE: "unreachable",
  ENOENT: "unreachable",
  // The machine is gone or moves to another address, as in a failover.
  ETIMEDOUT: "unreachable",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  ENOTFOUND: "unreachable",
  EAI_AGAIN: "unreachable",
  // Poolers report lost connections to the server with these.
  "08000": "unreachable",
  "08001": "unreachable",
  "08003": "unreachable",
  "08006": "unreachable",
  "08P01": "unreachable",
  "53300": "too_many_connections",
  "53100": "disk_full",
  ENOSPC: "disk_full",
  "58030": "disk_failed",
  "25006": "read_only",
  EROFS: "read_only",
  STANDBY: "standby",
  "53000": "out_of_memory",
  "53200": "out_of_memory",
  // A statement that took too long, a lock that was not granted, a deadlock, a conflict of transactions.
  "57014": "busy",
  "55P03": "busy",
  "40P01": "busy",
  "40001": "busy",
};
const starting = new Set(["57P01", "57P02", "57P03", "53300"]);
const words =
  /^Connection terminated|^Query read timeout|not queryable|^timeout exceeded when trying to connect|connection timeout/;

export const isStarting = (error: unknown): boolean => starting.has(codeOf(error));

/** Undefined if the error has another cause. */
export const troubleOf = (error: unknown): DatabaseTrouble | undefined =>
  troubles[codeOf(error)] ?? (error instanceof Error && words.test(error.message) ? "unreachable" : undefined);

/** Whether the same request may succeed later. */
export const isUnavailable = (error: unknown): boolean => troubleOf(error) !== undefined;

/** Whether the connection is lost, and with it all of its locks. */
export const isLost = (error: unknown): boolean =>
  ["unreachable", "too_many_connections", "standby"].includes(troubleOf(error) ?? "");

/** Whether another connection may lead to a server that accepts changes, because a failover is under way. */
export const isOfReadOnlyServer = (error: unknown): boolean =>
  ["read_only", "standby"].includes(troubleOf(error) ?? "");

/** The connection leads to a server that replicates another and accepts no changes. */
export class ConnectedToStandby extends Error {
  readonly code = "STANDBY";

  constructor() {
    super("The database is a standby, which accepts no changes. Point DATABASE_URL to the primary server.");
  }
}

export const troubleTexts: Readonly<Record<DatabaseTrouble, string>> = {
  unreachable: "The database is not responding.",
  too_many_connections: "The database accepts no more connections.",
  disk_full: "The disk of the database is full.",
  disk_failed: "The disk of the database fails.",
  read_only: "The database is read-only.",
  standby: "The database is a standby, which accepts no changes.",
  out_of_memory: "The database is out of memory.",
  busy: "The database is too busy.",
};

function codeOf(error: unknown): string {
  // Node tries several addresses and reports their errors in one error.
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return String((error as { code?: unknown } | null)?.code);
}
