/** The ways in which vendors cut lists into pages. */
import type { Row } from "./values.ts";

export interface Page<Each = Row> {
  readonly rows: readonly Each[];
  readonly total: number;
  readonly hasMore: boolean;
}

/** From an offset on. */
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
  /** How many there are. */
  readonly pages: number;
}

/** Goes on behind the last row that was shown, even if rows came or went meanwhile; `next` is nothing at the end. */
export function byCursor(all: readonly Row[], cursor: string | undefined, size: number, key = "id"): CursorPage {
  const [offset = "0", ...id] = cursor === undefined ? [] : Buffer.from(cursor, "base64url").toString().split("~");
  const last = id.length === 0 ? -1 : all.findIndex((row) => row[key] === id.join("~"));
  const start = last < 0 ? Number(offset) : last + 1;
  const page = byOffset(all, start, size);
  const end = `${start + page.rows.length}~${String(page.rows.at(-1)?.[key])}`;
  return { ...page, next: page.hasMore ? Buffer.from(end).toString("base64url") : undefined };
}

/** Where a list is first entered in its midst. */
export const cursorAt = (offset: number): string => Buffer.from(`${offset}`).toString("base64url");

interface CursorPage extends Page {
  readonly next: string | undefined;
}

/** The vendor names its own address in links, whatever it is reached by: `/api.vendor.example/v2/…` is `https://api…`. */
export function linkTo(url: string, parameters: Readonly<Record<string, string | number>>): string {
  const address = new URL(url.replace(/^\//, "https://"));
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, String(value));
  return address.href;
}

/** The whole number that a parameter gives, within its bounds; what is none counts as not given. */
export function whole(given: string | undefined, otherwise: number, most = Number.POSITIVE_INFINITY): number {
  return given !== undefined && /^\d+$/.test(given) ? Math.min(Number(given), most) : otherwise;
}
