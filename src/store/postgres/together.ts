/**
 * Combines statements: items that are requested while a statement runs go into the next one. A statement for several items
 * costs little more than one for a single item, and waits for the disk once. An item that finds no statement running has one
 * of its own, which is faster.
 */
export interface Statements<Item, Result> {
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

  const carryOut = async (entries: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await several(entries.map(({ item }) => item));
      for (const [index, { resolve }] of entries.entries()) resolve(results[index] as Result);
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
          if (mayTryAlone(error)) return one(item);
          throw error;
        })
      : alone(item);
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
