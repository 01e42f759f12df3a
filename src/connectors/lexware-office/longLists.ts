/**
 * Lists that may be longer than the vendor's search window of 10,000 records. A longer one is read in ranges of days, each of
 * which the vendor can count and return.
 */

import type { Order, PageWindow } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { VendorQuery } from "../../contract/session.ts";
import { daysBetween } from "../../kit/dates.ts";
import { byPageNumber, type PageResult, type Paging, type ReadPage } from "../../kit/lists/paging.ts";
import type { Page } from "./types.ts";

const largestPage = 250;
/** The vendor counts and returns at most so many records of a list. */
const searchWindow = 10_000;

const pages = byPageNumber({
  page: "page",
  size: "size",
  first: 0,
  largest: largestPage,
  records: ({ content }: Page) => content,
  total: ({ totalElements }: Page) => totalElements,
});

const isInReach = ({ page, limit }: PageWindow): boolean => page * limit <= searchWindow;
/** The vendor stops counting there. */
const isLong = (total: number | undefined): boolean => total !== undefined && total >= searchWindow;
const firstPage: PageWindow = { page: 1, limit: largestPage };
const noMemory = { get: () => undefined, set: () => {} };

/** The calendar day in Germany. */
export const germanDay = (at: Date): string => at.toLocaleDateString("sv", { timeZone: "Europe/Berlin" });

/** Reads a list that the vendor cannot split. Beyond the search window there is nothing to read. */
export const paging: Paging = async (read, window, memory) => {
  const first = await pages(read, window === undefined || !isInReach(window) ? firstPage : window, memory);
  if (window !== undefined && isInReach(window)) return isLong(first.total) ? { natives: first.natives } : first;
  if (isLong(first.total)) throw tooLong();
  return window === undefined ? readRest(read, first) : { natives: [], total: first.total };
};

const tooLong = (): Failure =>
  new Failure(
    "target_rejected",
    "Lexware Office returns only the first 10,000 records of this list in this order. Use a filter, or for documents no orderField, createdDate or updatedDate.",
  );

/** Reads the list from its second page on. */
async function readRest(
  read: ReadPage,
  { natives, total = Number.POSITIVE_INFINITY }: PageResult,
): Promise<PageResult> {
  const all = [...natives];
  for (let page = 2; all.length < total; page++) {
    const next = await pages(read, { page, limit: largestPage }, noMemory);
    if (next.natives.length === 0) break;
    all.push(...next.natives);
  }
  return { natives: all, total: all.length };
}

/** The dates that every document has and that the vendor can filter by. */
const splittableFields = ["createdDate", "updatedDate"] as const;
type SplittableField = (typeof splittableFields)[number];
export const isSplittable = (field: string): field is SplittableField =>
  (splittableFields as readonly string[]).includes(field);

/** Days from and to, both included. The first range has no start and the last one no end, so that together they are the list. */
interface Range {
  readonly from?: string;
  readonly to?: string;
  readonly count: number;
}

const rangesName = "ranges";

/** For the voucher list in the order of one of its dates. */
export const splittable =
  (field: SplittableField, direction: Order["direction"]): Paging =>
  async (read, window, memory) => {
    const known = memory.get(rangesName) as readonly Range[] | undefined;
    if (known === undefined && (window === undefined || isInReach(window))) {
      const first = await pages(read, window ?? firstPage, memory);
      if (!isLong(first.total)) return window === undefined ? readRest(read, first) : first;
    }
    const split = new SplitList(read, field, direction);
    const ranges = known ?? (await split.ranges());
    const found = (await split.read(ranges, window)) ?? (await split.read(await split.ranges(), window));
    if (found === undefined)
      throw new Failure("target_bad_response", "The target system's list changed while it was being read.");
    memory.set(rangesName, found.ranges);
    return { natives: found.natives, total: totalOf(found.ranges) };
  };

const totalOf = (ranges: readonly Range[]): number => ranges.reduce((sum, { count }) => sum + count, 0);

class SplitList {
  readonly #read: ReadPage;
  readonly #field: SplittableField;
  readonly #direction: Order["direction"];

  constructor(read: ReadPage, field: SplittableField, direction: Order["direction"]) {
    this.#read = read;
    this.#field = field;
    this.#direction = direction;
  }

  /** The ranges in the order of the list, each shorter than the search window. */
  async ranges(): Promise<readonly Range[]> {
    const oldest = await this.#firstDay("ASC");
    const newest = await this.#firstDay("DESC");
    if (oldest === undefined || newest === undefined) return [{ count: 0 }];
    const ranges = await this.#split({}, oldest, newest);
    return this.#direction === "ASC" ? ranges : ranges.toReversed();
  }

  async #firstDay(direction: Order["direction"]): Promise<string | undefined> {
    const read: ReadPage = (query) => this.#read({ ...query, sort: `${this.#field},${direction}` });
    const [first] = (await pages(read, { page: 1, limit: 1 }, noMemory)).natives as readonly Dated[];
    const at = first?.[this.#field];
    return at ? germanDay(new Date(at)) : undefined;
  }

  async #split(bounds: Omit<Range, "count">, oldest: string, newest: string): Promise<Range[]> {
    const { total } = await this.#page(bounds, { page: 1, limit: 1 });
    if (total === undefined) throw new Failure("target_bad_response", "The target system's list has no total.");
    if (!isLong(total)) return [{ ...bounds, count: total }];
    if (oldest >= newest)
      throw new Failure(
        "target_rejected",
        `Lexware Office returns only 10,000 documents of a day, and ${newest} has more. Use a filter.`,
      );
    const middle = dayLater(oldest, Math.floor(daysBetween(oldest, newest) / 2));
    const next = dayLater(middle, 1);
    return [
      ...(await this.#split({ ...bounds, to: middle }, oldest, middle)),
      ...(await this.#split({ ...bounds, from: next }, next, newest)),
    ];
  }

  #page({ from, to }: Omit<Range, "count">, window: PageWindow): Promise<PageResult> {
    const bounds: VendorQuery = {
      ...(from !== undefined && { [`${this.#field}From`]: from }),
      ...(to !== undefined && { [`${this.#field}To`]: to }),
    };
    return pages((query) => this.#read({ ...query, ...bounds }), window, noMemory);
  }

  /**
   * Reads the window, or everything without one, and counts the ranges that it reads again. Undefined if a range has grown
   * beyond the search window.
   */
  async read(
    ranges: readonly Range[],
    window: PageWindow | undefined,
  ): Promise<{ readonly natives: readonly unknown[]; readonly ranges: readonly Range[] } | undefined> {
    const natives: unknown[] = [];
    const counted: Range[] = [];
    const limit = window?.limit ?? largestPage;
    const wanted = window === undefined ? Number.POSITIVE_INFINITY : limit;
    let skipped = window === undefined ? 0 : (window.page - 1) * limit;
    for (const [index, range] of ranges.entries()) {
      // The last range may have grown since it was counted.
      const mayHaveMore = skipped < range.count || index === ranges.length - 1;
      const missing = wanted - natives.length;
      const part = missing > 0 && mayHaveMore ? await this.#part(range, { skipped, missing, limit }) : undefined;
      const count = part?.count ?? range.count;
      if (isLong(count)) return undefined;
      natives.push(...(part?.natives ?? []));
      counted.push({ ...range, count });
      skipped = Math.max(0, skipped - count);
    }
    return { natives, ranges: counted };
  }

  /** The vendor's pages begin at multiples of their size, so a part may take two of them. */
  async #part(
    range: Range,
    { skipped, missing, limit }: { readonly skipped: number; readonly missing: number; readonly limit: number },
  ): Promise<{ readonly natives: readonly unknown[]; readonly count: number }> {
    const natives: unknown[] = [];
    let { count } = range;
    const offset = skipped % limit;
    for (
      let page = Math.floor(skipped / limit) + 1;
      natives.length < offset + missing && isInReach({ page, limit });
      page++
    ) {
      const read = await this.#page(range, { page, limit });
      count = read.total ?? count;
      natives.push(...read.natives);
      if (page * limit >= count) break;
    }
    return { natives: natives.slice(offset, offset + missing), count };
  }
}

type Dated = Readonly<Partial<Record<SplittableField, string | null>>>;

const dayMs = 86_400_000;
const dayLater = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
