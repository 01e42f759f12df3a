/** When to poll a connection again. Pure: the time and random numbers are parameters. */
import type { Connector, VendorLimit } from "../../contract/connector.ts";

export interface PollPace {
  /** The default number of seconds between two polls. */
  readonly usual: number;
  /** The minimum that the target system's limits require. */
  readonly least: number | undefined;
  /** The operator's setting for this connection. */
  readonly connectionSeconds: number | null;
}

/** The target system's minimum takes precedence. */
export const secondsBetween = ({ usual, least = 0, connectionSeconds: ownSeconds }: PollPace): number =>
  Math.max(ownSeconds ?? usual, least);

/** A vendor that announces changes says when to poll. These polls are for announcements that were lost. */
const leastWhileListening = 900;

/** The usual number of seconds between two polls of a connection. */
export const usualSecondsOf = (pollSeconds: number, { isListening }: { readonly isListening: boolean }): number =>
  isListening ? Math.max(pollSeconds, leastWhileListening) : pollSeconds;

/**
 * The connection's position in the interval, from 0 to less than 1. It is constant for a connection, and consecutive
 * connections are spread evenly (by the golden ratio); random positions would cluster.
 */
export const positionInInterval = (number: number): number => (number * 0.618_033_988_749_895) % 1;

/** As a share of the interval. The first poll happens at any time, and the second one moves to the position soon. */
const soonestAfterFirst = 0.1;
/** As a share of the interval. A poll that was later than that skips its position once. */
const soonest = 0.5;
const jitter = 0.1;

export interface NextPoll {
  readonly seconds: number;
  /** The connection's serial number. */
  readonly number: number;
  /** Whether this was the first poll of a list. */
  readonly wasFirst: boolean;
  /** Milliseconds. */
  readonly now: number;
}

/** Seconds until the next poll after a successful one: until the connection's position comes around. */
export function waitAfterPoll({ seconds, number, wasFirst, now }: NextPoll): number {
  const least = wasFirst ? soonestAfterFirst : soonest;
  const position = positionInInterval(number) - now / 1000 / seconds - least;
  return seconds * (least + (position - Math.floor(position)));
}

const longestWait = 3600;

/** Seconds until the next poll after `failures` in a row, at least the target system's Retry-After. */
export function waitAfterFailure(
  { seconds, chance }: { readonly seconds: number /** From 0 up to, but not, 1. */; readonly chance: number },
  failures: number,
  retryAfter = 0,
): number {
  const longest = Math.max(longestWait, seconds);
  const wait = Math.min(longest, seconds * 2 ** Math.min(failures, 20));
  return Math.max(retryAfter, wait) * (1 + jitter * chance);
}

/** Clocks differ, and a vendor's lists may show a change with a delay. */
const overlapMs = 2 * 60_000;
/** A vendor that filters by day uses its own time zone. */
const dayShiftMs = 12 * 3_600_000;

/** The start of the period for which changed records are requested. */
export function querySince(polledUntil: Date, by: "day" | "midnight" | undefined): Date {
  const since = polledUntil.getTime() - overlapMs;
  if (by === undefined) return new Date(since);
  const day = new Date(since - dayShiftMs);
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()));
}

export const dayMs = 24 * 3_600_000;

/** Whether all ids have to be compared, which is the only way to find deletions. */
export function mustScanFully(facts: {
  readonly scannedAt: Date | undefined;
  readonly now: Date;
  /** The vendor's count. Undefined if it does not count. */
  readonly total: number | undefined;
  readonly seen: number;
}): boolean {
  const { scannedAt, now, total, seen } = facts;
  if (scannedAt === undefined || now.getTime() - scannedAt.getTime() >= dayMs) return true;
  return total !== undefined && total !== seen;
}

const daySeconds = 86_400;
const hourSeconds = 3600;
/** The calls a day that are assumed for vendors that name no limit. */
const usualCallsPerDay = 10_000;

/** The calls a day that the vendor allows for one connection or company. Limits of the whole app are shared by all. */
function callsPerDay(limits: readonly VendorLimit[] = []): number {
  const perDay = limits.flatMap((limit) =>
    "calls" in limit && limit.per !== "app" ? [(limit.calls * daySeconds) / limit.seconds] : [],
  );
  return perDay.length === 0 ? usualCallsPerDay : Math.min(...perDay);
}

/** The share of a vendor's daily limit that the comparison of ids may use. */
const scanShare = 0.1;
/** A page of ours may take two of the vendor's. */
const callsPerPage = 2;

export interface SweepFacts {
  readonly limits: Connector["limits"];
  readonly everySeconds: number;
  /** The lists of the connection that are swept. */
  readonly sweeps: number;
}

/** The pages that one sweep of one list may compare, and the records that it may look up afterwards. */
export function pagesPerSweep({ limits, everySeconds, sweeps }: SweepFacts): number {
  const calls = callsPerDay(limits) * scanShare * (everySeconds / daySeconds);
  // Half for pages, half for lookups.
  return Math.max(1, Math.floor(calls / callsPerPage / 2 / Math.max(1, sweeps)));
}

/** The share of a vendor's daily limit below which hourly sweeps are cheap. */
const cheapShare = 0.02;

/** Seconds between two sweeps: an hour if the vendor can be asked for changes at little cost, otherwise a day. */
export function sweepSecondsOf(
  { limits }: Pick<Connector, "limits">,
  { sweeps, isFiltered }: { readonly sweeps: number; readonly isFiltered: boolean },
): number {
  const hourly = 24 * callsPerPage * sweeps;
  return isFiltered && hourly <= cheapShare * callsPerDay(limits) ? hourSeconds : daySeconds;
}
