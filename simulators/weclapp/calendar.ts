/** Days are moments at weclapp: midnight in Berlin. */
const berlin = new Intl.DateTimeFormat("sv-SE", {
  ...{ timeZone: "Europe/Berlin", hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit" },
  ...{ hour: "2-digit", minute: "2-digit", second: "2-digit" },
});

/** `2026-06-23` → the moment at which it begins there. */
export function midnight(day: string): number {
  const inUtc = Date.parse(day);
  const found = [1, 2].map((hours) => inUtc - hours * 3_600_000).find((at) => berlin.format(at) === `${day} 00:00:00`);
  if (found === undefined) throw new Error(`${day} begins nowhere`);
  return found;
}
