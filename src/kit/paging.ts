/** How vendors hand out long lists. The public side speaks page and limit; each recipe speaks to one kind of vendor. */
import type { Memory, VendorQuery, VendorReply, Window } from "../contract/connector.ts";
import { Failure } from "../contract/failure.ts";

export interface Paged {
  readonly natives: readonly unknown[];
  /** Absent where this page does not tell. */
  readonly total?: number | undefined;
}

/** One question to the list, with what the recipe adds to the query. */
export type ReadPage = (query: VendorQuery) => Promise<VendorReply>;

/** Reads the window, or everything where there is none. The memory is this very list's: same connection, same filters. */
export type Paging = (read: ReadPage, window: Window | undefined, memory: Memory) => Promise<Paged>;

interface Records {
  readonly records: (body: never) => unknown;
}

interface Counted extends Records {
  /** Absent where the vendor does not tell. */
  readonly total?: (body: never, headers: VendorReply["headers"]) => unknown;
}

export interface PageNumbers extends Counted {
  /** The vendor's names for page and page size. */
  readonly page: string;
  readonly size: string;
  /** The largest page that the vendor gives. */
  readonly largest: number;
  /** The vendor's number of the first page. */
  readonly first: 0 | 1;
}

/** For vendors that count pages and take our page sizes as they are. */
export function byPageNumber(vendor: PageNumbers): Paging {
  return inWindows(vendor, vendor.largest, ({ page, limit }) => ({
    [vendor.page]: page - 1 + vendor.first,
    [vendor.size]: limit,
  }));
}

export interface Offsets extends Counted {
  /** The vendor's names for how many to leave out and how many to give. */
  readonly skip: string;
  readonly size: string;
  readonly largest: number;
}

/** For vendors that count records. */
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
    // Whoever ignores the size ignores the page too, and the caller would read the same records again and again.
    if (natives.length > window.limit)
      throw new Failure("target_bad_response", "The target system's page has more records than were asked for.");
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

function recordsOf(vendor: Records, body: unknown): unknown[] {
  const natives = vendor.records(body as never);
  if (Array.isArray(natives)) return natives as unknown[];
  throw new Failure("target_bad_response", "The target system's list has no records.");
}

/** A vendor that tells no total tells it with the last page: that one is not full. */
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

/** For vendors that always give the whole list: fetched once, cut here. */
export function unpaged(vendor: Records): Paging {
  return async (read, window) => {
    const { body } = await read({});
    const natives = recordsOf(vendor, body);
    return { natives: window === undefined ? natives : cut(natives, window), total: natives.length };
  };
}

export const cut = <Item>(whole: readonly Item[], { page, limit }: Window): Item[] =>
  whole.slice((page - 1) * limit, page * limit);

export interface Cursors extends Records {
  /** How to ask for what follows; nothing is asked for on the first page. */
  readonly after: (cursor: string) => VendorQuery;
  /** Where the next page begins; undefined on the last. */
  readonly next: (body: never, headers: VendorReply["headers"]) => string | undefined;
}

/** A page's place: how many records come before it, and the cursor that leads to it. */
interface Mark {
  readonly before: number;
  readonly cursor?: string;
}

/**
 * For vendors that only tell how to go on. Marks already passed are remembered, so that page 7 does not walk pages 1 to
 * 6 again; where a page ends elsewhere than it did, the list has changed, and the marks behind it are forgotten. The
 * total is known once the end has been seen.
 */
export function byCursor(vendor: Cursors): Paging {
  return async (read, window, memory) => {
    const from = window === undefined ? 0 : (window.page - 1) * window.limit;
    const to = window === undefined ? Number.POSITIVE_INFINITY : from + window.limit;
    const marks = (memory.get("marks") as readonly Mark[] | undefined) ?? [{ before: 0 }];
    let mark: Mark | undefined = marks.findLast(({ before }) => before <= from);
    let known = [...marks];
    const natives: unknown[] = [];
    let total: number | undefined;
    while (mark !== undefined && mark.before < to) {
      const { before, cursor }: Mark = mark;
      const { body, headers } = await read(cursor === undefined ? {} : vendor.after(cursor));
      const page = recordsOf(vendor, body);
      natives.push(...page.slice(Math.max(0, from - before), to - before));
      const next = vendor.next(body as never, headers);
      mark = next === undefined || page.length === 0 ? undefined : { before: before + page.length, cursor: next };
      if (mark === undefined) total = before + page.length;
      known = withMark(known, before, mark);
    }
    memory.set("marks", known);
    return { natives, total };
  };
}

/** The mark that follows the one at `before`: those after it stay only where it is the one that was known. */
function withMark(known: readonly Mark[], before: number, mark: Mark | undefined): Mark[] {
  const later = known.filter((one) => one.before > before);
  const isKnown = mark !== undefined && later[0]?.before === mark.before && later[0].cursor === mark.cursor;
  if (isKnown) return [...known];
  return [...known.filter((one) => one.before <= before), ...(mark === undefined ? [] : [mark])];
}
