/** Lists of a vendor's of which only some records are wanted, or several of which are one list here. */

import type { FilterName, ListCall, ListHandler } from "../contract/connector.ts";
import { Failure } from "../contract/failure.ts";
import { type VendorQuery } from "../contract/session.ts";
import type { Mapping } from "./mapping.ts";
import { byCursor } from "./paging.ts";
import { listing } from "./reading.ts";

export interface Source {
  readonly path: string;
  readonly query?: VendorQuery;
}

export interface SiftedDescription<Record, Native> {
  readonly map: Mapping<Record, Native>;
  /** The vendor's lists, one after the other, asked for as little as the call needs and the vendor can tell apart. */
  readonly sources: (call: ListCall) => readonly Source[];
  readonly fits: (native: Native, call: ListCall) => boolean;
  readonly filters: readonly FilterName[];
  /** How a page is asked for; the first is 1. */
  readonly page: (page: number) => VendorQuery;
  /** The records of a page, where it is no bare list of them. */
  readonly records?: (body: never) => readonly Native[];
  /** How many records a page has that is not the last of its list. */
  readonly size: number;
  /** One of them should say that the total comes with the last page. */
  readonly rules: readonly string[];
}

interface Stretch {
  readonly natives: readonly unknown[];
  readonly next?: string;
}

const walk = byCursor({
  records: (stretch: Stretch) => stretch.natives,
  next: (stretch: Stretch) => stretch.next,
  after: (place) => ({ place }),
});

/**
 * For filters that a vendor does not know, where its list is too long to be read whole: pages are read until there is
 * enough, and those already passed are remembered. Nobody counts what fits, so the end tells the total:
 * `sifted({ map, sources: () => [{ path: "/invoices" }, { path: "/imported" }], fits: (invoice) => …, … })`
 */
export function sifted<Record, Native>(description: SiftedDescription<Record, Native>): ListHandler<Record> {
  const { map, sources, fits, filters, page: queryOf, size, rules } = description;
  const { records = (body: never): readonly Native[] => body } = description;
  return {
    fields: map.fields,
    filters,
    orders: [],
    requires: [],
    rules,
    list: async (call, session) => {
      const lists = sources(call);
      const read = async ({ place = "0 1" }: VendorQuery) => {
        let [at = 0, page = 1] = String(place).split(" ").map(Number);
        const natives: Native[] = [];
        while (natives.length === 0 && at < lists.length) {
          const { path = "", query } = lists[at] ?? {};
          const all = records((await session.read(path, { ...query, ...queryOf(page) })) as never);
          if (!Array.isArray(all)) throw new Failure("target_bad_response", "The target system's list has no records.");
          natives.push(...all.filter((native) => fits(native, call)));
          [at, page] = all.length < size ? [at + 1, 1] : [at, page + 1];
        }
        return { body: { natives, ...(at < lists.length && { next: `${at} ${page}` }) }, headers: {} };
      };
      const key = JSON.stringify([lists, call.filters]);
      const { natives, total } = await walk(read, call.window, {
        get: (name) => session.memory.get(`${key} ${name}`),
        set: (name, value) => session.memory.set(`${key} ${name}`, value),
      });
      return { ...listing(map, natives as readonly Native[]), total };
    },
  };
}
