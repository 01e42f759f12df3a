/** What the sandbox does by itself, again and again. */
export interface PeriodicTask {
  /** Milliseconds between two runs, unless it is woken. */
  readonly every: number;
  /** Answers how much there was to do: after something, it runs again at once. */
  readonly run: () => Promise<number>;
}

export interface RunningTask {
  /** Runs now. */
  wake(): void;
  /** Ends when what is under way has ended. */
  stop(): Promise<void>;
}

export function startPeriodicTask({ every, run }: PeriodicTask, onFault: (error: unknown) => void): RunningTask {
  const ending = new AbortController();
  let isWoken = false;
  let endRest = (): void => {};
  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, every);
      endRest = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const turns = (async () => {
    while (!ending.signal.aborted) {
      isWoken = false;
      const done = await run().catch((error: unknown) => {
        onFault(error);
        return 0;
      });
      if (done === 0 && !isWoken && !ending.signal.aborted) await rest();
    }
  })();
  return {
    wake: () => {
      isWoken = true;
      endRest();
    },
    stop: async () => {
      ending.abort();
      endRest();
      await turns;
    },
  };
}
