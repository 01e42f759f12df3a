/**
 * Questions about one subject that come while one is under way go together with the next: it begins after all of them
 * came, so each hears what holds then, and costs about as much as one.
 */
export type Ask<Answer> = (subject: string, items: readonly string[]) => Promise<ReadonlyMap<string, Answer>>;

export function openTogether<Answer>(ask: Ask<Answer>) {
  const newQuestion = () => ({
    items: new Set<string>(),
    ...Promise.withResolvers<Awaited<ReturnType<Ask<Answer>>>>(),
  });
  type Question = ReturnType<typeof newQuestion>;
  /** By the subjects that are asked about just now: the next question, where there is one. */
  const next = new Map<string, Question | undefined>();

  const put = async (subject: string, { items, resolve, reject }: Question): Promise<void> => {
    next.set(subject, undefined);
    await ask(subject, [...items]).then(resolve, reject);
    const waiting = next.get(subject);
    if (waiting === undefined) next.delete(subject);
    else void put(subject, waiting);
  };
  return async (subject: string, item: string): Promise<Answer | undefined> => {
    const isAsked = next.has(subject);
    const question = next.get(subject) ?? newQuestion();
    question.items.add(item);
    if (isAsked) next.set(subject, question);
    else void put(subject, question);
    return (await question.promise).get(item);
  };
}
