/** Example Books as its documentation would describe it: sign-in, companies, pages, refusals and signed webhooks. */
import { openOnce } from "../../simulators/engine/once.ts";
import { byNumber, wholeNumber } from "../../simulators/engine/pages.ts";
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

function routes(context: VendorContext<Table>): Route<Table>[] {
  const { companies } = context;
  sendWebhooks(context);
  const resourceRoutes = resources.flatMap((resource) =>
    routesOf(dialect, { ...resource, path: `companies/:company/${resource.path}` }),
  );
  return [
    get("companies", () => ({ body: { items: companies.map(({ facts }) => facts), total: companies.length } })),
    ...withIdempotencyKeys(resourceRoutes),
  ];
}

/** Posts every change of a contact or an invoice to the company's webhooks, signed with their secret. */
function sendWebhooks({ companies, sender, world }: VendorContext<Table>): void {
  const kinds: Partial<Record<Table, string>> = { contacts: "contact", invoices: "invoice" };
  for (const company of companies)
    company.listen((_company, { table, row, kind: change }) => {
      const kind = kinds[table];
      if (kind === undefined) return;
      const at = new Date(world.now()).toISOString();
      const body = JSON.stringify([{ company: company.id, kind, change, id: row["id"], at }]);
      for (const { url, secret } of company.tables.webhooks.all()) {
        const headers = { "x-signature": hmac(text(secret), body) };
        sender.later(() => sender.deliver({ url: text(url), body, headers }));
      }
    });
}

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

/** The business rules. */
const resources: readonly Resource<Table>[] = [
  {
    path: "contacts",
    table: "contacts",
    create: (_company, input) => {
      if (text(input["name"]) === "") throw invalid("A contact needs a name.");
      return { customer: false, supplier: false, ...input };
    },
    update: (_company, row, input) => void Object.assign(row, input),
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
  {
    path: "entries",
    table: "entries",
  },
  {
    path: "webhooks",
    table: "webhooks",
    list: "no",
    create: (_company, input) => ({ ...input }),
    remove: "plainly",
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
