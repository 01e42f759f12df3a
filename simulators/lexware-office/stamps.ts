/** Times as the vendor writes them: Central European, three digits of milliseconds, an offset with a colon. */

const hour = 3_600_000;

/** One o'clock (UTC) on the last Sunday of a month, when the clocks change. */
function lastSunday(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0, 1));
  return last.getTime() - last.getUTCDay() * 24 * hour;
}

function offset(at: number): number {
  const year = new Date(at).getUTCFullYear();
  return at >= lastSunday(year, 2) && at < lastSunday(year, 9) ? 2 : 1;
}

export function stamp(at: number): string {
  const hours = offset(at);
  return `${new Date(at + hours * hour).toISOString().slice(0, -1)}+0${hours}:00`;
}

/** The calendar day in Germany. */
export const dayOf = (at: number) => stamp(at).slice(0, 10);

/** The moment at which a German day begins, as text. */
export const midnight = (day: string) => `${day}T00:00:00.000+0${offset(Date.parse(`${day}T00:00:00Z`) - hour)}:00`;

export const daysAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 24 * hour).toISOString().slice(0, 10);

/** The only form that the sales documents take; anything else is refused with 406. */
export const isStamp = (text: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text));

export const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
