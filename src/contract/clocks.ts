/**
 * The clocks of a process. Durations, deadlines and caches use `monotonicNow`. Signatures and expiry dates use the wall
 * clock, which may be set forward or back at any time.
 */

/** Milliseconds on a clock that never jumps. Only differences have a meaning. */
export const monotonicNow = (): number => performance.now();

const smallStepMs = 5000;
const dayMs = 24 * 3_600_000;

/**
 * The wall clock, or the time that it would show without its last jump, whichever is earlier. Changes that are requested
 * since such a time are found twice at worst, and never missed. A jump that lasts for a day is accepted.
 */
export function openCautiousClock(wall: () => number = Date.now, monotonic = monotonicNow): () => number {
  let offset = wall() - monotonic();
  let jumpedAt: number | undefined;
  const follow = (time: number, moment: number): number => {
    offset = time - moment;
    jumpedAt = undefined;
    return time;
  };
  return () => {
    const time = wall();
    const moment = monotonic();
    const steady = moment + offset;
    if (Math.abs(time - steady) < smallStepMs) return follow(time, moment);
    jumpedAt ??= moment;
    return moment - jumpedAt >= dayMs ? follow(time, moment) : Math.min(time, steady);
  };
}

/** A point in time in the format of the API: `YYYY-MM-DDTHH:MM:SSZ`. */
export const timestampOf = (moment: Date): string => `${moment.toISOString().slice(0, 19)}Z`;
