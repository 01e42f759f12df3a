/** Runs work one round at a time. Requests during a round are combined into one more round. */
import { setTimeout as pause } from "node:timers/promises";

export interface CoalescedWork {
  request(): void;
  /** Resolves when no round is running or requested. */
  whenIdle(): Promise<void>;
}

export interface CoalesceOptions {
  readonly round: () => Promise<void>;
  readonly onFault: (error: unknown) => void;
  /** Whether a failed round is tried again. */
  readonly shouldRetry: () => boolean;
}

const pauseMs = 200;

export function coalesce({ round, onFault, shouldRetry }: CoalesceOptions): CoalescedWork {
  let isRequested = false;
  let running: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    while (isRequested) {
      isRequested = false;
      try {
        await round();
      } catch (error) {
        onFault(error);
        isRequested = shouldRetry();
        if (isRequested) await pause(pauseMs);
      }
    }
    running = undefined;
  };
  return {
    request: () => {
      isRequested = true;
      running ??= run();
    },
    whenIdle: async () => {
      await running;
    },
  };
}
