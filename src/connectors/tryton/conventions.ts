/** What Tryton's lists have in common: a model, the fields to read, and conditions as a domain. */
import type { Call, FilterName, Filters, GetHandler, ListHandler } from "../../contract/connector.ts";
import type { Failure } from "../../contract/failure.ts";
import type { Session } from "../../contract/session.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { byOffset, cut, type ReadPage } from "../../kit/paging.ts";
import { found, listing, noRecord } from "../../kit/reading.ts";
import { askIn, contextOf, momentValue, plain } from "./rpc.ts";
import type { Identified, Stamped } from "./types.ts";

/** `["state", "=", "posted"]`, or several with "OR" before them. */
export type Clause = readonly unknown[];
export type Domain = readonly Clause[];

/** Where a kind of record is, and what of it is read. */
export interface Source {
  readonly model: string;
  /** Also of what it refers to: `number party.name lines(type taxes.rate)`. */
  readonly fields: string;
  /** Where it says whose it is; a user may see the books of several companies at once. */
  readonly company?: string;
  readonly domain?: Domain | ((session: Session) => Promise<Domain>);
  /** Whether it has archived records, which are hidden otherwise. */
  readonly archived?: true;
  /** What goes along beside the company. */
  readonly context?: object;
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

function fieldsOf({ fields, parts = [] }: Source): readonly string[] {
  const within = [""];
  const names: string[] = [];
  const stamps = ["", ...parts].map((part) => `${part}(create_date write_date)`);
  for (const [word] of `${fields} ${stamps.join(" ")}`.matchAll(/[\w.]*\(|[\w.]+|\)/g)) {
    const path = [within.at(-1), word.replace("(", "")].filter(Boolean).join(".");
    if (word === ")") within.pop();
    else if (word.endsWith("(")) within.push(path);
    else names.push(path);
  }
  return names;
}

const stampOf = ({ write_date: written, create_date: created }: Stamped): string => written ?? created ?? "";

/** The record as mappings read it. */
function nativeOf(row: unknown, { parts = [] }: Source, beside?: object): unknown {
  const native = plain(row) as Stamped & Readonly<Record<string, readonly Stamped[] | undefined>>;
  const below = parts.flatMap((part) => native[part] ?? []);
  const rawBelow = parts.flatMap((part) => (row as Readonly<Record<string, unknown>>)[`${part}.`] ?? []);
  for (const [at, part] of below.entries()) Object.assign(part, { [raw]: rawBelow[at] });
  const stamps = [native, ...below].map(stampOf);
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

async function domainOf({ domain = [], company }: Source, session: Session): Promise<Domain> {
  const own = typeof domain === "function" ? await domain(session) : domain;
  return company === undefined ? own : [...own, [company, "=", Number(session.company)]];
}

/** Only the context shows archived records for sure: a condition on \`active\` does not reach into those below it. */
const reader =
  ({ model, archived, context }: Source, session: Session) =>
  <Result>(method: string, ...params: readonly unknown[]) =>
    askIn<Result>(
      session,
      { ...contextOf(session), ...context, ...(archived && { active_test: false }) },
      `model.${model}.${method}`,
      ...params,
    );

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
      const ask = reader(kind, session);
      const read: ReadPage = async ({ offset, limit }) => {
        const rows = await ask("search_read", domain, offset, limit, order, fieldsOf(kind));
        return { body: { rows, total: await ask("search_count", domain) }, headers: {} };
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
  const wanted = [...domain, ...(await domainOf(kind, session))];
  const asked = [wanted, 0, null, [["id", "ASC"]], fieldsOf(kind)];
  const rows = await reader(kind, session)<readonly unknown[]>("search_read", ...asked);
  const beside = rows.length === 0 ? undefined : await kind.beside?.(session);
  return rows.map((row) => nativeOf(row, kind, beside) as Native);
}

/** The id of the first that fits, or a refusal of what asked for it. */
export async function idFor(session: Session, where: Omit<Source, "fields">, domain: Domain, refusal: Failure) {
  const [found] = await select<Identified>(session, { ...where, fields: "id" }, domain);
  if (found === undefined) throw refusal;
  return found.id;
}

/** Ids are numbers of four bytes; nothing has any other. */
export function idOf(text: string | undefined): number {
  const id = Number(text);
  if (!/^\d{1,10}$/.test(text ?? "") || id >= 2 ** 31) throw noRecord();
  return id;
}

/** Undefined where there is none of this kind. */
export async function one<Native>(session: Session, kind: Source, id: number): Promise<Native | undefined> {
  return (await select<Native>(session, kind, [["id", "=", id]]))[0];
}

/** The one that a call is about. */
export async function existing<Native>(session: Session, kind: Source, call: Call): Promise<Native> {
  const native = await one<Native>(session, kind, idOf(lastId(call)));
  if (native === undefined) throw noRecord();
  return native;
}

export const lastId = ({ ids }: Call): string | undefined => Object.values(ids).at(-1);

export function getOf<Record, Native>(kind: Kind<Record, Native>): GetHandler<Record> {
  return {
    fields: kind.map.fields,
    get: async (call, session) => found(kind.map, await existing<Native>(session, kind, call), rawOf),
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
    return { ...listing(about.map, cut(items, call.window), rawOf), total: items.length };
  },
});

export const partOf = <Part, Native, Item extends Identified>(about: Parts<Part, Native, Item>): GetHandler<Part> => ({
  fields: about.map.fields,
  get: async (call, session) => {
    const items = await partsIn(about, call, session);
    const item = items.find(({ id }) => String(id) === lastId(call));
    return found(about.map, item, rawOf);
  },
});
