/** A session's permits under its vendor's limits: each call waits for one, and fails if the wait would be too long. */
import type { Connector } from "../../contract/connector.ts";
import { type Limiter, OverLimit, type Priority } from "../limits/limiter.ts";
import { type CallLimits } from "../limits/limits.ts";
import { targetFailure } from "./vendorError.ts";

export interface Permits {
  /** For one read with all its attempts, or for one write. */
  forCall(): CallPermit;
  /** The vendor rate-limited us: for that many seconds, or undefined if it did not say how long. */
  block(seconds: number | undefined): void;
}

export interface CallPermit {
  /** Waits for a permit. Call the returned function when the call is over. */
  acquire(): Promise<() => void>;
  /** The total time spent in `acquire`. */
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

/** How long a caller waits for a permit before it gets a rate-limit error. */
export const callersWaitMs = 5000;

/** Upper bound in seconds if the vendor does not say how long to wait; otherwise its shortest window. */
const longestGuess = 60;

export function makePermits({ limiter, connector, limits, priority, waitMs, now }: PermitOptions): Permits {
  const guess = Math.min(longestGuess, ...limits.windows.map(({ seconds }) => seconds));
  return {
    block: (seconds = guess) => limiter.block(limits, seconds),
    forCall: () => {
      let waited = 0;
      const acquire = async (): Promise<() => void> => {
        const began = now();
        try {
          return await limiter.acquire(limits, priority, Math.max(0, waitMs - waited));
        } catch (error) {
          if (!(error instanceof OverLimit)) throw error;
          const { seconds: retryAfter } = error;
          throw targetFailure(connector, "target_rate_limited", { cause: error, retryAfter, mayHaveHappened: false });
        } finally {
          waited += now() - began;
        }
      };
      return { acquire, waitedMs: () => waited };
    },
  };
}

/** For vendors without limits. */
export const unlimitedPermits: Permits = {
  forCall: () => ({ acquire: async () => () => {}, waitedMs: () => 0 }),
  block: () => {},
};
