/**
 * Caches recent callers, so that a series of calls needs one query. Entries are dropped as soon as the database notifies
 * us of a change, in any process. They are used only while the database has answered within the last moment, because a dead
 * connection delivers no notifications.
 */
import type { Database } from "../../store/postgres/database.ts";

interface CallerIds {
  readonly tenantId: string;
  readonly connection: { readonly id: string };
}

export interface RecentCallers<Caller extends CallerIds> {
  recall(keys: string): Caller | undefined;
  /** Call this before the query; the returned function caches the result, unless something changed meanwhile. */
  startLookup(keys: string): (caller: Caller) => void;
  /** Drops the entries of the tenant or connection with this id, or all entries. */
  forget(id?: string): void;
}

/** Since the last answer of the database: a revocation takes effect everywhere within a second, whatever breaks. */
const trustedMs = 500;
/** Entries are dropped after this time. */
const cacheMs = 60_000;
const maxCached = 10_000;

/**
 * The database connections that answer the queries also listen to `callersChannel`, so a notification always arrives after
 * the answers from before the change.
 */
export function openRecentCallers<Caller extends CallerIds>(
  database: Database,
  now: () => number,
): RecentCallers<Caller> {
  // Ordered by insertion: the first entry is the oldest.
  const cache = new Map<string, { readonly caller: Caller; readonly until: number }>();
  let changes = 0;
  let answeredAt = Number.NEGATIVE_INFINITY;
  const forget: RecentCallers<Caller>["forget"] = (id) => {
    changes++;
    if (id === undefined) return cache.clear();
    for (const [keys, { caller }] of cache)
      if (caller.tenantId === id || caller.connection.id === id) cache.delete(keys);
  };
  database.on("connect", (client) => void client.on("notification", ({ payload }) => forget(payload)));
  database.on("remove", () => forget());
  return {
    forget,
    recall: (keys) => {
      const found = cache.get(keys);
      // The absolute difference also covers a clock that was set back.
      if (found === undefined || found.until <= now() || Math.abs(now() - answeredAt) >= trustedMs) return undefined;
      return found.caller;
    },
    startLookup: (keys) => {
      const before = changes;
      return (caller) => {
        answeredAt = now();
        if (changes !== before) return;
        cache.delete(keys);
        cache.set(keys, { caller, until: now() + cacheMs });
        if (cache.size > maxCached) cache.delete(cache.keys().next().value ?? "");
      };
    },
  };
}
