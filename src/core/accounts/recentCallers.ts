/**
 * Who called a moment ago, so that of many calls in a row one asks the database. Forgotten as soon as the database tells
 * that anything about them changed, in whatever process; kept only while it can tell, and never for long, because a
 * connection that has gone silent tells nothing.
 */
import { callersChannel } from "../../store/connections.ts";
import type { Database } from "../../store/postgres/database.ts";

interface Known {
  readonly tenantId: string;
  readonly connection: { readonly id: string };
}

export interface RecentCallers<Caller extends Known> {
  recall(keys: string): Caller | undefined;
  /** Begins before the database is asked; what it hands back keeps the answer, unless something changed meanwhile. */
  expect(keys: string): (caller: Caller) => void;
  /** The tenant or the connection with this id has changed, or any of them. */
  forget(id?: string): void;
}

/** A revocation holds everywhere within a second, whatever breaks. */
const keptMs = 500;
const mostKept = 10_000;

/** Listens on the connections that the answers come by: so it hears of a change after every answer from before it. */
export function openRecentCallers<Caller extends Known>(database: Database, now: () => number): RecentCallers<Caller> {
  // In the order in which they were found: the first is the oldest.
  const kept = new Map<string, { readonly caller: Caller; readonly until: number }>();
  let isTold = false;
  let changes = 0;
  const forget: RecentCallers<Caller>["forget"] = (id) => {
    changes++;
    if (id === undefined) return kept.clear();
    for (const [keys, { caller }] of kept) if (caller.tenantId === id || caller.connection.id === id) kept.delete(keys);
  };
  database.on("connect", (client) => {
    client.on("notification", ({ payload }) => forget(payload));
    client.query(`LISTEN ${callersChannel}`).then(
      () => (isTold = true),
      () => {},
    );
  });
  database.on("remove", () => {
    isTold = false;
    forget();
  });
  return {
    forget,
    recall: (keys) => {
      const found = kept.get(keys);
      return found !== undefined && found.until > now() ? found.caller : undefined;
    },
    expect: (keys) => {
      const before = changes;
      return (caller) => {
        if (!isTold || changes !== before) return;
        kept.delete(keys);
        kept.set(keys, { caller, until: now() + keptMs });
        if (kept.size > mostKept) kept.delete(kept.keys().next().value ?? "");
      };
    },
  };
}
