/** What weclapp's lists and writes have in common. */

import type { Call, Filters, GetHandler, ListHandler, Listing, WriteCall } from "../../contract/connector.ts";
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { type Encoded, type Encoder, invalid } from "../../kit/encode.ts";
import { type Mapping, mapping } from "../../kit/mapping.ts";
import { byOffset, cut } from "../../kit/paging.ts";
import { pathOf } from "../../kit/path.ts";
import { found, type ListDescription, listing, lists, noRecord } from "../../kit/reading.ts";
import { remove, type WriteDescription, write } from "../../kit/writing.ts";
import { isUnit } from "./fields.ts";
import { withLine, writtenLine } from "./lines.ts";
import { idNamed, largest, referencesOf, type Table } from "./references.ts";
import type { Entity, Item, List, Page, Referring } from "./types.ts";

/** Pages have no total; each list has a count beside it that takes the same filters. */
const listed = lists({
  paging: byOffset({ skip: "offset", size: "pageSize", largest, records: ({ result }: Page) => result }),
  // Records that are alike must not change places between two pages.
  order: (field, direction) => ({ sort: `${direction === "DESC" ? "-" : ""}${field},id` }),
});

const counting =
  (path: string) =>
  async (session: Session, { sort: _sort, ...filters }: VendorQuery): Promise<number | undefined> => {
    const { result } = (await session.read(`${path}/count`, filters)) as Page;
    return typeof result === "number" ? result : undefined;
  };

const changedSince = { lastModifiedAt: (at: Date): VendorQuery => ({ "lastModifiedDate-ge": at.getTime() }) };

interface Kind<Record, Native> {
  /** The vendor's name of it, in addresses and elsewhere. */
  readonly entity: string;
  /** Ours of its id. */
  readonly id: string;
  readonly map: Mapping<Record, Native>;
  /** What its records name by id only. */
  readonly refers?: readonly Table[];
  /** What else has to be looked up for them, for all of a page at once. */
  readonly join?: (natives: readonly Native[], session: Session) => Promise<readonly Native[]>;
  /** Which of the vendor's records are of this kind: for lists, and for single ones. */
  readonly query?: VendorQuery;
  readonly is?: (native: Native) => boolean;
}

type Listed<Record, Native> = Omit<ListDescription<Record, Native>, "path" | "map" | "query" | "count" | "raw"> & {
  /** Filters that the vendor cannot tell apart: with them the list is read as far as it narrows it, and cut here. */
  readonly narrow?: {
    readonly when: (filters: Filters) => boolean;
    readonly fits: (native: Native, filters: Filters) => boolean;
  };
};

type Written<Input extends object, Record, Native> = Omit<
  WriteDescription<Input, Record, Native>,
  "method" | "path" | "map" | "prepare" | "readBack" | "body"
> & {
  /** The body, with the record as it is now where it is changed. */
  readonly body?: (encoded: Encoded, before: Native | undefined, call: WriteCall<Input>) => object;
};

/** What was looked up is no part of the vendor's record. */
function bare(native: unknown): unknown {
  return Object.fromEntries(Object.entries(native as object).filter(([name]) => !lookedUp.has(name)));
}
const lookedUp: ReadonlySet<string> = new Set(["references", "openItem", "people", "ledgerNumber", "purchaseOrderId"]);

const joined = async <Record, Native>(
  { join }: Pick<Kind<Record, Native>, "join">,
  natives: readonly Native[],
  session: Session,
): Promise<readonly Native[]> => (join === undefined ? natives : join(natives, session));

/** With what they refer to; that is read again where something new is named. */
async function shown<Record, Native>(
  { map, refers = [] }: Kind<Record, Native>,
  natives: readonly Native[],
  session: Session,
): Promise<Listing<Record>> {
  const attempt = async (isFresh: boolean) => {
    const references = await referencesOf(session, refers, isFresh);
    const referring = references === undefined ? natives : natives.map((native) => ({ ...native, references }));
    return { page: listing(map, referring, bare), hasMissed: references?.hasMissed() === true };
  };
  const { page, hasMissed } = await attempt(false);
  return hasMissed ? (await attempt(true)).page : page;
}

/** A kind of record: `resource({ entity: "salesInvoice", id: "invoiceId", map: invoice, refers: ["currency"] })`. */
export function resource<Record, Native extends Entity & Referring>(kind: Kind<Record, Native>) {
  const { entity, id, map, query, is = () => true } = kind;
  const folder = `/${entity}`;
  const path = `${folder}/id/{${id}}`;
  const readOne = async (call: Call, session: Session): Promise<Native> => {
    const native = (await session.read(pathOf(path, call))) as Native;
    if (!is(native)) throw noRecord();
    return native;
  };
  const completed = async (native: Native, session: Session): Promise<Native> => {
    const [one = native] = await joined(kind, [native], session);
    const references = await referencesOf(session, kind.refers ?? []);
    return references === undefined ? one : { ...one, references };
  };
  const written = <Input extends object>(description: Written<Input, Record, Native>, isChange: boolean) => {
    const { encoder, body = (encoded: Encoded) => encoded, afterwards } = description;
    return write<Input, Record, Native>({
      ...description,
      ...(isChange ? { method: "PUT", path, repeatable: true } : { method: "POST", path: folder }),
      // Without it, what is not sent would be emptied.
      ...(isChange && { query: () => ({ ignoreMissingProperties: true }) }),
      map,
      raw: bare,
      prepare: async (call, session): Promise<Prepared<Native>> => {
        const before = isChange ? await readOne(call, session) : undefined;
        return { before, ids: await idsFor(body(encoder(call.body), before, call), session) };
      },
      body: (encoded, prepared, call) => {
        const { ids, before } = prepared as Prepared<Native>;
        const sent = withIds(body(encoded, before, call), ids);
        return before === undefined ? sent : { version: before.version, ...sent };
      },
      afterwards: async (native, call, session) =>
        completed((await afterwards?.(native, call, session)) ?? native, session),
    });
  };
  return {
    path,
    readOne,
    completed,
    list: ({ narrow, ...description }: Listed<Record, Native> = {}): ListHandler<Record> => {
      const natives = mapping<object, Native>({});
      const count = counting(folder);
      const plain = listed<object, Native>({
        ...(description as Omit<ListDescription<object, Native>, "path" | "map">),
        filters: { ...changedSince, ...description.filters },
        query: { sort: "id", ...query },
        path: folder,
        map: natives,
        count,
      });
      return {
        ...plain,
        fields: map.fields,
        list: async (call, session) => {
          const isNarrowed = narrow?.when(call.filters) ?? false;
          const page = await plain.list(isNarrowed ? { ...call, window: undefined } : call, session);
          const all = await joined(kind, page.raw as readonly Native[], session);
          if (!isNarrowed) return { ...(await shown(kind, all, session)), total: page.total };
          const fitting = all.filter((native) => narrow?.fits(native, call.filters));
          return { ...(await shown(kind, cut(fitting, call.window), session)), total: fitting.length };
        },
      };
    },
    get: {
      fields: map.fields,
      get: async (call, session) => {
        const all = await joined(kind, [await readOne(call, session)], session);
        const { records, raw, warnings } = await shown(kind, all, session);
        return { record: records[0] as Record, raw: raw[0], ...(warnings && { warnings }) };
      },
    } satisfies GetHandler<Record>,
    /** Its lines, which come with it only. */
    parts: <Part>(part: PartKind<Part, Native>) => partHandlers({ path, readOne, completed }, part),
    create: <Input extends object>(description: Written<Input, Record, Native>) => written(description, false),
    change: <Input extends object>(description: Written<Input, Record, Native>) => written(description, true),
    remove: () => remove(path),
  };
}

interface Owner<Native> {
  readonly path: string;
  readonly readOne: (call: Call, session: Session) => Promise<Native>;
  readonly completed: (native: Native, session: Session) => Promise<Native>;
}

interface PartKind<Part, Native> {
  readonly map: Mapping<Part, Item>;
  readonly parts: (native: Native) => readonly Item[];
  /** The vendor's name of the list, where lines can be written one by one. */
  readonly name?: keyof Native & string;
}

function partHandlers<Part, Native extends Entity>(owner: Owner<Native>, { map, parts, name }: PartKind<Part, Native>) {
  const read = async (call: Call, session: Session): Promise<readonly Item[]> =>
    parts(await owner.completed(await owner.readOne(call, session), session));
  const linesIn = (native: Native) => native[name as keyof Native] as List<Item>;
  const change = <Input extends object>(encoder: Encoder<Input>) =>
    write<Input, Part, Item>({
      ...{ method: "PUT", path: owner.path, encoder, map, raw: bare },
      query: () => ({ ignoreMissingProperties: true }),
      prepare: async (call, session): Promise<Prepared<Native>> => ({
        ids: await idsFor(encoder(call.body), session),
        before: await owner.readOne(call, session),
      }),
      body: (encoded, prepared, call) => {
        const { ids, before } = prepared as Prepared<Native> & { readonly before: Native };
        return withIds({ version: before.version, [name ?? ""]: withLine(linesIn(before), encoded, call) }, ids);
      },
      record: (reply: Native, call) => writtenLine(linesIn(reply), call),
      afterwards: async (item, call, session) => (await read(call, session)).find(({ id }) => id === item.id),
    });
  return {
    list: {
      ...{ fields: map.fields, filters: [], orders: [], requires: [] },
      list: async (call, session) => {
        const all = await read(call, session);
        return { ...listing(map, cut(all, call.window), bare), total: all.length };
      },
    } satisfies ListHandler<Part>,
    get: {
      fields: map.fields,
      get: async (call, session) => {
        const all = await read(call, session);
        return found(
          map,
          all.find(({ id }) => id === call.ids["lineItemId"]),
          bare,
        );
      },
    } satisfies GetHandler<Part>,
    create: change,
    /** Twice is the same as once. */
    change: <Input extends object>(encoder: Encoder<Input>) => ({ ...change(encoder), repeatable: true as const }),
  };
}

interface Prepared<Native> {
  readonly ids: Ids;
  /** The record as it is now, where it is changed. */
  readonly before: Native | undefined;
}

/** The vendor's ids by what we call it: encoders put our word where the id has to be. */
type Ids = ReadonlyMap<string, string>;
const named: Readonly<globalThis.Record<string, Table>> = {
  recordCurrencyId: "currency",
  currencyId: "currency",
  unitId: "unit",
};
const fits = { currency: (name: string, wanted: string) => name === wanted, unit: isUnit, tax: () => false };

const wordsIn = (value: unknown): (readonly [field: string, word: string])[] => {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) =>
    typeof inner === "string" && named[field] !== undefined ? [[field, inner] as const] : wordsIn(inner),
  );
};

async function idsFor(encoded: object, session: Session): Promise<Ids> {
  const ids = new Map<string, string>();
  for (const [field, word] of wordsIn(encoded)) {
    const table = named[field] ?? "unit";
    const id = await idNamed(session, table, (name) => fits[table](name, word));
    if (id === undefined)
      throw invalid(`There is no ${table} ${word} at weclapp.`, table === "unit" ? "unitName" : "currency");
    ids.set(word, id);
  }
  return ids;
}

function withIds(value: object, ids: Ids): object {
  const replaced = (field: string, inner: unknown): unknown => {
    if (typeof inner === "string") return named[field] === undefined ? inner : (ids.get(inner) ?? inner);
    if (Array.isArray(inner)) return inner.map((one) => replaced("", one));
    return typeof inner === "object" && inner !== null ? withIds(inner, ids) : inner;
  };
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, replaced(field, inner)]));
}
