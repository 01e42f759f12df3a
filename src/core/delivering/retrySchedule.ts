/** When something that nobody took is tried again. */

const minute = 60;
const hour = 60 * minute;

/** Seconds from the end of the first, second, … failed attempt to the next one. */
const waits = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];
const longestWait = 24 * hour;
/** So that what failed together does not come back together. */
const jitter = 0.2;

export interface Failed {
  /** How often it was tried, this time included. */
  readonly attempts: number;
  /** Seconds that the receiver asked to wait for. */
  readonly asked?: number | undefined;
  /** From 0 to 1. */
  readonly random: number;
}

/** Seconds to the next attempt; undefined after the last one. What a receiver asks for counts where it is later. */
export function nextWait({ attempts, asked = 0, random }: Failed): number | undefined {
  const wait = waits[attempts - 1];
  if (wait === undefined) return undefined;
  return Math.max(wait * (1 - jitter + 2 * jitter * random), Math.min(asked, longestWait));
}
