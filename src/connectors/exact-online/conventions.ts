/** Conventions of Exact Online's resources: OData 2, sixty records a page, and only the fields that Kontor reads. */
import type { Call, ListHandler } from "../../contract/connector.ts";
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { lastDayOfYear } from "../../kit/dates.ts";
import { statusFilters } from "../../kit/documents/paymentStatus.ts";
import { byCursor, everyRecord, type Paging } from "../../kit/lists/paging.ts";
import { type Mapping } from "../../kit/mapping.ts";
import { type FilterEncoders, get, lists, noRecord, partOf, partsOf } from "../../kit/reading.ts";
import { resource as resourceOf } from "../../kit/resource.ts";
import type { Vocabulary } from "../../kit/vocabulary.ts";
import { type DocumentStatus, paymentStatusOf } from "./fields.ts";
import type { Body, Identified, Lines, Results } from "./types.ts";

const recordsOf = <Native>({ d }: Body<Native>): readonly Native[] | undefined =>
  Array.isArray(d) ? (d as readonly Native[]) : ((d as Results<Native> | null | undefined)?.results ?? undefined);
export const recordIn = <Native>(body: Body<Native> | undefined): Native | undefined =>
  body === undefined ? undefined : (recordsOf(body)?.[0] ?? (body.d as Native | null) ?? undefined);
export const linesOf = <Native>(lines: Lines<Native>): readonly Native[] | undefined => recordsOf({ d: lines ?? null });

/** The `$skiptoken` of the next page's URL. In a list sorted by another field it is more than an id. */
function nextOf({ d }: Body<unknown>): string | undefined {
  const { __next } = (d ?? {}) as Results<unknown>;
  return __next ? (new URL(__next, "https://next.invalid").searchParams.get("$skiptoken") ?? undefined) : undefined;
}

const cursors = byCursor({ records: recordsOf, next: nextOf, after: ($skiptoken) => ({ $skiptoken }) });

/** Every page has the number of records on all pages. */
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

/** Some records that were never changed have no Modified, only Created. */
export const changedSince = (at: Date): string => `(Created ge ${moment(at)} or Modified ge ${moment(at)})`;
const modified = { lastModifiedAt: (at: Date): VendorQuery => ({ $filter: changedSince(at) }) };
export const stampOrders = { createdDate: "Created", updatedDate: "Modified" } as const;
/** A condition on any of several fields. */
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
/** `oneOf("Status", ["10", "20"])` */
export const oneOf = (field: string, values: readonly string[]): string =>
  `(${values.map((value) => `${field} eq ${value}`).join(" or ")})`;

/** A filter by our words, in the vendor's words. */
export const wordsIn =
  (field: string, words: Pick<Vocabulary<string>, "toVendor">) =>
  (ours: string, name: string): VendorQuery => ({ $filter: oneOf(field, words.toVendor(ours, name)) });

/** URLs are limited in length. */
const valuesPerCall = 40;

/** The records whose field has one of the values. */
export async function matching<Native>(
  session: Session,
  { path, query, field, values }: { path: string; query: VendorQuery; field: string; values: readonly string[] },
): Promise<readonly Native[]> {
  const found: Native[] = [];
  for (let from = 0; from < values.length; from += valuesPerCall) {
    const $filter = oneOf(field, values.slice(from, from + valuesPerCall));
    found.push(...(await allOf<Native>(session, path, { ...query, $filter })));
  }
  return found;
}

interface Entity<Record, Native> {
  /** The name of the record's id in our paths. */
  readonly id: string;
  /** The name of the id in the vendor's records. */
  readonly key: keyof Native & string;
  readonly map: Mapping<Record, Native>;
  readonly fields: Fields;
  /** The fields of its lines, by the name of the list. */
  readonly below?: { readonly [name: string]: Fields };
  /** Adds data from other lists under `also`. */
  readonly add?: (natives: readonly Native[], session: Session) => Promise<readonly Native[]>;
  /** The path for new records, if it differs from the path of the list. */
  readonly createAt?: string;
}
interface EntityList<Native> {
  /** Which of the vendor's records belong in the list. */
  readonly where?: string;
  readonly filters?: FilterEncoders<VendorQuery>;
  readonly orders?: Readonly<globalThis.Record<string, string>>;
  readonly rules?: readonly string[];
  readonly readsWholeList?: true;
  /** Enables the filters by status. The vendor cannot filter by it, so the whole list is read and filtered here. */
  readonly statusOf?: (native: Native) => DocumentStatus;
}
/** A table of fields in types.ts. */
type Fields = Readonly<globalThis.Record<string, unknown>>;

/** The names of the fields, for `$select`. */
export const namesOf = (fields: Fields): string => Object.keys(fields).join();

function queryOf({ fields, below = {} }: Pick<Entity<unknown, never>, "fields" | "below">): VendorQuery {
  const lines = Object.entries(below).flatMap(([name, lineFields]) =>
    Object.keys(lineFields).map((field) => `${name}/${field}`),
  );
  return {
    $select: [namesOf(fields), ...lines].join(),
    ...(lines.length > 0 && { $expand: Object.keys(below).join() }),
  };
}

/** The operations of a kind of record: `resource("/crm/Accounts", { id: "contactId", key: "ID", map, fields })`. */
export function resource<Record, Native extends object>(path: string, entity: Entity<Record, Native>) {
  const { id, key, map, createAt, add = async (natives) => natives } = entity;
  const query = queryOf(entity);
  const pathOf = (recordId: string | null | undefined): string => `${path}(${guid(recordId)})`;
  const at = ({ ids }: Call): string => pathOf(ids[id]);
  const read = async (session: Session, recordId: string | null | undefined): Promise<Native> => {
    const native = recordIn((await session.read(pathOf(recordId), query)) as Body<Native>);
    if (native === undefined) throw noRecord();
    const [completed = native] = await add([native], session);
    return completed;
  };
  const operations = resourceOf<Record, Native>({
    path,
    at,
    id,
    map,
    raw: withoutAdded,
    record: recordIn<Native>,
    change: "PUT",
    creating: {
      ...(createAt !== undefined && { path: createAt }),
      // Without it all fields of the reply are empty.
      headers: () => ({ prefer: "return=representation" }),
      readBack: (reply: Body<Native>, _call, session) => read(session, recordIn(reply)?.[key] as string | undefined),
    },
    changing: {
      // The vendor's reply to a change is empty.
      readBack: (_reply, { ids }, session) => read(session, ids[id]),
      stub: (_reply, { ids }) => ({ ["invoiceId" in map.fields ? "invoiceId" : "id"]: ids[id] }) as Partial<Record>,
    },
  });
  return {
    ...operations,
    read,
    query,
    list: (description: EntityList<Native> = {}) => listOf(path, entity, description),
    get: (is: (native: Native) => boolean = () => true) =>
      get<Record, Native>({
        map,
        raw: withoutAdded,
        read: async ({ ids }, session) => {
          const native = await read(session, ids[id]);
          return is(native) ? native : undefined;
        },
      }),
    /** The lines of a record, which are part of it. */
    lines: <Part, Line extends Identified>(
      pick: (native: Native) => readonly Line[] | undefined,
      line: Mapping<Part, Line>,
    ) => {
      const parts = (body: Body<Native>) => {
        const native = recordIn(body);
        return native && pick(native);
      };
      const description = { path: at, query, parts, map: line };
      return { list: partsOf(description), get: partOf({ ...description, id: ({ ID }) => ID ?? undefined }) };
    },
  };
}

/** The record as the vendor sent it. */
const withoutAdded = (native: object): unknown => {
  const { also: _also, ...sent } = native as { readonly also?: unknown };
  return sent;
};

function listOf<Record, Native extends object>(
  path: string,
  { map, add, ...entity }: Entity<Record, Native>,
  { where, filters, orders = {}, rules = [], statusOf, readsWholeList }: EntityList<Native>,
): ListHandler<Record> {
  const query = {
    ...queryOf(entity),
    $inlinecount: "allpages",
    ...(where !== undefined && { $filter: where }),
  };
  return list({
    path,
    query,
    map,
    orders,
    raw: withoutAdded,
    ...(add && { join: add }),
    filters: {
      ...(isStamped(entity.fields) && modified),
      ...filters,
      ...(statusOf && { status: () => ({}), paymentStatus: () => ({}) }),
    },
    rules: statusOf ? [...rules, readWhole] : rules,
    ...(readsWholeList && { readsWholeList }),
    ...(statusOf && { localFilter: statusFilters(statusOf, (native) => paymentStatusOf(statusOf(native))) }),
  });
}
/** Only records with a time of change can be filtered by it. */
const isStamped = (fields: Fields): boolean => "Modified" in fields;
const readWhole =
  "The target system cannot filter by status and paymentStatus. With these filters, Kontor reads the whole list, sixty records at a time.";
