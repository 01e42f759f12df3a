/** Work that is asked for at any time and done by one at a time: what was asked for meanwhile is done in one more round. */
import { setTimeout as pause } from "node:timers/promises";

export interface Coalesced {
  ask(): void;
  /** When nothing is under way or asked for. */
  settled(): Promise<void>;
}

export interface CoalesceOptions {
  readonly round: () => Promise<void>;
  readonly onFault: (error: unknown) => void;
  /** After a fault the round is tried again until this says otherwise. */
  readonly goesOn: () => boolean;
}

const pauseMs = 200;

export function coalesce({ round, onFault, goesOn }: CoalesceOptions): Coalesced {
  let asked = false;
  let running: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    while (asked) {
      asked = false;
      try {
        await round();
      } catch (error) {
        onFault(error);
        asked = goesOn();
        if (asked) await pause(pauseMs);
      }
    }
    running = undefined;
  };
  return {
    ask: () => {
      asked = true;
      running ??= run();
    },
    settled: async () => {
      await running;
    },
  };
}
