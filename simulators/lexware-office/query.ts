/** Filters, order and pages of the vendor's lists. */
import { byNumber, whole } from "../engine/pages.ts";
import type { Answer } from "../engine/routes.ts";
import { regular } from "./refusals.ts";
import { isDay } from "./stamps.ts";
import type { Asked } from "./store.ts";

/** A filter's value. Given twice, which the vendor asks not to do, the first one counts. */
export function asked({ query }: Asked, name: string): string | undefined {
  const value = query[name] as string | string[] | undefined;
  return Array.isArray(value) ? value[0] : value;
}

/** Whether a flag is as was asked; unasked it is. */
export const isAsked = (ask: Asked, name: string, flag: boolean): boolean =>
  (asked(ask, name) ?? String(flag)) === "true" ? flag : !flag;

/** Days from and to, both included, as German calendar days; compared as text. */
export function askedDays(ask: Asked, name: string): (day: string) => boolean {
  const [from, to] = [asked(ask, `${name}From`), asked(ask, `${name}To`)];
  for (const day of [from, to])
    if (day !== undefined && !isDay(day)) throw regular(400, `Failed to convert '${day}' to a date (yyyy-MM-dd).`);
  return (day) => (from === undefined || day >= from) && (to === undefined || day <= to);
}

const [largestPage, searchWindow] = [250, 10_000];

type Order = readonly [property: string, direction?: string];

/** One page with everything that the vendor says about it; pages count from 0. */
export function paged<T>(ask: Asked, rows: readonly T[], shown: (row: T) => unknown, order?: Order): Answer {
  const [property, direction = "ASC"] = order ?? [];
  const number = whole(asked(ask, "page"), 0);
  const size = Math.max(whole(asked(ask, "size"), 25, largestPage), 1);
  if ((number + 1) * size > searchWindow) throw regular(400, "Maximum search window size exceeded");
  const page = byNumber(rows.slice(0, searchWindow), number, size, 0);
  const sort = { direction, property, ignoreCase: false, nullHandling: "NATIVE", ascending: direction === "ASC" };
  const body = {
    content: page.rows.map(shown),
    ...{ first: number === 0, last: number + 1 >= page.pages, totalPages: page.pages, totalElements: page.total },
    ...{ numberOfElements: page.rows.length, size, number, ...(property && { sort: [sort] }) },
  };
  return { body };
}

/**
 * The pattern language of the contacts' filters: a part of the text in any case, `_` for one character, `%` for any
 * number of them, a backslash before either to mean itself.
 */
export function pattern(wanted: string): RegExp {
  const source = wanted.replaceAll(/\\([_%\\])|([_%])|([.*+?^${}()|[\]\\])/g, (_all, escaped, wild, special) => {
    if (wild !== undefined) return wild === "_" ? "." : ".*";
    return escaped === undefined ? `\\${special}` : escaped === "\\" ? "\\\\" : escaped;
  });
  return new RegExp(source, "iu");
}

/** Searches compare with this form, so that a caller has to send `&amp;` for `&`. */
export const htmlForm = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
