/** Conventions of QuickBooks' queries, single records and writes. */

import type {
  FilterName,
  Filters,
  GetHandler,
  ListCall,
  ListHandler,
  PageWindow,
  WriteHandler,
} from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { type Session } from "../../contract/session.ts";
import { assembledPage, type ReadNext } from "../../kit/lists/filteredList.ts";
import { itemsInWindow } from "../../kit/lists/paging.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { type FilterEncoders, listing, noRecord, recordResult, undefinedIfMissing } from "../../kit/reading.ts";
import { resource as resourceOf } from "../../kit/resource.ts";
import { type ResourceWrite, remove } from "../../kit/writing.ts";
import type { Entity, List, Stamped, Text, Transaction } from "./types.ts";

/** The oldest supported version, and the default (Intuit's notice of 2025-08). */
export const version = { minorversion: 75 } as const;

/** QuickBooks escapes quotes and backslashes with a backslash. */
export const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, "\\$&")}'`;
const compared = (sign: "=" | ">=") => (field: string) => (text: string) => `${field} ${sign} ${quoted(text)}`;
export const equals = compared("=");
export const fromDay = compared(">=");
export const oneOf = (field: string, texts: readonly string[]): string => `${field} in (${texts.map(quoted).join()})`;
/** Without it, inactive records are left out. */
export const everyState = "Active in (true, false)";

const momentOf = (at: Date): string => `${at.toISOString().slice(0, 19)}+00:00`;
const modified = { lastModifiedAt: (at: Date) => fromDay("MetaData.LastUpdatedTime")(momentOf(at)) };

interface Query {
  readonly entity: Entity;
  readonly where: readonly string[];
  readonly order?: string | undefined;
}

type QueryReply = { readonly QueryResponse?: { readonly [name: string]: unknown } | null } | null | undefined;

async function send(session: Session, select: string, { entity, where }: Query, clauses = "") {
  const conditions = where.length === 0 ? "" : ` where ${where.join(" and ")}`;
  const query = `select ${select} from ${entity}${conditions}${clauses}`;
  const { QueryResponse: reply } = ((await session.read("/query", { query, ...version })) as QueryReply) ?? {};
  if (typeof reply === "object" && reply !== null) return reply;
  throw new Failure("target_bad_response", "QuickBooks' reply to the query has no QueryResponse.");
}

/** Ids are unique and do not change, so pages do not shift when records change. */
const defaultOrder = "Id ASC";

/** An empty result has no list at all. */
async function readPage(session: Session, query: Query, from: number, size: number): Promise<readonly unknown[]> {
  const clauses = ` orderby ${query.order ?? defaultOrder} startposition ${from + 1} maxresults ${size}`;
  const reply = await send(session, "*", query, clauses);
  const { [query.entity]: natives = [] } = reply;
  if (Array.isArray(natives) && natives.length <= size) return natives;
  throw new Failure("target_bad_response", "QuickBooks' page is not a list, or has more records than requested.");
}

async function count(session: Session, query: Query): Promise<number> {
  const { totalCount } = await send(session, "count(*)", query);
  if (typeof totalCount === "number") return totalCount;
  throw new Failure("target_bad_response", "QuickBooks' reply to the query has no totalCount.");
}

const largestPage = 1000;

/** The value that a list is sorted by; times are compared as moments. */
function sortValue(native: unknown, field: string): string | number {
  const value = field
    .split(".")
    .reduce<unknown>((inner, name) => (inner as { readonly [name: string]: unknown } | undefined)?.[name], native);
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  return field.startsWith("MetaData.") ? Date.parse(text) : text;
}

interface TaggedRecord {
  /** The position of its query. */
  readonly query: number;
  readonly native: unknown;
}

/** The records in the window, in one order across several lists: the first ones of each list are merged. */
async function readMerged(session: Session, queries: readonly Query[], window?: PageWindow) {
  const limit = window === undefined ? undefined : window.page * window.limit;
  const [field = "", direction] = queries[0]?.order?.split(" ") ?? [];
  const sign = direction === "DESC" ? -1 : 1;
  const tagged: TaggedRecord[] = [];
  let total = 0;
  for (const [index, query] of queries.entries()) {
    const part = await read(session, [query], limit === undefined ? undefined : { page: 1, limit });
    tagged.push(...(part.found[0] ?? []).map((native) => ({ query: index, native })));
    total += part.total;
  }
  const sorted = tagged.toSorted((left, right) => {
    const first = sortValue(left.native, field);
    const second = sortValue(right.native, field);
    return sign * (first < second ? -1 : first > second ? 1 : 0);
  });
  return { records: itemsInWindow(sorted, window), total };
}

/** The records in the window, across several lists in a row. A page that is not full shows where its list ends. */
async function read(session: Session, queries: readonly Query[], window?: PageWindow) {
  const { page = 1, limit = Number.POSITIVE_INFINITY } = window ?? {};
  const found: unknown[][] = [];
  let skip = page === 1 ? 0 : (page - 1) * limit;
  let remaining = limit;
  let total = 0;
  for (const query of queries) {
    const natives: unknown[] = [];
    let length: number | undefined;
    for (let from = skip; length === undefined; ) {
      const size = Math.min(largestPage, remaining);
      const records = size === 0 ? [] : await readPage(session, query, from, size);
      natives.push(...records);
      from += records.length;
      remaining -= records.length;
      if (records.length < size && (records.length > 0 || from === 0)) length = from;
      else if (records.length === 0 || remaining <= 0) length = await count(session, query);
    }
    found.push(natives);
    total += length;
    skip = Math.max(0, skip - length);
  }
  return { found, total };
}

/** All records that match the conditions. */
export const all = async <Native>(session: Session, entity: Entity, where: readonly string[] = []) =>
  (await read(session, [{ entity, where }])).found.flat() as Native[];

export interface QueryDescription {
  readonly where?: readonly string[] | ((filters: Filters) => readonly string[]);
  /** Conditions; undefined if the query language cannot express the filter. */
  readonly filters?: FilterEncoders<string | undefined>;
  /** Our field → the vendor's. */
  readonly orders?: Readonly<Record<string, string>>;
  readonly rules?: readonly string[];
  /** Filters that one of several joined lists needs in another form. */
  readonly exceptions?: { readonly [Name in Entity]?: FilterEncoders<string | undefined> };
  /** Lists that are read separately. Deletions from them are deletions from this list. */
  readonly alsoDeletedFrom?: readonly Entity[];
}

/** A condition that no record fulfils. */
export const nothing = equals("Id")("0");

function queryOf(entity: Entity, description: QueryDescription, call: ListCall): Query {
  const { where = [], orders = {} } = description;
  const filters = { ...modified, ...description.filters, ...description.exceptions?.[entity] };
  const fixed = typeof where === "function" ? where(call.filters) : where;
  const conditions = (Object.entries(filters) as [FilterName, (value: unknown, field: string) => string | undefined][])
    .filter(([name]) => call.filters[name] !== undefined)
    .flatMap(([name, encode]) => encode(call.filters[name], name) ?? []);
  const field = call.order && orders[call.order.field];
  return {
    entity,
    where: [...fixed, ...conditions],
    order: field && `${field} ${call.order?.direction ?? "ASC"}`,
  };
}

interface ChangedRecord extends Stamped {
  readonly status?: Text;
  readonly Active?: boolean | null;
}
interface ChangeFeed {
  readonly CDCResponse?: List<{ readonly QueryResponse?: List<Readonly<Record<string, List<ChangedRecord>>>> }>;
}
/** Change data capture goes back thirty days; one day is left for clocks that differ. */
const lookBack = 29 * 86_400_000;

/**
 * The change feed is the only place that reports deletions. Records that became inactive are gone from lists that leave
 * inactive ones out.
 */
const deletedFrom =
  (entities: readonly Entity[], description: QueryDescription) =>
  async (since: Date, session: Session): Promise<readonly string[]> => {
    if (since.getTime() < Date.now() - lookBack) return [];
    const query = { entities: entities.join(), changedSince: momentOf(since), ...version };
    const { CDCResponse: responses } = (await session.read("/cdc", query)) as ChangeFeed;
    const changes = responses?.flatMap(({ QueryResponse }) => QueryResponse ?? []) ?? [];
    return entities.flatMap((entity) => {
      const { where } = queryOf(entity, description, { ids: {}, filters: {} });
      const isGone = ({ status, Active }: ChangedRecord) =>
        status === "Deleted" || (Active === false && !where.includes(everyState));
      return changes.flatMap((byEntity) => byEntity[entity]?.filter(isGone) ?? []).map(({ Id }) => Id);
    });
  };

/** The mapping of each entity in a joined list. */
type MapOf<Record, Native, Name extends Entity> = (entity: Name) => Mapping<Record, Native>;

/** Adds facts from other entities before records are mapped. */
export type Join<Native> = (natives: readonly Native[], session: Session) => Promise<readonly Native[]>;
const leaveAlone = async <Native>(natives: readonly Native[]): Promise<readonly Native[]> => natives;

/** Several of QuickBooks' lists as one. Ids are unique across them; `id` is the name of the record's id in our paths. */
export function joined<Record, Native, Name extends Entity>(
  entities: readonly [Name, ...Name[]],
  id: string,
  mapOf: MapOf<Record, Native, Name>,
  join: Join<Native> = leaveAlone,
) {
  const { fields } = mapOf(entities[0]);
  const listingOf = async (entity: Name, natives: readonly Native[], session: Session) =>
    listing(mapOf(entity), natives.length === 0 ? natives : await join(natives, session));
  /** Each record is mapped with the mapping of its own list, and keeps its position. */
  const mergedListing = async (records: readonly TaggedRecord[], session: Session) => {
    const parts = await Promise.all(
      entities.map((entity, index) => {
        const natives = records.filter(({ query }) => query === index).map(({ native }) => native as Native);
        return listingOf(entity, natives, session);
      }),
    );
    const positions = entities.map(() => 0);
    const placed = records.map(({ query }) => {
      const position = positions[query] ?? 0;
      positions[query] = position + 1;
      return { record: parts[query]?.records[position] as Record, raw: parts[query]?.raw[position] };
    });
    return [
      {
        records: placed.map(({ record }) => record),
        raw: placed.map(({ raw }) => raw),
        warnings: parts.flatMap(({ warnings }) => warnings ?? []),
      },
    ];
  };
  const mergedPage = async (session: Session, queries: readonly Query[], window: PageWindow | undefined) => {
    const { records, total } = await readMerged(session, queries, window);
    return { listings: await mergedListing(records, session), total };
  };
  const joinedPage = async (session: Session, queries: readonly Query[], window: PageWindow | undefined) => {
    const { found: natives, total } = await read(session, queries, window);
    const listings = await Promise.all(
      entities.map((entity, index) => listingOf(entity, (natives[index] ?? []) as Native[], session)),
    );
    return { listings, total };
  };
  const list = (description: QueryDescription = {}): ListHandler<Record> => ({
    fields,
    filters: Object.keys({ ...modified, ...description.filters }) as FilterName[],
    requires: [],
    orders: Object.keys(description.orders ?? {}),
    ...(description.rules && { rules: description.rules }),
    deletedSince: deletedFrom([...entities, ...(description.alsoDeletedFrom ?? [])], description),
    list: async (call, session) => {
      const queries = entities.map((entity) => queryOf(entity, description, call));
      const isMerged = entities.length > 1 && queries[0]?.order !== undefined;
      const { listings, total } = isMerged
        ? await mergedPage(session, queries, call.window)
        : await joinedPage(session, queries, call.window);
      const warnings = listings.flatMap((part) => part.warnings ?? []);
      return {
        records: listings.flatMap(({ records }) => records),
        raw: listings.flatMap(({ raw }) => raw),
        total,
        ...(warnings.length > 0 && { warnings }),
      };
    },
  });
  const get: GetHandler<Record> = {
    fields,
    get: async ({ ids }, session) => {
      const { entity, native } = await readFrom<Native, Name>(session, entities, ids[id]);
      const [complete] = await join([native], session);
      return recordResult(mapOf(entity), complete);
    },
  };
  return { list, get };
}

interface PartDescription<Native, Part extends Native> {
  /** The records of a page that belong to the list, or their parts. */
  readonly keep: (natives: readonly Native[], session: Session) => Promise<readonly Part[]>;
  /** The vendor's record of a part. */
  readonly raw: (part: Part) => Native;
  readonly rules?: readonly string[];
}

/** A part of QuickBooks' list that its query language cannot select. The total is known on the last page. */
export function partOfList<Record, Native, Part extends Native>(
  entity: Entity,
  map: Mapping<Record, Native>,
  { keep, raw, rules = [] }: PartDescription<Native, Part>,
): ListHandler<Record> {
  return {
    ...joined<Record, Native, Entity>([entity], "id", () => map).list({ rules }),
    list: async (call, session) => {
      const query = queryOf(entity, {}, call);
      const size = call.window === undefined ? largestPage : 100;
      const read: ReadNext = async (cursor = "0") => {
        let from = Number(cursor);
        let kept: readonly Part[] = [];
        let isLast = false;
        while (kept.length === 0 && !isLast) {
          const natives = (await readPage(session, query, from, size)) as readonly Native[];
          kept = await keep(natives, session);
          isLast = natives.length < size;
          from += natives.length;
        }
        return { natives: kept, ...(!isLast && { next: String(from) }) };
      };
      const { natives, total } = await assembledPage(call, session, { name: `part of ${JSON.stringify(query)}`, read });
      return { ...listing<Record, Part>(map, natives as readonly Part[], raw), total };
    },
  };
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

/** A record, and the list that it is from. */
interface EntityRecord<Native, Name extends Entity = Entity> {
  readonly entity: Name;
  readonly native: Native;
}

/** Reads the record from the first list that has it. */
export async function readFrom<Native, Name extends Entity>(
  session: Session,
  entities: readonly Name[],
  id: string | undefined,
): Promise<EntityRecord<Native, Name>> {
  for (const entity of entities) {
    const native = await undefinedIfMissing(readOne<Native>(session, entity, id));
    if (native !== undefined) return { entity, native };
  }
  throw noRecord();
}

/** QuickBooks answers a repeated `requestid` with its first reply. */
export const once = ({ marker }: { readonly marker: string }) => ({ requestid: marker, ...version });

/** A sparse change names the record's version and leaves fields that are not sent unchanged. */
export const sparse = ({ Id, SyncToken }: Stamped) => ({ sparse: true, Id, SyncToken });

/** The operations of a kind of record. `id` is the name of its id in our paths. */
export function resource<Record, Native>(entity: Entity, id: string, map: Mapping<Record, Native>) {
  const operations = resourceOf<Record, Native>({
    path: at(entity),
    id,
    map,
    query: version,
    record: recordOf<Native>(entity),
    change: "POST",
    creating: { query: once, repeatable: true },
    changing: {
      path: at(entity),
      query: () => version,
      prepare: ({ ids }, session) => readOne(session, entity, ids[id]),
    },
  });
  return {
    map,
    list: joined([entity], id, () => map).list,
    get: operations.get,
    create: operations.create,
    change: <Input extends object>({
      body = (encoded) => encoded,
      ...description
    }: ResourceWrite<Input, Record, Native>) =>
      operations.change<Input>({
        ...description,
        body: (encoded, before, call) => ({ ...sparse(before as Stamped), ...body(encoded, before, call) }),
      }),
    delete: discard([entity], id),
  };
}

/** Deletes a transaction permanently. Entities such as customers cannot be deleted, only made inactive. */
export const discard = (
  entities: readonly Entity[],
  id: string,
  check: (native: Transaction) => void = () => {},
): WriteHandler<undefined, { id: string }> => ({
  ...remove(""),
  prepare: async ({ ids }, session) => {
    const record = await readFrom<Transaction, Entity>(session, entities, ids[id]);
    check(record.native);
    return record;
  },
  find: async ({ ids }, session) =>
    (await undefinedIfMissing(readFrom(session, entities, ids[id]))) === undefined ? {} : undefined,
  request: (_call, prepared) => {
    const { entity, native } = prepared as EntityRecord<Stamped>;
    const { Id, SyncToken } = native;
    return { method: "POST", path: at(entity), query: { operation: "delete", ...version }, body: { Id, SyncToken } };
  },
});
