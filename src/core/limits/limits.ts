/**
 * The vendor's limits that apply to one session, and a count of calls against them. Vendors count with sliding windows,
 * fixed windows or token buckets. Counting with a sliding window of the same length stays within all of them.
 */
import type { Connector, VendorLimit } from "../../contract/connector.ts";
import type { Scope } from "../../contract/session.ts";

export interface CallWindow {
  readonly key: string;
  readonly calls: number;
  readonly seconds: number;
}

export interface Concurrency {
  readonly key: string;
  readonly atOnce: number;
}

export interface CallLimits {
  /** Sessions with the same id share the same limits. */
  readonly id: string;
  /** The narrowest first: per connection, then per company, then per app. */
  readonly windows: readonly CallWindow[];
  readonly concurrency: readonly Concurrency[];
}

/** The connection, client and company whose calls the vendor counts. */
export interface LimitSubject {
  readonly connection: string;
  /** The id of the OAuth client, or empty. */
  readonly client: string;
  readonly scope: Scope | undefined;
}

export function limitsOf({ id, limits = [] }: Connector, subject: LimitSubject): CallLimits {
  const applicable = limits
    .toSorted((left, right) => narrowestFirst.indexOf(left.per) - narrowestFirst.indexOf(right.per))
    .flatMap((limit) => {
      const key = subjectKey(limit, subject);
      return key === undefined ? [] : [{ limit, key: [id, limit.per, ...key] }];
    });
  return {
    id: JSON.stringify(applicable.map(({ key }) => key)),
    windows: applicable.flatMap(({ limit, key }) =>
      "calls" in limit ? [{ ...limit, key: JSON.stringify([...key, limit.seconds]) }] : [],
    ),
    concurrency: applicable.flatMap(({ limit, key }) =>
      "atOnce" in limit ? [{ ...limit, key: JSON.stringify(key) }] : [],
    ),
  };
}

const narrowestFirst: readonly VendorLimit["per"][] = ["connection", "company", "app"];

/** Undefined if the limit does not apply. */
function subjectKey({ per }: VendorLimit, { connection, client, scope }: LimitSubject): readonly string[] | undefined {
  if (per === "connection") return [connection];
  if (per === "app") return [client];
  return scope?.company === undefined ? undefined : [client, scope.environment ?? "", scope.company];
}

const backgroundShare = 0.8;

/** Background work uses only a share of each limit and leaves the rest to callers. */
export function backgroundLimits({ id, windows, concurrency }: CallLimits): CallLimits {
  const shareOf = (limit: number): number => Math.max(1, Math.floor(limit * backgroundShare));
  return {
    id,
    windows: windows.map((window) => ({ ...window, calls: shareOf(window.calls) })),
    concurrency: concurrency.map((limit) => ({ ...limit, atOnce: shareOf(limit.atOnce) })),
  };
}

/** The longest time in seconds from a permit until its call reaches the vendor: half to start the call, half in transit. */
const graceOf = (seconds: number): number => Math.min(3, Math.max(0.25, seconds / 20));

export const usableMs = (windows: readonly CallWindow[]): number =>
  Math.min(...windows.map(({ seconds }) => graceOf(seconds) * 500));

const partsOfAWindow = 60;

/** A window slides in parts: a call counts until its whole part, and the time it may have been in transit, is over. */
export function partsOf({ seconds }: CallWindow): { readonly width: number; readonly parts: number } {
  const width = seconds / partsOfAWindow;
  return { width, parts: Math.ceil((seconds + graceOf(seconds)) / width) + 1 };
}

export interface Grant {
  /** The number of calls that may start now. */
  readonly permits: number;
  /** If there are no permits: milliseconds until the next one may be available. */
  readonly waitMs: number;
}

/** Counts the calls of this process. */
export interface LocalCounts {
  take(windows: readonly CallWindow[], wanted: number): Grant;
  /** Adds calls that the shared count has permitted. */
  add(windows: readonly CallWindow[], calls: number): void;
}

interface Count {
  readonly newest: number;
  /** For each part of the window, newest first. */
  readonly calls: readonly number[];
}

const maxCounts = 10_000;

export function openLocalCounts(now: () => number): LocalCounts {
  // Ordered by last use: the first entry is the oldest.
  const counts = new Map<string, Count>();
  const present = (window: CallWindow): Count => {
    const { width, parts } = partsOf(window);
    const { newest, calls } = counts.get(window.key) ?? { newest: 0, calls: [] };
    const part = Math.max(newest, Math.floor(now() / 1000 / width));
    const empty = Array<number>(Math.min(parts, part - newest)).fill(0);
    return { newest: part, calls: [...empty, ...calls].slice(0, parts) };
  };
  const add: LocalCounts["add"] = (windows, added) => {
    for (const window of windows) {
      const { newest, calls } = present(window);
      counts.delete(window.key);
      counts.set(window.key, { newest, calls: [(calls[0] ?? 0) + added, ...calls.slice(1)] });
      if (counts.size > maxCounts) counts.delete(counts.keys().next().value ?? "");
    }
  };
  return {
    add,
    take: (windows, wanted) => {
      const found = windows.map((window) => ({ window, count: present(window) }));
      const free = Math.min(...found.map(({ window, count }) => window.calls - sum(count.calls)));
      if (free < 1)
        return { permits: 0, waitMs: Math.max(...found.map((windowCount) => freeAt(windowCount) - now()), 0) };
      const permits = Math.min(wanted, free);
      add(windows, permits);
      return { permits, waitMs: 0 };
    },
  };
}

const sum = (calls: readonly number[]): number => calls.reduce((total, count) => total + count, 0);

/** The time when one more call fits, because enough earlier calls have left the window. */
function freeAt({ window, count: { newest, calls } }: { window: CallWindow; count: Count }): number {
  const { width, parts } = partsOf(window);
  let tooMany = sum(calls) - window.calls + 1;
  if (tooMany < 1) return 0;
  let part = calls.length;
  while (tooMany > 0 && part > 0) tooMany -= calls[--part] ?? 0;
  return (newest - part + parts) * width * 1000;
}
