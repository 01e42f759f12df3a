/** When a failed delivery is retried. */

const minute = 60;
const hour = 60 * minute;

/** Seconds from the end of the first, second, … failed attempt to the next one. */
const waits = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];
const longestWait = 24 * hour;
/** Spreads deliveries that failed at the same time. */
const jitter = 0.2;

export interface FailedAttempt {
  /** The number of attempts, including this one. */
  readonly attempts: number;
  /** Seconds, from the receiver's Retry-After header. */
  readonly retryAfter?: number | undefined;
  /** From 0 to 1. */
  readonly random: number;
}

/** Seconds until the next attempt; undefined after the last one. The receiver can only ask for a longer wait. */
export function nextWait({ attempts, retryAfter = 0, random }: FailedAttempt): number | undefined {
  const wait = waits[attempts - 1];
  if (wait === undefined) return undefined;
  return Math.max(wait * (1 - jitter + 2 * jitter * random), Math.min(retryAfter, longestWait));
}
