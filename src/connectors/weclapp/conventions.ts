/** Conventions of weclapp's lists and writes. */

import type { Call, GetHandler, ListHandler, Listing, WriteCall } from "../../contract/connector.ts";
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { type Encoded, type Encoder } from "../../kit/encode.ts";
import { itemsInWindow } from "../../kit/lists/paging.ts";
import { type Mapping, mapping } from "../../kit/mapping.ts";
import { pathOf } from "../../kit/path.ts";
import { type ListDescription, listing, lists, noRecord, partOf, partsOf } from "../../kit/reading.ts";
import { resource as resourceOf } from "../../kit/resource.ts";
import { type WriteDescription, write } from "../../kit/writing.ts";
import { isUnit } from "./fields.ts";
import { withLine, writtenLine } from "./lines.ts";
import { idNamed, paging, referencesOf, type Table } from "./references.ts";
import type { Entity, Item, List, Referring } from "./types.ts";

/** Every list has a count, which takes the same filters. */
const listed = lists({
  paging,
  // The id as the last key keeps equal records from changing places between two pages.
  order: (field, direction) => ({ sort: `${direction === "DESC" ? "-" : ""}${field},id` }),
});

/** The fields that every record can be sorted by. */
export const stampOrders = { createdDate: "createdDate", updatedDate: "lastModifiedDate" } as const;

const changedSince = { lastModifiedAt: (at: Date): VendorQuery => ({ "lastModifiedDate-ge": at.getTime() }) };

interface Kind<Record, Native> {
  /** The vendor's name of the kind, as in URLs. */
  readonly entity: string;
  /** The name of the id in our paths. */
  readonly id: string;
  readonly map: Mapping<Record, Native>;
  /** The tables that its records refer to by id. */
  readonly refers?: readonly Table[];
  /** Looks up more data for all records of a page at once. */
  readonly join?: (natives: readonly Native[], session: Session) => Promise<readonly Native[]>;
  /** Selects the records of this kind in a list. */
  readonly query?: VendorQuery;
  /** Whether a single record is of this kind. */
  readonly is?: (native: Native) => boolean;
  /** The contract has no `lastModifiedAt` for this list. */
  readonly unstamped?: true;
}

type Listed<Record, Native> = Omit<ListDescription<Record, Native>, "path" | "map" | "query" | "count" | "raw">;

type Written<Input extends object, Record, Native> = Omit<
  WriteDescription<Input, Record, Native>,
  "method" | "path" | "map" | "prepare" | "readBack" | "body"
> & {
  /** Makes the body. A change gets the current record as well. */
  readonly body?: (encoded: Encoded, before: Native | undefined, call: WriteCall<Input>) => object;
};

/** The vendor's record, without the fields that were looked up. */
function bare(native: unknown): unknown {
  return Object.fromEntries(Object.entries(native as object).filter(([name]) => !lookedUp.has(name)));
}
const lookedUp: ReadonlySet<string> = new Set(["references", "openItem", "people", "ledgerNumber", "purchaseOrderId"]);

/** The records with their references. A reference that is not known yet makes the tables be read again. */
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
    const [joined = native] = await join([native], session);
    const references = await referencesOf(session, kind.refers ?? []);
    return references === undefined ? joined : { ...joined, references };
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
  const list = ({ localFilter, ...description }: Listed<Record, Native> = {}): ListHandler<Record> => {
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
        const isNarrowed = localFilter?.when(call.filters) ?? false;
        const page = await plain.list(isNarrowed ? { ...call, window: undefined } : call, session);
        const joined = await join(page.raw as readonly Native[], session);
        if (!isNarrowed) return { ...(await shown(kind, joined, session)), raw: page.raw, total: page.total };
        const fitting = joined.filter((native) => localFilter?.fits(native, call.filters));
        const window = itemsInWindow(fitting, call.window);
        return { ...(await shown(kind, window, session)), raw: window.map(bare), total: fitting.length };
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
    /** The list and the single record, for `operationsOf`. */
    reads: (description?: Listed<Record, Native>) => ({ list: list(description), get: single }),
    /** The record's lines, which the vendor returns only with it. */
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
  /** The vendor's name of the list of lines, if lines can be written one by one. */
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
  const description = { read, parts: (items: readonly Item[]) => items, map, raw: bare };
  return {
    reads: {
      list: partsOf<Part, readonly Item[], Item>(description),
      get: partOf<Part, readonly Item[], Item>({ ...description, id: ({ id }) => id }),
    },
    create: writing,
    change: <Input extends object>(encoder: Encoder<Input>) => ({ ...writing(encoder), repeatable: true as const }),
  };
}

type ReadOne<Native> = (call: Call, session: Session) => Promise<Native>;

/** Without this parameter the vendor would clear the fields that are not sent. */
export const partly = { ignoreMissingProperties: true } as const;

/** Reads the ids of what a body names and, for a change, the current record with its version. */
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

/** The vendor's ids by our words: encoders write our word where the vendor wants an id. */
type Ids = ReadonlyMap<string, string>;
const tablesByField: Readonly<globalThis.Record<string, Table>> = {
  recordCurrencyId: "currency",
  currencyId: "currency",
  unitId: "unit",
};
const fits = { currency: (name: string, wanted: string) => name === wanted, unit: isUnit, tax: () => false };

/** The encoded body with its references replaced. */
const reworded = (encoded: object, reword: (word: string, table: Table) => string): object =>
  JSON.parse(
    JSON.stringify(encoded, (field, inner: unknown) => {
      const table = tablesByField[field];
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
