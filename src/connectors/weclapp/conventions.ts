/** What weclapp's lists and writes have in common. */

import type { Call, GetHandler, ListHandler, Listing, WriteCall } from "../../contract/connector.ts";
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { type Encoded, type Encoder } from "../../kit/encode.ts";
import { cut } from "../../kit/lists/paging.ts";
import { type Mapping, mapping } from "../../kit/mapping.ts";
import { pathOf } from "../../kit/path.ts";
import { type ListDescription, listing, lists, noRecord, partOf, partsOf } from "../../kit/reading.ts";
import { resource as resourceOf } from "../../kit/resource.ts";
import { type WriteDescription, write } from "../../kit/writing.ts";
import { isUnit } from "./fields.ts";
import { withLine, writtenLine } from "./lines.ts";
import { idNamed, paging, referencesOf, type Table } from "./references.ts";
import type { Entity, Item, List, Referring } from "./types.ts";

/** Each list has a count beside it that takes the same filters. */
const listed = lists({
  paging,
  // Records that are alike must not change places between two pages.
  order: (field, direction) => ({ sort: `${direction === "DESC" ? "-" : ""}${field},id` }),
});

/** The vendor's names of what every record can be sorted by. */
export const stampOrders = { createdDate: "createdDate", updatedDate: "lastModifiedDate" } as const;

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
  /** Where the contract has no `lastModifiedAt`. */
  readonly unstamped?: true;
}

type Listed<Record, Native> = Omit<ListDescription<Record, Native>, "path" | "map" | "query" | "count" | "raw">;

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

/** With what they refer to; that is read again where something new is named. */
async function shown<Record, Native>(
  { map, refers = [] }: Kind<Record, Native>,
  natives: readonly Native[],
  session: Session,
): Promise<Listing<Record>> {
  const attempt = async (isFresh: boolean) => {
    const references = await referencesOf(session, refers, isFresh);
    const referring = references === undefined ? natives : natives.map((native) => ({ ...native, references }));
    return { page: listing(map, referring), hasMissed: references?.hasMissed() === true };
  };
  const { page, hasMissed } = await attempt(false);
  return hasMissed ? (await attempt(true)).page : page;
}

/** A kind of record: `resource({ entity: "salesInvoice", id: "invoiceId", map: invoice, refers: ["currency"] })`. */
export function resource<Record, Native extends Entity & Referring>(kind: Kind<Record, Native>) {
  const { entity, id, map, query, is = () => true, join = async (natives) => natives } = kind;
  const folder = `/${entity}`;
  const path = `${folder}/id/{${id}}`;
  const readOne: ReadOne<Native> = async (call, session) => {
    const native = (await session.read(pathOf(path, call))) as Native;
    if (!is(native)) throw noRecord();
    return native;
  };
  const completed = async (native: Native, session: Session): Promise<Native> => {
    const [one = native] = await join([native], session);
    const references = await referencesOf(session, kind.refers ?? []);
    return references === undefined ? one : { ...one, references };
  };
  const operations = resourceOf<Record, Native>({
    path: folder,
    at: path,
    id,
    map,
    raw: bare,
    change: "PUT",
    changing: { query: () => partly },
  });
  const completing = <Input extends object>(
    description: Written<Input, Record, Native>,
    readBefore: ReadOne<Native> | undefined,
  ) => {
    const { encoder, body = (encoded: Encoded) => encoded, afterwards } = description;
    const encode = (call: WriteCall<Input>, before: Native | undefined) => body(encoder(call.body), before, call);
    return {
      ...description,
      ...prepared(encode, readBefore),
      afterwards: async (native: Native, call: WriteCall<Input>, session: Session) =>
        completed((await afterwards?.(native, call, session)) ?? native, session),
    };
  };
  const list = ({ narrow, ...description }: Listed<Record, Native> = {}): ListHandler<Record> => {
    const plain = listed<object, Native>({
      ...(description as Omit<ListDescription<object, Native>, "path" | "map">),
      filters: { ...(!kind.unstamped && changedSince), ...description.filters },
      query: { sort: "id", ...query },
      path: folder,
      map: mapping<object, Native>({}),
      count: async (session, { sort: _sort, ...filters }) =>
        ((await session.read(`${folder}/count`, filters)) as { readonly result: number }).result,
    });
    return {
      ...plain,
      fields: map.fields,
      list: async (call, session) => {
        const isNarrowed = narrow?.when(call.filters) ?? false;
        const page = await plain.list(isNarrowed ? { ...call, window: undefined } : call, session);
        const all = await join(page.raw as readonly Native[], session);
        if (!isNarrowed) return { ...(await shown(kind, all, session)), raw: page.raw, total: page.total };
        const fitting = all.filter((native) => narrow?.fits(native, call.filters));
        const wanted = cut(fitting, call.window);
        return { ...(await shown(kind, wanted, session)), raw: wanted.map(bare), total: fitting.length };
      },
    };
  };
  const single: GetHandler<Record> = {
    fields: map.fields,
    get: async (call, session) => {
      const raw = await readOne(call, session);
      const { records, warnings } = await shown(kind, await join([raw], session), session);
      return { record: records[0] as Record, raw, ...(warnings && { warnings }) };
    },
  };
  return {
    list,
    get: single,
    /** Both, for `named`. */
    reads: (description?: Listed<Record, Native>) => ({ list: list(description), get: single }),
    /** Its lines, which come with it only. */
    parts: <Part>(part: PartKind<Part, Native>) => partHandlers({ path, readOne, completed }, part),
    create: <Input extends object>(description: Written<Input, Record, Native>) =>
      operations.create(completing(description, undefined)),
    change: <Input extends object>(description: Written<Input, Record, Native>) =>
      operations.change(completing(description, readOne)),
    remove: () => operations.remove(),
  };
}

interface PartKind<Part, Native> {
  readonly map: Mapping<Part, Item>;
  readonly parts: (native: Native) => readonly Item[];
  /** The vendor's name of the list, where lines can be written one by one. */
  readonly name?: keyof Native & string;
}

interface Owner<Native> {
  readonly path: string;
  readonly readOne: ReadOne<Native>;
  readonly completed: (native: Native, session: Session) => Promise<Native>;
}

function partHandlers<Part, Native extends Entity>(owner: Owner<Native>, { map, parts, name }: PartKind<Part, Native>) {
  const read: (call: Call, session: Session) => Promise<readonly Item[]> = async (call, session) =>
    parts(await owner.completed(await owner.readOne(call, session), session));
  const linesIn = (native: Native | undefined) => native?.[name as keyof Native] as List<Item>;
  const writing = <Input extends object>(encoder: Encoder<Input>) =>
    write<Input, Part, Item>({
      method: "PUT",
      query: () => partly,
      path: owner.path,
      encoder,
      map,
      raw: bare,
      ...prepared<Input, Native>(
        (call, before) => ({ [name ?? ""]: withLine(linesIn(before), encoder(call.body), call) }),
        owner.readOne,
      ),
      record: (reply: Native, call) => writtenLine(linesIn(reply), call),
      afterwards: async (item, call, session) => (await read(call, session)).find(({ id }) => id === item.id),
    });
  const described = { read, parts: (all: readonly Item[]) => all, map, raw: bare };
  return {
    reads: {
      list: partsOf<Part, readonly Item[], Item>(described),
      get: partOf<Part, readonly Item[], Item>({ ...described, id: ({ id }) => id }),
    },
    create: writing,
    change: <Input extends object>(encoder: Encoder<Input>) => ({ ...writing(encoder), repeatable: true as const }),
  };
}

type ReadOne<Native> = (call: Call, session: Session) => Promise<Native>;

/** Without this parameter, what is not sent would be emptied. */
export const partly = { ignoreMissingProperties: true } as const;

/** The ids of what a body names, and the record as it is now where it is changed: with its version. */
function prepared<Input, Native extends Entity>(
  encode: (call: WriteCall<Input>, before: Native | undefined) => object,
  readBefore: ReadOne<Native> | undefined,
) {
  return {
    prepare: async (call: WriteCall<Input>, session: Session) => {
      const before = await readBefore?.(call, session);
      return { before, ids: await idsFor(encode(call, before), session) };
    },
    body: (_encoded: Encoded, known: unknown, call: WriteCall<Input>): object => {
      const { before, ids } = known as { readonly before: Native | undefined; readonly ids: Ids };
      return {
        ...(before && { version: before.version }),
        ...reworded(encode(call, before), (word) => ids.get(word) ?? word),
      };
    },
  };
}

/** The vendor's ids by what we call it: encoders put our word where the id has to be. */
type Ids = ReadonlyMap<string, string>;
const named: Readonly<globalThis.Record<string, Table>> = {
  recordCurrencyId: "currency",
  currencyId: "currency",
  unitId: "unit",
};
const fits = { currency: (name: string, wanted: string) => name === wanted, unit: isUnit, tax: () => false };

/** What is sent, with another word where one of these is. */
const reworded = (encoded: object, reword: (word: string, table: Table) => string): object =>
  JSON.parse(
    JSON.stringify(encoded, (field, inner: unknown) => {
      const table = named[field];
      return typeof inner === "string" && table !== undefined ? reword(inner, table) : inner;
    }),
  ) as object;

async function idsFor(encoded: object, session: Session): Promise<Ids> {
  const words = new Map<string, Table>();
  reworded(encoded, (word, table) => (words.set(word, table), word));
  const ids = new Map<string, string>();
  for (const [word, table] of words) {
    const field = table === "unit" ? "unitName" : "currency";
    ids.set(word, await idNamed(session, table, { field, value: word, fits: (name) => fits[table](name, word) }));
  }
  return ids;
}
