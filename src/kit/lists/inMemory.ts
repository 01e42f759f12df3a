/** Lists that a vendor hands out in one piece, or that are put together here: filtered, sorted and cut by us. */

import type { FilterName, Filters, GetHandler, ListCall, ListHandler, Order } from "../../contract/connector.ts";
import { type Session } from "../../contract/session.ts";
import type { Mapping } from "../mapping.ts";
import { found, listing } from "../reading.ts";
import { cut } from "./paging.ts";

/** What each filter means: `status: (invoice, status) => invoice.state === status`. */
type Predicates<Native> = {
  readonly [Name in FilterName]?: (native: Native, value: NonNullable<Filters[Name]>) => boolean;
};

export interface InMemoryDescription<Record, Native> {
  /** Everything there is, once; less where the call narrows it down and the vendor can be asked for that. */
  readonly read: (session: Session, call: ListCall) => Promise<readonly Native[]>;
  readonly map: Mapping<Record, Native>;
  readonly filters?: Predicates<Native>;
  /** Our field → what records are sorted by: `{ name: (account) => account.name }`. */
  readonly orders?: Readonly<globalThis.Record<string, (native: Native) => string | number | null | undefined>>;
  /** The vendor's own record, where the mapping reads more than that. */
  readonly raw?: (native: Native) => unknown;
  /** One of them has to say that the list is read whole. */
  readonly rules: readonly string[];
}

/** `inMemory({ read: readWhole("/accounts"), map: account, filters: { name: ({ name }, wanted) => name === wanted }, rules })` */
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
    rules,
    list: async (call, session) => {
      const wanted = (await read(session, call)).filter((native) => fits(native, call.filters));
      const sorted = inOrder(wanted, call.order, orders);
      return { ...listing(map, cut(sorted, call.window), raw), total: wanted.length };
    },
  };
}

/** What has no value comes first, as with most vendors. Records that are alike stay as they came. */
function inOrder<Native>(
  natives: readonly Native[],
  order: Order | undefined,
  orders: NonNullable<InMemoryDescription<unknown, Native>["orders"]>,
): readonly Native[] {
  const by = order && orders[order.field];
  if (by === undefined) return natives;
  const sign = order?.direction === "DESC" ? -1 : 1;
  return natives.toSorted((one, other) => sign * compare(by(one) ?? "", by(other) ?? ""));
}

const compare = (one: string | number, other: string | number): number => (one < other ? -1 : one > other ? 1 : 0);

export interface NarrowedDescription<Record, Native> {
  readonly map: Mapping<Record, Native>;
  /** Whether these filters are among those that the vendor cannot tell apart. */
  readonly when: (filters: Filters) => boolean;
  readonly fits?: (native: Native, filters: Filters) => boolean;
  /** Other lists that have some of the records. */
  readonly also?: readonly ListHandler<Record>[];
}

/**
 * A list of a vendor whose conditions are too wide for some filters: with these it is read as far as the vendor narrows
 * it, and what fits is cut to the page here, so that the total is true.
 */
export function narrowed<Record, Native>(
  listed: ListHandler<Record>,
  { map, when, fits = () => true, also = [] }: NarrowedDescription<Record, Native>,
): ListHandler<Record> {
  return {
    ...listed,
    list: async (call, session) => {
      if (!when(call.filters)) return listed.list(call, session);
      const fitting: Native[] = [];
      for (const one of [listed, ...also]) {
        const { raw } = await one.list({ ...call, window: undefined }, session);
        fitting.push(...(raw as readonly Native[]).filter((native) => fits(native, call.filters)));
      }
      return { ...listing(map, cut(fitting, call.window)), total: fitting.length };
    },
  };
}

/** One record of such a list, where the vendor has no address for it: `oneInMemory({ read, map, id: ({ id }) => id })`. */
export function oneInMemory<Record, Native>({
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
      return found(
        map,
        natives.find((native) => id(native) === wanted),
        raw,
      );
    },
  };
}

/** Such a list and its records, of one description: `...named("accounts", inMemoryReads({ read, map, id: ({ id }) => id, rules }))`. */
export const inMemoryReads = <Record, Native>(
  whole: Omit<InMemoryDescription<Record, Native>, "read"> & Parameters<typeof oneInMemory<Record, Native>>[0],
) => ({ list: inMemory<Record, Native>(whole), get: oneInMemory<Record, Native>(whole) });

/** Reads a list that comes in one piece: `read: readWhole<Account>("/accounts")`. */
export const readWhole =
  <Native>(path: string) =>
  async (session: Session): Promise<readonly Native[]> =>
    (await session.read(path)) as readonly Native[];
