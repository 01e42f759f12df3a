/** Paging: callers use page and limit, and each function here translates them for one kind of vendor. */

import type { PageWindow } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { type Memory, type Session, type VendorQuery, type VendorReply } from "../../contract/session.ts";

export interface PageResult {
  readonly natives: readonly unknown[];
  /** Absent if this page does not say. */
  readonly total?: number | undefined;
}

/** One request for a page, with the paging parameters. */
export type ReadPage = (query: VendorQuery) => Promise<VendorReply>;

/** Reads the window, or everything without one. The memory belongs to this list: same connection, same filters. */
export interface Paging {
  (read: ReadPage, window: PageWindow | undefined, memory: Memory): Promise<PageResult>;
  /** The largest window that takes one request. Absent if the vendor decides on the size of its pages. */
  readonly largest?: number;
}

interface Records {
  readonly records: (body: never) => unknown;
}

interface Counted extends Records {
  /** Absent if the vendor reports no total. */
  readonly total?: (body: never, headers: VendorReply["headers"]) => unknown;
}

export interface PageNumbers extends Counted {
  /** The vendor's names for page and page size. */
  readonly page: string;
  readonly size: string;
  /** The vendor's largest page size. */
  readonly largest: number;
  /** The vendor's number of the first page. */
  readonly first: 0 | 1;
}

/** For vendors with page numbers that accept our page sizes. */
export function byPageNumber(vendor: PageNumbers): Paging {
  return inWindows(vendor, vendor.largest, ({ page, limit }) => ({
    [vendor.page]: page - 1 + vendor.first,
    [vendor.size]: limit,
  }));
}

export interface Offsets extends Counted {
  /** The vendor's names for offset and page size. */
  readonly skip: string;
  readonly size: string;
  readonly largest: number;
}

/** For vendors with offsets. */
export function byOffset(vendor: Offsets): Paging {
  return inWindows(vendor, vendor.largest, ({ page, limit }) => ({
    [vendor.skip]: (page - 1) * limit,
    [vendor.size]: limit,
  }));
}

function inWindows(vendor: Counted, largest: number, query: (window: PageWindow) => VendorQuery): Paging {
  const readPage = async (read: ReadPage, window: PageWindow): Promise<PageResult> => {
    const { body, headers } = await read(query(window));
    const natives = recordsOf(vendor, body);
    // A vendor that ignores the size ignores the page too, and the caller would read the same records again and again.
    if (natives.length > window.limit)
      throw new Failure("target_bad_response", "The target system returned more records than requested.");
    return { natives, total: totalOf(vendor, window, { natives, body, headers }) };
  };
  const readAll = async (read: ReadPage): Promise<PageResult> => {
    const all: unknown[] = [];
    for (let page = 1; ; page++) {
      const { natives, total = Number.POSITIVE_INFINITY } = await readPage(read, { page, limit: largest });
      all.push(...natives);
      if (natives.length === 0 || all.length >= total) return { natives: all, total: all.length };
    }
  };
  const paging = async (read: ReadPage, window: PageWindow | undefined): Promise<PageResult> =>
    window === undefined ? readAll(read) : readPage(read, window);
  return Object.assign(paging, { largest });
}

/** The list in a reply, or a refusal if there is none. */
export function recordsOf(vendor: Records, body: unknown): unknown[] {
  const natives = vendor.records(body as never);
  if (Array.isArray(natives)) return natives as unknown[];
  throw new Failure("target_bad_response", "The target system's response does not contain a list of records.");
}

/** Without a usable total from the vendor, the last page reveals it: that page is not full. */
function totalOf(
  vendor: Counted,
  { page, limit }: PageWindow,
  { natives, body, headers }: VendorReply & { natives: readonly unknown[] },
): number | undefined {
  const total = vendor.total?.(body as never, headers);
  if (isCount(total)) return total;
  const isLast = natives.length < limit && (natives.length > 0 || page === 1);
  return isLast ? (page - 1) * limit + natives.length : undefined;
}

/** A missing or unreadable header becomes NaN, which JSON would show as null. */
const isCount = (total: unknown): total is number => Number.isSafeInteger(total) && Number(total) >= 0;

/** Every record of a list: `const allOf = everyRecord(paging)`, then `await allOf<Account>(session, "/accounts")`. */
export const everyRecord =
  (paging: Paging) =>
  async <Native>(session: Session, path: string, query: VendorQuery = {}): Promise<readonly Native[]> => {
    const read: ReadPage = async (page) => ({ body: await session.read(path, { ...query, ...page }), headers: {} });
    return (await paging(read, undefined, { get: () => undefined, set: () => {} })).natives as readonly Native[];
  };

/** The window's part of a list, or all of it. */
export const itemsInWindow = <Item>(items: readonly Item[], window: PageWindow | undefined): readonly Item[] =>
  window === undefined ? items : items.slice((window.page - 1) * window.limit, window.page * window.limit);

/** The indices of the window's first record and of the one after its last. */
export const windowBounds = (window: PageWindow | undefined): { from: number; to: number } => {
  const from = window === undefined ? 0 : (window.page - 1) * window.limit;
  return { from, to: window === undefined ? Number.POSITIVE_INFINITY : from + window.limit };
};

export interface Cursors extends Records {
  /** The query for the page after a cursor. The first page needs none. */
  readonly after: (cursor: string) => VendorQuery;
  /** The cursor of the next page. Undefined on the last page. */
  readonly next: (body: never, headers: VendorReply["headers"]) => string | undefined;
}

/** For vendors with cursors: `byCursor({ records, after: (cursor) => ({ cursor }), next })`. */
export function byCursor(vendor: Cursors): Paging {
  return byCachedCursor<string | undefined>(undefined, async (read, cursor) => {
    const { body, headers } = await read(cursor === undefined ? {} : vendor.after(cursor));
    const natives = recordsOf(vendor, body);
    const next = vendor.next(body as never, headers);
    return { natives, ...(next !== undefined && natives.length > 0 && { next }) };
  });
}

/** Neighbouring rows that belong to one record, together. */
export function groupsOf<Row>(rows: readonly Row[], isSame: (left: Row, right: Row) => boolean): Row[][] {
  const groups: Row[][] = [];
  for (const row of rows) {
    const [first] = groups.at(-1) ?? [];
    if (first !== undefined && isSame(first, row)) groups.at(-1)?.push(row);
    else groups.push([row]);
  }
  return groups;
}

/** The start of a page: the number of records before it, and the vendor's cursor. */
interface Mark<Cursor> {
  readonly before: number;
  readonly cursor: Cursor;
}

interface Stretch<Cursor> {
  readonly natives: readonly unknown[];
  /** Absent on the last page. */
  readonly next?: Cursor;
}

/** Reads from a cursor, at most `wanted` records. "moved": the cursor is no longer valid. */
type ReadFrom<Cursor> = (read: ReadPage, cursor: Cursor, wanted: number) => Promise<Stretch<Cursor> | "moved">;

/**
 * Remembers the cursors of pages already read, so that page 7 does not read pages 1 to 6 again. If a page ends at a
 * different cursor than before, the list has changed and later cursors are forgotten. The total is known once the end
 * has been seen.
 */
export function byCachedCursor<Cursor>(start: Cursor, readFrom: ReadFrom<Cursor>): Paging {
  const first: readonly Mark<Cursor>[] = [{ before: 0, cursor: start }];
  const walk = async (
    read: ReadPage,
    window: PageWindow | undefined,
    memory: Memory,
  ): Promise<PageResult | "moved"> => {
    const { from, to } = windowBounds(window);
    let known = (memory.get("marks") as readonly Mark<Cursor>[] | undefined) ?? first;
    let mark = known.findLast(({ before }) => before <= from);
    const natives: unknown[] = [];
    let total: number | undefined;
    while (mark !== undefined && mark.before < to) {
      const { before, cursor }: Mark<Cursor> = mark;
      const stretch = await readFrom(read, cursor, to - before);
      if (stretch === "moved") return stretch;
      natives.push(...stretch.natives.slice(Math.max(0, from - before), to - before));
      const after = before + stretch.natives.length;
      mark = "next" in stretch ? { before: after, cursor: stretch.next } : undefined;
      if (mark === undefined) total = after;
      known = withMark(known, before, mark);
    }
    memory.set("marks", known);
    return { natives, total };
  };
  return async (read, window, memory) => {
    const paged = await walk(read, window, memory);
    if (paged !== "moved") return paged;
    memory.set("marks", first);
    const again = await walk(read, window, memory);
    if (again !== "moved") return again;
    throw new Failure("target_bad_response", "The target system's list changed while it was being read.");
  };
}

/** Replaces the mark after `before`. Later marks stay only if it is unchanged. */
function withMark<Cursor>(
  known: readonly Mark<Cursor>[],
  before: number,
  mark: Mark<Cursor> | undefined,
): readonly Mark<Cursor>[] {
  const [next] = known.filter(({ before: start }) => start > before);
  if (mark !== undefined && next?.before === mark.before && next.cursor === mark.cursor) return known;
  return [...known.filter(({ before: start }) => start <= before), ...(mark === undefined ? [] : [mark])];
}
