/** Filters, order and pages of the vendor's lists. */
import type { FastifyRequest } from "fastify";
import { regular } from "./faults.ts";
import { isDay } from "./stamps.ts";

/** A filter's value. Given twice, which the vendor asks not to do, the first one counts. */
export function asked(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Readonly<Record<string, string | string[] | undefined>>)[name];
  return Array.isArray(value) ? value[0] : value;
}

export function askedFlag(request: FastifyRequest, name: string): boolean | undefined {
  const value = asked(request, name);
  return value === undefined ? undefined : value === "true";
}

/** Days from and to, both included, as German calendar days; compared as text. */
export function askedDays(request: FastifyRequest, name: string): (day: string) => boolean {
  const [from, to] = [asked(request, `${name}From`), asked(request, `${name}To`)];
  for (const day of [from, to])
    if (day !== undefined && !isDay(day)) throw regular(400, `Failed to convert '${day}' to a date (yyyy-MM-dd).`);
  return (day) => (from === undefined || day >= from) && (to === undefined || day <= to);
}

export interface Order {
  readonly property: string;
  readonly direction: "ASC" | "DESC";
}

const largestPage = 250;
const searchWindow = 10_000;

function whole(request: FastifyRequest, name: string, otherwise: number): number {
  const value = asked(request, name) ?? "";
  return /^\d+$/.test(value) ? Number(value) : otherwise;
}

/** One page with everything that the vendor says about it; pages count from 0. */
export function paged<T>(request: FastifyRequest, rows: readonly T[], order?: Order) {
  const number = whole(request, "page", 0);
  const size = Math.min(Math.max(whole(request, "size", 25), 1), largestPage);
  if ((number + 1) * size > searchWindow) throw regular(400, "Maximum search window size exceeded");
  const content = rows.slice(number * size, (number + 1) * size);
  const totalElements = Math.min(rows.length, searchWindow);
  const totalPages = Math.ceil(totalElements / size);
  return {
    content,
    first: number === 0,
    last: number + 1 >= totalPages,
    ...{ totalPages, totalElements, numberOfElements: content.length, size, number },
    ...(order && { sort: [described(order)] }),
  };
}

const described = ({ property, direction }: Order) => ({
  ...{ direction, property, ignoreCase: false, nullHandling: "NATIVE", ascending: direction === "ASC" },
});

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

export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
