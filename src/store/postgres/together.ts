/**
 * Questions that come while one is under way go together with the next: it begins after all of them came, so each hears
 * what holds then, and costs about as much as one.
 */
export type Ask<Answer> = (items: readonly string[]) => Promise<ReadonlyMap<string, Answer>>;

export function openBatcher<Answer>(ask: Ask<Answer>) {
  const newQuestion = () => ({
    items: new Set<string>(),
    ...Promise.withResolvers<Awaited<ReturnType<Ask<Answer>>>>(),
  });
  type Question = ReturnType<typeof newQuestion>;
  let isAsked = false;
  let next: Question | undefined;

  const put = async ({ items, resolve, reject }: Question): Promise<void> => {
    [isAsked, next] = [true, undefined];
    await ask([...items]).then(resolve, reject);
    isAsked = false;
    if (next !== undefined) void put(next);
  };
  return async (item: string): Promise<Answer | undefined> => {
    const question = (next ??= newQuestion());
    question.items.add(item);
    if (!isAsked) void put(question);
    return (await question.promise).get(item);
  };
}
