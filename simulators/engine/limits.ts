/** Rate limits. */
import type { World } from "../simulation.ts";

/** A token bucket that refills evenly. Returns whether a request is allowed. */
export function openBucket(world: Pick<World, "now">, perSecond: number | undefined): () => boolean {
  let tokens = perSecond ?? 0;
  let at = world.now();
  return () => {
    if (perSecond === undefined) return true;
    const now = world.now();
    tokens = Math.min(perSecond, tokens + ((now - at) / 1000) * perSecond);
    at = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

/** Counts requests by the minutes of the clock. Returns how many there were in this minute. */
export function openMinutes(world: Pick<World, "now">): () => number {
  let minute = 0;
  let count = 0;
  return () => {
    const current = Math.floor(world.now() / 60_000);
    count = current === minute ? count + 1 : 1;
    minute = current;
    return count;
  };
}
