/** Makes the reading operations of a connector from descriptions. */
import type {
  Call,
  FilterName,
  Filters,
  GetHandler,
  ListCall,
  ListHandler,
  Order,
  VendorQuery,
} from "../contract/connector.ts";
import type { Mapping } from "./mapping.ts";
import type { Paging } from "./paging.ts";

type Path = string | ((call: Call) => string);

/** What all lists of one vendor have in common. */
export interface Habits {
  readonly paging: Paging;
  /** How an ordering by the vendor's own field name is asked for. */
  readonly order?: (field: string, direction: Order["direction"]) => VendorQuery;
}

export interface ListDescription<Record, Native> {
  readonly path: Path;
  readonly map: Mapping<Record, Native>;
  /** How each filter is said to the vendor. */
  readonly filters?: { readonly [Name in FilterName]?: (value: NonNullable<Filters[Name]>) => VendorQuery };
  readonly requires?: readonly FilterName[];
  /** Our field → the vendor's. */
  readonly orders?: Readonly<globalThis.Record<string, string>>;
  readonly rules?: readonly string[];
}

export interface GetDescription<Record, Native> {
  readonly path: Path;
  readonly map: Mapping<Record, Native>;
  readonly rules?: readonly string[];
}

export function lists(habits: Habits) {
  return <Record, Native>(description: ListDescription<Record, Native>): ListHandler<Record> => ({
    fields: description.map.fields,
    filters: Object.keys(description.filters ?? {}) as FilterName[],
    orders: Object.keys(description.orders ?? {}),
    requires: description.requires ?? [],
    ...(description.rules && { rules: description.rules }),
    list: async (call, session) => {
      const query = { ...filterQuery(description.filters, call), ...orderQuery(description.orders, habits, call) };
      const path = pathOf(description.path, call);
      const { natives, total } = await habits.paging((page) => session.read(path, { ...query, ...page }), call.window);
      return { records: (natives as Native[]).map((native) => description.map(native)), raw: natives, total };
    },
  });
}

export function get<Record, Native>(description: GetDescription<Record, Native>): GetHandler<Record> {
  return {
    fields: description.map.fields,
    ...(description.rules && { rules: description.rules }),
    get: async (call, session) => {
      const raw = await session.read(pathOf(description.path, call));
      return { record: description.map(raw as Native), raw };
    },
  };
}

const pathOf = (path: Path, call: Call): string => (typeof path === "string" ? path : path(call));

function filterQuery(filters: ListDescription<never, never>["filters"], call: Call): VendorQuery {
  const query: { [name: string]: VendorQuery[string] } = {};
  for (const [name, say] of Object.entries(filters ?? {})) {
    const value = call.filters[name as FilterName];
    if (value !== undefined) Object.assign(query, (say as (value: unknown) => VendorQuery)(value));
  }
  return query;
}

function orderQuery(orders: ListDescription<never, never>["orders"], habits: Habits, call: ListCall): VendorQuery {
  if (call.order === undefined) return {};
  const field = orders?.[call.order.field];
  return field === undefined ? {} : (habits.order?.(field, call.order.direction) ?? {});
}
