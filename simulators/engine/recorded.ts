/**
 * A stand-in for a vendor, made from its evidence files: recorded rows are multiplied into lists and paged as the vendor
 * does, a write is laid over a recorded row, and refusals are those that were recorded. It knows no business rules; a
 * simulator with rules is written only where a suite needs state changes, sums or refusals that nobody has recorded.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Refusals, Refused, Simulation } from "../simulation.ts";
import { type Dialect, type Resource, routesOf } from "./resources.ts";
import { type Answer, Refusal, type Route, type RouteRequest } from "./routes.ts";
import { type Company, openCompany } from "./tables.ts";
import { isRow, type Row, text } from "./values.ts";
import { simulate, type VendorContext, type VendorDescription } from "./vendor.ts";

export interface RecordedList {
  /** The path of the list below the base, without a slash at the start. */
  readonly path: string;
  /** The field with a record's id. Default: `id`. */
  readonly id?: string;
  /** Whether the vendor accepts new records, changes and deletions. A list is read-only by default. */
  readonly isWritable?: boolean;
}

export interface RecordedVendor<Name extends string>
  extends Pick<
    VendorDescription<Name>,
    "slug" | "base" | "oauth" | "keys" | "session" | "grant" | "limitedUser" | "spellings" | "parameter" | "wire"
  > {
  readonly lists: Readonly<Record<Name, RecordedList>>;
  /** The rows in the reply of a list. By default, the reply is their array. */
  readonly rowsIn?: (body: unknown) => unknown;
  /** The row in the reply with a single record. By default, the reply is the row. */
  readonly rowIn?: (body: unknown, list: Name) => unknown;
  /** The reply with a single record. By default, the row. */
  readonly single?: (row: Row, list: Name) => unknown;
  /** A recorded path as the lists name it: `/contacts/7.json` becomes `/contacts/7`. */
  readonly pathOf?: (recordedPath: string) => string;
  /** Filters, sorts and pages rows, and wraps them as the vendor does. */
  readonly page: (rows: readonly Row[], request: RouteRequest<Name>) => Answer;
  /** Writes the time of a change into a row. */
  readonly stamp?: (row: Row, at: number) => void;
  readonly stampOf?: (row: Row) => number | undefined;
  readonly update?: "PUT" | "PATCH" | "POST";
  /** Refusals that nobody has recorded yet, as the vendor documents them. Recorded ones come first. */
  readonly documentedRefusals: Refusals;
  /** Routes besides the lists, such as the one that proves the sign-in. */
  readonly routes?: (context: VendorContext<Name>) => readonly Route<Name>[];
  /** Each list has at least as many rows, so that it has several pages. Default: 60. */
  readonly rowsPerList?: number;
  /** The folder with the evidence. Default: `src/connectors/<slug>/evidence`. */
  readonly evidenceFolder?: string;
}

const root = join(import.meta.dirname, "../..");

interface RecordedExchange {
  readonly request?: { readonly method?: string; readonly path: string };
  readonly reply?: { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: unknown };
}

interface RecordedFile extends RecordedExchange {
  readonly topic: string;
  readonly further?: readonly RecordedExchange[];
  readonly exchanges?: readonly RecordedExchange[];
}

function filesIn(folder: string): readonly RecordedFile[] {
  return globSync("{*.json,*/*.json}", { cwd: folder })
    .toSorted()
    .map((file) => ({
      ...(JSON.parse(readFileSync(join(folder, file), "utf8")) as RecordedFile),
      topic: file.split("/")[0] ?? "",
    }));
}

const exchangesOf = (file: RecordedFile): readonly RecordedExchange[] => [
  file,
  ...(file.further ?? []),
  ...(file.exchanges ?? []),
];

export function recorded<Name extends string>(vendor: RecordedVendor<Name>): Simulation {
  const files = filesIn(vendor.evidenceFolder ?? join(root, "src/connectors", vendor.slug, "evidence"));
  const refusals = recordedRefusals(files, vendor.documentedRefusals);
  const names = Object.keys(vendor.lists) as Name[];
  const rows = new Map(names.map((name) => [name, recordedRows(files, vendor, name)]));
  const dialect: Dialect<Name, Resource<Name>> = {
    list: (request, _resource, all) => vendor.page(all, request),
    body: (request) => request.body(),
    missing: () => new Refusal(refusals.notFound),
    ...(vendor.update && { update: vendor.update }),
  };
  const { slug, base, oauth, keys, session, grant, limitedUser, spellings, parameter, wire } = vendor;
  return simulate<Name>({
    slug,
    base,
    ...(limitedUser && { limitedUser }),
    ...(spellings && { spellings }),
    ...(parameter && { parameter }),
    ...(wire && { wire }),
    ...(oauth && { oauth }),
    ...(keys && { keys }),
    ...(session && { session }),
    ...(grant && { grant }),
    refusals: () => refusals,
    companies: ({ now }) => [openRecordedCompany(vendor, rows, now)],
    company: (_request, [company]) => company,
    routes: (context) => [
      ...(vendor.routes?.(context) ?? []),
      ...names.flatMap((name) => routesOf(dialect, resourceOf(vendor, name, rows.get(name) ?? []))),
    ],
  });
}

/** A new record is a recorded one with the fields that were sent. */
function resourceOf<Name extends string>(
  { lists, single }: RecordedVendor<Name>,
  table: Name,
  rows: readonly Row[],
): Resource<Name> {
  const [template = {}] = rows;
  const list = lists[table];
  const idField = list.id ?? "id";
  return {
    path: list.path,
    table,
    ...(single && { show: (_company: Company<Name>, row: Row) => single(row, table) }),
    ...(list.isWritable && {
      create: (company: Company<Name>, body: Row) => ({
        ...structuredClone(template),
        ...body,
        [idField]: newIdLike(template[idField], company.next(`ids of ${table}`, 1)),
      }),
      update: (_company: Company<Name>, row: Row, body: Row) => void Object.assign(row, body),
      remove: "plainly" as const,
    }),
  };
}

/** Far above the ids of copies. */
const newIdLike = (id: unknown, count: number): unknown => renewed(id, 1000 + count);

function openRecordedCompany<Name extends string>(
  vendor: RecordedVendor<Name>,
  rows: ReadonlyMap<Name, readonly Row[]>,
  now: () => number,
): Company<Name> {
  const { lists, stamp, stampOf, rowsPerList = 60 } = vendor;
  const names = [...rows.keys()];
  const idFieldOf = (name: Name): string => lists[name].id ?? "id";
  const company = openCompany<Name>({
    id: vendor.slug,
    tables: names,
    now,
    newId: () => crypto.randomUUID(),
    key: idFieldOf,
    ...(stamp && { stamp }),
    ...(stampOf && { stampOf }),
  });
  const copiesOf = (name: Name): number => Math.ceil(rowsPerList / Math.max(1, rows.get(name)?.length ?? 0));
  const copiesOfId = new Map<string, number>();
  for (const name of names)
    for (const row of rows.get(name) ?? []) {
      const id = text(row[idFieldOf(name)]);
      // Lists may use the same ids. A reference must exist in whichever is meant.
      copiesOfId.set(id, Math.min(copiesOfId.get(id) ?? Number.POSITIVE_INFINITY, copiesOf(name)));
    }
  for (const [name, own] of rows)
    for (let copy = 0; copy < copiesOf(name); copy++)
      for (const row of own) {
        const id = { [idFieldOf(name)]: renewed(row[idFieldOf(name)], copy) };
        company.tables[name].put({ ...(copyOf(row, copiesOfId, copy) as Row), ...id });
      }
  return company;
}

/** All rows of a list: from its pages, and from replies with a single record. */
function recordedRows<Name extends string>(
  files: readonly RecordedFile[],
  { lists, rowsIn = (body) => body, rowIn = (body) => body, pathOf = (path) => path }: RecordedVendor<Name>,
  name: Name,
): readonly Row[] {
  const { path, id = "id" } = lists[name];
  const found = new Map<string, Row>();
  const replies = files.flatMap(exchangesOf).filter(isSuccessfulRead);
  for (const { request, reply } of replies) {
    const requested = pathOf(request?.path ?? "").replace(/^\//, "");
    const body: unknown = reply?.body;
    const listed: unknown = requested === path ? rowsIn(body) : undefined;
    const isSingle = requested.startsWith(`${path}/`) && !requested.slice(path.length + 1).includes("/");
    const rows: readonly unknown[] = [
      ...(Array.isArray(listed) ? listed : []),
      ...(isSingle ? [rowIn(body, name)] : []),
    ];
    for (const row of rows)
      if (isRow(row) && text(row[id]) !== "" && !found.has(text(row[id]))) found.set(text(row[id]), row);
  }
  return [...found.values()];
}

const isSuccessfulRead = ({ request, reply }: RecordedExchange): boolean =>
  (request?.method ?? "GET") === "GET" && reply?.body !== undefined && (reply.status ?? 200) < 300;

const kindOfStatus: Readonly<Record<number, keyof Refusals>> = {
  400: "invalid",
  401: "unauthorized",
  403: "forbidden",
  404: "notFound",
  422: "invalid",
  429: "rateLimited",
  500: "broken",
};

function recordedRefusals(files: readonly RecordedFile[], documented: Refusals): Refusals {
  const found: { -readonly [Kind in keyof Refusals]?: Refused } = {};
  for (const { reply } of files.flatMap(exchangesOf)) {
    const kind = kindOfStatus[reply?.status ?? 200];
    if (kind === undefined || reply?.status === undefined || found[kind] !== undefined) continue;
    const { status, headers, body } = reply;
    found[kind] = { status, ...(headers && { headers }), body };
  }
  // A recorded rate limit has another waiting time than the one that the suite expects.
  return { ...documented, ...found, rateLimited: documented.rateLimited };
}

/** The same row, which refers to copies of what the recorded row refers to. */
function copyOf(value: unknown, copiesOfId: ReadonlyMap<string, number>, copy: number, field = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => copyOf(item, copiesOfId, copy, field));
  if (isRow(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, copyOf(inner, copiesOfId, copy, name)]),
    );
  const copies = /id$/i.test(field) ? copiesOfId.get(text(value)) : undefined;
  return copies === undefined ? value : renewed(value, copy % copies);
}

const distance = 1_000_000;

/** Another id of the same form. */
function renewed(id: unknown, copy: number): unknown {
  if (copy === 0) return id;
  if (typeof id === "number") return id + copy * distance;
  if (/^\d+$/.test(text(id))) return String(BigInt(text(id)) + BigInt(copy * distance));
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(text(id))) return copy.toString(16).padStart(8, "0") + text(id).slice(8);
  return `${text(id)}-${copy}`;
}
