/**
 * Carries out a statement for many requests at once: those that arrive while it is running are carried out together by the
 * next one. A statement for several rows costs little more than one for a single row, and waits for the disk once. If nothing
 * else is running, a request has a statement of its own, which is faster.
 */
import pg from "pg";

export interface Statements<Item, Result> {
  one(item: Item): Promise<Result>;
  /** All or nothing. The results are in the order of the items. */
  several(items: readonly Item[]): Promise<readonly Result[]>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

const mostTogether = 50;

export function openGroup<Item, Result>({ one, several }: Statements<Item, Result>): (item: Item) => Promise<Result> {
  let isRunning = false;
  let waiting: Waiting<Item, Result>[] = [];

  const carryOut = async (entries: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await several(entries.map(({ item }) => item));
      for (const [index, result] of results.entries()) entries[index]?.resolve(result);
    } catch (error) {
      for (const { reject } of entries) reject(error);
    }
  };
  const carryOutWaiting = async (): Promise<void> => {
    while (waiting.length > 0) {
      const entries = waiting.slice(0, mostTogether);
      waiting = waiting.slice(mostTogether);
      await carryOut(entries);
    }
    isRunning = false;
  };
  const alone = async (item: Item): Promise<Result> => {
    isRunning = true;
    try {
      return await one(item);
    } finally {
      void carryOutWaiting();
    }
  };
  const together = (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
    });

  return (item) =>
    isRunning
      ? together(item).catch((error: unknown) => {
          // One of the items may be the reason, and the others must not fail with it.
          if (isRefused(error)) return one(item);
          throw error;
        })
      : alone(item);
}

/** The database has refused the statement, and stored nothing of it. With a lost connection, nobody knows. */
const isRefused = (error: unknown): boolean => error instanceof pg.DatabaseError && error.severity === "ERROR";
