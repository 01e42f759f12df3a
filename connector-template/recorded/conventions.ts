/** Conventions of this vendor's lists. */
import { byPageNumber } from "../../src/kit/lists/paging.ts";
import { lists } from "../../src/kit/reading.ts";
import type { Page } from "./types.ts";

export const list = lists({
  paging: byPageNumber({
    page: "page",
    size: "page_size",
    largest: 100,
    first: 1,
    records: ({ items }: Page<unknown>) => items,
    total: ({ total }: Page<unknown>) => total,
  }),
});
