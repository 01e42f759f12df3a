/** Makes the reading operations of a connector from descriptions. */

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
import {
  type Memory,
  type Session,
  type VendorHeaders,
  type VendorQuery,
  type VendorReply,
} from "../contract/session.ts";
import { cut, type Paging } from "./lists/paging.ts";
import type { Mapping } from "./mapping.ts";
import { type Path, pathOf } from "./path.ts";
import { release } from "./release.ts";

/** What all lists of one vendor have in common. */
export interface ListConventions {
  readonly paging: Paging;
  /** How an ordering by the vendor's own field name is asked for. */
  readonly order?: (field: string, direction: Order["direction"]) => VendorQuery;
  /** What stands between conditions that go into one and the same parameter: " AND ", " and ", ",". */
  readonly filterSeparator?: string;
}

/** How each filter is encoded for the vendor: `status: (status, field) => ({ state: statuses.write(status, field) })`. */
export type FilterEncoders<Encoded> = {
  readonly [Name in FilterName]?: (value: NonNullable<Filters[Name]>, field: Name) => Encoded;
};

export interface ListDescription<Record, Native> {
  readonly path: Path;
  readonly map: Mapping<Record, Native>;
  /** What is asked for in any case; filters for the same parameter are added to it. */
  readonly query?: VendorQuery | ((call: ListCall) => VendorQuery);
  readonly filters?: FilterEncoders<VendorQuery>;
  /** Filters that travel in headers. */
  readonly headers?: FilterEncoders<VendorHeaders>;
  readonly modifiedBy?: ListHandler<Record>["modifiedBy"];
  readonly requires?: readonly FilterName[];
  /** Our field → the vendor's. */
  readonly orders?: Readonly<globalThis.Record<string, string>>;
  readonly rules?: readonly string[];
  /** Where this list is handed out otherwise than the vendor's others. */
  readonly paging?: Paging;
  /** What is shown as raw data, where the mapping reads more than the vendor's record. */
  readonly raw?: (native: Native) => unknown;
  /** What is known of these records elsewhere, for all of a page at once, before anything is mapped. */
  readonly join?: (natives: readonly Native[], session: Session) => Promise<readonly Native[]>;
  /** Filters that the vendor cannot tell apart: with them the list is read as far as it narrows it, and cut here. */
  readonly narrow?: Narrowing<Native>;
  /** The total, for vendors whose pages do not tell: the cheapest question there is. */
  readonly count?: (session: Session, query: VendorQuery, call: ListCall) => Promise<number | undefined>;
}

export interface Narrowing<Native> {
  readonly when: (filters: Filters) => boolean;
  readonly fits: (native: Native, filters: Filters) => boolean;
}

type Asking = Pick<ListDescription<unknown, never>, "query" | "filters" | "orders">;

/** `get({ path: "/contacts/{contactId}", map: contact })` */
export interface GetDescription<Record, Native> {
  readonly path: Path;
  readonly map: Mapping<Record, Native>;
  readonly query?: VendorQuery;
  /** The record in the vendor's reply, where it is wrapped. */
  readonly record?: (body: never) => Native | undefined;
  /** Whether it is of the kind that was asked for, where the vendor keeps several in one place. */
  readonly is?: (native: Native) => boolean;
  readonly raw?: (native: Native) => unknown;
  readonly rules?: readonly string[];
}

/** For records that are put together from several questions. */
export interface ReadDescription<Record, Native> extends Pick<GetDescription<Record, Native>, "map" | "raw" | "rules"> {
  readonly read: (call: Call, session: Session) => Promise<Native | undefined>;
}

export function lists(conventions: ListConventions) {
  return <Record, Native>(description: ListDescription<Record, Native>): ListHandler<Record> => ({
    fields: description.map.fields,
    filters: [...Object.keys(description.filters ?? {}), ...Object.keys(description.headers ?? {})] as FilterName[],
    orders: Object.keys(description.orders ?? {}),
    requires: description.requires ?? [],
    ...(description.modifiedBy && { modifiedBy: description.modifiedBy }),
    ...(description.rules && { rules: description.rules }),
    list: async (call, session) => {
      const query = queryOf(description, conventions, call);
      const headers = Object.assign({}, ...encodeFilters(description.headers, call)) as VendorHeaders;
      const path = pathOf(description.path, call);
      const replies: VendorReply[] = [];
      const read = async (page: VendorQuery) => {
        const reply = await session.readWithHeaders(path, { ...query, ...page }, headers);
        replies.push(reply);
        return reply;
      };
      const paging = description.paging ?? conventions.paging;
      const memory = memoryFor(session, JSON.stringify([path, query, headers]));
      const { map, raw, join, narrow } = description;
      const isWhole = narrow?.when(call.filters) === true;
      const paged = await paging(read, isWhole ? undefined : call.window, memory).finally(() =>
        replies.forEach(release),
      );
      const { total } = paged;
      const found = paged.natives as readonly Native[];
      release(paged);
      const natives = join === undefined ? found : await join(found, session);
      if (!isWhole)
        return { ...listing(map, natives, raw), total: total ?? (await description.count?.(session, query, call)) };
      const fitting = natives.filter((native) => narrow.fits(native, call.filters));
      return { ...listing(map, cut(fitting, call.window), raw), total: fitting.length };
    },
  });
}

type Raw<Native> = ((native: Native) => unknown) | undefined;

/** Records with what is said about them. */
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
    isFresh: true,
    ...(warnings.length > 0 && { warnings }),
  };
}

/** One record with what is said about it. */
export function found<Record, Native>(
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
  /** Words that we do not know. */
  readonly unread: readonly string[];
  /** Fields that could not be read. */
  readonly faults: readonly string[];
}

/** Whole where it can be. What is amiss with one field is no reason to keep the rest, or the other records, back. */
function readOne<Record, Native>(map: Mapping<Record, Native>, native: Native): ReadOne<Record> {
  try {
    return { record: map(native), unread: map.unread(native), faults: [] };
  } catch {
    const { value, faults } = map.leniently(native);
    return { record: value, unread: [], faults };
  }
}

const nameOf = (record: unknown): string | undefined => {
  const { id, invoiceId, lineItemId } = record as globalThis.Record<string, string | undefined>;
  return id ?? invoiceId ?? lineItemId;
};

const unreadable = (name: string, fault: string): string =>
  `Record ${name}:${fault.replace(/^\./, " ")}; it was left out.`;

const mostFaults = 20;

/** A vendor that sends a whole list of such records is not told of line by line. */
const shortened = (faults: readonly string[]): readonly string[] =>
  faults.length <= mostFaults
    ? faults
    : [...faults.slice(0, mostFaults), `${faults.length - mostFaults} more fields of this page were left out.`];

export const noRecord = (): Failure => new Failure("not_found", "There is no record with this id.");

const leftOut = (what: string): string => `The target system's ${what} has no counterpart here; it was left out.`;

export function get<Record, Native>(
  description: GetDescription<Record, Native> | ReadDescription<Record, Native>,
): GetHandler<Record> {
  const { map, raw, rules } = description;
  const read = "read" in description ? description.read : reader(description);
  return {
    fields: map.fields,
    ...(rules && { rules }),
    get: async (call, session) => found(map, await read(call, session), raw),
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

/** What was read, or undefined where it was refused in one of these ways: `unless(session.read(path), "target_forbidden")`. */
export async function unless<Read>(reading: Promise<Read>, ...refusals: readonly FailureCode[]) {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Failure && refusals.includes(error.code)) return undefined;
    throw error;
  }
}

/** Undefined where the vendor says that there is no such thing. */
export const ifFound = <Read>(reading: Promise<Read>): Promise<Read | undefined> => unless(reading, "not_found");

interface PartsFound<Record, Whole, Native> {
  readonly parts: (whole: Whole) => readonly Native[] | null | undefined;
  readonly map: Mapping<Record, Native>;
  readonly raw?: (native: Native) => unknown;
  readonly rules?: readonly string[];
}

/** The document that has the parts in it: where it is, or how it is found where that takes more than reading it. */
export type PartsDescription<Record, Whole, Native> = PartsFound<Record, Whole, Native> &
  (
    | { readonly path: Path; readonly query?: VendorQuery }
    | { readonly read: (call: Call, session: Session) => Promise<Whole> }
  );

/** The parts of a document, such as its lines, for vendors that only hand them out with it. */
export function partsOf<Record, Whole, Native>(
  description: PartsDescription<Record, Whole, Native>,
): ListHandler<Record> {
  return {
    fields: description.map.fields,
    filters: [],
    orders: [],
    requires: [],
    ...(description.rules && { rules: description.rules }),
    list: async (call, session) => {
      const natives = await readParts(description, call, session);
      return { ...listing(description.map, cut(natives, call.window), description.raw), total: natives.length };
    },
  };
}

/** One part, by its own id in the document. */
export function partOf<Record, Whole, Native>(
  description: PartsDescription<Record, Whole, Native> & { readonly id: (native: Native) => string | undefined },
): GetHandler<Record> {
  return {
    fields: description.map.fields,
    ...(description.rules && { rules: description.rules }),
    get: async (call, session) => {
      const natives = await readParts(description, call, session);
      const wanted = Object.values(call.ids).at(-1);
      return found(
        description.map,
        natives.find((native) => description.id(native) === wanted),
        description.raw,
      );
    },
  };
}

async function readParts<Record, Whole, Native>(
  description: PartsDescription<Record, Whole, Native>,
  call: Call,
  session: Session,
): Promise<readonly Native[]> {
  if ("read" in description) return description.parts(await description.read(call, session)) ?? [];
  const { path, query, parts } = description;
  return parts((await session.read(pathOf(path, call), query)) as Whole) ?? [];
}

function encodeFilters<Encoded>(encoders: FilterEncoders<Encoded> | undefined, { filters }: Call): Encoded[] {
  return Object.entries(encoders ?? {}).flatMap(([name, encode]) => {
    const value = filters[name as FilterName];
    return value === undefined ? [] : [(encode as (value: unknown, field: string) => Encoded)(value, name)];
  });
}

function queryOf(description: Asking, conventions: ListConventions, call: ListCall): VendorQuery {
  const { query: fixed = {}, filters, orders } = description;
  const query: { [name: string]: VendorQuery[string] } = {};
  for (const some of [typeof fixed === "function" ? fixed(call) : fixed, ...encodeFilters(filters, call)])
    for (const [name, value] of Object.entries(some))
      if (value !== undefined)
        query[name] = query[name] === undefined ? value : `${query[name]}${conventions.filterSeparator ?? ","}${value}`;
  const field = call.order && orders?.[call.order.field];
  return { ...query, ...(call.order && field !== undefined && conventions.order?.(field, call.order.direction)) };
}

/** What hardly ever changes is asked for once, and again after a while: `remembered(session, "books currency", read)`. */
export async function remembered<Value>({ memory }: Session, name: string, read: () => Promise<Value>): Promise<Value> {
  const known = memory.get(name) as Value | undefined;
  if (known !== undefined) return known;
  const value = await read();
  memory.set(name, value);
  return value;
}

/** The same connection's other lists, and this one with other filters, remember other things. */
function memoryFor({ memory }: Session, list: string): Memory {
  return {
    get: (name) => memory.get(`${list} ${name}`),
    set: (name, value) => memory.set(`${list} ${name}`, value),
  };
}
