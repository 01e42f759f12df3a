/**
 * The service's own rate limit: a leaky bucket (GCRA) with one number for each bucket, the time when it will be empty. The
 * processes of one service report to each other what they have taken; several services divide the limit.
 */
export interface RateLimit {
  /** Counts one request. */
  take(bucket: string): RateLimitResult;
  /** Removes one request that was counted for the wrong bucket. */
  refund(bucket: string): void;
  /** Counts requests that other processes of this service have taken. */
  addTaken(bucket: string, requests: number): void;
}

export interface RateLimitResult {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Seconds until the full burst is available again or, if refused, until one request fits. */
  readonly seconds: number;
}

export interface RateLimitOptions {
  readonly perSecond: number;
  readonly burst: number;
  readonly now: () => number;
  /** The number of services that divide the limit. Default: one. */
  readonly services?: (() => number) | undefined;
  /** Called with the number of requests taken, or -1 for a refund. */
  readonly onTaken?: ((bucket: string, requests: number) => void) | undefined;
}

const sweepEvery = 10_000;

export function openRateLimit({ perSecond, burst, now, services = () => 1, onTaken }: RateLimitOptions): RateLimit {
  const intervalNow = (): number => (1000 / perSecond) * services();
  const burstNow = (): number => Math.max(1, Math.floor(burst / services()));
  const emptyAt = new Map<string, number>();
  let taken = 0;

  const sweep = (moment: number): void => {
    for (const [bucket, empty] of emptyAt) if (empty <= moment) emptyAt.delete(bucket);
  };

  return {
    take: (bucket) => {
      const moment = now();
      if (++taken % sweepEvery === 0) sweep(moment);
      const interval = intervalNow();
      const empty = Math.max(emptyAt.get(bucket) ?? 0, moment);
      const room = burstNow() - (empty - moment) / interval;
      if (room < 1) return { allowed: false, remaining: 0, seconds: Math.ceil(((1 - room) * interval) / 1000) };
      emptyAt.set(bucket, empty + interval);
      onTaken?.(bucket, 1);
      const fill = empty + interval - moment;
      return { allowed: true, remaining: Math.floor(room - 1), seconds: Math.ceil(fill / 1000) };
    },
    refund: (bucket) => {
      const empty = emptyAt.get(bucket);
      if (empty !== undefined) emptyAt.set(bucket, empty - intervalNow());
      onTaken?.(bucket, -1);
    },
    addTaken: (bucket, requests) =>
      void emptyAt.set(bucket, Math.max(emptyAt.get(bucket) ?? 0, now()) + requests * intervalNow()),
  };
}
