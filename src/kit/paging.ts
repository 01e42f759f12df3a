/** How vendors hand out long lists. The public side speaks page and limit; each recipe speaks to one kind of vendor. */
import type { VendorQuery, Window } from "../contract/connector.ts";
import { Failure } from "../contract/failure.ts";

export interface Paged {
  readonly natives: readonly unknown[];
  readonly total?: number | undefined;
}

/** Reads the window, or everything where there is none. */
export type Paging = (read: (query: VendorQuery) => Promise<unknown>, window: Window | undefined) => Promise<Paged>;

export interface PageNumbers {
  /** The vendor's names for page and page size. */
  readonly page: string;
  readonly size: string;
  /** The largest page that the vendor gives. */
  readonly largest: number;
  /** The vendor's number of the first page. */
  readonly first: 0 | 1;
  readonly records: (body: never) => unknown;
  readonly total: (body: never) => unknown;
}

/** For vendors that count pages and take our page sizes as they are. */
export function byPageNumber(vendor: PageNumbers): Paging {
  const readPage = async (read: (query: VendorQuery) => Promise<unknown>, { page, limit }: Window) => {
    const body = (await read({ [vendor.page]: page - 1 + vendor.first, [vendor.size]: limit })) as never;
    const natives = vendor.records(body);
    const total = vendor.total(body);
    if (!Array.isArray(natives) || typeof total !== "number")
      throw new Failure("target_bad_response", "The target system's list has no records or no total.");
    // Whoever ignores the size ignores the page too, and the caller would read the same records again and again.
    if (natives.length > limit)
      throw new Failure("target_bad_response", "The target system's page has more records than were asked for.");
    return { natives: natives as unknown[], total };
  };
  return async (read, window) => {
    if (window !== undefined) return readPage(read, window);
    const whole: unknown[] = [];
    for (let page = 1; ; page++) {
      const { natives, total } = await readPage(read, { page, limit: vendor.largest });
      whole.push(...natives);
      if (natives.length === 0 || whole.length >= total) return { natives: whole, total };
    }
  };
}
