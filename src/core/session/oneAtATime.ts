/** Runs work one at a time for each name, in all processes together, for vendors that mix up what runs at once. */
import { setTimeout as sleep } from "node:timers/promises";
import type { AdvisoryLocks } from "../../store/postgres/advisoryLocks.ts";

export interface OneAtATime {
  /** Returns undefined if earlier work with this name did not end within the time. */
  run<Result>(name: string, work: () => Promise<Result>, longestWaitMs: number): Promise<Result | undefined>;
}

/** The interval at which a process checks whether the work of another one has ended. */
const pollEveryMs = 50;

export function openOneAtATime(
  advisoryLocks: Pick<AdvisoryLocks, "tryAcquire" | "release">,
  now: () => number,
): OneAtATime {
  return {
    run: async (name, work, longestWaitMs) => {
      const lock = `alone ${name}`;
      const until = now() + longestWaitMs;
      while (!(await advisoryLocks.tryAcquire(lock))) {
        if (now() > until) return undefined;
        await sleep(pollEveryMs);
      }
      try {
        return await work();
      } finally {
        await advisoryLocks.release(lock);
      }
    },
  };
}
