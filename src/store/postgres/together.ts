/**
 * Combines queries: items that are requested while a query runs go into the next one. That query starts after they were
 * requested, so its answers are current, and it costs about as much as a query for one item.
 */
export type BatchQuery<Answer> = (items: readonly string[]) => Promise<ReadonlyMap<string, Answer>>;

export function openBatcher<Answer>(query: BatchQuery<Answer>) {
  const newBatch = () => ({
    items: new Set<string>(),
    ...Promise.withResolvers<Awaited<ReturnType<BatchQuery<Answer>>>>(),
  });
  type Batch = ReturnType<typeof newBatch>;
  let isRunning = false;
  let next: Batch | undefined;

  const run = async ({ items, resolve, reject }: Batch): Promise<void> => {
    isRunning = true;
    next = undefined;
    await query([...items]).then(resolve, reject);
    isRunning = false;
    if (next !== undefined) void run(next);
  };
  return async (item: string): Promise<Answer | undefined> => {
    const batch = (next ??= newBatch());
    batch.items.add(item);
    if (!isRunning) void run(batch);
    return (await batch.promise).get(item);
  };
}
