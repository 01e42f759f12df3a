/** Lists of a vendor's of which only some records are wanted, or several of which are one list here. */

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

interface Sifting<Record, Native> {
  readonly map: Mapping<Record, Native>;
  /** The vendor's lists, one after the other, asked for as little as the call needs and the vendor can tell apart. */
  readonly sources: (call: ListCall) => readonly Source[];
  readonly fits: (native: Native, call: ListCall) => boolean;
  readonly filters: readonly FilterName[];
  /** The records of a page, where it is no bare list of them. */
  readonly records?: (body: never) => readonly Native[];
  /** One of them should say that the total comes with the last page. */
  readonly rules: readonly string[];
}

interface ByPage {
  /** How a page is asked for; the first is 1. */
  readonly page: (page: number) => VendorQuery;
  /** How many records a page has that is not the last of its list. */
  readonly size: number;
}

interface ByCursor {
  /** How to ask for what follows; nothing is asked for on the first page. */
  readonly after: (cursor: string) => VendorQuery;
  /** Where the next page begins; nothing on the last. */
  readonly next: (body: never) => string | null | undefined;
}

export type SiftedDescription<Record, Native> = Sifting<Record, Native> & (ByPage | ByCursor);

/** A place is a page's number, or what the vendor told. */
const queryAt = (way: ByPage | ByCursor, place: string): VendorQuery => {
  if ("size" in way) return way.page(Number(place || 1));
  return place === "" ? {} : way.after(place);
};
const nextOf = (way: ByPage | ByCursor, place: string, body: unknown, count: number): string | null | undefined => {
  if ("size" in way) return count < way.size ? undefined : String(Number(place || 1) + 1);
  return way.next(body as never);
};

/**
 * For filters that a vendor does not know, where its list is too long to be read whole: pages are read until there is
 * enough, and those already passed are remembered. Nobody counts what fits, so the end tells the total:
 * `sifted({ map, sources: () => [{ path: "/invoices" }, { path: "/imported" }], fits: (invoice) => …, … })`
 */
export function sifted<Record, Native>(description: SiftedDescription<Record, Native>): ListHandler<Record> {
  const { map, sources, fits, filters, rules } = description;
  const { records = (body: never): readonly Native[] => body } = description;
  return {
    fields: map.fields,
    filters,
    orders: [],
    requires: [],
    rules,
    list: async (call, session) => {
      const lists = sources(call);
      const read: ReadOn = async (begin = "0 ") => {
        let at = Number.parseInt(begin, 10);
        let place = begin.slice(begin.indexOf(" ") + 1);
        const natives: Native[] = [];
        while (natives.length === 0 && at < lists.length) {
          const { path = "", query } = lists[at] ?? {};
          const body = await session.read(path, { ...query, ...queryAt(description, place) });
          const all = records(body as never);
          if (!Array.isArray(all)) throw new Failure("target_bad_response", "The target system's list has no records.");
          natives.push(...all.filter((native) => fits(native, call)));
          const next = nextOf(description, place, body, all.length);
          [at, place] = next ? [at, next] : [at + 1, ""];
        }
        return { natives, ...(at < lists.length && { next: `${at} ${place}` }) };
      };
      const { natives, total } = await walked(call, session, { name: JSON.stringify([lists, call.filters]), read });
      return { ...listing(map, natives as readonly Native[]), total };
    },
  };
}

interface Stretch {
  readonly natives: readonly unknown[];
  /** Absent at the end. */
  readonly next?: string;
}

/** Reads on from a place, which is absent at the beginning, until there is something or the end. */
export type ReadOn = (place: string | undefined) => Promise<Stretch>;

const walk = byCursor({
  records: (stretch: Stretch) => stretch.natives,
  next: (stretch: Stretch) => stretch.next,
  after: (place) => ({ place }),
});

/** For lists that are put together here: `read` says what comes next and how to go on, and places passed are remembered. */
export const walked = (
  { window }: ListCall,
  { memory }: Session,
  { name, read }: { readonly name: string; readonly read: ReadOn },
) =>
  walk(async ({ place }) => ({ body: await read(place as string | undefined), headers: {} }), window, {
    get: (key) => memory.get(`${name} ${key}`),
    set: (key, value) => memory.set(`${name} ${key}`, value),
  });
