/** Times as the vendor writes them: Central European, three digits of milliseconds, an offset with a colon. */
import { offsetIn } from "../engine/zone.ts";

const offset = offsetIn("Europe/Berlin");
const hour = 3_600_000;
const written = (hours: number) => `+0${hours / hour}:00`;

export const stamp = (at: number): string =>
  `${new Date(at + offset(at)).toISOString().slice(0, -1)}${written(offset(at))}`;

/** The calendar day in Germany. */
export const dayOf = (at: number) => new Date(at + offset(at)).toISOString().slice(0, 10);

/** The moment at which a German day begins, as text. */
export const midnight = (day: string) => `${day}T00:00:00.000${written(offset(Date.parse(day) - hour))}`;

/** The only form that the sales documents take; anything else is refused with 406. */
export const isStamp = (text: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text));

export const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
