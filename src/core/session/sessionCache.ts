/** Caches what sessions looked up recently, per connection. Entries expire, and the number of entries is limited. */

import { type Memory } from "../../contract/session.ts";

export interface SessionCache {
  /** The entries of one scope, such as a connection and the company chosen in it. */
  of(name: string): Memory;
}

interface Entry {
  readonly value: unknown;
  readonly until: number;
}

export function openSessionCache(
  now: () => number,
  { maxEntries = 10_000, milliseconds = 600_000 } = {},
): SessionCache {
  // Ordered by last write: the first entry is the oldest.
  const entries = new Map<string, Entry>();
  return {
    of: (name) => ({
      get: (key) => {
        const entry = entries.get(`${name} ${key}`);
        return entry === undefined || entry.until < now() ? undefined : entry.value;
      },
      set: (key, value) => {
        const cacheKey = `${name} ${key}`;
        entries.delete(cacheKey);
        entries.set(cacheKey, { value, until: now() + milliseconds });
        if (entries.size > maxEntries) entries.delete(entries.keys().next().value ?? "");
      },
    }),
  };
}
