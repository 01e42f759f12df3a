/** Example Books as it would document itself: sign-in, companies, pages, refusals, signed webhooks. */
import { openOnce } from "../../simulators/engine/once.ts";
import { byNumber, whole } from "../../simulators/engine/pages.ts";
import { type Dialect, type Resource, routesOf } from "../../simulators/engine/resources.ts";
import { get, type Query, Refusal, type Route } from "../../simulators/engine/routes.ts";
import { type Row, rows, text } from "../../simulators/engine/values.ts";
import { simulate, type VendorContext } from "../../simulators/engine/vendor.ts";
import type { Refusals } from "../../simulators/simulation.ts";
import { hmac } from "../../src/sandbox/engine/secrets.ts";
import { access } from "./access.ts";
import { openCompanies, type Table, withTotals } from "./books.ts";

const refusal = (status: number, message: string, headers: Readonly<Record<string, string>> = {}) => ({
  status,
  headers,
  body: { error: { code: status, message } },
});

const refusals: Refusals = {
  unauthorized: refusal(401, "The token is unknown or has ended."),
  forbidden: refusal(403, "Your subscription does not include this."),
  notFound: refusal(404, "There is no such record."),
  invalid: refusal(422, "The contact is unknown to us."),
  rateLimited: refusal(429, "Too many requests.", { "retry-after": "7" }),
  broken: refusal(500, "Something broke on our side."),
};

const invalid = (message: string) => new Refusal(refusal(422, message));

/** The query language: each parameter that is given must hold. */
const filters: Readonly<Record<string, (row: Row, wanted: string) => boolean>> = {
  updated_since: (row, wanted) => Date.parse(text(row["updated_at"])) >= Date.parse(wanted),
  due_from: (row, wanted) => text(row["due_date"]) >= wanted,
  from: (row, wanted) => text(row["date"]) >= wanted,
  ...Object.fromEntries(
    ["name", "number", "state"].map((field) => [field, (row: Row, wanted: string) => row[field] === wanted]),
  ),
};

function found(all: readonly Row[], query: Query): readonly Row[] {
  const fitting = all.filter((row) =>
    Object.entries(query).every(([name, value]) => filters[name]?.(row, value ?? "") ?? true),
  );
  const [, down, field] = /^(-?)(\w+)$/.exec(query["sort"] ?? "") ?? [];
  if (field === undefined) return fitting;
  const sorted = fitting.toSorted((one, other) => (text(one[field]) < text(other[field]) ? -1 : 1));
  return down === "-" ? sorted.toReversed() : sorted;
}

function routes({ companies, sender: postman, world }: VendorContext<Table>): Route<Table>[] {
  const once = openOnce();
  const dialect: Dialect<Table, Resource<Table>> = {
    list: ({ query }, _resource, all) => {
      const page = byNumber(found(all, query), whole(query["page"], 1), whole(query["page_size"], 50, 100));
      return { body: { items: page.rows, total: page.total } };
    },
    given: (ask) => ask.body(),
    missing: () => new Refusal(refusals.notFound),
  };
  for (const company of companies)
    company.listen((_company, { table, row, kind: change }) => {
      if (table !== "contacts" && table !== "invoices") return;
      const at = new Date(world.now()).toISOString();
      const body = JSON.stringify([{ company: company.id, kind: table.slice(0, -1), change, id: row["id"], at }]);
      for (const { url, secret } of company.tables.webhooks.all())
        postman.later(() =>
          postman.deliver({ url: text(url), body, headers: { "x-signature": hmac(text(secret), body) } }),
        );
    });
  const writable = resources.flatMap((resource) =>
    routesOf(dialect, { ...resource, path: `companies/:company/${resource.path}` }),
  );
  return [
    get("companies", () => ({ body: { items: companies.map(({ facts }) => facts), total: companies.length } })),
    ...writable.map(
      ([method, path, handler]): Route<Table> => [
        method,
        path,
        (ask) => {
          const key = text(ask.request.headers["idempotency-key"]);
          return once(key && `${ask.company.id} ${path} ${key}`, ask.request, () => handler(ask));
        },
      ],
    ),
  ];
}

/** The rules of the business. */
const resources: readonly Resource<Table>[] = [
  {
    path: "contacts",
    table: "contacts",
    create: (_company, given) => {
      if (text(given["name"]) === "") throw invalid("A contact needs a name.");
      return { customer: false, supplier: false, ...given };
    },
    update: (_company, row, given) => void Object.assign(row, given),
  },
  {
    path: "invoices",
    table: "invoices",
    create: (company, given) => {
      if (!company.tables.contacts.has(given["contact_id"])) throw invalid("The contact is unknown to us.");
      if (rows(given["lines"]).length === 0) throw invalid("An invoice needs a line.");
      const lines = rows(given["lines"]).map((line) => ({
        unit_price: "0",
        tax_percent: "0",
        ...line,
        id: company.newId(),
      }));
      const number = `RE-${String(company.next("invoice", 1001)).padStart(5, "0")}`;
      return { ...given, number, state: "draft", ...withTotals(lines) };
    },
  },
  { path: "entries", table: "entries" },
  {
    path: "webhooks",
    table: "webhooks",
    list: "no",
    remove: "plainly",
    create: (_company, given) => ({ ...given }),
  },
];

export const simulation = simulate<Table>({
  slug: "example-books",
  ...access,
  companies: openCompanies,
  company: ({ params }, companies) => companies.find(({ id }) => id === (params as { company?: string }).company),
  refusals: () => refusals,
  routes,
});
