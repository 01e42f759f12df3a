/** What Odoo's lists and writes have in common: a model, the fields to read, conditions as a domain in Polish notation. */
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
import { type Domain, either } from "./domain.ts";
import { companyDomain, type Fields, known, load, type Native, rawOf, type Source } from "./records.ts";
import { addressOf, ask, bodyOf, type Caller, callerOf, count, type Question, resultOf } from "./rpc.ts";

export interface Kind<Record, Own> extends Source {
  readonly map: Mapping<Record, Own>;
  readonly domain?: Domain;
  /** Whether it has archived records, which are hidden otherwise. */
  readonly archived?: true;
}

type Conditions = { readonly [Name in FilterName]?: (value: NonNullable<Filters[Name]>, fields: Fields) => Domain };

interface Listed {
  readonly filters?: Conditions;
  /** Our field → theirs. */
  readonly orders?: Readonly<Record<string, string>>;
  readonly rules?: readonly string[];
  /** Where the contract has no `lastModifiedAt`. */
  readonly unstamped?: true;
}

/** Odoo's own text of a moment: in UTC, to the second. */
const momentText = (at: Date): string => at.toISOString().slice(0, 19).replace("T", " ");

/** A change of what belongs to a record is one of the record, although its own stamp stays. */
const stampPaths = ({ parts = [], links = {} }: Source): readonly string[] => [
  "write_date",
  ...parts.flatMap((part) => {
    const below = links[part];
    return below === undefined ? [] : stampPaths(below).map((path) => `${part}.${path}`);
  }),
];

export const changedSince = (at: Date, source: Source, prefix = ""): Domain =>
  either(...stampPaths(source).map((path) => [[`${prefix}${path}`, ">=", momentText(at)] as const]));

async function domainOf(kind: Kind<unknown, never>, session: Session): Promise<Domain> {
  const fields = await known(session, kind.model);
  return [
    ...(kind.domain ?? []),
    ...companyDomain(kind, fields, session.company),
    ...(kind.archived && "active" in fields ? ([["active", "in", [true, false]]] as const) : []),
  ];
}

const inPages = byOffset({
  ...{ skip: "offset", size: "limit", largest: 200 },
  records: ({ rows }: { readonly rows: readonly unknown[] }) => rows,
  total: ({ total }: { readonly total: number }) => total,
});

export function listOf<Record, Own>(
  kind: Kind<Record, Own>,
  { filters: own = {}, orders = {}, rules, unstamped }: Listed = {},
): ListHandler<Record> {
  const modified = unstamped ? {} : { lastModifiedAt: (at: Date) => changedSince(at, kind) };
  const filters: Conditions = { ...modified, ...own };
  return {
    fields: kind.map.fields,
    filters: Object.keys(filters) as FilterName[],
    orders: Object.keys(orders),
    requires: [],
    ...(rules && { rules }),
    list: async (call, session) => {
      const wanted = conditions(filters, call, await known(session, kind.model));
      const domain = [...(await domainOf(kind, session)), ...wanted];
      const { field = "", direction = "ASC" } = call.order ?? {};
      const order = [orders[field], "id"].flatMap((name) => name ?? []).map((name) => `${name} ${direction}`);
      const read: ReadPage = async ({ offset, limit }) => {
        const rows = await select(session, kind, { domain, offset, limit, order: order.join(", ") });
        return { body: { rows, total: await count(session, kind.model, domain) }, headers: {} };
      };
      const { natives, total } = await inPages(read, call.window, session.memory);
      return { ...listing(kind.map, natives as readonly Own[], rawOf), total };
    },
  };
}

const conditions = (filters: Conditions, { filters: wanted }: Pick<Call, "filters">, fields: Fields): Domain =>
  Object.entries(filters).flatMap(([name, encode]) => {
    const value = wanted[name as FilterName];
    return value === undefined ? [] : (encode as (value: unknown, fields: Fields) => Domain)(value, fields);
  });

interface Selection {
  readonly domain: Domain;
  readonly offset?: unknown;
  readonly limit?: unknown;
  readonly order?: string;
}

/** The records of a domain, with what they refer to. */
export async function select<Own = Native>(
  session: Session,
  source: Source,
  { domain, offset = 0, limit = false, order = "id ASC" }: Selection,
): Promise<readonly Own[]> {
  const { model } = source;
  const fields = await known(session, model);
  const names = [...source.fields, "create_date", "write_date"].filter((name) => name in fields);
  const args = { domain, fields: names, offset, limit: limit === false ? null : limit, order };
  const rows = await ask<readonly Native[]>(session, { model, method: "search_read", args });
  return (await load(session, source, rows)) as readonly Own[];
}

/** Ids are numbers of four bytes; nothing has any other. */
export function idOf(text: string | undefined): number {
  const id = Number(text);
  if (!/^\d{1,10}$/.test(text ?? "") || id >= 2 ** 31) throw noRecord();
  return id;
}

/** Undefined where there is none of this kind. */
export async function one<Own>(session: Session, kind: Kind<unknown, Own>, id: number): Promise<Own | undefined> {
  const domain = [["id", "=", id] as const, ...(await domainOf(kind, session))];
  return (await select<Own>(session, kind, { domain }))[0];
}

const lastId = ({ ids }: Pick<Call, "ids">): string | undefined => Object.values(ids).at(-1);

export function getOf<Record, Own>(kind: Kind<Record, Own>, rules?: readonly string[]): GetHandler<Record> {
  const all = { ...kind, archived: true } as const;
  return {
    fields: kind.map.fields,
    ...(rules && { rules }),
    get: async (call, session) => found(kind.map, await one(session, all, idOf(lastId(call))), rawOf),
  };
}

interface Parts<Part, Own, Item> {
  readonly of: Kind<unknown, Own>;
  readonly parts: (native: Own) => readonly Item[];
  readonly map: Mapping<Part, Item>;
}

async function partsIn<Own, Item>(
  { of, parts }: Pick<Parts<unknown, Own, Item>, "of" | "parts">,
  { ids }: Call,
  session: Session,
): Promise<readonly Item[]> {
  const native = await one(session, of, idOf(Object.values(ids)[0]));
  if (native === undefined) throw noRecord();
  return parts(native);
}

/** The lines of a document, all at once. */
export const partsOf = <Part, Own, Item>(about: Parts<Part, Own, Item>): ListHandler<Part> => ({
  ...{ fields: about.map.fields, filters: [], orders: [], requires: [] },
  list: async (call, session) => {
    const items = await partsIn(about, call, session);
    return { ...listing(about.map, cut(items, call.window), rawOf), total: items.length };
  },
});

export const partOf = <Part, Own, Item extends { readonly id: number }>(
  about: Parts<Part, Own, Item>,
): GetHandler<Part> => ({
  fields: about.map.fields,
  get: async (call, session) => {
    const items = await partsIn(about, call, session);
    return found(
      about.map,
      items.find(({ id }) => String(id) === lastId(call)),
      rawOf,
    );
  },
});

/** A reference of ours, in a field that takes any text: what a write is found by when its answer was lost. */
export const marking = (marker: string): string => `kontor:${marker}`;

/** The text without it. */
export const unmarked = (text: string | null | undefined): string | undefined =>
  text?.replace(/\s?kontor:[\w-]{1,100}$/, "");

interface Creation<Input extends object, Record, Own>
  extends Pick<WriteDescription<Input, Record, Own>, "afterwards" | "requires" | "rules"> {
  readonly encoder: Encoder<Input>;
  /** What is found by our reference. */
  readonly marked: (reference: string) => Domain;
  readonly prepare?: (call: WriteCall<Input>, session: Session) => Promise<object>;
  readonly values: (encoded: Encoded, prepared: never, call: WriteCall<Input>) => object;
  readonly stub: (id: string) => Partial<Record>;
}

interface Identified {
  readonly id: number;
}

const newId = (reply: unknown): number => (resultOf(reply) as readonly number[])[0] ?? 0;
const isReply = (reply: unknown): boolean => Array.isArray(reply) || "jsonrpc" in (reply as object);

/** A new record: made in one call, found again by our reference, and read back because only its id is told. */
export function createOf<Input extends object, Record, Own extends Identified>(
  kind: Kind<Record, Own>,
  { marked, prepare, values, stub, ...rest }: Creation<Input, Record, Own>,
): WriteHandler<Input, Record> {
  return write<Input, Record, Own>({
    ...rest,
    ...sending<Input>({ model: kind.model, method: "create" }, (encoded, prepared, call) => ({
      args: { vals_list: [values(encoded, prepared as never, call)] },
    })),
    prepare: async (call, session) => ({ caller: await callerOf(session), ...(await prepare?.(call, session)) }),
    record: (reply: never) => ({ id: newId(reply) }) as Own,
    readBack: async (reply: unknown, _call, session) => {
      const id = isReply(reply) ? newId(reply) : (reply as Identified).id;
      return readAgain(session, kind, id);
    },
    stub: (reply) => stub(String(newId(reply))),
    find: async ({ marker }, session) => {
      const domain = [...marked(marking(marker)), ...(await domainOf(kind, session))];
      return (await select<Own>(session, kind, { domain, limit: 1 }))[0];
    },
    map: kind.map,
    raw: rawOf,
  });
}

async function readAgain<Own>(session: Session, kind: Kind<unknown, Own>, id: number): Promise<Own> {
  const native = await one(session, { ...kind, archived: true }, id);
  if (native === undefined) throw noRecord();
  return native;
}

interface Prepared {
  readonly caller: Caller;
}

/** Either way of asking has an address and a body of its own. */
const sending = <Input extends object>(
  about: Pick<Question, "model" | "method">,
  question: (encoded: Encoded, prepared: unknown, call: WriteCall<Input>) => Pick<Question, "ids" | "args" | "context">,
) =>
  ({
    method: "POST",
    path: (_call: WriteCall<Input>, { caller }: Prepared) => addressOf(caller, about),
    body: (encoded: Encoded, prepared: unknown, call: WriteCall<Input>) =>
      bodyOf((prepared as Prepared).caller, { ...about, ...question(encoded, prepared, call) }),
  }) as const;

interface Change<Input extends object, Own>
  extends Pick<WriteDescription<Input, never, Own>, "rules" | "requires" | "afterwards"> {
  readonly encoder: Encoder<Input>;
  readonly prepare?: (call: WriteCall<Input>, session: Session, native: Own) => Promise<object>;
  readonly values?: (encoded: Encoded, prepared: never, call: WriteCall<Input>) => object;
}

/** Changes a record that is there: the same once or twice. */
export function changeOf<Input extends object, Record, Own extends Identified>(
  kind: Kind<Record, Own>,
  { prepare, values = (encoded) => encoded, ...rest }: Change<Input, Own>,
): WriteHandler<Input, Record> {
  const all = { ...kind, archived: true } as const;
  return write<Input, Record, Own>({
    ...(rest as Pick<WriteDescription<Input, Record, Own>, "rules" | "requires" | "afterwards" | "encoder">),
    ...sending<Input>({ model: kind.model, method: "write" }, (encoded, prepared, call) => ({
      ids: [idOf(lastId(call))],
      args: { vals: values(encoded, prepared as never, call) },
    })),
    prepare: async (call, session) => {
      const native = await readAgain(session, all, idOf(lastId(call)));
      return { caller: await callerOf(session), ...(await prepare?.(call, session, native)) };
    },
    record: (_reply: never, call) => ({ id: idOf(lastId(call)) }) as Own,
    readBack: (_reply, call, session) => readAgain(session, all, idOf(lastId(call))),
    repeatable: true,
    map: kind.map,
    raw: rawOf,
  });
}
