/** When to poll changes again. Pure: the clock and chance are handed in. */

export interface PollPace {
  /** Seconds between two polls, unless something below says otherwise. */
  readonly usual: number;
  /** What the target system's limits ask for at least. */
  readonly least: number | undefined;
  /** What an operator set for this connection. */
  readonly own: number | null;
}

/** The target system's limits win over everybody's wishes. */
export const secondsBetween = ({ usual, least = 0, own }: PollPace): number => Math.max(own ?? usual, least);

/**
 * A place in the interval, 0 up to, but not, 1: always the same for one connection, and any number of connections that follow
 * each other lie evenly in it (by the golden ratio), where places by chance would crowd now and then.
 */
export const slotOf = (number: number): number => (number * 0.618_033_988_749_895) % 1;

/** Of the interval: a first poll comes whenever somebody subscribes, and its connection takes its place soon. */
const soonestAfterFirst = 0.1;
/** One that was late by more than the rest leaves its place out once. */
const soonest = 0.5;
const jitter = 0.1;

export interface NextPoll {
  readonly seconds: number;
  /** The connection's own, counted up. */
  readonly number: number;
  /** Whether nothing was known before: such polls come as people subscribe, and the later ones spread out. */
  readonly wasFirst: boolean;
  /** Milliseconds. */
  readonly now: number;
}

/** Seconds until the next poll after one that went well: until the connection's place comes round on the clock. */
export function waitAfterPoll({ seconds, number, wasFirst, now }: NextPoll): number {
  const least = wasFirst ? soonestAfterFirst : soonest;
  const place = slotOf(number) - now / 1000 / seconds - least;
  return seconds * (least + (place - Math.floor(place)));
}

const longestWait = 3600;

/** Seconds until the next poll after `failures` in a row; what the target system asked for is kept. */
export function waitAfterFailure(
  { seconds, chance }: { readonly seconds: number /** From 0 up to, but not, 1. */; readonly chance: number },
  failures: number,
  retryAfter = 0,
): number {
  const longest = Math.max(longestWait, seconds);
  const wait = Math.min(longest, seconds * 2 ** Math.min(failures, 20));
  return Math.max(retryAfter, wait) * (1 + jitter * chance);
}

/** Clocks differ, and a vendor may take a moment until a change is in its lists. */
const overlapMs = 2 * 60_000;
/** A vendor that counts whole days counts its own: the day that it still is somewhere. */
const dayShiftMs = 12 * 3_600_000;

/** From when on changed records are asked for. */
export function askedSince(polledUntil: Date, by: "day" | "midnight" | undefined): Date {
  const since = polledUntil.getTime() - overlapMs;
  if (by === undefined) return new Date(since);
  const day = new Date(since - dayShiftMs);
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()));
}

const dayMs = 24 * 3_600_000;

/** Whether all ids have to be compared: what is gone shows nowhere else. */
export function mustScanFully(facts: {
  readonly scannedAt: Date | undefined;
  readonly now: Date;
  /** As the vendor counts. Undefined: it does not. */
  readonly total: number | undefined;
  readonly seen: number;
}): boolean {
  const { scannedAt, now, total, seen } = facts;
  if (scannedAt === undefined || now.getTime() - scannedAt.getTime() >= dayMs) return true;
  return total !== undefined && total !== seen;
}
