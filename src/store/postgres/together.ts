import { setImmediate as endOfTurn } from "node:timers/promises";

/**
 * Combines statements: items that are requested in one turn of the event loop, or while a statement runs, go into one
 * statement. It costs little more than one for a single item, and waits for the disk once.
 */
export interface Statements<Item, Result> {
  /** Faster than `several` for a single item. */
  one(item: Item): Promise<Result>;
  /** All or nothing. The results are in the order of the items. */
  several(items: readonly Item[]): Promise<readonly Result[]>;
  /** Whether each item may be tried alone after `several` has failed. Otherwise all of its items fail. */
  readonly mayTryAlone?: (error: unknown) => boolean;
  readonly mostTogether?: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export function combine<Item, Result>(statements: Statements<Item, Result>): (item: Item) => Promise<Result> {
  const { one, several, mayTryAlone = () => false, mostTogether = Number.POSITIVE_INFINITY } = statements;
  let isRunning = false;
  let waiting: Waiting<Item, Result>[] = [];

  const carryOutAlone = ({ item, resolve, reject }: Waiting<Item, Result>): Promise<void> =>
    one(item).then(resolve, reject);
  const carryOutGroup = async (entries: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await several(entries.map(({ item }) => item));
      for (const [index, { resolve }] of entries.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (mayTryAlone(error)) await Promise.all(entries.map(carryOutAlone));
      else for (const { reject } of entries) reject(error);
    }
  };
  const carryOutWaiting = async (): Promise<void> => {
    isRunning = true;
    while (waiting.length > 0) {
      await endOfTurn();
      const entries = waiting.slice(0, mostTogether);
      waiting = waiting.slice(mostTogether);
      const [first, second] = entries;
      if (first !== undefined && second === undefined) await carryOutAlone(first);
      else await carryOutGroup(entries);
    }
    isRunning = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isRunning) void carryOutWaiting();
    });
}

export type BatchQuery<Answer> = (items: readonly string[]) => Promise<ReadonlyMap<string, Answer>>;

/** Combines queries that find answers by item. A query starts after its items were requested, so its answers are current. */
export const combineQueries = <Answer>(query: BatchQuery<Answer>): ((item: string) => Promise<Answer | undefined>) =>
  combine({
    one: async (item) => (await query([item])).get(item),
    several: async (items) => {
      const answers = await query([...new Set(items)]);
      return items.map((item) => answers.get(item));
    },
  });
