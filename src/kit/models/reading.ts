/** Reading for vendors whose records are models with numeric ids, searched by a domain of conditions. */

import type { Call, FilterName, Filters, GetHandler, ListHandler, Order } from "../../contract/connector.ts";
import type { Session } from "../../contract/session.ts";
import { atPath, type FieldEncoder, invalidField } from "../encode.ts";
import { byOffset, itemsInWindow, type ReadPage } from "../lists/paging.ts";
import type { Mapping } from "../mapping.ts";
import { listing, noRecord, recordResult } from "../reading.ts";

/** The vendor's conditions, all of which have to hold. */
export type Domain = readonly unknown[];

/** Which records of a source to read. All of them, by id, by default. */
export interface Search {
  readonly domain: Domain;
  readonly offset?: number;
  readonly limit?: number;
  /** The vendor's fields to sort by. */
  readonly order?: readonly (readonly [field: string, direction: Order["direction"]])[];
  /** Facts that the filters needed. */
  readonly facts?: unknown;
}

/** How a vendor is searched. A source names the model, its records and its fields. */
export interface ModelReader<Source> {
  /** Records in the form that mappings read. The source's own conditions are added to the domain. */
  search<Native>(session: Session, source: Source, wanted: Search): Promise<readonly Native[]>;
  count(session: Session, source: Source, domain: Domain): Promise<number>;
  /** Facts that the filters need about the source. */
  readFacts(session: Session, source: Source): Promise<unknown>;
  changedSince(at: Date, source: Source): Domain;
  /** The source including records that lists hide. */
  readonly includingArchived: (source: Source) => Source;
  /** The vendor's record behind the form that mappings read. */
  readonly rawOf: (native: unknown) => unknown;
  /** The largest page size. */
  readonly largest: number;
}

export interface Mapped<Record, Native> {
  readonly map: Mapping<Record, Native>;
}

type Conditions<Facts> = {
  readonly [Name in FilterName]?: (value: NonNullable<Filters[Name]>, facts: Facts) => Domain;
};

export interface Listed<Facts> {
  readonly filters?: Conditions<Facts>;
  /** Our field → the vendor's. */
  readonly orders?: Readonly<Record<string, string>>;
  readonly rules?: readonly string[];
  /** Set if the contract has no `lastModifiedAt` for this list. */
  readonly unstamped?: true;
}

export interface Numbered {
  readonly id: number;
}

interface Parts<Source, Part, Native, Item> extends Mapped<Part, Item> {
  readonly of: Source;
  readonly parts: (native: Native) => readonly Item[];
}

/** Ids are positive 32-bit integers; no record has any other. */
const isId = (text: string | undefined): boolean => /^\d{1,10}$/.test(text ?? "") && Number(text) < 2 ** 31;

export function idOf(text: string | undefined): number {
  if (!isId(text)) throw noRecord();
  return Number(text);
}

/** The id of a record that a body refers to. */
export function referencedId(id: string, field: string): number {
  if (!isId(id)) throw invalidField("This target system's ids are integers.", field);
  return Number(id);
}
export const idAs = (...path: readonly string[]): FieldEncoder<string> =>
  Object.assign((id: string, _input: unknown, field: string) => atPath(path, referencedId(id, field)), { path });

export const lastId = ({ ids }: Pick<Call, "ids">): string | undefined => Object.values(ids).at(-1);

/** Lists, single records and their parts. */
export function modelReads<Source extends object>(reader: ModelReader<Source>) {
  const { search, count, includingArchived, rawOf } = reader;
  const inPages = byOffset({
    skip: "offset",
    size: "limit",
    largest: reader.largest,
    records: ({ rows }: { readonly rows: readonly unknown[] }) => rows,
    total: ({ total }: { readonly total: number }) => total,
  });

  const readOne = async <Native>(session: Session, source: Source, id: number): Promise<Native | undefined> =>
    (await search<Native>(session, includingArchived(source), { domain: [["id", "=", id]] }))[0];

  /** The record of a call. */
  const existing = async <Native>(session: Session, source: Source, id: string | undefined): Promise<Native> => {
    const native = await readOne<Native>(session, source, idOf(id));
    if (native === undefined) throw noRecord();
    return native;
  };

  const listOf = <Record, Native, Facts = never>(
    kind: Source & Mapped<Record, Native>,
    { filters: further = {}, orders = {}, rules, unstamped }: Listed<Facts> = {},
  ): ListHandler<Record> => {
    const modified = unstamped ? {} : { lastModifiedAt: (at: Date) => reader.changedSince(at, kind) };
    const filters: Conditions<Facts> = { ...modified, ...further };
    return {
      fields: kind.map.fields,
      filters: Object.keys(filters) as FilterName[],
      orders: Object.keys(orders),
      requires: [],
      ...(rules && { rules }),
      largestPage: reader.largest,
      list: async (call, session) => {
        const facts = await reader.readFacts(session, kind);
        const domain = conditions(filters, call.filters, facts as Facts);
        const { field = "", direction = "ASC" } = call.order ?? {};
        const order = [orders[field], "id"].flatMap((name) => (name === undefined ? [] : [[name, direction] as const]));
        const read: ReadPage = async ({ offset, limit }) => {
          const page = { offset: Number(offset), limit: Number(limit) };
          const request = { domain, order, facts, ...page };
          const [rows, total] = await Promise.all([search(session, kind, request), count(session, kind, domain)]);
          return { body: { rows, total }, headers: {} };
        };
        const { natives, total } = await inPages(read, call.window, session.memory);
        return { ...listing(kind.map, natives as readonly Native[], rawOf), total };
      },
    };
  };

  const getOf = <Record, Native>(kind: Source & Mapped<Record, Native>): GetHandler<Record> => ({
    fields: kind.map.fields,
    get: async (call, session) => recordResult(kind.map, await existing<Native>(session, kind, lastId(call)), rawOf),
  });

  /** The lines of a document, all at once. */
  const partsOf = <Part, Native, Item>({ of, parts, map }: Parts<Source, Part, Native, Item>): ListHandler<Part> => ({
    fields: map.fields,
    filters: [],
    orders: [],
    requires: [],
    list: async ({ ids, window }, session) => {
      const items = parts(await existing<Native>(session, of, Object.values(ids)[0]));
      return { ...listing(map, itemsInWindow(items, window), rawOf), total: items.length };
    },
  });

  const partOf = <Part, Native, Item extends Numbered>({
    of,
    parts,
    map,
  }: Parts<Source, Part, Native, Item>): GetHandler<Part> => ({
    fields: map.fields,
    get: async (call, session) => {
      const items = parts(await existing<Native>(session, of, Object.values(call.ids)[0]));
      const item = items.find(({ id }) => String(id) === lastId(call));
      return recordResult(map, item, rawOf);
    },
  });

  /** Lists and single records, and their parts: `...operationsOf("offers", readsOf(offer))`. */
  const readsOf = <Record, Native, Facts = never>(kind: Source & Mapped<Record, Native>, about?: Listed<Facts>) => ({
    list: listOf(kind, about),
    get: getOf(kind),
  });
  const partReadsOf = <Part, Native, Item extends Numbered>(parts: Parts<Source, Part, Native, Item>) => ({
    list: partsOf(parts),
    get: partOf(parts),
  });

  return { readOne, existing, listOf, getOf, partsOf, readsOf, partReadsOf };
}

const conditions = <Facts>(filters: Conditions<Facts>, wanted: Filters, facts: Facts): Domain =>
  Object.entries(filters).flatMap(([name, encode]) => {
    const value = wanted[name as FilterName];
    return value === undefined ? [] : (encode as (value: unknown, facts: Facts) => Domain)(value, facts);
  });
