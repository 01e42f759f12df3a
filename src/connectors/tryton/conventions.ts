/** What Tryton's lists and writes have in common: a model, the fields to read, and conditions as a domain. */
import type {
  Call,
  FilterName,
  Filters,
  GetHandler,
  ListHandler,
  WriteCall,
  WriteHandler,
} from "../../contract/connector.ts";
import type { Session } from "../../contract/session.ts";
import type { Encoded, Encoder } from "../../kit/encode.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { byOffset, cut, type ReadPage } from "../../kit/paging.ts";
import { found, listing, noRecord } from "../../kit/reading.ts";
import { type WriteDescription, write } from "../../kit/writing.ts";
import { ask, contextOf, momentValue, plain, resultOf, rpc } from "./rpc.ts";
import type { Identified, Stamped } from "./types.ts";

/** `["state", "=", "posted"]`, or several with "OR" before them. */
export type Clause = readonly unknown[];
export type Domain = readonly Clause[];

/** Where a kind of record is, and what of it is read. */
export interface Source {
  readonly model: string;
  /** Also of what it refers to: `party.name`, `lines.taxes.rate`. */
  readonly fields: readonly string[];
  readonly domain?: Domain | ((session: Session) => Promise<Domain>);
  /** Whether it has archived records, which are hidden otherwise. */
  readonly archived?: true;
  /** What belongs to it: a change of that is a change of the record, although its own stamp stays. */
  readonly parts?: readonly string[];
  /** What else the mapping and the filters have to know. */
  readonly beside?: (session: Session) => Promise<object>;
}

export interface Kind<Record, Native> extends Source {
  readonly map: Mapping<Record, Native>;
}

type Conditions<Beside> = {
  readonly [Name in FilterName]?: (value: NonNullable<Filters[Name]>, beside: Beside) => Domain;
};

interface Listed<Beside> {
  readonly filters?: Conditions<Beside>;
  /** Our field → theirs. */
  readonly orders?: Readonly<Record<string, string>>;
  readonly rules?: readonly string[];
  /** Where the contract has no `lastModifiedAt`. */
  readonly unstamped?: true;
}

/** Where the vendor's own record is kept, beside what was made of it. */
const raw = Symbol("raw");
export const rawOf = (native: unknown): unknown => (native as { readonly [raw]?: unknown })[raw] ?? native;

const stampFields = ["create_date", "write_date"];

const fieldsOf = ({ fields, parts = [] }: Source): readonly string[] => [
  ...fields,
  ...stampFields,
  ...parts.flatMap((part) => stampFields.map((stamp) => `${part}.${stamp}`)),
];

const stampOf = ({ write_date: written, create_date: created }: Stamped): string => written ?? created ?? "";

/** The record as mappings read it. */
function nativeOf(row: unknown, { parts = [] }: Source, beside?: object): unknown {
  const native = plain(row) as Stamped & Readonly<Record<string, readonly Stamped[] | undefined>>;
  const stamps = [native, ...parts.flatMap((part) => native[part] ?? [])].map(stampOf);
  return Object.assign(native, beside, { changed: stamps.toSorted().at(-1), [raw]: row });
}

const since = (at: Date): Clause => [
  "OR",
  [["write_date", ">=", momentValue(at)]],
  [
    ["write_date", "=", null],
    ["create_date", ">=", momentValue(at)],
  ],
];

const changedSince = (at: Date, parts: readonly string[] = []): Domain => [
  ["OR", ...since(at).slice(1), ...parts.map((part) => [[part, "where", [since(at)]]])],
];

const everything: Domain = [["active", "in", [true, false]]];
async function domainOf({ domain = [], archived }: Source, session: Session): Promise<Domain> {
  const own = typeof domain === "function" ? await domain(session) : domain;
  return archived ? [...own, ...everything] : own;
}

const inPages = byOffset({
  ...{ skip: "offset", size: "limit", largest: 500 },
  records: ({ rows }: { readonly rows: readonly unknown[] }) => rows,
  total: ({ total }: { readonly total: number }) => total,
});

export function listOf<Record, Native, Beside = object>(
  kind: Kind<Record, Native>,
  { filters: own = {}, orders = {}, rules, unstamped }: Listed<Beside> = {},
): ListHandler<Record> {
  const modified = unstamped ? {} : { lastModifiedAt: (at: Date) => changedSince(at, kind.parts) };
  const filters: Conditions<Beside> = { ...modified, ...own };
  return {
    fields: kind.map.fields,
    filters: Object.keys(filters) as FilterName[],
    orders: Object.keys(orders),
    requires: [],
    ...(rules && { rules }),
    list: async (call, session) => {
      const beside = (await kind.beside?.(session)) as Beside | undefined;
      const domain = [...(await domainOf(kind, session)), ...conditions(filters, call, beside)];
      const { field = "", direction = "ASC" } = call.order ?? {};
      const order = [orders[field], "id"].flatMap((name) => (name === undefined ? [] : [[name, direction]]));
      const read: ReadPage = async ({ offset, limit }) => {
        const method = `model.${kind.model}.search_read`;
        const rows = await ask(session, method, domain, offset, limit, order, fieldsOf(kind));
        return { body: { rows, total: await ask(session, `model.${kind.model}.search_count`, domain) }, headers: {} };
      };
      const { natives, total } = await inPages(read, call.window, session.memory);
      const mapped = natives.map((row) => nativeOf(row, kind, beside as object) as Native);
      return { ...listing(kind.map, mapped, rawOf), total };
    },
  };
}

const conditions = <Beside>(filters: Conditions<Beside>, { filters: wanted }: Call, beside: Beside | undefined) =>
  Object.entries(filters).flatMap(([name, encode]) => {
    const value = wanted[name as FilterName];
    return value === undefined ? [] : (encode as (value: unknown, beside: unknown) => Domain)(value, beside);
  });

/** Those of a domain, without pages: for the few records that belong to something. */
export async function select<Native>(session: Session, kind: Source, domain: Domain): Promise<readonly Native[]> {
  const order = [["id", "ASC"]];
  const method = `model.${kind.model}.search_read`;
  const rows = await ask<readonly unknown[]>(session, method, domain, 0, null, order, fieldsOf(kind));
  const beside = rows.length === 0 ? undefined : await kind.beside?.(session);
  return rows.map((row) => nativeOf(row, kind, beside) as Native);
}

/** Ids are numbers of four bytes; nothing has any other. */
export function idOf(text: string | undefined): number {
  const id = Number(text);
  if (!/^\d{1,10}$/.test(text ?? "") || id >= 2 ** 31) throw noRecord();
  return id;
}

/** Undefined where there is none of this kind. */
export async function one<Native>(session: Session, kind: Source, id: number): Promise<Native | undefined> {
  return (await select<Native>(session, kind, [["id", "=", id], ...(await domainOf(kind, session))]))[0];
}

const lastId = ({ ids }: Call): string | undefined => Object.values(ids).at(-1);

export function getOf<Record, Native>(kind: Kind<Record, Native>): GetHandler<Record> {
  return {
    fields: kind.map.fields,
    get: async (call, session) => found(kind.map, await one<Native>(session, kind, idOf(lastId(call))), rawOf),
  };
}

interface Parts<Part, Native, Item> {
  readonly of: Source;
  readonly parts: (native: Native) => readonly Item[];
  readonly map: Mapping<Part, Item>;
}

async function partsIn<Native, Item>(
  { of, parts }: Pick<Parts<unknown, Native, Item>, "of" | "parts">,
  { ids }: Call,
  session: Session,
): Promise<readonly Item[]> {
  const native = await one<Native>(session, of, idOf(Object.values(ids)[0]));
  if (native === undefined) throw noRecord();
  return parts(native);
}

/** The lines of a document, all at once. */
export const partsOf = <Part, Native, Item>(about: Parts<Part, Native, Item>): ListHandler<Part> => ({
  ...{ fields: about.map.fields, filters: [], orders: [], requires: [] },
  list: async (call, session) => {
    const items = await partsIn(about, call, session);
    return { ...listing(about.map, cut(items, call.window)), total: items.length };
  },
});

export const partOf = <Part, Native, Item extends Identified>(about: Parts<Part, Native, Item>): GetHandler<Part> => ({
  fields: about.map.fields,
  get: async (call, session) => {
    const items = await partsIn(about, call, session);
    return found(
      about.map,
      items.find(({ id }) => String(id) === lastId(call)),
    );
  },
});

/** A reference of ours, in a field that takes any text: what a write is found by when its answer was lost. */
export const marking = (marker: string): string => `kontor:${marker}`;

interface Creation<Input extends object, Record, Native>
  extends Pick<WriteDescription<Input, Record, Native>, "afterwards" | "requires" | "rules"> {
  readonly encoder: Encoder<Input>;
  /** The model that is written, where that is another than the one that is read. */
  readonly model?: string;
  /** The records that are read for an id that was told. */
  readonly told?: (id: number) => Domain;
  /** What is found by our reference. */
  readonly marked: (reference: string) => Domain;
  readonly prepare?: (call: WriteCall<Input>, session: Session) => Promise<object>;
  readonly values: (encoded: Encoded, prepared: never, call: WriteCall<Input>) => object;
  readonly stub: (id: string) => Partial<Record>;
}

/** A new record: made in one call, found again by our reference, and read back because only its id is told. */
export function createOf<Input extends object, Record, Native extends Identified>(
  kind: Kind<Record, Native>,
  {
    marked,
    model = kind.model,
    told = (id) => [["id", "=", id]],
    prepare,
    values,
    stub,
    ...rest
  }: Creation<Input, Record, Native>,
): WriteHandler<Input, Record> {
  const first = async (session: Session, domain: Domain) =>
    (await select<Native>(session, kind, [...domain, ...(await domainOf(kind, session))]))[0];
  const newId = (reply: unknown): number => (resultOf(reply) as readonly number[])[0] ?? 0;
  return write<Input, Record, Native>({
    ...rest,
    method: "POST",
    path: "/",
    prepare: async (call, session) => ({ context: contextOf(session), ...(await prepare?.(call, session)) }),
    body: (encoded, prepared, call) => {
      const { context } = prepared as { readonly context: ReturnType<typeof contextOf> };
      return rpc(`model.${model}.create`, [[values(encoded, prepared as never, call)]], context);
    },
    record: (reply: never) => ({ id: newId(reply) }) as Native,
    readBack: async (reply: unknown, _call, session) => {
      const known = (reply as Identified & { readonly result?: unknown }).result === undefined;
      const domain = known ? [["id", "=", (reply as Identified).id]] : told(newId(reply));
      const native = await first(session, domain);
      if (native === undefined) throw noRecord();
      return native;
    },
    stub: (reply) => stub(String(newId(reply))),
    find: ({ marker }, session) => first(session, marked(marking(marker))),
    map: kind.map,
    raw: rawOf,
  });
}
