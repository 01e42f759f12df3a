/**
 * Who called a moment ago, so that of many calls in a row one asks the database. Forgotten as soon as the database tells
 * that anything about them changed, in whatever process; believed only while it has answered somebody a moment ago, because
 * a connection that has gone silent tells nothing.
 */
import type { Database } from "../../store/postgres/database.ts";

interface CallerIds {
  readonly tenantId: string;
  readonly connection: { readonly id: string };
}

export interface RecentCallers<Caller extends CallerIds> {
  recall(keys: string): Caller | undefined;
  /** Begins before the database is asked; what it hands back keeps the answer, unless something changed meanwhile. */
  startLookup(keys: string): (caller: Caller) => void;
  /** The tenant or the connection with this id has changed, or any of them. */
  forget(id?: string): void;
}

/** Since the last answer: a revocation holds everywhere within a second, whatever breaks. */
const believedMs = 500;
/** What nobody asks for any more need not be kept. */
const keptMs = 60_000;
const mostKept = 10_000;

/**
 * The connections that the answers come by listen to `callersChannel`: so it hears of a change after every answer from before
 * it.
 */
export function openRecentCallers<Caller extends CallerIds>(
  database: Database,
  now: () => number,
): RecentCallers<Caller> {
  // In the order in which they were found: the first is the oldest.
  const kept = new Map<string, { readonly caller: Caller; readonly until: number }>();
  let changes = 0;
  let answeredAt = Number.NEGATIVE_INFINITY;
  const forget: RecentCallers<Caller>["forget"] = (id) => {
    changes++;
    if (id === undefined) return kept.clear();
    for (const [keys, { caller }] of kept) if (caller.tenantId === id || caller.connection.id === id) kept.delete(keys);
  };
  database.on("connect", (client) => void client.on("notification", ({ payload }) => forget(payload)));
  database.on("remove", () => forget());
  return {
    forget,
    recall: (keys) => {
      const found = kept.get(keys);
      // A clock that was set back tells nothing, either.
      if (found === undefined || found.until <= now() || Math.abs(now() - answeredAt) >= believedMs) return undefined;
      return found.caller;
    },
    startLookup: (keys) => {
      const before = changes;
      return (caller) => {
        answeredAt = now();
        if (changes !== before) return;
        kept.delete(keys);
        kept.set(keys, { caller, until: now() + keptMs });
        if (kept.size > mostKept) kept.delete(kept.keys().next().value ?? "");
      };
    },
  };
}
