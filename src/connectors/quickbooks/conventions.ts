/** What QuickBooks' queries, single records and writes have in common. */

import type {
  FilterName,
  Filters,
  GetHandler,
  ListCall,
  ListHandler,
  Window,
  WriteHandler,
} from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { type Session } from "../../contract/session.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { type FilterEncoders, get, ifFound, listing, noRecord } from "../../kit/reading.ts";
import { remove, type WriteDescription, write } from "../../kit/writing.ts";
import type { Entities, Entity, Stamped } from "./types.ts";

/** The lowest version that there still is, and what one gets without asking (Intuit's notice of 2025-08). */
export const version = { minorversion: 75 } as const;

/** Its own sign for a quote within a text is the one of most languages. */
export const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, "\\$&")}'`;
export const equals =
  (field: string) =>
  (text: string): string =>
    `${field} = ${quoted(text)}`;
export const fromDay =
  (field: string) =>
  (day: string): string =>
    `${field} >= ${quoted(day)}`;
export const oneOf = (field: string, texts: readonly string[]): string => `${field} in (${texts.map(quoted).join()})`;
/** Without it, what was put aside is left out. */
export const everyState = "Active in (true, false)";
/** The same where one state may be asked for. */
export const eitherState = {
  where: ({ isActive }: Filters) => (isActive === undefined ? [everyState] : [`Active = ${isActive}`]),
  filters: { isActive: () => undefined },
};

export const modified = {
  lastModifiedAt: (at: Date) => `MetaData.LastUpdatedTime >= ${quoted(`${at.toISOString().slice(0, 19)}+00:00`)}`,
};

interface Question {
  readonly entity: Entity;
  readonly where: readonly string[];
  readonly order?: string | undefined;
}

type Answer = { readonly QueryResponse?: { readonly [name: string]: unknown } | null } | null | undefined;

async function ask(session: Session, what: string, { entity, where }: Question, more = "") {
  const conditions = where.length === 0 ? "" : ` where ${where.join(" and ")}`;
  const query = `select ${what} from ${entity}${conditions}${more}`;
  const { QueryResponse: answer } = ((await session.read("/query", { query, ...version })) as Answer) ?? {};
  if (typeof answer === "object" && answer !== null) return answer;
  throw new Failure("target_bad_response", "QuickBooks did not answer the query.");
}

/** Where nothing fits, the answer has no list. */
async function part<Wanted extends Entity>(
  session: Session,
  question: Question,
  { from, size }: { readonly from: number; readonly size: number },
): Promise<readonly Entities[Wanted][]> {
  const order = question.order === undefined ? "" : ` orderby ${question.order}`;
  const answer = await ask(session, "*", question, `${order} startposition ${from + 1} maxresults ${size}`);
  const { [question.entity]: natives = [] } = answer;
  if (Array.isArray(natives) && natives.length <= size) return natives as Entities[Wanted][];
  throw new Failure("target_bad_response", "QuickBooks' page is none, or has more records than were asked for.");
}

async function count(session: Session, question: Question): Promise<number> {
  const { totalCount } = await ask(session, "count(*)", question);
  if (typeof totalCount === "number") return totalCount;
  throw new Failure("target_bad_response", "QuickBooks did not say how many records there are.");
}

const largest = 1000;

/** Every record that fits. */
export async function all<Wanted extends Entity>(session: Session, entity: Wanted, where: readonly string[] = []) {
  const found: Entities[Wanted][] = [];
  for (;;) {
    const some = await part<Wanted>(session, { entity, where }, { from: found.length, size: largest });
    found.push(...some);
    if (some.length < largest) return found;
  }
}

/** A record, and which list it is from. */
export interface From<Wanted extends Entity = Entity> {
  readonly entity: Wanted;
  readonly native: Entities[Wanted];
}

interface Found {
  readonly found: readonly From[];
  readonly total: number;
}

async function whole(session: Session, questions: readonly Question[]): Promise<Found> {
  const found: From[] = [];
  for (const { entity, where, order } of questions)
    for (let from = 0; ; from += largest) {
      const some = await part(session, { entity, where, order }, { from, size: largest });
      found.push(...some.map((native) => ({ entity, native })));
      if (some.length < largest) break;
    }
  return { found, total: found.length };
}

/** The window's part of several lists, one after the other. A page that is not full tells where its list ends. */
async function page(session: Session, questions: readonly Question[], { page: at, limit }: Window): Promise<Found> {
  const found: From[] = [];
  let from = (at - 1) * limit;
  let total = 0;
  for (const question of questions) {
    const size = limit - found.length;
    const some = size > 0 ? await part(session, question, { from, size }) : [];
    const isEnd = some.length < size && (some.length > 0 || from === 0);
    const counted = isEnd ? from + some.length : await count(session, question);
    found.push(...some.map((native) => ({ entity: question.entity, native })));
    total += counted;
    from = Math.max(0, from - counted);
  }
  return { found, total };
}

interface Queried {
  readonly where?: readonly string[] | ((filters: Filters) => readonly string[]);
  /** Each is a condition; none where it says nothing that the query language could. */
  readonly filters?: FilterEncoders<string | undefined>;
  /** Our field → the vendor's. */
  readonly orders?: Readonly<Record<string, string>>;
  readonly rules?: readonly string[];
}

function questionOf(entity: Entity, { where = [], filters = {}, orders = {} }: Queried, call: ListCall): Question {
  const always = typeof where === "function" ? where(call.filters) : where;
  const conditions = (Object.entries(filters) as [FilterName, (value: unknown, field: string) => string | undefined][])
    .filter(([name]) => call.filters[name] !== undefined)
    .flatMap(([name, encode]) => encode(call.filters[name], name) ?? []);
  const field = call.order && orders[call.order.field];
  return {
    ...{ entity, where: [...always, ...conditions] },
    order: field && `${field} ${call.order?.direction ?? "ASC"}`,
  };
}

const queried = <Record>(
  { fields }: Mapping<Record, never>,
  { filters = {}, orders = {}, rules }: Queried,
): Omit<ListHandler<Record>, "list"> => ({
  ...{ fields, filters: Object.keys(filters) as FilterName[], orders: Object.keys(orders), requires: [] },
  ...(rules && { rules }),
});

const read = (session: Session, questions: readonly Question[], window: Window | undefined): Promise<Found> =>
  window === undefined ? whole(session, questions) : page(session, questions, window);

export const list = <Record, Wanted extends Entity>(
  entity: Wanted,
  description: Queried & { readonly map: Mapping<Record, Entities[Wanted]> },
): ListHandler<Record> => ({
  ...queried(description.map, description),
  list: async (call, session) => {
    const { found, total } = await read(session, [questionOf(entity, description, call)], call.window);
    return {
      ...listing(
        description.map,
        found.map(({ native }) => native as Entities[Wanted]),
      ),
      total,
    };
  },
});

export const nativeOf = ({ native }: From): unknown => native;

/** Several of the vendor's lists that are one here. Their ids come from one series. */
export const joined = <Record, Wanted extends Entity>(
  entities: readonly Wanted[],
  description: Queried & { readonly map: Mapping<Record, From<Wanted>> },
): ListHandler<Record> => ({
  ...queried(description.map, description),
  list: async (call, session) => {
    const questions = entities.map((entity) => questionOf(entity, description, call));
    const { found, total } = await read(session, questions, call.window);
    return { ...listing(description.map, found as readonly From<Wanted>[], nativeOf), total };
  },
});

const at = (entity: Entity): string => `/${entity.toLowerCase()}`;
const recordOf =
  <Wanted extends Entity>(entity: Wanted) =>
  (body: { readonly [Name in Wanted]?: Entities[Name] } | undefined): Entities[Wanted] | undefined =>
    body?.[entity];

/** `id` is its name in our path. */
export const single = <Record, Wanted extends Entity>(
  entity: Wanted,
  { id, ...description }: Described<Record, Wanted> & { readonly is?: (native: Entities[Wanted]) => boolean },
): GetHandler<Record> =>
  get({ ...description, path: `${at(entity)}/{${id}}`, query: version, record: recordOf(entity) });

interface Described<Record, Wanted extends Entity> {
  readonly id: string;
  readonly map: Mapping<Record, Entities[Wanted]>;
  readonly rules?: readonly string[];
}

export async function readOne<Wanted extends Entity>(session: Session, entity: Wanted, id: string | undefined) {
  const native = recordOf(entity)((await session.read(`${at(entity)}${path`/${id}`}`, version)) as never);
  if (native === undefined) throw noRecord();
  return native;
}

/** Of the first of these lists that has it. */
export async function readFrom<Wanted extends Entity>(
  session: Session,
  entities: readonly Wanted[],
  id: string | undefined,
): Promise<From<Wanted>> {
  for (const entity of entities) {
    const native = await ifFound(readOne(session, entity, id));
    if (native !== undefined) return { entity, native };
  }
  throw noRecord();
}

type Written<Input extends object, Record, Wanted extends Entity> = Omit<
  WriteDescription<Input, Record, Entities[Wanted]>,
  "method" | "path" | "query" | "record" | "repeatable"
>;

/** The same `requestid` again is answered with the first answer. */
export const once = ({ marker }: { readonly marker: string }) => ({ requestid: marker, ...version });

export const create = <Input extends object, Record, Wanted extends Entity>(
  entity: Wanted,
  description: Written<Input, Record, Wanted>,
): WriteHandler<Input, Record> =>
  write<Input, Record, Entities[Wanted]>({
    ...description,
    ...{ method: "POST", path: at(entity), query: once, record: recordOf(entity), repeatable: true },
  });

/** What is changed names its version; what is not sent stays as it is. */
export const sparse = ({ Id, SyncToken }: Stamped) => ({ sparse: true, Id, SyncToken });

export const change = <Input extends object, Record, Wanted extends Entity>(
  entity: Wanted,
  {
    id,
    body = (encoded) => encoded,
    ...description
  }: Omit<Written<Input, Record, Wanted>, "prepare"> & { readonly id: string },
): WriteHandler<Input, Record> =>
  write<Input, Record, Entities[Wanted]>({
    ...description,
    ...{ method: "POST", path: at(entity), query: () => version, record: recordOf(entity), repeatable: true },
    prepare: ({ ids }, session) => readOne(session, entity, ids[id]),
    body: (encoded, before, call) => ({ ...sparse(before as Stamped), ...body(encoded, before, call) }),
  });

/** For good: only what books something is deleted, names are put aside. */
export const discard = <Wanted extends Entity>(
  entities: readonly Wanted[],
  id: string,
): WriteHandler<undefined, { id: string }> => ({
  ...remove(`${at(entities[0] ?? "Bill")}/{${id}}`),
  prepare: ({ ids }, session) => readFrom(session, entities, ids[id]),
  find: async ({ ids }, session) =>
    (await ifFound(readFrom(session, entities, ids[id]))) === undefined ? {} : undefined,
  request: (_call, prepared) => {
    const { entity, native } = prepared as From<Wanted>;
    const { Id, SyncToken } = native as Stamped;
    return { method: "POST", path: at(entity), query: { operation: "delete", ...version }, body: { Id, SyncToken } };
  },
});
