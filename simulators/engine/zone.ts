/** For vendors with local times. */

const hour = 3_600_000;

/** The time at which a day begins in the zone. Clocks never change that early in the day. */
export function midnightIn(timeZone: string): (day: string) => number {
  const offsetAt = offsetIn(timeZone);
  return (day) => Date.parse(day) - offsetAt(Date.parse(day) - hour);
}

/** Milliseconds to add to UTC at a given time. Clocks change on the hour, so each hour is looked up only once. */
export function offsetIn(timeZone: string): (at: number) => number {
  const clock = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  const found = new Map<number, number>();
  return (at) => {
    const hours = Math.floor(at / hour);
    const known = found.get(hours);
    if (known !== undefined) return known;
    const offset = Number(/GMT([+-]\d+)/.exec(clock.format(at))?.[1] ?? 0) * hour;
    found.set(hours, offset);
    return offset;
  };
}
