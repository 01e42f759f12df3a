/** Xero's lists without pages, and its lists with pages of a fixed size. */
import { itemsInWindow, type Paging, recordsOf, windowBounds } from "../../kit/lists/paging.ts";

interface Records {
  readonly records: (body: never) => unknown;
}

/** The vendor always sends the whole list: it is read once and cut here. */
export function unpaged(vendor: Records): Paging {
  return async (read, window) => {
    const { body } = await read({});
    const natives = recordsOf(vendor, body);
    return { natives: itemsInWindow(natives, window), total: natives.length };
  };
}

interface FixedPages extends Records {
  /** The vendor's name for the page. */
  readonly page: string;
  /** The number of records on each page, whatever the request. */
  readonly size: number;
  readonly first: 0 | 1;
}

/** All pages have one size: `byFixedPages({ page: "page", size: 100, first: 1, records })`. */
export function byFixedPages(vendor: FixedPages): Paging {
  return async (read, window) => {
    const { from, to } = windowBounds(window);
    const before = Math.floor(from / vendor.size) * vendor.size;
    const natives: unknown[] = [];
    let isLast = false;
    for (let page = before / vendor.size; !isLast && page * vendor.size < to; page++) {
      const { body } = await read({ [vendor.page]: page + vendor.first });
      const records = recordsOf(vendor, body);
      natives.push(...records);
      isLast = records.length < vendor.size;
    }
    // A window behind the end does not show where the end is.
    const isTotalKnown = isLast && (natives.length > 0 || before === 0);
    return {
      natives: natives.slice(from - before, to - before),
      total: isTotalKnown ? before + natives.length : undefined,
    };
  };
}
