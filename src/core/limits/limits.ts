/**
 * A vendor's limits, as they hold for one session, and a count of calls against them. Vendors count differently: windows
 * that slide, windows that begin anew, buckets that fill up. Never more calls in any stretch of time than the vendor
 * names for one of that length keeps within all of these.
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
  /** Names those that have the same limits and share them. */
  readonly id: string;
  /** What the vendor counts most closely comes first. */
  readonly windows: readonly CallWindow[];
  readonly concurrency: readonly Concurrency[];
}

/** Whom the vendor counts. */
export interface Counted {
  readonly connection: string;
  /** The OAuth client, where there is one. */
  readonly client: string;
  readonly scope: Scope | undefined;
}

export function limitsOf({ id, limits = [] }: Connector, whom: Counted): CallLimits {
  const known = limits
    .toSorted((left, right) => closeness.indexOf(left.per) - closeness.indexOf(right.per))
    .flatMap((limit) => {
      const counted = countedBy(limit, whom);
      return counted === undefined ? [] : [{ limit, counted: [id, limit.per, ...counted] }];
    });
  return {
    id: JSON.stringify(known.map(({ counted }) => counted)),
    windows: known.flatMap(({ limit, counted }) =>
      "calls" in limit ? [{ ...limit, key: JSON.stringify([...counted, limit.seconds]) }] : [],
    ),
    concurrency: known.flatMap(({ limit, counted }) =>
      "atOnce" in limit ? [{ ...limit, key: JSON.stringify(counted) }] : [],
    ),
  };
}

const closeness: readonly VendorLimit["per"][] = ["connection", "company", "app"];

/** Undefined where the limit does not hold. */
function countedBy({ per }: VendorLimit, { connection, client, scope }: Counted): readonly string[] | undefined {
  if (per === "connection") return [connection];
  if (per === "app") return [client];
  return scope?.company === undefined ? undefined : [client, scope.environment ?? "", scope.company];
}

const backgroundShare = 0.8;

/** What nobody waits for leaves the rest to who does. */
export function backgroundLimits({ id, windows, concurrency }: CallLimits): CallLimits {
  const part = (whole: number): number => Math.max(1, Math.floor(whole * backgroundShare));
  return {
    id,
    windows: windows.map((window) => ({ ...window, calls: part(window.calls) })),
    concurrency: concurrency.map((limit) => ({ ...limit, atOnce: part(limit.atOnce) })),
  };
}

/** Seconds from a permit until its call has reached the vendor, at most: half to begin with it, half for the way. */
const graceOf = (seconds: number): number => Math.min(3, Math.max(0.25, seconds / 20));

export const usableMs = (windows: readonly CallWindow[]): number =>
  Math.min(...windows.map(({ seconds }) => graceOf(seconds) * 500));

const partsOfAWindow = 60;

/** A window moves in parts: a call counts until its whole part, and the time that it may have been under way, is over. */
export function partsOf({ seconds }: CallWindow): { readonly width: number; readonly parts: number } {
  const width = seconds / partsOfAWindow;
  return { width, parts: Math.ceil((seconds + graceOf(seconds)) / width) + 1 };
}

export interface Granted {
  /** Calls that may begin now. */
  readonly permits: number;
  /** Where there are none: milliseconds until there may be one. */
  readonly waitMs: number;
}

/** What this process knows by itself. */
export interface LocalCounts {
  take(windows: readonly CallWindow[], wanted: number): Granted;
  /** Somebody else has permitted them. */
  add(windows: readonly CallWindow[], calls: number): void;
}

interface Count {
  readonly newest: number;
  /** By part, the newest first. */
  readonly calls: readonly number[];
}

const mostKept = 10_000;

export function openLocalCounts(now: () => number): LocalCounts {
  // In the order of their last use: the first is the oldest.
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
      if (counts.size > mostKept) counts.delete(counts.keys().next().value ?? "");
    }
  };
  return {
    add,
    take: (windows, wanted) => {
      const found = windows.map((window) => ({ window, count: present(window) }));
      const free = Math.min(...found.map(({ window, count }) => window.calls - sum(count.calls)));
      if (free < 1) return { permits: 0, waitMs: Math.max(...found.map((one) => freeAt(one) - now()), 0) };
      const permits = Math.min(wanted, free);
      add(windows, permits);
      return { permits, waitMs: 0 };
    },
  };
}

const sum = (calls: readonly number[]): number => calls.reduce((all, one) => all + one, 0);

/** The moment when one more fits: as many have left the window by then as are too many for it. */
function freeAt({ window, count: { newest, calls } }: { window: CallWindow; count: Count }): number {
  const { width, parts } = partsOf(window);
  let tooMany = sum(calls) - window.calls + 1;
  if (tooMany < 1) return 0;
  let place = calls.length;
  while (tooMany > 0 && place > 0) tooMany -= calls[--place] ?? 0;
  return (newest - place + parts) * width * 1000;
}
