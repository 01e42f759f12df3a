/** What Exact Online's resources have in common: OData 2, sixty records a page, each asked for the fields that we read. */
import type { Call, ListHandler, WriteHandler } from "../../contract/connector.ts";
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { lastDayOfYear } from "../../kit/dates.ts";
import { namesOf } from "../../kit/fields.ts";
import { byCursor, everyRecord, type Paging } from "../../kit/lists/paging.ts";
import { type Mapping } from "../../kit/mapping.ts";
import { type FilterEncoders, get, lists, noRecord, partOf, partsOf } from "../../kit/reading.ts";
import { byState } from "../../kit/settled.ts";
import type { Vocabulary } from "../../kit/vocabulary.ts";
import { remove, type Written, write } from "../../kit/writing.ts";
import { type DocumentStatus, paymentStatusOf } from "./fields.ts";
import type { Body, Identified, Lines, Results } from "./types.ts";

const recordsOf = <Native>({ d }: Body<Native>): readonly Native[] | undefined =>
  Array.isArray(d) ? (d as readonly Native[]) : ((d as Results<Native> | null | undefined)?.results ?? undefined);
export const recordIn = <Native>(body: Body<Native> | undefined): Native | undefined =>
  body === undefined ? undefined : (recordsOf(body)?.[0] ?? (body.d as Native | null) ?? undefined);
export const linesOf = <Native>(lines: Lines<Native>): readonly Native[] | undefined => recordsOf({ d: lines ?? null });

/** What stands in the address of the next page; in the order of some field that is more than an id. */
function nextOf({ d }: Body<unknown>): string | undefined {
  const { __next } = (d ?? {}) as Results<unknown>;
  return __next ? (new URL(__next, "https://next.invalid").searchParams.get("$skiptoken") ?? undefined) : undefined;
}

const cursors = byCursor({ records: recordsOf, next: nextOf, after: ($skiptoken) => ({ $skiptoken }) });

/** Every page tells how many there are in all. */
const paging: Paging = async (read, window, memory) => {
  let counted: number | undefined;
  const counting: typeof read = async (query) => {
    const reply = await read(query);
    const { __count } = ((reply.body as Body<unknown>).d ?? {}) as Results<unknown>;
    if (__count) counted = Number(__count);
    return reply;
  };
  const paged = await cursors(counting, window, memory);
  return { ...paged, total: paged.total ?? counted };
};

const list = lists({
  paging,
  order: (field, direction) => ({ $orderby: `${field} ${direction.toLowerCase()}` }),
  filterSeparator: " and ",
});

export const allOf = everyRecord(cursors);

const guidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export function guid(id: string | null | undefined): string {
  if (!id || !guidForm.test(id)) throw noRecord();
  return `guid'${id}'`;
}
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const moment = (at: Date): string => `datetime'${at.toISOString().slice(0, 19)}'`;
const day = (date: string): string => `datetime'${date}'`;

/** Some of what was never changed has only the moment of its making. */
export const changedSince = (at: Date): string => `(Created ge ${moment(at)} or Modified ge ${moment(at)})`;
const modified = { lastModifiedAt: (at: Date): VendorQuery => ({ $filter: changedSince(at) }) };
export const stampOrders = { createdDate: "Created", updatedDate: "Modified" } as const;
/** In one of these fields. */
const inAny =
  (condition: (field: string, text: string) => string) =>
  (...fields: readonly string[]) =>
  (text: string): VendorQuery => ({ $filter: `(${fields.map((field) => condition(field, text)).join(" or ")})` });
export const contains = inAny((field, text) => `substringof(${quoted(text)},${field}) eq true`);
export const equals = inAny((field, text) => `${field} eq ${quoted(text)}`);
export const fromDay =
  (field: string) =>
  (from: string): VendorQuery => ({ $filter: `${field} ge ${day(from)}` });
export const yearFrom = (field: string) => (first: string) => ({
  $filter: `${field} ge ${day(first)} and ${field} le ${day(lastDayOfYear(first))}`,
});
/** One of the vendor's numbers: `oneOf("Status", ["10", "20"])`. */
export const oneOf = (field: string, values: readonly string[]): string =>
  `(${values.map((value) => `${field} eq ${value}`).join(" or ")})`;

/** One of the vendor's words for ours. */
export const wordsIn =
  (field: string, words: Pick<Vocabulary<string>, "theirs">) =>
  (wanted: string, name: string): VendorQuery => ({ $filter: oneOf(field, words.theirs(wanted, name)) });

/** Addresses have an end: a few in each. */
const fewest = 40;
export async function thoseOf<Native>(
  session: Session,
  { path, query, field, values }: { path: string; query: VendorQuery; field: string; values: readonly string[] },
): Promise<readonly Native[]> {
  const found: Native[] = [];
  for (let from = 0; from < values.length; from += fewest)
    found.push(
      ...(await allOf<Native>(session, path, { ...query, $filter: oneOf(field, values.slice(from, from + fewest)) })),
    );
  return found;
}

interface Set<Record, Native> {
  /** The name of a record's id in our paths, and in the vendor's records. */
  readonly id: string;
  readonly key: keyof Native & string;
  readonly map: Mapping<Record, Native>;
  readonly fields: string;
  /** The name of its lines, and their fields. */
  readonly below?: { readonly [name: string]: string };
  /** What is known of these records elsewhere, under `also`. */
  readonly add?: (natives: readonly Native[], session: Session) => Promise<readonly Native[]>;
}
interface Listed<Native> {
  /** What makes a record of the list one of ours. */
  readonly where?: string;
  readonly filters?: FilterEncoders<VendorQuery>;
  readonly orders?: Readonly<globalThis.Record<string, string>>;
  readonly rules?: readonly string[];
  /** What the vendor has no condition for: with a filter of it the list is read whole and cut here. */
  readonly statusOf?: (native: Native) => DocumentStatus;
}
/** What is asked for of records of these fields. */
export const fieldsOf = (...fields: readonly string[]): string => namesOf(...fields).join();

function queryOf({ fields, below = {} }: Pick<Set<unknown, never>, "fields" | "below">): VendorQuery {
  const lines = Object.entries(below).flatMap(([name, own]) => own.split(",").map((field) => `${name}/${field}`));
  return {
    $select: [fieldsOf(fields), ...lines].join(),
    ...(lines.length > 0 && { $expand: Object.keys(below).join() }),
  };
}

/** A kind of record: `resource("/crm/Accounts", { id: "contactId", key: "ID", map, fields: account })`. */
export function resource<Record, Native extends object>(path: string, set: Set<Record, Native>) {
  const { id, key, map, add = async (natives) => natives } = set;
  const query = queryOf(set);
  const at = (one: string | null | undefined): string => `${path}(${guid(one)})`;
  const atCall = ({ ids }: Call): string => at(ids[id]);
  const read = async (session: Session, one: string | null | undefined): Promise<Native> => {
    const native = recordIn((await session.read(at(one), query)) as Body<Native>);
    if (native === undefined) throw noRecord();
    const [whole = native] = await add([native], session);
    return whole;
  };
  const written = { map, raw: bareOf, record: recordIn<Native> };
  return {
    at,
    read,
    query,
    list: (listed: Listed<Native> = {}) => listOf(path, set, listed),
    get: (is: (native: Native) => boolean = () => true) =>
      get<Record, Native>({
        map,
        raw: bareOf,
        read: async ({ ids }, session) => {
          const native = await read(session, ids[id]);
          return is(native) ? native : undefined;
        },
      }),
    /** Elsewhere, where some are made at another address than they are read at. */
    create: <Input extends object>(
      described: Written<Input, Record, Native>,
      elsewhere = path,
    ): WriteHandler<Input, Record> =>
      write<Input, Record, Native>({
        method: "POST",
        path: elsewhere,
        ...written,
        // Otherwise all fields of the reply are empty.
        headers: () => ({ prefer: "return=representation" }),
        readBack: (reply: Body<Native>, _call, session) => read(session, recordIn(reply)?.[key] as string | undefined),
        ...described,
      }),
    /** The vendor answers with nothing. */
    change: <Input extends object>(described: Written<Input, Record, Native>): WriteHandler<Input, Record> =>
      write<Input, Record, Native>({
        method: "PUT",
        path: atCall,
        ...written,
        repeatable: true,
        readBack: (_reply, { ids }, session) => read(session, ids[id]),
        stub: () => ({}),
        ...described,
      }),
    remove: () => remove(atCall),
    /** The lines of a record, which come with it. */
    lines: <Part, Line extends Identified>(
      pick: (native: Native) => readonly Line[] | undefined,
      line: Mapping<Part, Line>,
    ) => {
      const parts = (body: Body<Native>) => {
        const whole = recordIn(body);
        return whole && pick(whole);
      };
      const described = { path: atCall, query, parts, map: line };
      return { list: partsOf(described), get: partOf({ ...described, id: ({ ID }) => ID ?? undefined }) };
    },
  };
}

/** As the vendor sent it. */
const bareOf = (native: object): unknown => {
  const { also: _also, ...bare } = native as { readonly also?: unknown };
  return bare;
};

function listOf<Record, Native extends object>(
  path: string,
  { map, add, ...set }: Set<Record, Native>,
  { where, filters, orders = {}, rules = [], statusOf }: Listed<Native>,
): ListHandler<Record> {
  const query = {
    ...queryOf(set),
    $inlinecount: "allpages",
    ...(where !== undefined && { $filter: where }),
  };
  return list({
    path,
    query,
    map,
    orders,
    raw: bareOf,
    ...(add && { join: add }),
    filters: {
      ...(isStamped(set.fields) && modified),
      ...filters,
      ...(statusOf && { status: () => ({}), paymentStatus: () => ({}) }),
    },
    rules: statusOf ? [...rules, readWhole] : rules,
    ...(statusOf && { narrow: byState(statusOf, (native) => paymentStatusOf(statusOf(native))) }),
  });
}
/** What says when it changed can be asked for by that. */
const isStamped = (fields: string): boolean => fields.endsWith("Modified");
const readWhole =
  "With status or paymentStatus the whole list is read, sixty at a time: only the list of what is outstanding tells them.";
