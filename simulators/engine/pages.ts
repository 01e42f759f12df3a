/** The ways in which vendors split lists into pages. */
import type { Row } from "./values.ts";

export interface Page<Each = Row> {
  readonly rows: readonly Each[];
  readonly total: number;
  readonly hasMore: boolean;
}

export const byOffset = <Each>(all: readonly Each[], offset: number, size: number): Page<Each> => ({
  rows: all.slice(offset, offset + size),
  total: all.length,
  hasMore: offset + size < all.length,
});

/** Pages count from `first`. */
export const byNumber = <Each>(all: readonly Each[], page: number, size: number, first = 1): Page<Each> & Numbered => ({
  ...byOffset(all, (page - first) * size, size),
  page,
  size,
  pages: Math.ceil(all.length / size),
});

interface Numbered {
  readonly page: number;
  readonly size: number;
  /** The number of pages. */
  readonly pages: number;
}

/** Continues after the last row shown, even if rows were added or removed meanwhile. `next` is undefined at the end. */
export function byCursor(all: readonly Row[], cursor: string | undefined, size: number, key = "id"): CursorPage {
  const [offset = "0", ...id] = cursor === undefined ? [] : Buffer.from(cursor, "base64url").toString().split("~");
  const last = id.length === 0 ? -1 : all.findIndex((row) => row[key] === id.join("~"));
  const start = last < 0 ? Number(offset) : last + 1;
  const page = byOffset(all, start, size);
  const end = `${start + page.rows.length}~${String(page.rows.at(-1)?.[key])}`;
  return { ...page, next: page.hasMore ? Buffer.from(end).toString("base64url") : undefined };
}

/** A cursor for starting in the middle of a list. */
export const cursorAt = (offset: number): string => Buffer.from(`${offset}`).toString("base64url");

interface CursorPage extends Page {
  readonly next: string | undefined;
}

/** Links contain the vendor's real URL, not the simulator's: `/api.vendor.example/v2/…` becomes `https://api…`. */
export function linkTo(url: string, parameters: Readonly<Record<string, string | number>>): string {
  const address = new URL(url.replace(/^\//, "https://"));
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, String(value));
  return address.href;
}

/** The integer in a parameter, at most `max`, or the fallback if the parameter is missing or no integer. */
export function wholeNumber(parameter: string | undefined, fallback: number, max = Number.POSITIVE_INFINITY): number {
  return parameter !== undefined && /^\d+$/.test(parameter) ? Math.min(Number(parameter), max) : fallback;
}
