/** What the sandbox does by itself: companies live, and whoever wants to know of changes is told. */
export interface PeriodicTask {
  /** Milliseconds between two looks, unless it is called for. */
  readonly every: number;
  /** Tells how much there was to do: after something, it looks again at once. */
  readonly run: () => Promise<number>;
}

export interface RunningTask {
  /** Looks now. */
  call(): void;
  /** Ends when what is under way has ended. */
  stop(): Promise<void>;
}

export function startPeriodicTask({ every, run }: PeriodicTask, onFault: (error: unknown) => void): RunningTask {
  const ending = new AbortController();
  let called = false;
  let wake = (): void => {};
  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, every);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const turns = (async () => {
    while (!ending.signal.aborted) {
      called = false;
      const done = await run().catch((error: unknown) => {
        onFault(error);
        return 0;
      });
      if (done === 0 && !called && !ending.signal.aborted) await rest();
    }
  })();
  return {
    call: () => {
      called = true;
      wake();
    },
    stop: async () => {
      ending.abort();
      wake();
      await turns;
    },
  };
}
