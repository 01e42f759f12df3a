/** Recipes for vendors whose records are models: searched by a domain of conditions, and numbered. */

import type { Call, FilterName, Filters, GetHandler, ListHandler, Order } from "../../contract/connector.ts";
import type { Session } from "../../contract/session.ts";
import type { Mapping } from "../mapping.ts";
import { byOffset, cut, type ReadPage } from "../paging.ts";
import { found, listing, noRecord } from "../reading.ts";

/** Which of a source's records are wanted; all of them in the order of their ids unless told. */
export interface Search<Domain> {
  readonly domain: Domain;
  readonly offset?: number;
  readonly limit?: number;
  /** Their fields. */
  readonly order?: readonly (readonly [field: string, direction: Order["direction"]])[];
  /** What the filters had to know. */
  readonly beside?: unknown;
}

/** How a vendor is searched: a source says which model, and which of its records and fields. */
export interface ModelReader<Source, Domain> {
  /** As mappings read them. What the source itself asks for is added to the domain. */
  search<Native>(session: Session, source: Source, wanted: Search<Domain>): Promise<readonly Native[]>;
  count(session: Session, source: Source, domain: Domain): Promise<number>;
  /** What filters have to know of the source. */
  beside(session: Session, source: Source): Promise<unknown>;
  changedSince(at: Date, source: Source): Domain;
  /** The same with what is hidden from lists. */
  readonly whole: (source: Source) => Source;
  /** The vendor's own record, of one that mappings read. */
  readonly rawOf: (native: unknown) => unknown;
  /** How many records a page has at the most. */
  readonly largest: number;
}

export interface Mapped<Record, Native> {
  readonly map: Mapping<Record, Native>;
}

type Conditions<Domain, Beside> = {
  readonly [Name in FilterName]?: (value: NonNullable<Filters[Name]>, beside: Beside) => Domain;
};

export interface Listed<Domain, Beside> {
  readonly filters?: Conditions<Domain, Beside>;
  /** Our field → theirs. */
  readonly orders?: Readonly<Record<string, string>>;
  readonly rules?: readonly string[];
  /** Where the contract has no `lastModifiedAt`. */
  readonly unstamped?: true;
}

export interface Numbered {
  readonly id: number;
}

interface Parts<Source, Part, Native, Item> extends Mapped<Part, Item> {
  readonly of: Source;
  readonly parts: (native: Native) => readonly Item[];
}

/** Ids are numbers of four bytes; nothing has any other. */
export function idOf(text: string | undefined): number {
  const id = Number(text);
  if (!/^\d{1,10}$/.test(text ?? "") || id >= 2 ** 31) throw noRecord();
  return id;
}

export const lastId = ({ ids }: Pick<Call, "ids">): string | undefined => Object.values(ids).at(-1);

/** Lists, single records and their parts. */
export function modelReads<Source extends object, Domain extends readonly unknown[]>(
  reader: ModelReader<Source, Domain>,
) {
  const { search, count, whole, rawOf } = reader;
  const inPages = byOffset({
    ...{ skip: "offset", size: "limit", largest: reader.largest },
    records: ({ rows }: { readonly rows: readonly unknown[] }) => rows,
    total: ({ total }: { readonly total: number }) => total,
  });

  const one = async <Native>(session: Session, source: Source, id: number): Promise<Native | undefined> =>
    (await search<Native>(session, whole(source), { domain: [["id", "=", id]] as unknown as Domain }))[0];

  /** The one that a call is about. */
  const existing = async <Native>(session: Session, source: Source, id: string | undefined): Promise<Native> => {
    const native = await one<Native>(session, source, idOf(id));
    if (native === undefined) throw noRecord();
    return native;
  };

  const listOf = <Record, Native, Beside = never>(
    kind: Source & Mapped<Record, Native>,
    { filters: own = {}, orders = {}, rules, unstamped }: Listed<Domain, Beside> = {},
  ): ListHandler<Record> => {
    const modified = unstamped ? {} : { lastModifiedAt: (at: Date) => reader.changedSince(at, kind) };
    const filters: Conditions<Domain, Beside> = { ...modified, ...own };
    return {
      fields: kind.map.fields,
      filters: Object.keys(filters) as FilterName[],
      orders: Object.keys(orders),
      requires: [],
      ...(rules && { rules }),
      list: async (call, session) => {
        const beside = await reader.beside(session, kind);
        const domain = conditions(filters, call.filters, beside as Beside) as unknown as Domain;
        const { field = "", direction = "ASC" } = call.order ?? {};
        const order = [orders[field], "id"].flatMap((name) => (name === undefined ? [] : [[name, direction] as const]));
        const read: ReadPage = async ({ offset, limit }) => {
          const page = { offset: Number(offset), limit: Number(limit) };
          const rows = await search(session, kind, { domain, order, beside, ...page });
          return { body: { rows, total: await count(session, kind, domain) }, headers: {} };
        };
        const { natives, total } = await inPages(read, call.window, session.memory);
        return { ...listing(kind.map, natives as readonly Native[], rawOf), total };
      },
    };
  };

  const getOf = <Record, Native>(kind: Source & Mapped<Record, Native>): GetHandler<Record> => ({
    fields: kind.map.fields,
    get: async (call, session) => found(kind.map, await existing<Native>(session, kind, lastId(call)), rawOf),
  });

  /** The lines of a document, all at once. */
  const partsOf = <Part, Native, Item>({ of, parts, map }: Parts<Source, Part, Native, Item>): ListHandler<Part> => ({
    ...{ fields: map.fields, filters: [], orders: [], requires: [] },
    list: async ({ ids, window }, session) => {
      const items = parts(await existing<Native>(session, of, Object.values(ids)[0]));
      return { ...listing(map, cut(items, window), rawOf), total: items.length };
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
      return found(map, item, rawOf);
    },
  });

  return { one, existing, listOf, getOf, partsOf, partOf };
}

const conditions = <Domain extends readonly unknown[], Beside>(
  filters: Conditions<Domain, Beside>,
  wanted: Filters,
  beside: Beside,
): readonly unknown[] =>
  Object.entries(filters).flatMap(([name, encode]) => {
    const value = wanted[name as FilterName];
    return value === undefined ? [] : (encode as (value: unknown, beside: Beside) => Domain)(value, beside);
  });
