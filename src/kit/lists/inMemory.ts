/** Lists that a vendor returns in one piece, or that Kontor assembles: filtered, sorted and paged here. */

import type { FilterName, Filters, GetHandler, ListCall, ListHandler, Order } from "../../contract/connector.ts";
import { type Session } from "../../contract/session.ts";
import type { Mapping } from "../mapping.ts";
import { listing, recordResult } from "../reading.ts";
import { itemsInWindow } from "./paging.ts";

/** How each filter is applied: `status: (invoice, status) => invoice.state === status`. */
type Predicates<Native> = {
  readonly [Name in FilterName]?: (native: Native, value: NonNullable<Filters[Name]>) => boolean;
};

export interface InMemoryDescription<Record, Native> {
  /** Reads all records, or fewer if the vendor can apply some of the call's filters. */
  readonly read: (session: Session, call: ListCall) => Promise<readonly Native[]>;
  readonly map: Mapping<Record, Native>;
  readonly filters?: Predicates<Native>;
  /** Our field → the value to sort by: `{ name: (account) => account.name }`. */
  readonly orders?: Readonly<globalThis.Record<string, (native: Native) => string | number | null | undefined>>;
  /** The raw data to show, if the mapping reads more than the vendor's record. */
  readonly raw?: (native: Native) => unknown;
  readonly rules?: readonly string[];
}

/** `inMemory({ read: readUnpagedList("/accounts"), map: account, filters: { name: ({ name }, wanted) => name === wanted } })` */
export function inMemory<Record, Native>(description: InMemoryDescription<Record, Native>): ListHandler<Record> {
  const { read, map, filters = {}, orders = {}, raw, rules } = description;
  const names = Object.keys(filters) as FilterName[];
  const fits = (native: Native, wanted: Filters): boolean =>
    names.every((name) => {
      const value = wanted[name];
      return value === undefined || (filters[name] as (native: Native, value: unknown) => boolean)(native, value);
    });
  return {
    fields: map.fields,
    filters: names,
    orders: Object.keys(orders),
    requires: [],
    readsWholeList: true,
    ...(rules && { rules }),
    list: async (call, session) => {
      const wanted = (await read(session, call)).filter((native) => fits(native, call.filters));
      const sorted = inOrder(wanted, call.order, orders);
      return { ...listing(map, itemsInWindow(sorted, call.window), raw), total: wanted.length };
    },
  };
}

/** Records without a value come first, as with most vendors. Equal records keep their order. */
function inOrder<Native>(
  natives: readonly Native[],
  order: Order | undefined,
  orders: NonNullable<InMemoryDescription<unknown, Native>["orders"]>,
): readonly Native[] {
  const by = order && orders[order.field];
  if (by === undefined) return natives;
  const sign = order?.direction === "DESC" ? -1 : 1;
  return natives.toSorted((left, right) => sign * compare(by(left) ?? "", by(right) ?? ""));
}

const compare = (left: string | number, right: string | number): number => (left < right ? -1 : left > right ? 1 : 0);

export interface LocalFilterDescription<Record, Native> {
  readonly map: Mapping<Record, Native>;
  /** Whether any of these filters is one that the vendor does not have. */
  readonly when: (filters: Filters) => boolean;
  readonly fits?: (native: Native, filters: Filters) => boolean;
  /** Further lists that hold some of the records. */
  readonly also?: readonly ListHandler<Record>[];
}

/**
 * A list with filters that the vendor does not have. With one of them, Kontor reads all that the vendor returns and filters
 * and pages it itself, so that the total is right.
 */
export function withLocalFilter<Record, Native>(
  listed: ListHandler<Record>,
  { map, when, fits = () => true, also = [] }: LocalFilterDescription<Record, Native>,
): ListHandler<Record> {
  return {
    ...listed,
    list: async (call, session) => {
      if (!when(call.filters)) return listed.list(call, session);
      const fitting: Native[] = [];
      for (const source of [listed, ...also]) {
        const { raw } = await source.list({ ...call, window: undefined }, session);
        fitting.push(...(raw as readonly Native[]).filter((native) => fits(native, call.filters)));
      }
      return { ...listing(map, itemsInWindow(fitting, call.window)), total: fitting.length };
    },
  };
}

/** One record of such a list, if the vendor has no path for single records: `getInMemory({ read, map, id: ({ id }) => id })`. */
export function getInMemory<Record, Native>({
  read,
  map,
  id,
  raw,
  rules,
}: Pick<InMemoryDescription<Record, Native>, "map" | "raw"> & {
  readonly read: (session: Session) => Promise<readonly Native[]>;
  readonly id: (native: Native) => string | undefined;
  readonly rules?: readonly string[];
}): GetHandler<Record> {
  return {
    fields: map.fields,
    ...(rules && { rules }),
    get: async ({ ids }, session) => {
      const wanted = Object.values(ids).at(-1);
      const natives = await read(session);
      return recordResult(
        map,
        natives.find((native) => id(native) === wanted),
        raw,
      );
    },
  };
}

/** The list and its single records from one description: `...operationsOf("accounts", inMemoryReads({ read, map, id: ({ id }) => id }))`. */
export const inMemoryReads = <Record, Native>(
  description: Omit<InMemoryDescription<Record, Native>, "read"> & Parameters<typeof getInMemory<Record, Native>>[0],
) => ({ list: inMemory<Record, Native>(description), get: getInMemory<Record, Native>(description) });

/** Reads a list that the vendor returns in one piece: `read: readUnpagedList<Account>("/accounts")`. */
export const readUnpagedList =
  <Native>(path: string) =>
  async (session: Session): Promise<readonly Native[]> =>
    (await session.read(path)) as readonly Native[];
