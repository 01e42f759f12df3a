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
import { type FilterEncoders, found, get, ifFound, listing, noRecord } from "../../kit/reading.ts";
import { remove, type Written, write } from "../../kit/writing.ts";
import type { Entity, List, Stamped, Text } from "./types.ts";

/** The lowest version that there still is, and what one gets without asking (Intuit's notice of 2025-08). */
export const version = { minorversion: 75 } as const;

/** Its own sign for a quote within a text is the one of most languages. */
export const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, "\\$&")}'`;
const compared = (sign: "=" | ">=") => (field: string) => (text: string) => `${field} ${sign} ${quoted(text)}`;
export const equals = compared("=");
export const fromDay = compared(">=");
export const oneOf = (field: string, texts: readonly string[]): string => `${field} in (${texts.map(quoted).join()})`;
/** Without it, what was put aside is left out. */
export const everyState = "Active in (true, false)";

const momentOf = (at: Date): string => `${at.toISOString().slice(0, 19)}+00:00`;
const modified = { lastModifiedAt: (at: Date) => fromDay("MetaData.LastUpdatedTime")(momentOf(at)) };

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
async function part(session: Session, question: Question, from: number, size: number): Promise<readonly unknown[]> {
  const order = question.order === undefined ? "" : ` orderby ${question.order}`;
  const answer = await ask(session, "*", question, `${order} startposition ${from + 1} maxresults ${size}`);
  const { [question.entity]: natives = [] } = answer;
  if (Array.isArray(natives) && natives.length <= size) return natives;
  throw new Failure("target_bad_response", "QuickBooks' page is none, or has more records than were asked for.");
}

async function count(session: Session, question: Question): Promise<number> {
  const { totalCount } = await ask(session, "count(*)", question);
  if (typeof totalCount === "number") return totalCount;
  throw new Failure("target_bad_response", "QuickBooks did not say how many records there are.");
}

const largest = 1000;

/** The window's part of several lists, one after the other. A page that is not full tells where its list ends. */
async function read(session: Session, questions: readonly Question[], window?: Window) {
  const { page = 1, limit: wanted = Number.POSITIVE_INFINITY } = window ?? {};
  const found: unknown[][] = [];
  let skip = page === 1 ? 0 : (page - 1) * wanted;
  let left = wanted;
  let total = 0;
  for (const question of questions) {
    const natives: unknown[] = [];
    let end: number | undefined;
    for (let from = skip; end === undefined; ) {
      const size = Math.min(largest, left);
      const some = size === 0 ? [] : await part(session, question, from, size);
      natives.push(...some);
      from += some.length;
      left -= some.length;
      if (some.length < size && (some.length > 0 || from === 0)) end = from;
      else if (some.length === 0 || left <= 0) end = await count(session, question);
    }
    found.push(natives);
    total += end;
    skip = Math.max(0, skip - end);
  }
  return { found, total };
}

/** Every record that fits. */
export const all = async <Native>(session: Session, entity: Entity, where: readonly string[] = []) =>
  (await read(session, [{ entity, where }])).found.flat() as Native[];

export interface Queried {
  readonly where?: readonly string[] | ((filters: Filters) => readonly string[]);
  /** Each is a condition; none where it says nothing that the query language could. */
  readonly filters?: FilterEncoders<string | undefined>;
  /** Our field → the vendor's. */
  readonly orders?: Readonly<Record<string, string>>;
  readonly rules?: readonly string[];
}

function questionOf(entity: Entity, { where = [], filters: own, orders = {} }: Queried, call: ListCall): Question {
  const filters = { ...modified, ...own };
  const always = typeof where === "function" ? where(call.filters) : where;
  const conditions = (Object.entries(filters) as [FilterName, (value: unknown, field: string) => string | undefined][])
    .filter(([name]) => call.filters[name] !== undefined)
    .flatMap(([name, encode]) => encode(call.filters[name], name) ?? []);
  const field = call.order && orders[call.order.field];
  return {
    entity,
    where: [...always, ...conditions],
    order: field && `${field} ${call.order?.direction ?? "ASC"}`,
  };
}

type Gone = Stamped & { readonly status?: Text; readonly Active?: boolean | null };
type Captured = {
  readonly CDCResponse?: List<{ readonly QueryResponse?: List<Readonly<Record<string, List<Gone>>>> }>;
};
/** Change data capture looks back thirty days; a day is left for clocks that differ. */
const lookBack = 29 * 86_400_000;

/** Deleted documents are told of nowhere else; names that were put aside are gone from lists that leave them out. */
const deletedFrom =
  (entities: readonly Entity[], description: Queried) =>
  async (since: Date, session: Session): Promise<readonly string[]> => {
    if (since.getTime() < Date.now() - lookBack) return [];
    const query = { entities: entities.join(), changedSince: momentOf(since), ...version };
    const { CDCResponse: answers } = (await session.read("/cdc", query)) as Captured;
    const all = answers?.flatMap(({ QueryResponse }) => QueryResponse ?? []) ?? [];
    return entities.flatMap((entity) => {
      const { where } = questionOf(entity, description, { ids: {}, filters: {} });
      const isGone = ({ status, Active }: Gone) =>
        status === "Deleted" || (Active === false && !where.includes(everyState));
      return all.flatMap((some) => some[entity]?.filter(isGone) ?? []).map(({ Id }) => Id);
    });
  };

/** What is read of each kind, where several are one here. */
type MapOf<Record, Native, Wanted extends Entity> = (entity: Wanted) => Mapping<Record, Native>;

/** Several of the vendor's lists that are one here. Their ids come from one series, in which `id` is one of our path. */
export function joined<Record, Native, Wanted extends Entity>(
  entities: readonly [Wanted, ...Wanted[]],
  id: string,
  mapOf: MapOf<Record, Native, Wanted>,
) {
  const { fields } = mapOf(entities[0]);
  const list = (description: Queried = {}): ListHandler<Record> => ({
    fields,
    filters: Object.keys({ ...modified, ...description.filters }) as FilterName[],
    requires: [],
    orders: Object.keys(description.orders ?? {}),
    ...(description.rules && { rules: description.rules }),
    deletedSince: deletedFrom(entities, description),
    list: async (call, session) => {
      const questions = entities.map((entity) => questionOf(entity, description, call));
      const { found: natives, total } = await read(session, questions, call.window);
      const listings = entities.map((entity, index) => listing(mapOf(entity), natives[index] as Native[]));
      const records = listings.flatMap((one) => one.records);
      const raw = listings.flatMap((one) => one.raw);
      const warnings = listings.flatMap((one) => one.warnings ?? []);
      return { records, raw, total, ...(warnings.length > 0 && { warnings }) };
    },
  });
  const get: GetHandler<Record> = {
    fields,
    get: async ({ ids }, session) => {
      const { entity, native } = await readFrom<Native, Wanted>(session, entities, ids[id]);
      return found(mapOf(entity), native);
    },
  };
  return { list, get };
}

const at = (entity: Entity): string => `/${entity.toLowerCase()}`;
const recordOf =
  <Native>(entity: Entity) =>
  (body: unknown): Native | undefined =>
    (body as { readonly [name: string]: Native } | undefined)?.[entity];

export async function readOne<Native>(session: Session, entity: Entity, id: string | undefined): Promise<Native> {
  const native = recordOf<Native>(entity)(await session.read(`${at(entity)}${path`/${id}`}`, version));
  if (native === undefined) throw noRecord();
  return native;
}

/** A record, and which list it is from. */
interface From<Native, Wanted extends Entity = Entity> {
  readonly entity: Wanted;
  readonly native: Native;
}

/** Of the first of these lists that has it. */
export async function readFrom<Native, Wanted extends Entity>(
  session: Session,
  entities: readonly Wanted[],
  id: string | undefined,
): Promise<From<Native, Wanted>> {
  for (const entity of entities) {
    const native = await ifFound(readOne<Native>(session, entity, id));
    if (native !== undefined) return { entity, native };
  }
  throw noRecord();
}

/** The same `requestid` again is answered with the first answer. */
export const once = ({ marker }: { readonly marker: string }) => ({ requestid: marker, ...version });

/** What is changed names its version; what is not sent stays as it is. */
export const sparse = ({ Id, SyncToken }: Stamped) => ({ sparse: true, Id, SyncToken });

/** A kind of record: QuickBooks' name for it, and ours for its id. */
export function resource<Record, Native>(entity: Entity, id: string, map: Mapping<Record, Native>) {
  const record = recordOf<Native>(entity);
  const written = { method: "POST", path: at(entity), map, record, repeatable: true } as const;
  return {
    map,
    list: joined([entity], id, () => map).list,
    get: (is?: (native: Native) => boolean) =>
      get({ path: `${at(entity)}/{${id}}`, query: version, map, record, ...(is && { is }) }),
    create: <Input extends object>(described: Written<Input, Record, Native>) =>
      write<Input, Record, Native>({ ...described, ...written, query: once }),
    change: <Input extends object>({ body = (encoded) => encoded, ...described }: Written<Input, Record, Native>) =>
      write<Input, Record, Native>({
        ...described,
        ...written,
        query: () => version,
        prepare: ({ ids }, session) => readOne(session, entity, ids[id]),
        body: (encoded, before, call) => ({ ...sparse(before as Stamped), ...body(encoded, before, call) }),
      }),
    delete: discard([entity], id),
  };
}

/** For good: only what books something is deleted, names are put aside. */
export const discard = (entities: readonly Entity[], id: string): WriteHandler<undefined, { id: string }> => ({
  ...remove(""),
  prepare: ({ ids }, session) => readFrom(session, entities, ids[id]),
  find: async ({ ids }, session) =>
    (await ifFound(readFrom(session, entities, ids[id]))) === undefined ? {} : undefined,
  request: (_call, prepared) => {
    const { entity, native } = prepared as From<Stamped>;
    const { Id, SyncToken } = native;
    return { method: "POST", path: at(entity), query: { operation: "delete", ...version }, body: { Id, SyncToken } };
  },
});
