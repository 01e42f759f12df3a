/** Runs a task again and again. */
export interface PeriodicTask {
  /** Milliseconds between two runs, unless the task is woken. */
  readonly every: number;
  /** Returns how much there was to do. If anything, it runs again immediately. */
  readonly run: () => Promise<number>;
}

export interface RunningTask {
  /** Starts the next run immediately. */
  wake(): void;
  /** Waits for the current run. */
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
  const loop = (async () => {
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
      await loop;
    },
  };
}
