/**
 * A vendor made from its evidence files. Recorded rows are multiplied into lists and paged as the vendor does, a write is laid
 * over a recorded row, and refusals are those that were recorded. A new vendor needs nothing else. Rules are added for what
 * recordings lack and a suite needs: `companies` with books of their own, `known` and `create` of lists for states, sums and
 * refusals of business, `routes` for everything that is no list. Each reply keeps the recorded fields either way.
 */
import type { Refusals, Simulation, World } from "../simulation.ts";
import {
  type DocumentedRefusals,
  openRecordings,
  type RecordedPath,
  type RecordingRules,
  type Recordings,
} from "./recordings.ts";
import { type Dialect, type Resource, routesOf } from "./resources.ts";
import { type Answer, Refusal, type Route, type RouteRequest } from "./routes.ts";
import { type Company, openCompany } from "./tables.ts";
import { isRow, type Row, text } from "./values.ts";
import { simulate, type VendorContext, type VendorDescription } from "./vendor.ts";

export interface RecordedList<Name extends string> extends RecordedPath, Omit<Resource<Name>, "path" | "table"> {
  /** Whether the vendor accepts all new records, changes and deletions, without rules. A list is read-only by default. */
  readonly isWritable?: boolean;
  /** What the rules know of a stored row. The reply lays it over the recorded fields. By default, the reply is the row. */
  readonly known?: (company: Company<Name>, row: Row) => Row;
}

export type Show = (row: Row) => unknown;

export interface RecordedVendor<Name extends string>
  extends Omit<VendorDescription<Name>, "companies" | "company" | "refusals" | "routes">,
    Omit<RecordingRules<Name>, "lists"> {
  readonly lists: Readonly<Partial<Record<Name, RecordedList<Name>>>>;
  /** Recordings that the rules share. By default, they are read here. */
  readonly recordings?: Recordings<Name>;
  /** The reply with a single record. By default, the row. */
  readonly single?: (row: Row, list: Name) => unknown;
  /** Filters, sorts and pages rows, and wraps them as the vendor does. */
  readonly page: (rows: readonly Row[], request: RouteRequest<Name>, list: Name, show: Show) => Answer;
  /** The record in the body of a write. By default, the body. */
  readonly sent?: (request: RouteRequest<Name>, list: Name) => Row;
  /** The reply to a write, if it is not the record. */
  readonly written?: (request: RouteRequest<Name>, row: Row, isNew: boolean, show: Show) => Answer;
  /** Writes the time of a change into a row. */
  readonly stamp?: (row: Row, at: number) => void;
  readonly stampOf?: (row: Row) => number | undefined;
  readonly update?: "PUT" | "PATCH" | "POST";
  /**
   * Refusals that nobody has recorded yet, if their bodies or headers differ from those of recorded ones. Recorded ones come
   * first.
   */
  readonly documentedRefusals?: DocumentedRefusals | ((world: World) => DocumentedRefusals);
  /** Books with rules. By default, one company with the recorded rows, multiplied. */
  readonly companies?: VendorDescription<Name>["companies"];
  /** By default, the only company. */
  readonly company?: VendorDescription<Name>["company"];
  /** Routes besides the lists, such as the one that proves the sign-in. They go before a route of a list. */
  readonly routes?: (context: VendorContext<Name>) => readonly Route<Name>[];
  /** Each list has at least as many rows, so that it has several pages. Default: 60. */
  readonly rowsPerList?: number;
}

export function recorded<Name extends string>(vendor: RecordedVendor<Name>): Simulation {
  const { companies, company = (_request, [only]) => only } = vendor;
  const recordings = vendor.recordings ?? openRecordings(vendor);
  const { documentedRefusals: documented = {} } = vendor;
  const refusals = (world: World): Refusals =>
    recordings.refusals(typeof documented === "function" ? documented(world) : documented);
  const lists = Object.entries(vendor.lists) as [Name, RecordedList<Name>][];
  const rows = new Map(lists.map(([name]) => [name, recordings.rowsOf(name)]));
  return simulate<Name>({
    ...vendor,
    refusals,
    companies: companies ?? (({ now }) => [openRecordedCompany(vendor, rows, now)]),
    company,
    routes: (context) => {
      const dialect = dialectOf(vendor, refusals(context.world));
      const own = vendor.routes?.(context) ?? [];
      const isOwn = ([method, path]: Route<Name>) => own.some((route) => route[0] === method && route[1] === path);
      const ofLists = lists.flatMap(([name, list]) =>
        routesOf(dialect, resourceOf(name, list, recordings, vendor.single)),
      );
      return [...own, ...ofLists.filter((route) => !isOwn(route))];
    },
  });
}

function dialectOf<Name extends string>(
  { page, sent, written, update }: RecordedVendor<Name>,
  refusals: Refusals,
): Dialect<Name, Resource<Name>> {
  const showOf =
    ({ company }: RouteRequest<Name>, { show }: Resource<Name>): Show =>
    (row) =>
      show?.(company, row) ?? row;
  return {
    list: (request, resource, all) => page(all, request, resource.table, showOf(request, resource)),
    body: (request, { table }) => sent?.(request, table) ?? request.body(),
    missing: () => new Refusal(refusals.notFound),
    ...(update && { update }),
    ...(written && {
      written: (request, resource, row, isNew) => written(request, row, isNew, showOf(request, resource)),
    }),
  };
}

function resourceOf<Name extends string>(
  table: Name,
  { known, show = (_company, row) => row, isWritable = false, id: idField = "id", ...rules }: RecordedList<Name>,
  recordings: Recordings<Name>,
  single: RecordedVendor<Name>["single"] = (row) => row,
): Resource<Name> {
  const [template = {}] = isWritable ? recordings.rowsOf(table) : [];
  return {
    ...(isWritable && {
      // A new record is a recorded one with the fields that were sent.
      create: (company: Company<Name>, body: Row) => ({
        ...structuredClone(template),
        ...body,
        [idField]: newIdLike(template[idField], company.next(`ids of ${table}`, 1)),
      }),
      update: (_company: Company<Name>, row: Row, body: Row) => void Object.assign(row, body),
      remove: "plainly" as const,
    }),
    ...rules,
    table,
    show: (company, row) =>
      single((known ? recordings.laidOver(table, known(company, row)) : show(company, row)) as Row, table),
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
  const idFieldOf = (name: Name): string => lists[name]?.id ?? "id";
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
