/** Builds a connector's reading operations from descriptions. */

import type {
  Call,
  FilterName,
  Filters,
  FoundRecord,
  GetHandler,
  ListCall,
  ListHandler,
  Listing,
  Order,
} from "../contract/connector.ts";
import { Failure, type FailureCode } from "../contract/failure.ts";
import { type Memory, type Session, type VendorHeaders, type VendorQuery } from "../contract/session.ts";
import { itemsInWindow, type Paging } from "./lists/paging.ts";
import { type LookupUse, originalOf, withRows } from "./lookup.ts";
import type { Mapping } from "./mapping.ts";
import { type Path, pathOf } from "./path.ts";

/** The conventions of all lists of one vendor. */
export interface ListConventions {
  readonly paging: Paging;
  /** The query that sorts by one of the vendor's fields. */
  readonly order?: (field: string, direction: Order["direction"]) => VendorQuery;
  /** Joins conditions that share a parameter: " AND ", " and ", ",". A comma by default. */
  readonly filterSeparator?: string;
}

/** Translates each filter for the vendor: `status: (status, field) => ({ state: statuses.write(status, field) })`. */
export type FilterEncoders<Encoded> = {
  readonly [Name in FilterName]?: (value: NonNullable<Filters[Name]>, field: Name) => Encoded;
};

export interface ListDescription<Record, Native> {
  readonly path: Path;
  readonly map: Mapping<Record, Native>;
  /** Sent with every request. Filters for the same parameter are added to it. */
  readonly query?: VendorQuery | ((call: ListCall) => VendorQuery);
  readonly filters?: FilterEncoders<VendorQuery>;
  /** Filters that travel in headers. */
  readonly headers?: FilterEncoders<VendorHeaders>;
  readonly search?: Search;
  readonly modifiedBy?: ListHandler<Record>["modifiedBy"];
  readonly requires?: readonly FilterName[];
  /** Our field → the vendor's. */
  readonly orders?: Readonly<globalThis.Record<string, string>>;
  /** The vendor's field that a list without `orderField` is sorted by: unique and unchanging, so that pages do not shift. */
  readonly defaultOrder?: string;
  readonly rules?: readonly string[];
  readonly readsWholeList?: true;
  /** Set if this list is paged differently from the vendor's other lists. */
  readonly paging?: Paging;
  /** The raw data to show, if the mapping reads more than the vendor's record. */
  readonly raw?: (native: Native) => unknown;
  /** Adds facts from other endpoints, for a whole page at once, before it is mapped. */
  readonly join?: (natives: readonly Native[], session: Session) => Promise<readonly Native[]>;
  /** The vendor's short lists that its records refer to by id. */
  readonly lookups?: readonly LookupUse[];
  /** Filters that the vendor does not have. With one of them, Kontor reads the whole list and filters and pages it itself. */
  readonly localFilter?: LocalFilter<Native>;
  /** Counts the records with the cheapest request, for vendors whose pages have no total. */
  readonly count?: (session: Session, query: VendorQuery, call: ListCall) => Promise<number | undefined>;
}

/** For vendors that take filters in the body of a POST request. A list without any of these filters is read with GET. */
export interface Search {
  readonly path: Path;
  /** Each filter as the vendor's condition. */
  readonly conditions: FilterEncoders<unknown>;
  /** The body with the conditions. By default, their array. */
  readonly body?: (conditions: readonly unknown[]) => unknown;
}

export interface LocalFilter<Native> {
  readonly when: (filters: Filters) => boolean;
  readonly fits: (native: Native, filters: Filters) => boolean;
}

type Asking = Pick<ListDescription<unknown, never>, "query" | "filters" | "orders" | "defaultOrder">;

/** `get({ path: "/contacts/{contactId}", map: contact })` */
export interface GetDescription<Record, Native> {
  readonly path: Path;
  readonly map: Mapping<Record, Native>;
  readonly query?: VendorQuery;
  /** The record in the vendor's reply, if the reply wraps it. */
  readonly record?: (body: never) => Native | undefined;
  /** Whether the record is of the right kind, if the vendor keeps several kinds under one path. */
  readonly is?: (native: Native) => boolean;
  readonly raw?: (native: Native) => unknown;
  readonly rules?: readonly string[];
  /** The vendor's short lists that its records refer to by id. */
  readonly lookups?: readonly LookupUse[];
}

/** For records that take several requests to read. */
export interface ReadDescription<Record, Native>
  extends Pick<GetDescription<Record, Native>, "map" | "raw" | "rules" | "lookups"> {
  readonly read: (call: Call, session: Session) => Promise<Native | undefined>;
}

/** A join asks for the facts of a whole page at once, which would be too many for one request. */
function largestPageOf<Record, Native>(
  { paging, join }: ListDescription<Record, Native>,
  conventions: ListConventions,
): Pick<ListHandler<Record>, "largestPage"> {
  const { largest } = paging ?? conventions.paging;
  return largest === undefined || join !== undefined ? {} : { largestPage: largest };
}

export function lists(conventions: ListConventions) {
  return <Record, Native>(description: ListDescription<Record, Native>): ListHandler<Record> => ({
    fields: description.map.fields,
    filters: [description.filters, description.headers, description.search?.conditions].flatMap((encoders) =>
      Object.keys(encoders ?? {}),
    ) as FilterName[],
    orders: Object.keys(description.orders ?? {}),
    requires: description.requires ?? [],
    ...(description.modifiedBy && { modifiedBy: description.modifiedBy }),
    ...(description.rules && { rules: description.rules }),
    ...(description.readsWholeList && { readsWholeList: true }),
    ...largestPageOf(description, conventions),
    list: async (call, session) => {
      const query = queryOf(description, conventions, call);
      const headers = Object.assign({}, ...encodeFilters(description.headers, call)) as VendorHeaders;
      const { search } = description;
      const conditions = encodeFilters(search?.conditions, call);
      const body = search?.body === undefined ? conditions : search.body(conditions);
      const isSearch = search !== undefined && conditions.length > 0;
      const path = pathOf(isSearch ? search.path : description.path, call);
      const read = (page: VendorQuery) =>
        isSearch
          ? session.readByPostWithHeaders(path, body, { ...query, ...page })
          : session.readWithHeaders(path, { ...query, ...page }, headers);
      const paging = description.paging ?? conventions.paging;
      const memory = memoryFor(session, JSON.stringify([path, query, headers, conditions]));
      const { map, join, localFilter, lookups } = description;
      const raw = description.raw ?? (lookups && originalOf);
      const isWhole = localFilter?.when(call.filters) === true;
      const page = await paging(read, isWhole ? undefined : call.window, memory);
      const { total } = page;
      const found = page.natives as readonly Native[];
      const joined = join === undefined ? found : await join(found, session);
      const natives = lookups === undefined ? joined : await withRows(joined, lookups, session);
      if (!isWhole)
        return { ...listing(map, natives, raw), total: total ?? (await description.count?.(session, query, call)) };
      const fitting = natives.filter((native) => localFilter.fits(native, call.filters));
      return { ...listing(map, itemsInWindow(fitting, call.window), raw), total: fitting.length };
    },
  });
}

type Raw<Native> = ((native: Native) => unknown) | undefined;

/** Mapped records, with warnings about anything that could not be mapped. */
export function listing<Record, Native>(
  map: Mapping<Record, Native>,
  natives: readonly Native[],
  raw?: Raw<Native>,
): Listing<Record> {
  const unread = new Set<string>();
  const faults: string[] = [];
  const records = natives.map((native, index) => {
    const read = readOne(map, native);
    for (const what of read.unread) unread.add(leftOut(what));
    const name = nameOf(read.record) ?? `${index + 1} of this page`;
    for (const fault of read.faults) faults.push(unreadable(name, fault));
    return read.record;
  });
  const warnings = [...unread, ...shortened(faults)];
  return {
    records,
    raw: raw === undefined ? natives : natives.map(raw),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** One mapped record, with its warnings. */
export function recordResult<Record, Native>(
  map: Mapping<Record, Native>,
  native: Native | undefined,
  raw?: Raw<Native>,
): FoundRecord<Record> {
  if (native === undefined) throw noRecord();
  const { records, raw: shown, warnings } = listing(map, [native], raw);
  return { record: records[0] as Record, raw: shown[0], ...(warnings && { warnings }) };
}

interface ReadOne<Record> {
  readonly record: Record;
  /** Enumerated values without a counterpart in the contract. */
  readonly unread: readonly string[];
  /** Fields that could not be read. */
  readonly faults: readonly string[];
}

/** One unreadable field costs neither the rest of the record nor the other records. */
function readOne<Record, Native>(map: Mapping<Record, Native>, native: Native): ReadOne<Record> {
  try {
    return { record: map(native), unread: map.unread(native), faults: [] };
  } catch {
    const { value, faults } = map.leniently(native);
    return { record: value, unread: unreadOf(map, native), faults };
  }
}

/** Unknown words of a record that could not be read as a whole. */
function unreadOf<Record, Native>(map: Mapping<Record, Native>, native: Native): readonly string[] {
  try {
    return map.unread(native);
  } catch {
    return [];
  }
}

const nameOf = (record: unknown): string | undefined => {
  const { id, invoiceId, lineItemId } = record as globalThis.Record<string, string | undefined>;
  return id ?? invoiceId ?? lineItemId;
};

const unreadable = (name: string, fault: string): string =>
  `Record ${name}:${fault.replace(/^\./, " ")}; the value was left out.`;

const mostFaults = 20;

/** Twenty warnings are enough to find the cause; a vendor may send a whole page of such records. */
const shortened = (faults: readonly string[]): readonly string[] =>
  faults.length <= mostFaults
    ? faults
    : [...faults.slice(0, mostFaults), `${faults.length - mostFaults} more fields of this page were left out.`];

export const noRecord = (): Failure => new Failure("not_found", "No record has this id.");

const leftOut = (what: string): string =>
  `The contract has no value for the target system's ${what}, so the field was left out.`;

export function get<Record, Native>(
  description: GetDescription<Record, Native> | ReadDescription<Record, Native>,
): GetHandler<Record> {
  const { map, rules, lookups } = description;
  const raw = description.raw ?? (lookups && originalOf);
  const read = "read" in description ? description.read : reader(description);
  return {
    fields: map.fields,
    ...(rules && { rules }),
    get: async (call, session) => {
      const native = await read(call, session);
      if (native === undefined || lookups === undefined) return recordResult(map, native, raw);
      const [joined] = await withRows([native], lookups, session);
      return recordResult(map, joined, raw);
    },
  };
}

function reader<Record, Native>({
  path,
  query,
  record = (body: never): Native => body,
  is = () => true,
}: GetDescription<Record, Native>): ReadDescription<Record, Native>["read"] {
  return async (call, session) => {
    const native = record((await session.read(pathOf(path, call), query)) as never);
    return native !== undefined && is(native) ? native : undefined;
  };
}

/** Undefined if the vendor refuses with one of these codes: `undefinedIfRefused(session.read(path), "target_forbidden")`. */
export async function undefinedIfRefused<Read>(reading: Promise<Read>, ...refusals: readonly FailureCode[]) {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Failure && refusals.includes(error.code)) return undefined;
    throw error;
  }
}

/** Undefined if the vendor does not have the record. */
export const undefinedIfMissing = <Read>(reading: Promise<Read>): Promise<Read | undefined> =>
  undefinedIfRefused(reading, "not_found");

interface PartsFound<Record, Document, Native> {
  readonly parts: (document: Document) => readonly Native[] | null | undefined;
  readonly map: Mapping<Record, Native>;
  readonly raw?: (native: Native) => unknown;
  readonly rules?: readonly string[];
}

/** The document that holds the parts: its path, or a function that reads it if that takes more than one request. */
export type PartsDescription<Record, Document, Native> = PartsFound<Record, Document, Native> &
  (
    | { readonly path: Path; readonly query?: VendorQuery }
    | { readonly read: (call: Call, session: Session) => Promise<Document> }
  );

/** The parts of a document, such as its lines, for vendors that return them only with the document. */
export function partsOf<Record, Document, Native>(
  description: PartsDescription<Record, Document, Native>,
): ListHandler<Record> {
  return {
    fields: description.map.fields,
    filters: [],
    orders: [],
    requires: [],
    ...(description.rules && { rules: description.rules }),
    list: async (call, session) => {
      const natives = await readParts(description, call, session);
      return {
        ...listing(description.map, itemsInWindow(natives, call.window), description.raw),
        total: natives.length,
      };
    },
  };
}

/** One part of a document, by the part's id. */
export function partOf<Record, Document, Native>(
  description: PartsDescription<Record, Document, Native> & { readonly id: (native: Native) => string | undefined },
): GetHandler<Record> {
  return {
    fields: description.map.fields,
    ...(description.rules && { rules: description.rules }),
    get: async (call, session) => {
      const natives = await readParts(description, call, session);
      const wanted = Object.values(call.ids).at(-1);
      return recordResult(
        description.map,
        natives.find((native) => description.id(native) === wanted),
        description.raw,
      );
    },
  };
}

async function readParts<Record, Document, Native>(
  description: PartsDescription<Record, Document, Native>,
  call: Call,
  session: Session,
): Promise<readonly Native[]> {
  if ("read" in description) return description.parts(await description.read(call, session)) ?? [];
  const { path, query, parts } = description;
  return parts((await session.read(pathOf(path, call), query)) as Document) ?? [];
}

function encodeFilters<Encoded>(encoders: FilterEncoders<Encoded> | undefined, { filters }: Call): Encoded[] {
  return Object.entries(encoders ?? {}).flatMap(([name, encode]) => {
    const value = filters[name as FilterName];
    return value === undefined ? [] : [(encode as (value: unknown, field: string) => Encoded)(value, name)];
  });
}

function queryOf(description: Asking, conventions: ListConventions, call: ListCall): VendorQuery {
  const { query: fixed = {}, filters, orders, defaultOrder } = description;
  const query: { [name: string]: VendorQuery[string] } = {};
  for (const parameters of [typeof fixed === "function" ? fixed(call) : fixed, ...encodeFilters(filters, call)])
    for (const [name, value] of Object.entries(parameters))
      if (value !== undefined)
        query[name] = query[name] === undefined ? value : `${query[name]}${conventions.filterSeparator ?? ","}${value}`;
  const field = call.order === undefined ? defaultOrder : orders?.[call.order.field];
  return { ...query, ...(field !== undefined && conventions.order?.(field, call.order?.direction ?? "ASC")) };
}

/** Reads what hardly ever changes once and caches it for the connection: `readCached(session, "books currency", read)`. */
export async function readCached<Value>({ memory }: Session, name: string, read: () => Promise<Value>): Promise<Value> {
  const known = memory.get(name) as Value | undefined;
  if (known !== undefined) return known;
  const value = await read();
  memory.set(name, value);
  return value;
}

/** A cache for this list with these filters alone: other lists of the connection use other keys. */
export function memoryFor({ memory }: Session, list: string): Memory {
  return {
    get: (name) => memory.get(`${list} ${name}`),
    set: (name, value) => memory.set(`${list} ${name}`, value),
  };
}
