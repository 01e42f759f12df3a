/** Shared by every endpoint: the filter language, requests and replies, and the reads of all resources. */
import { byNumber, linkTo } from "../engine/pages.ts";
import type { RecordedList } from "../engine/recorded.ts";
import type { Resource } from "../engine/resources.ts";
import { type Answer, type Route as AnyRoute, get, post, type Refusal, type RouteRequest } from "../engine/routes.ts";
import { day, isRow, type Row, text, words } from "../engine/values.ts";
import { type Books, pathOf, type Table } from "./administration.ts";
import { badRequest, notFound } from "./refusals.ts";

export interface Period {
  readonly from: string;
  readonly to: string;
}

const months: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 };
const turns: Readonly<Record<string, number>> = { prev: -1, this: 0, next: 1 };

/** Undefined if it is invalid. */
export function readPeriod(period: string, now: number): Period | undefined {
  const [, turn = "", unit = ""] = /^(this|prev|next)_(month|quarter|year)$/.exec(period) ?? [];
  const shift = turns[turn];
  const size = months[unit];
  if (shift !== undefined && size !== undefined) {
    const date = new Date(now);
    const year = date.getUTCFullYear();
    const first = (Math.floor(date.getUTCMonth() / size) + shift) * size;
    return { from: day(Date.UTC(year, first, 1)), to: day(Date.UTC(year, first + size, 0)) };
  }
  const [, start = "", end = start] = /^(\d{6}|\d{8})(?:\.\.(\d{6}|\d{8}))?$/.exec(period) ?? [];
  const from = readDay(start, "first");
  const to = readDay(end, "last");
  return from === undefined || to === undefined || to < from ? undefined : { from, to };
}

function readDay(digits: string, edge: "first" | "last"): string | undefined {
  const [, year, month, date = "01"] = /^(\d{4})(\d{2})(\d{2})?$/.exec(digits) ?? [];
  if (year === undefined) return undefined;
  if (digits.length === 6 && edge === "last") return day(Date.UTC(Number(year), Number(month), 0));
  const isoDate = `${year}-${month}-${date}`;
  return Number.isNaN(Date.parse(isoDate)) ? undefined : isoDate;
}

/** `state:open|late,period:this_year`. */
const readFilter = (filter = "") =>
  [...filter.matchAll(/([^,:]*):([^,]*)/g)].map(([, key = "", wanted = ""]) => [key.trim(), wanted.trim()] as const);

/** `2025-12-23 12:57:03 UTC`, as in the vendor's examples, and ISO 8601; without a zone it is UTC. */
function readMoment(timestamp: string): number {
  const iso = timestamp.replace(/ UTC$/, "Z").replace(" ", "T");
  const zoned = /(Z|[+-]\d{2}:?\d{2})$/.test(iso) || !iso.includes("T") ? iso : `${iso}Z`;
  const moment = Date.parse(zoned);
  if (Number.isNaN(moment)) throw badRequest("Filter is invalid", { filter: "invalid" });
  return moment;
}

type Test = (row: Row) => boolean;

const fields = words(
  "state|reference|delivery_method|tax_rate_type|contact_id|workflow_id|recurring_sales_invoice_id|country|active|" +
    "financial_account_id|invoice_workflow_id|estimate_workflow_id|name|show_tax|first_name|last_name",
);

/** Keys that the vendor does not know are ignored. */
function testOf(key: string, wanted: string): Test {
  const [, stamp] = /^(created|updated)_after$/.exec(key) ?? [];
  if (stamp !== undefined) {
    const moment = readMoment(wanted);
    return (row) => Date.parse(text(row[`${stamp}_at`])) > moment;
  }
  if (!fields.includes(key)) return () => true;
  const field = key.replace(/^(first|last)_/, "$1");
  const values = wanted.toLowerCase().split("|");
  return (row) => values.includes("all") || values.includes(text(row[field]).toLowerCase());
}

interface FilterRules {
  /** The date that a period is about; a list without one has no periods. */
  readonly dateField?: string;
  /** Default filter values. Lists with periods default to this year. */
  readonly defaults?: Readonly<Record<string, string>>;
}

/** The rows that match a filter. */
export function filtered(books: Books, rows: readonly Row[], source = "", rules: FilterRules = {}): readonly Row[] {
  const { dateField, defaults = { period: "this_year" } } = rules;
  const { period, ...filter } = { ...defaults, ...Object.fromEntries(readFilter(source)) };
  const contact = filter["contact_id"];
  if (contact !== undefined && !books.tables.contacts.has(contact)) throw notFound("contact_id");
  const tests = Object.entries(filter).map(([key, wanted]) => testOf(key, wanted));
  if (period !== undefined && dateField !== undefined) tests.push(within(books, period, dateField));
  return rows.filter((row) => tests.every((test) => test(row)));
}

/** A draft has no date yet; today's date is used. */
function within(books: Books, wanted: string, dateField: string): Test {
  const period = readPeriod(wanted, books.now());
  if (period === undefined) throw badRequest("Period is invalid", { filter: { period: "date_range" } });
  return (row) => {
    const date = text(row[dateField]) || books.today();
    return period.from <= date && date <= period.to;
  };
}

export type Route = AnyRoute<Table>;
export type MoneybirdRequest = RouteRequest<Table>;

/** Its path and the name that wraps its records in bodies are derived from its table. */
export interface Kept extends Omit<Resource<Table>, "path"> {
  readonly filter?: FilterRules;
  /** The default page size. */
  readonly size?: number;
  /** The older part of the API has a different message for a page size that is too large. */
  readonly old?: boolean;
}

export function under(request: MoneybirdRequest, root: string, refusal?: Refusal): Row {
  const body = request.body()[root];
  if (isRow(body)) return body;
  const words = root.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  throw refusal ?? badRequest(`${words.join(" ")} is required`, { [root]: "required" });
}

/** Documents come newest first. */
function ordered(rows: readonly Row[], dateField: string | undefined): readonly Row[] {
  if (dateField === undefined) return rows;
  const key = (row: Row) => (text(row[dateField]) || "9999") + text(row["id"]);
  return rows.toSorted((left, right) => (key(left) < key(right) ? 1 : -1));
}

export type Lists = Readonly<Partial<Record<Table, RecordedList<Table>>>>;

/** A list with the vendor's filters and pages, in the order of its documents. */
export function listOf({ old, size, filter, table, ...rules }: Kept): RecordedList<Table> {
  const list = (request: MoneybirdRequest, all: readonly Row[]): Answer => {
    const found = filtered(request.company, all, request.query["filter"], filter);
    return paged(request, ordered(found, filter?.dateField), { ...rules, ...(size && { size }), ...(old && { old }) });
  };
  return { path: `:administration/${pathOf(table)}`, list, missing: () => notFound(), ...rules };
}

/** Within the administration. */
export const inside = (routes: readonly Route[]): Route[] =>
  routes.map(([method, path, handler]) => [method, `:administration/${path}`, handler]);

/** A record by something else than its id. */
export const findBy = ({ table, show }: Kept, way: string, field: string, missing: (value: string) => Refusal): Route =>
  get(`${pathOf(table)}/${way}/:value`, ({ company, params: { value = "" } }) => {
    const row = company.tables[table].find(field, value);
    if (row === undefined) throw missing(value);
    return { body: show?.(company, row) ?? row };
  });

export function synchronization({ table, filter, show }: Kept): Route[] {
  const path = `${pathOf(table)}/synchronization`;
  return inside([
    get(path, ({ company, query }) => {
      const found = filtered(company, company.tables[table].all(), query["filter"], { ...filter, defaults: {} });
      return { body: listed(found, query).map(({ id, version }) => ({ id, version: version ?? 0 })) };
    }),
    post(path, ({ company, body }) => {
      const { ids } = body();
      if (ids === undefined) throw badRequest("Ids is required", { ids: "required" });
      if (!Array.isArray(ids)) throw badRequest("Ids isn't an array", { ids: "array" });
      const found = ids.slice(0, 100).map((id) => company.tables[table].get(id));
      return { body: found.filter(isRow).map((row) => show?.(company, row) ?? row) };
    }),
  ]);
}

/** Archived contacts are left out by default; only contacts can be archived this way. */
export const listed = (rows: readonly Row[], query: MoneybirdRequest["query"]): readonly Row[] =>
  query["include_archived"] === "true" ? rows : rows.filter((row) => row["archived"] !== true);

export function paged(
  routeRequest: MoneybirdRequest,
  rows: readonly Row[],
  { show, ...rules }: Partial<Kept> = {},
): Answer {
  const { query, raw: request, company } = routeRequest;
  const number = Number(query["page"] || 1);
  if (!Number.isInteger(number)) throw badRequest("page does not have a valid value");
  if (number < 1) throw badRequest("Page is too small", { page: "min" });
  const page = byNumber(rows, number, readSize(query["per_page"], rules));
  const link = (isThere: boolean, to: number, relation: string) =>
    isThere ? [`<${linkTo(request.url, { page: to })}>; rel="${relation}"`] : [];
  const links = [...link(page.hasMore, number + 1, "next"), ...link(number > 1, number - 1, "prev")].join(", ");
  return { headers: links === "" ? {} : { link: links }, body: page.rows.map((row) => show?.(company, row) ?? row) };
}

function readSize(source = "", { size = 50, old = false }: Partial<Kept>): number {
  if (source === "") return size;
  const wanted = Number(source);
  if (old && wanted > 100) throw badRequest("Per Page is too big", { per_page: "max" });
  if (!/^\d+$/.test(source) || wanted < 1 || wanted > 100) throw badRequest("per_page does not have a valid value");
  return wanted;
}

/** Ids are text, except the administration's, which is a number, possibly beyond 2^53. */
export const encode = (body: unknown): string =>
  JSON.stringify(body).replaceAll(/"administration_id":"(\d+)"/g, '"administration_id":$1');
