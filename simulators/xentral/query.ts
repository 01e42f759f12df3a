/** The query language of version 3: numbered conditions, one sort key, pages with a total by request. */
import type { FastifyRequest } from "fastify";
import { byNumber, wholeNumber } from "../engine/pages.ts";
import type { Answer, Query } from "../engine/routes.ts";
import { isRow, type Row, text } from "../engine/values.ts";
import type { Table } from "./company.ts";
import { invalidField } from "./refusals.ts";

const at = (row: Row, path: string): unknown =>
  path.split(".").reduce<unknown>((value, name) => (isRow(value) ? value[name] : undefined), row);

/** Where a condition of customers and suppliers finds its value. */
const placeOf: Readonly<Record<string, string>> = {
  name: "primaryAddress.name",
  email: "primaryAddress.email",
  city: "primaryAddress.city",
};

const operators: Readonly<Record<string, (value: string, wanted: string) => boolean>> = {
  equals: (value, wanted) => value === wanted,
  in: (value, wanted) => wanted.split(",").includes(value),
  contains: (value, wanted) => value.toLowerCase().includes(wanted.toLowerCase()),
  greaterThanOrEquals: (value, wanted) => value >= wanted,
};

interface Condition {
  readonly key: string;
  readonly op: string;
  readonly value: string;
}

function conditionsIn(query: Query): Condition[] {
  const found: Condition[] = [];
  for (let index = 0; query[`filter[${index}][key]`] !== undefined; index++)
    found.push({
      key: query[`filter[${index}][key]`] ?? "",
      op: query[`filter[${index}][op]`] ?? "equals",
      value: query[`filter[${index}][value]`] ?? "",
    });
  return found;
}

/** The states that a list shows without a condition on them. */
const shownStates: Readonly<Partial<Record<Table, string>>> = {
  creditNotes: "released,sent,completed,cancelled",
  invoices: "released,sent,cancelled",
  offers: "released,sent,cancelled,completed",
  purchaseOrders: "released,sent,completed,cancelled",
  salesOrders: "released,sent,completed,cancelled",
};

const partners: readonly Table[] = ["customers", "suppliers"];

/** Customers and suppliers compare days, all others moments, and each refuses the other. */
function comparable(
  table: Table,
  { key, value }: Condition,
): (row: Row) => { readonly value: string; readonly wanted: string } {
  if (key !== "updatedAt" && key !== "createdAt")
    return (row) => ({ value: text(at(row, placeOf[key] ?? key)), wanted: value });
  const isDay = /^\d{4}-\d\d-\d\d$/.test(value);
  if (partners.includes(table)) {
    if (!isDay) throw invalidField(`filter.${key}`, "The value is not a valid date.");
    return (row) => ({ value: text(row[key]).slice(0, 10), wanted: value });
  }
  if (isDay || Number.isNaN(Date.parse(value)))
    throw invalidField(`filter.${key}`, "The value is not a valid datetime.");
  const moment = (of: string): string => new Date(of).toISOString();
  return (row) => ({ value: moment(text(row[key])), wanted: moment(value) });
}

function filtered(all: readonly Row[], table: Table, query: Query): readonly Row[] {
  const asked = conditionsIn(query);
  const states = shownStates[table];
  const isAsked = states === undefined || asked.some(({ key }) => key === "status");
  const conditions = isAsked ? asked : [...asked, { key: "status", op: "in", value: states }];
  const visible =
    table === "products" ? all.filter((row) => row["isDisabled"] !== true && row["isDeleted"] !== true) : all;
  return conditions.reduce<readonly Row[]>((left, condition) => {
    const fits = operators[condition.op];
    if (fits === undefined) throw invalidField("filter", `The operator ${condition.op} is not allowed.`);
    const compared = comparable(table, condition);
    return left.filter((row) => {
      const { value, wanted } = compared(row);
      return fits(value, wanted);
    });
  }, visible);
}

function sorted(all: readonly Row[], sort = "id"): readonly Row[] {
  const [, minus, name = "id"] = /^(-?)(.+)$/.exec(sort) ?? [];
  const sign = minus === "-" ? -1 : 1;
  const keyOf = (row: Row): string | number => (name === "id" ? Number(row["id"]) : text(at(row, name)));
  const compare = (left: string | number, right: string | number): number => (left < right ? -1 : left > right ? 1 : 0);
  return all.toSorted(
    (left, right) => sign * (compare(keyOf(left), keyOf(right)) || Number(left["id"]) - Number(right["id"])),
  );
}

export function listPage(
  all: readonly Row[],
  {
    query,
    headers,
    path,
  }: { readonly query: Query; readonly headers: FastifyRequest["headers"]; readonly path: string },
  table: Table,
  show: (row: Row) => unknown,
): Answer {
  const largest = partners.includes(table) ? 100 : 1000;
  const rows = sorted(filtered(all, table, query), query["sort"]);
  const page = byNumber(rows, wholeNumber(query["page"], 1), wholeNumber(query["perPage"], 15, largest));
  const first = (page.page - 1) * page.size + 1;
  const isTable = headers["x-pagination"] === "table";
  const link = (number: number): string => `https://example.xentral.biz${path}?page=${number}`;
  return {
    body: {
      data: page.rows.map(show),
      links: {
        first: link(1),
        last: isTable ? link(page.pages) : null,
        prev: page.page > 1 ? link(page.page - 1) : null,
        next: page.hasMore ? link(page.page + 1) : null,
      },
      meta: {
        currentPage: page.page,
        from: page.rows.length === 0 ? null : first,
        ...(isTable && { lastPage: page.pages }),
        path: `https://example.xentral.biz${path}`,
        perPage: page.size,
        to: page.rows.length === 0 ? null : first + page.rows.length - 1,
        ...(isTable && { total: rows.length }),
      },
    },
  };
}

/** Version 1: pages of 10 to 50, and a total beside them. */
export function firstPage(all: readonly Row[], query: Query, show: (row: Row) => unknown): Answer {
  const size = wholeNumber(query["page[size]"], 10);
  if (size > 50) throw invalidField("page.size", "This value should be 50 or less.");
  const { rows, page, total } = byNumber(all, wholeNumber(query["page[number]"], 1), size);
  return { body: { data: rows.map(show), extra: { totalCount: total, page: { number: page, size } } } };
}
