/** A session's turns at its vendor: each of its calls waits for one, and one that would take too long is a failure. */
import type { Connector } from "../../contract/connector.ts";
import { type Limiter, OverLimit, type Priority } from "../limits/limiter.ts";
import { type CallLimits } from "../limits/limits.ts";
import { targetFailure } from "./vendorError.ts";

export interface Permits {
  /** For one reading with all its attempts, or for one write. */
  begin(): Permit;
  /** The vendor took no more: for so many seconds, or without a word for how long. */
  close(seconds: number | undefined): void;
}

export interface Permit {
  /** Waits; the answer is called when the call is over. */
  enter(): Promise<() => void>;
  waitedMs(): number;
}

export interface PermitOptions {
  readonly limiter: Limiter;
  readonly connector: Connector;
  readonly limits: CallLimits;
  readonly priority: Priority;
  readonly waitMs: number;
  readonly now: () => number;
}

/** A caller waits meanwhile; what takes longer is better told than slept through. */
export const callersWaitMs = 5000;

/** Without a word of the vendor: until its shortest window has passed, and not for ever. */
const longestGuess = 60;

export function makePermits({ limiter, connector, limits, priority, waitMs, now }: PermitOptions): Permits {
  const guess = Math.min(longestGuess, ...limits.windows.map(({ seconds }) => seconds));
  return {
    close: (seconds = guess) => limiter.close(limits, seconds),
    begin: () => {
      let waited = 0;
      const enter = async (): Promise<() => void> => {
        const began = now();
        try {
          return await limiter.enter(limits, priority, Math.max(0, waitMs - waited));
        } catch (error) {
          if (!(error instanceof OverLimit)) throw error;
          const { seconds: retryAfter } = error;
          throw targetFailure(connector, "target_rate_limited", { cause: error, retryAfter, mayHaveHappened: false });
        } finally {
          waited += now() - began;
        }
      };
      return { enter, waitedMs: () => waited };
    },
  };
}

/** Where nobody counts. */
export const unlimitedPermits: Permits = {
  begin: () => ({ enter: async () => () => {}, waitedMs: () => 0 }),
  close: () => {},
};
