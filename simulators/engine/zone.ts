/** Vendors that think in a zone of their own. */

const hour = 3_600_000;

/** Milliseconds to add to UTC at a moment. */
export function offsetIn(timeZone: string): (at: number) => number {
  const clock = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  return (at) => Number(/GMT([+-]\d+)/.exec(clock.format(at))?.[1] ?? 0) * hour;
}
