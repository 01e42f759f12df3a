/** Makes the reading operations of a connector from descriptions. */
import type {
  Call,
  FilterName,
  Filters,
  Found,
  GetHandler,
  ListCall,
  ListHandler,
  Listing,
  Memory,
  Order,
  Session,
  VendorHeaders,
  VendorQuery,
} from "../contract/connector.ts";
import { Failure } from "../contract/failure.ts";
import type { Mapping } from "./mapping.ts";
import { cut, type Paging } from "./paging.ts";

type Path = string | ((call: Call) => string);

/** What all lists of one vendor have in common. */
export interface Habits {
  readonly paging: Paging;
  /** How an ordering by the vendor's own field name is asked for. */
  readonly order?: (field: string, direction: Order["direction"]) => VendorQuery;
  /** What stands between conditions that go into one and the same parameter: " AND ", " and ", ",". */
  readonly and?: string;
}

/** How each filter is said to the vendor. */
export type Sayings<Said> = { readonly [Name in FilterName]?: (value: NonNullable<Filters[Name]>) => Said };

export interface ListDescription<Record, Native> {
  readonly path: Path;
  readonly map: Mapping<Record, Native>;
  /** What is asked for in any case; filters for the same parameter are added to it. */
  readonly query?: VendorQuery | ((call: ListCall) => VendorQuery);
  readonly filters?: Sayings<VendorQuery>;
  /** Filters that travel in headers. */
  readonly headers?: Sayings<VendorHeaders>;
  readonly modifiedBy?: "day";
  readonly requires?: readonly FilterName[];
  /** Our field → the vendor's. */
  readonly orders?: Readonly<globalThis.Record<string, string>>;
  readonly rules?: readonly string[];
  /** Where this list is handed out otherwise than the vendor's others. */
  readonly paging?: Paging;
  /** The total, for vendors whose pages do not tell: the cheapest question there is. */
  readonly count?: (session: Session, query: VendorQuery, call: ListCall) => Promise<number | undefined>;
}

type Asking = Pick<ListDescription<unknown, never>, "query" | "filters" | "orders">;

export interface GetDescription<Record, Native> {
  readonly path: Path;
  readonly map: Mapping<Record, Native>;
  readonly query?: VendorQuery;
  /** The record in the vendor's answer, where it is wrapped. */
  readonly record?: (body: never) => Native | undefined;
  readonly rules?: readonly string[];
}

export function lists(habits: Habits) {
  return <Record, Native>(description: ListDescription<Record, Native>): ListHandler<Record> => ({
    fields: description.map.fields,
    filters: [...Object.keys(description.filters ?? {}), ...Object.keys(description.headers ?? {})] as FilterName[],
    orders: Object.keys(description.orders ?? {}),
    requires: description.requires ?? [],
    ...(description.modifiedBy && { modifiedBy: description.modifiedBy }),
    ...(description.rules && { rules: description.rules }),
    list: async (call, session) => {
      const query = queryOf(description, habits, call);
      const headers = Object.assign({}, ...saidOf(description.headers, call)) as VendorHeaders;
      const path = pathOf(description.path, call);
      const read = (page: VendorQuery) => session.readWithHeaders(path, { ...query, ...page }, headers);
      const paging = description.paging ?? habits.paging;
      const memory = memoryFor(session, JSON.stringify([path, query, headers]));
      const { natives, total } = await paging(read, call.window, memory);
      return {
        ...listing(description.map, natives as readonly Native[]),
        total: total ?? (await description.count?.(session, query, call)),
      };
    },
  });
}

/** Records with what is said about them. */
export function listing<Record, Native>(map: Mapping<Record, Native>, natives: readonly Native[]): Listing<Record> {
  const unread = [...new Set(natives.flatMap((native) => map.unread(native)))];
  return {
    records: natives.map((native) => map(native)),
    raw: natives,
    ...(unread.length > 0 && { warnings: unread.map(leftOut) }),
  };
}

/** One record with what is said about it. */
export function found<Record, Native>(map: Mapping<Record, Native>, raw: Native | undefined): Found<Record> {
  if (raw === undefined) throw new Failure("not_found", "There is no record with this id.");
  const unread = map.unread(raw);
  return { record: map(raw), raw, ...(unread.length > 0 && { warnings: unread.map(leftOut) }) };
}

const leftOut = (what: string): string => `The target system's ${what} has no counterpart here; it was left out.`;

export function get<Record, Native>(description: GetDescription<Record, Native>): GetHandler<Record> {
  const { map, query, record } = description;
  return {
    fields: map.fields,
    ...(description.rules && { rules: description.rules }),
    get: async (call, session) => {
      const body = await session.read(pathOf(description.path, call), query);
      return found(map, record === undefined ? (body as Native) : record(body as never));
    },
  };
}

/** What was read, or undefined where the vendor says that there is no such thing. */
export async function ifFound<Read>(reading: Promise<Read>): Promise<Read | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Failure && error.code === "not_found") return undefined;
    throw error;
  }
}

export interface PartsDescription<Record, Whole, Native> {
  /** The document that has the parts in it. */
  readonly path: Path;
  readonly query?: VendorQuery;
  readonly parts: (whole: Whole) => readonly Native[] | null | undefined;
  readonly map: Mapping<Record, Native>;
}

/** The parts of a document, such as its lines, for vendors that only hand them out with it. */
export function partsOf<Record, Whole, Native>(
  description: PartsDescription<Record, Whole, Native>,
): ListHandler<Record> {
  return {
    fields: description.map.fields,
    filters: [],
    orders: [],
    requires: [],
    list: async (call, session) => {
      const natives = await readParts(description, call, session);
      const { window } = call;
      const shown = window === undefined ? natives : cut(natives, window);
      return { ...listing(description.map, shown), total: natives.length };
    },
  };
}

/** One part, by its own id in the document. */
export function partOf<Record, Whole, Native>(
  description: PartsDescription<Record, Whole, Native> & { readonly id: (native: Native) => string | undefined },
): GetHandler<Record> {
  return {
    fields: description.map.fields,
    get: async (call, session) => {
      const natives = await readParts(description, call, session);
      const wanted = Object.values(call.ids).at(-1);
      return found(
        description.map,
        natives.find((native) => description.id(native) === wanted),
      );
    },
  };
}

async function readParts<Record, Whole, Native>(
  { path, query, parts }: PartsDescription<Record, Whole, Native>,
  call: Call,
  session: Session,
): Promise<readonly Native[]> {
  return parts((await session.read(pathOf(path, call), query)) as Whole) ?? [];
}

const pathOf = (path: Path, call: Call): string => (typeof path === "string" ? path : path(call));

function saidOf<Said>(sayings: Sayings<Said> | undefined, { filters }: Call): Said[] {
  return Object.entries(sayings ?? {}).flatMap(([name, say]) => {
    const value = filters[name as FilterName];
    return value === undefined ? [] : [(say as (value: unknown) => Said)(value)];
  });
}

function queryOf(description: Asking, habits: Habits, call: ListCall): VendorQuery {
  const { query: fixed = {}, filters, orders } = description;
  const query: { [name: string]: VendorQuery[string] } = {};
  for (const said of [typeof fixed === "function" ? fixed(call) : fixed, ...saidOf(filters, call)])
    for (const [name, value] of Object.entries(said))
      if (value !== undefined)
        query[name] = query[name] === undefined ? value : `${query[name]}${habits.and ?? ","}${value}`;
  const field = call.order && orders?.[call.order.field];
  return { ...query, ...(call.order && field !== undefined && habits.order?.(field, call.order.direction)) };
}

/** The same connection's other lists, and this one with other filters, remember other things. */
function memoryFor({ memory }: Session, list: string): Memory {
  return {
    get: (name) => memory.get(`${list} ${name}`),
    set: (name, value) => memory.set(`${list} ${name}`, value),
  };
}
