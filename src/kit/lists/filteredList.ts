/** Lists that Kontor filters while reading, or that combine several of the vendor's lists. */

import type { FilterName, ListCall, ListHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { type Session, type VendorQuery } from "../../contract/session.ts";
import type { Mapping } from "../mapping.ts";
import { listing } from "../reading.ts";
import { byCursor } from "./paging.ts";

export interface Source {
  readonly path: string;
  readonly query?: VendorQuery;
}

interface FilteredListBase<Record, Native> {
  readonly map: Mapping<Record, Native>;
  /** The vendor's lists in the order they are read, with the filters that the vendor can apply. */
  readonly sources: (call: ListCall) => readonly Source[];
  readonly fits: (native: Native, call: ListCall) => boolean;
  readonly filters: readonly FilterName[];
  /** The records of a page, if the page is not a plain array. */
  readonly records?: (body: never) => readonly Native[];
  /** One of the rules should say that the total comes with the last page. */
  readonly rules: readonly string[];
  readonly readsWholeList?: true;
}

interface ByPage {
  /** The query for a page. The first page is 1. */
  readonly page: (page: number) => VendorQuery;
  /** The size of every page but the last. */
  readonly size: number;
}

interface ByCursor {
  /** The query for the page after a cursor. The first page needs none. */
  readonly after: (cursor: string) => VendorQuery;
  /** The cursor of the next page. Absent on the last page. */
  readonly next: (body: never) => string | null | undefined;
}

export type FilteredListDescription<Record, Native> = FilteredListBase<Record, Native> & (ByPage | ByCursor);

/** The cursor is a page number if the vendor has pages. */
const queryAt = (way: ByPage | ByCursor, cursor: string): VendorQuery => {
  if ("size" in way) return way.page(Number(cursor || 1));
  return cursor === "" ? {} : way.after(cursor);
};
const nextOf = (way: ByPage | ByCursor, cursor: string, body: unknown, count: number): string | null | undefined => {
  if ("size" in way) return count < way.size ? undefined : String(Number(cursor || 1) + 1);
  return way.next(body as never);
};

/**
 * For filters that the vendor does not have, on lists too long to read in one piece: pages are read until there are enough
 * matches, and the cursors of pages already read are remembered. The total is known only at the end:
 * `filteredList({ map, sources: () => [{ path: "/invoices" }, { path: "/imported" }], fits: (invoice) => …, … })`
 */
export function filteredList<Record, Native>(
  description: FilteredListDescription<Record, Native>,
): ListHandler<Record> {
  const { map, sources, fits, filters, rules, readsWholeList } = description;
  const { records = (body: never): readonly Native[] => body } = description;
  return {
    fields: map.fields,
    filters,
    orders: [],
    requires: [],
    rules,
    ...(readsWholeList && { readsWholeList }),
    list: async (call, session) => {
      const lists = sources(call);
      const read: ReadNext = async (begin = "0 ") => {
        let at = Number.parseInt(begin, 10);
        let cursor = begin.slice(begin.indexOf(" ") + 1);
        const natives: Native[] = [];
        while (natives.length === 0 && at < lists.length) {
          const { path = "", query } = lists[at] ?? {};
          const body = await session.read(path, { ...query, ...queryAt(description, cursor) });
          const all = records(body as never);
          if (!Array.isArray(all))
            throw new Failure(
              "target_bad_response",
              "The target system's response does not contain a list of records.",
            );
          natives.push(...all.filter((native) => fits(native, call)));
          const next = nextOf(description, cursor, body, all.length);
          [at, cursor] = next ? [at, next] : [at + 1, ""];
        }
        return { natives, ...(at < lists.length && { next: `${at} ${cursor}` }) };
      };
      const { natives, total } = await assembledPage(call, session, {
        name: JSON.stringify([lists, call.filters]),
        read,
      });
      return { ...listing(map, natives as readonly Native[]), total };
    },
  };
}

interface ListPart {
  readonly natives: readonly unknown[];
  /** Absent on the last page. */
  readonly next?: string;
}

/** Reads from a cursor, which is absent at the start, until there is a match or the end. */
export type ReadNext = (cursor: string | undefined) => Promise<ListPart>;

const walk = byCursor({
  records: (part: ListPart) => part.natives,
  next: (part: ListPart) => part.next,
  after: (cursor) => ({ cursor }),
});

/** For lists that Kontor assembles: `read` returns the next records and cursor, and the cursors of pages already read are remembered. */
export const assembledPage = (
  { window }: ListCall,
  { memory }: Session,
  { name, read }: { readonly name: string; readonly read: ReadNext },
) =>
  walk(async ({ cursor }) => ({ body: await read(cursor as string | undefined), headers: {} }), window, {
    get: (key) => memory.get(`${name} ${key}`),
    set: (key, value) => memory.set(`${name} ${key}`, value),
  });
