/** Relative times with the exact time in the tooltip, and the time ranges. */
import { html, type Markup, type Part } from "../../web/html.ts";
import type { Say } from "../texts/phrases.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export const ranges: Readonly<Record<string, number>> = {
  "15m": 15 * minute,
  "1h": hour,
  "6h": 6 * hour,
  "24h": day,
  "7d": 7 * day,
  "30d": 30 * day,
};
export const defaultRange = "24h";

/** The shortest range up to the default one that covers this time. */
export const shortestRange = (milliseconds: number): string =>
  Object.keys(ranges).find((name) => name === defaultRange || (ranges[name] ?? 0) >= milliseconds) ?? defaultRange;

export interface Range {
  /** As in the URL. */
  readonly name: string;
  readonly from: Date;
  readonly to: Date;
  /** Has a fixed end instead of moving with the clock. */
  readonly isFixed: boolean;
}

/** A named range that is shorter than this one and still reaches back to the moment. A fixed range stays as it is. */
export function shorterRange(
  { name, isFixed }: Range,
  { since, now }: { since: Date; now: number },
): Range | undefined {
  const shorter = Object.keys(ranges).find((known) => (ranges[known] ?? 0) >= now - since.getTime());
  if (isFixed || shorter === undefined || (ranges[shorter] ?? 0) >= (ranges[name] ?? 0)) return undefined;
  return rangeOf(shorter, now);
}

/** A sliding range by its name, or a fixed one as two timestamps separated by two dots. */
export function rangeOf(text: string | undefined, now: number): Range {
  const [from = "", to = ""] = (text ?? "").split("..");
  const begins = Date.parse(from);
  const ends = Date.parse(to);
  if (text !== undefined && begins < ends)
    return { name: text, from: new Date(begins), to: new Date(ends), isFixed: true };
  const name = text !== undefined && Object.hasOwn(ranges, text) ? text : defaultRange;
  // One minute ahead, so that rows written right now are included.
  return { name, from: new Date(now - (ranges[name] ?? day)), to: new Date(now + minute), isFixed: false };
}

export const fixedRange = (from: Date, to: Date): string => `${from.toISOString()}..${to.toISOString()}`;

/** The length of a chart's buckets in seconds, for at most sixty buckets. */
export function stepOf({ from, to }: Range): number {
  const shortest = (to.getTime() - from.getTime()) / 48_000;
  return (
    [15, 30, 60, 300, 600, 900, 1800, 3600, 10_800, 21_600, 43_200, 86_400].find((step) => step >= shortest) ?? 86_400
  );
}

export type Language = "en" | "de";

export const decimal = (value: number, language: Language): string =>
  value.toLocaleString(language, { maximumFractionDigits: 1 });

export function duration(milliseconds: number, language: Language): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < minute) return `${decimal(milliseconds / 1000, language)} s`;
  if (milliseconds < hour) return `${Math.round(milliseconds / minute)} min`;
  if (milliseconds < 2 * day) return `${Math.round(milliseconds / hour)} h`;
  return `${Math.round(milliseconds / day)} d`;
}

export const exact = (moment: Date): string => `${moment.toISOString().slice(0, 19).replace("T", " ")} UTC`;

const timeElement = (moment: Date, text: string): Markup =>
  html`<time datetime="${moment.toISOString()}" title="${moment.toISOString()}">${text}</time>`;

export const exactTime = (moment: Date): Markup => timeElement(moment, exact(moment));

const timestamps = /(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z| UTC))/;

/** A sentence, with a tooltip for each timestamp in it. */
export const withTimes = (text: string): readonly Part[] =>
  text
    .split(timestamps)
    .map((piece, index) => (index % 2 === 0 ? piece : timeElement(new Date(piece.replace(" UTC", "Z")), piece)));

export interface Clock {
  readonly language: Language;
  readonly say: Say;
  readonly now: number;
}

export function timeOf({ language, say, now }: Clock, moment: Date | null | undefined): Markup {
  if (moment === null || moment === undefined) return html`<span class="muted">${say("never")}</span>`;
  const past = now - moment.getTime();
  // Allows for clocks that differ slightly between machines.
  const isPast = past > -5000;
  const seconds = Math.max(1, Math.round(Math.abs(past) / 1000)) * 1000;
  const text = say(isPast ? "ago" : "ahead", { time: isPast && past < 0 ? "1 s" : duration(seconds, language) });
  return timeElement(moment, text);
}
