/** What every endpoint shares: the filter language, how it is asked and answers, the reads that all resources have. */
import { byNumber, linkTo } from "../engine/pages.ts";
import { type Dialect, type Resource, routesOf } from "../engine/resources.ts";
import { type Answer, type Route as AnyRoute, type Ask, get, post, type Refusal } from "../engine/routes.ts";
import { day, isRow, type Row, text, words } from "../engine/values.ts";
import type { Books, Table } from "./administration.ts";
import { badRequest, notFound } from "./refusals.ts";

export interface Period {
  readonly from: string;
  readonly to: string;
}

const months = { month: 1, quarter: 3, year: 12 } as const;

/** Undefined when it is none. */
export function readPeriod(given: string, now: number): Period | undefined {
  const [, which, unit] = /^(this|prev|next)_(month|quarter|year)$/.exec(given) ?? [];
  if (which !== undefined && unit !== undefined) {
    const size = months[unit as keyof typeof months];
    const date = new Date(now);
    const shift = { this: 0, prev: -size, next: size }[which as "this" | "prev" | "next"];
    const first = Math.floor(date.getUTCMonth() / size) * size + shift;
    return wholeMonths(date.getUTCFullYear(), first, size);
  }
  const [, from = "", to = from] = /^(\d{6}|\d{8})(?:\.\.(\d{6}|\d{8}))?$/.exec(given) ?? [];
  const start = readDay(from, "first");
  const end = readDay(to, "last");
  return start === undefined || end === undefined || end < start ? undefined : { from: start, to: end };
}

function wholeMonths(year: number, first: number, count: number): Period {
  return { from: day(Date.UTC(year, first, 1)), to: day(Date.UTC(year, first + count, 0)) };
}

function readDay(digits: string, edge: "first" | "last"): string | undefined {
  const [, year, month, date] = /^(\d{4})(\d{2})(\d{2})?$/.exec(digits) ?? [];
  if (year === undefined || month === undefined) return undefined;
  if (date === undefined && edge === "last") return day(Date.UTC(Number(year), Number(month), 0));
  const whole = `${year}-${month}-${date ?? "01"}`;
  return Number.isNaN(Date.parse(whole)) ? undefined : whole;
}

function readFilter(given = ""): Map<string, string> {
  const parts = given.split(",").filter((part) => part.includes(":"));
  return new Map(
    parts.map((part) => {
      const [key = "", ...rest] = part.split(":");
      return [key.trim(), rest.join(":").trim()];
    }),
  );
}

/** `2025-12-23 12:57:03 UTC`, as in the vendor's examples, and ISO 8601; without a zone it is UTC. */
function readMoment(given: string): number {
  const iso = given.replace(/ UTC$/, "Z").replace(" ", "T");
  const zoned = /(Z|[+-]\d{2}:?\d{2})$/.test(iso) || !iso.includes("T") ? iso : `${iso}Z`;
  const moment = Date.parse(zoned);
  if (Number.isNaN(moment)) throw badRequest("Filter is invalid", { filter: "invalid" });
  return moment;
}

type Test = (row: Row) => boolean;

const same =
  (field: string) =>
  (wanted: string): Test =>
  (row) =>
    text(row[field]).toLowerCase() === wanted.toLowerCase();
const oneOf = (field: string) => (wanted: string) => {
  const values = new Set(wanted.toLowerCase().split("|"));
  return (row: Row) => values.has("all") || values.has(text(row[field]).toLowerCase());
};
/** Exclusive. */
const after = (field: string) => (wanted: string) => {
  const moment = readMoment(wanted);
  return (row: Row) => Date.parse(text(row[field])) > moment;
};

const each = (fields: string, test: (field: string) => (wanted: string) => Test) =>
  Object.fromEntries(words(fields).map((field) => [field, test(field)]));

const tests: Readonly<Record<string, (wanted: string) => Test>> = {
  ...each("state|reference|delivery_method|tax_rate_type", oneOf),
  ...each("contact_id|workflow_id|recurring_sales_invoice_id|financial_account_id|invoice_workflow_id", same),
  ...each("estimate_workflow_id|name|country|active|show_tax", same),
  ...{ first_name: same("firstname"), last_name: same("lastname") },
  created_after: after("created_at"),
  updated_after: after("updated_at"),
};

export interface FilterRules {
  /** The date that a period is about; a list without one has no periods. */
  readonly dateField?: string;
  /** What applies when the filter does not say; `period:this_year` for most. */
  readonly defaults?: Readonly<Record<string, string>>;
}

/** The rows that a filter lets through. Keys that the vendor does not know are ignored. */
export function filtered(
  books: Books,
  rows: readonly Row[],
  given: string | undefined,
  rules: FilterRules = {},
): readonly Row[] {
  const filter = new Map([...Object.entries(rules.defaults ?? {}), ...readFilter(given)]);
  const contact = filter.get("contact_id");
  if (contact !== undefined && !books.tables.contacts.has(contact)) throw notFound("contact_id");
  const chosen: Test[] = [...filter].flatMap(([key, wanted]) => {
    if (key === "period") return rules.dateField === undefined ? [] : [within(books, wanted, rules.dateField)];
    const make = Object.hasOwn(tests, key) ? tests[key] : undefined;
    return make === undefined ? [] : [make(wanted)];
  });
  return rows.filter((row) => chosen.every((test) => test(row)));
}

/** A draft has no date yet, and counts as today's. */
function within(books: Books, wanted: string, dateField: string): Test {
  const period = readPeriod(wanted, books.now());
  if (period === undefined) throw badRequest("Period is invalid", { filter: { period: "date_range" } });
  return (row) => {
    const date = text(row[dateField]) || books.today();
    return period.from <= date && date <= period.to;
  };
}

export type Route = AnyRoute<Table>;
export type Asked = Ask<Table>;

interface PageRules {
  /** How many when nothing is asked for. */
  readonly size?: number;
  /** The older part of the API words a page that is too big in another way. */
  readonly old?: boolean;
}

/** The path is what follows the administration: `documents/receipts`. */
export interface Kept extends Resource<Table> {
  /** What bodies have everything under. */
  readonly root: string;
  readonly filter?: FilterRules;
  readonly page?: PageRules;
  readonly syncs?: boolean;
  /** What a body without the record is answered with, where it is not the usual. */
  readonly nothing?: Refusal;
}

export function under(ask: Asked, root: string, refusal?: Refusal): Row {
  const given = ask.body()[root];
  if (isRow(given)) return given;
  const words = root.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  throw refusal ?? badRequest(`${words.join(" ")} is required`, { [root]: "required" });
}

/** Documents come newest first. */
function ordered(rows: readonly Row[], dateField: string | undefined): readonly Row[] {
  if (dateField === undefined) return rows;
  const key = (row: Row) => (text(row[dateField]) || "9999") + text(row["id"]);
  return rows.toSorted((one, other) => (key(one) < key(other) ? 1 : -1));
}

const dialect: Dialect<Table, Kept> = {
  list: (ask, resource, all) => {
    const found = filtered(ask.company, all, ask.query["filter"], resource.filter);
    return paged(ask, ordered(found, resource.filter?.dateField), resource);
  },
  given: (ask, { root, nothing }) => under(ask, root, nothing),
  missing: () => notFound(),
};

export const rest = (resource: Kept): Route[] => [
  ...routesOf(dialect, { ...resource, path: `:administration/${resource.path}` }),
  ...(resource.syncs === true ? synchronization(resource) : []),
];

/** Within the administration. */
export const inside = (routes: readonly Route[]): Route[] =>
  routes.map(([method, path, handler]) => [method, `:administration/${path}`, handler]);

function synchronization({ path, table, filter, show }: Kept): Route[] {
  return inside([
    get(`${path}/synchronization`, ({ company, query }) => {
      const found = filtered(company, company.tables[table].all(), query["filter"], { ...filter, defaults: {} });
      return { body: listed(found, query).map(({ id, version }) => ({ id, version: version ?? 0 })) };
    }),
    post(`${path}/synchronization`, ({ company, body }) => {
      const { ids } = body();
      if (ids === undefined) throw badRequest("Ids is required", { ids: "required" });
      if (!Array.isArray(ids)) throw badRequest("Ids isn't an array", { ids: "array" });
      const found = (ids as unknown[])
        .slice(0, 100)
        .map((id) => company.tables[table].get(id))
        .filter(isRow);
      return { body: found.map((row) => show?.(company, row) ?? row) };
    }),
  ]);
}

/** Archived contacts are left out unless one asks for them; nothing else is archived in this way. */
export const listed = (rows: readonly Row[], query: Asked["query"]): readonly Row[] =>
  query["include_archived"] === "true" ? rows : rows.filter((row) => row["archived"] !== true);

export function paged(ask: Asked, rows: readonly Row[], { page: rules = {}, show }: Partial<Kept> = {}): Answer {
  const { query, request } = ask;
  const number = query["page"] === undefined || query["page"] === "" ? 1 : Number(query["page"]);
  if (!Number.isInteger(number)) throw badRequest("page does not have a valid value");
  if (number < 1) throw badRequest("Page is too small", { page: "min" });
  const page = byNumber(rows, number, readSize(query["per_page"], rules));
  const link = (to: number, relation: string) => `<${linkTo(request.url, { page: to })}>; rel="${relation}"`;
  const links = [
    ...(page.hasMore ? [link(number + 1, "next")] : []),
    ...(number > 1 ? [link(number - 1, "prev")] : []),
  ];
  return {
    headers: links.length > 0 ? { link: links.join(", ") } : {},
    body: page.rows.map((row) => show?.(ask.company, row) ?? row),
  };
}

function readSize(given: string | undefined, { size = 50, old = false }: PageRules): number {
  if (given === undefined || given === "") return size;
  const wanted = Number(given);
  if (old && wanted > 100) throw badRequest("Per Page is too big", { per_page: "max" });
  if (!/^\d+$/.test(given) || wanted < 1 || wanted > 100) throw badRequest("per_page does not have a valid value");
  return wanted;
}

/** Ids are texts, but for the administration's: that comes as a number, beyond 2^53 or not. */
export const encode = (body: unknown): string =>
  JSON.stringify(body).replaceAll(/"administration_id":"(\d+)"/g, '"administration_id":$1');
