/** The query language, the refusals and the business rules. */
import { openOnce } from "../../simulators/engine/once.ts";
import { byNumber, wholeNumber } from "../../simulators/engine/pages.ts";
import { type Dialect, type Resource, routesOf } from "../../simulators/engine/resources.ts";
import { type Query, Refusal, type Route } from "../../simulators/engine/routes.ts";
import type { Company } from "../../simulators/engine/tables.ts";
import { type Row, rows, text } from "../../simulators/engine/values.ts";
import type { Refusals } from "../../simulators/simulation.ts";
import { type Table, withTotals } from "./books.ts";

const refusal = (status: number, message: string, headers: Readonly<Record<string, string>> = {}) => ({
  status,
  headers,
  body: { error: { code: status, message } },
});

export const refusals: Refusals = {
  unauthorized: refusal(401, "The token is unknown or has expired."),
  forbidden: refusal(403, "Your subscription does not include this."),
  notFound: refusal(404, "The record does not exist."),
  invalid: refusal(422, "The contact does not exist."),
  rateLimited: refusal(429, "Too many requests.", { "retry-after": "7" }),
  broken: refusal(500, "Internal error."),
};

const invalid = (message: string) => new Refusal(refusal(422, message));

/** The query language: a row must match every parameter. */
const filters: Readonly<Record<string, (row: Row, value: string) => boolean>> = {
  updated_since: (row, value) => Date.parse(text(row["updated_at"])) >= Date.parse(value),
  due_from: (row, value) => text(row["due_date"]) >= value,
  from: (row, value) => text(row["date"]) >= value,
  name: (row, value) => row["name"] === value,
  number: (row, value) => row["number"] === value,
  state: (row, value) => row["state"] === value,
};

function matching(allRows: readonly Row[], query: Query): readonly Row[] {
  const matches = allRows.filter((row) =>
    Object.entries(query).every(([name, value]) => filters[name]?.(row, value ?? "") ?? true),
  );
  const [, minus, field] = /^(-?)(\w+)$/.exec(query["sort"] ?? "") ?? [];
  if (field === undefined) return matches;
  const sorted = matches.toSorted((left, right) => (text(left[field]) < text(right[field]) ? -1 : 1));
  return minus === "-" ? sorted.toReversed() : sorted;
}

const dialect: Dialect<Table, Resource<Table>> = {
  list: ({ query }, _resource, allRows) => {
    const pageNumber = wholeNumber(query["page"], 1);
    const pageSize = wholeNumber(query["page_size"], 50, 100);
    const page = byNumber(matching(allRows, query), pageNumber, pageSize);
    return { body: { items: page.rows, total: page.total } };
  },
  body: (request) => request.body(),
  missing: () => new Refusal(refusals.notFound),
};

function checkCountry({ tables }: Company<Table>, { country_id: country }: Row): void {
  if (country !== undefined && country !== null && !tables.countries.has(country))
    throw invalid("The country does not exist.");
}

/** The business rules. */
const resources: readonly Resource<Table>[] = [
  {
    path: "contacts",
    table: "contacts",
    create: (company, input) => {
      if (text(input["name"]) === "") throw invalid("A contact needs a name.");
      checkCountry(company, input);
      return { customer: false, supplier: false, ...input };
    },
    update: (company, row, input) => {
      checkCountry(company, input);
      Object.assign(row, input);
    },
  },
  {
    path: "invoices",
    table: "invoices",
    create: (company, input) => {
      if (!company.tables.contacts.has(input["contact_id"])) throw invalid("The contact does not exist.");
      if (rows(input["lines"]).length === 0) throw invalid("An invoice needs at least one line.");
      const lines = rows(input["lines"]).map((line) => ({
        unit_price: "0",
        tax_percent: "0",
        ...line,
        id: company.newId(),
      }));
      return {
        ...input,
        number: `RE-${String(company.next("invoice", 1001)).padStart(5, "0")}`,
        state: "draft",
        ...withTotals(lines),
      };
    },
  },
  { path: "countries", table: "countries" },
  { path: "entries", table: "entries" },
];

/** A request that repeats an `idempotency-key` gets the first response again. */
function withIdempotencyKeys(plainRoutes: readonly Route<Table>[]): Route<Table>[] {
  const once = openOnce();
  return plainRoutes.map(([method, path, handler]) => [
    method,
    path,
    (request) => {
      const key = text(request.raw.headers["idempotency-key"]);
      return once(key && `${request.company.id} ${path} ${key}`, request.raw, () => handler(request));
    },
  ]);
}

/** The routes of all records. `prefix` is the path of the company, if there is one. */
export const recordRoutes = (prefix = ""): Route<Table>[] =>
  withIdempotencyKeys(
    resources.flatMap((resource) => routesOf(dialect, { ...resource, path: `${prefix}${resource.path}` })),
  );
