/** Recognises errors which mean that the database is temporarily unavailable. */

/** 57P01 to 57P03: shutting down, crashed or starting; 53300: too many connections. */
const states = new Set(["57P01", "57P02", "57P03", "53300"]);
const faults = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOENT"]);
const words =
  /^Connection terminated|^Query read timeout|not queryable|^timeout exceeded when trying to connect|connection timeout/;

export const isStarting = (error: unknown): boolean => states.has(codeOf(error));

export const isUnavailable = (error: unknown): boolean =>
  isStarting(error) || faults.has(codeOf(error)) || (error instanceof Error && words.test(error.message));

function codeOf(error: unknown): string {
  // Node tries several addresses and reports their errors in one error.
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return String((error as { code?: unknown } | null)?.code);
}
