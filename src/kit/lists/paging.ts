/** Paging: callers use page and limit, and each function here translates them for one kind of vendor. */

import type { Window } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { type Memory, type Session, type VendorQuery, type VendorReply } from "../../contract/session.ts";

export interface Paged {
  readonly natives: readonly unknown[];
  /** Absent if this page does not say. */
  readonly total?: number | undefined;
}

/** One request for a page, with the paging parameters. */
export type ReadPage = (query: VendorQuery) => Promise<VendorReply>;

/** Reads the window, or everything without one. The memory belongs to this list: same connection, same filters. */
export type Paging = (read: ReadPage, window: Window | undefined, memory: Memory) => Promise<Paged>;

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

function inWindows(vendor: Counted, largest: number, query: (window: Window) => VendorQuery): Paging {
  const readPage = async (read: ReadPage, window: Window): Promise<Paged> => {
    const { body, headers } = await read(query(window));
    const natives = recordsOf(vendor, body);
    // A vendor that ignores the size ignores the page too, and the caller would read the same records again and again.
    if (natives.length > window.limit)
      throw new Failure("target_bad_response", "The target system's page has more records than requested.");
    return { natives, total: totalOf(vendor, window, { natives, body, headers }) };
  };
  return async (read, window) => {
    if (window !== undefined) return readPage(read, window);
    const whole: unknown[] = [];
    for (let page = 1; ; page++) {
      const { natives, total = Number.POSITIVE_INFINITY } = await readPage(read, { page, limit: largest });
      whole.push(...natives);
      if (natives.length === 0 || whole.length >= total) return { natives: whole, total: whole.length };
    }
  };
}

/** The list in a reply, or a refusal if there is none. */
export function recordsOf(vendor: Records, body: unknown): unknown[] {
  const natives = vendor.records(body as never);
  if (Array.isArray(natives)) return natives as unknown[];
  throw new Failure("target_bad_response", "The target system's list has no records.");
}

/** Without a total from the vendor, the last page reveals it: that page is not full. */
function totalOf(
  vendor: Counted,
  { page, limit }: Window,
  { natives, body, headers }: VendorReply & { natives: readonly unknown[] },
): number | undefined {
  if (vendor.total === undefined) {
    const isLast = natives.length < limit && (natives.length > 0 || page === 1);
    return isLast ? (page - 1) * limit + natives.length : undefined;
  }
  const total = vendor.total(body as never, headers);
  if (typeof total === "number") return total;
  throw new Failure("target_bad_response", "The target system's list has no total.");
}

/** Every record of a list: `const allOf = everyRecord(paging)`, then `await allOf<Account>(session, "/accounts")`. */
export const everyRecord =
  (paging: Paging) =>
  async <Native>(session: Session, path: string, query: VendorQuery = {}): Promise<readonly Native[]> => {
    const read: ReadPage = async (page) => ({ body: await session.read(path, { ...query, ...page }), headers: {} });
    return (await paging(read, undefined, { get: () => undefined, set: () => {} })).natives as readonly Native[];
  };

/** The window's part of a list, or all of it. */
export const cut = <Item>(whole: readonly Item[], window: Window | undefined): readonly Item[] =>
  window === undefined ? whole : whole.slice((window.page - 1) * window.limit, window.page * window.limit);

/** The indices of the window's first record and of the one after its last. */
export const windowBounds = (window: Window | undefined): { from: number; to: number } => {
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
  return rememberedPages<string | undefined>(undefined, async (read, cursor) => {
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

/** Where a page starts: how many records come before it, and the vendor's position. */
interface Mark<Place> {
  readonly before: number;
  readonly place: Place;
}

interface Stretch<Place> {
  readonly natives: readonly unknown[];
  /** Absent on the last page. */
  readonly next?: Place;
}

/** Reads from a position, at most `wanted` records. "moved": the position is no longer valid. */
type ReadFrom<Place> = (read: ReadPage, place: Place, wanted: number) => Promise<Stretch<Place> | "moved">;

/**
 * Remembers the positions of pages already read, so that page 7 does not read pages 1 to 6 again. If a page ends at a
 * different position than before, the list has changed and later positions are forgotten. The total is known once the end
 * has been seen.
 */
export function rememberedPages<Place>(start: Place, readFrom: ReadFrom<Place>): Paging {
  const first: readonly Mark<Place>[] = [{ before: 0, place: start }];
  const walk = async (read: ReadPage, window: Window | undefined, memory: Memory): Promise<Paged | "moved"> => {
    const { from, to } = windowBounds(window);
    let known = (memory.get("marks") as readonly Mark<Place>[] | undefined) ?? first;
    let mark = known.findLast(({ before }) => before <= from);
    const natives: unknown[] = [];
    let total: number | undefined;
    while (mark !== undefined && mark.before < to) {
      const { before, place }: Mark<Place> = mark;
      const some = await readFrom(read, place, to - before);
      if (some === "moved") return some;
      natives.push(...some.natives.slice(Math.max(0, from - before), to - before));
      const after = before + some.natives.length;
      mark = "next" in some ? { before: after, place: some.next } : undefined;
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
function withMark<Place>(
  known: readonly Mark<Place>[],
  before: number,
  mark: Mark<Place> | undefined,
): readonly Mark<Place>[] {
  const [next] = known.filter((one) => one.before > before);
  if (mark !== undefined && next?.before === mark.before && next.place === mark.place) return known;
  return [...known.filter((one) => one.before <= before), ...(mark === undefined ? [] : [mark])];
}
