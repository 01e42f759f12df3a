<<<<<<< HEAD

/** Example Books as it would document itself: sign-in, companies, pages, refusals, signed webhooks. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Refusals, Simulation, Vendor, World } from "../../simulators/simulation.ts";
import { openSignIn, prefix, type SignIn } from "./access.ts";
import { type Books, type Item, type Kind, makeBooks } from "./books.ts";
import { page } from "./query.ts";
import { openNotices } from "./webhooks.ts";
import { changed, invalid, made } from "./writes.ts";

const companies = [
  { id: "musterdorf", name: "Musterdorf Handel GmbH" },
  { id: "zweitens", name: "Zweitens e.K." },
];
=======

/** Example Books as it would document itself: OAuth with rotating tokens, companies, pages, refusals, signed webhooks. */
import { openOnce } from "../../simulators/engine/once.ts";
import { byNumber, whole } from "../../simulators/engine/pages.ts";
import { type Dialect, type Resource, routesOf } from "../../simulators/engine/resources.ts";
import { type Query, Refusal, type Route } from "../../simulators/engine/routes.ts";
import { type Row, rows, text } from "../../simulators/engine/values.ts";
import { type Office, simulate } from "../../simulators/engine/vendor.ts";
import { hmac } from "../../simulators/engine/webhooks.ts";
import type { Refusals } from "../../simulators/simulation.ts";
import { openCompanies, type Table, withTotals } from "./books.ts";

>>>>>>> main

const refusal = (status: number, message: string, headers: Readonly<Record<string, string>> = {}) => ({
  ...{ status, headers },
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

<<<<<<< HEAD
function open(world: World): Vendor {
  const books = new Map<string, Books>(companies.map(({ id }) => [id, makeBooks(world.now())]));
  const notices = openNotices(world);
  const signIn = openSignIn(world);
  const find = (id: string) =>
    [...books].flatMap(([company, kinds]) =>
      Object.entries(kinds).flatMap(([kind, items]) =>
        items.has(id) ? [{ company, kind: kind as Kind, items, item: items.get(id) as Item }] : [],
      ),
    )[0];
  const wanted = (id: string) => {
    const found = find(id);
    if (found === undefined) throw new Error(`there is no record ${id}`);
    return found;
  };
  return {
    ...{ companies, refusals, access: signIn.access, expireTokens: signIn.expire, settle: notices.settle },
    touch: (id) => {
      const { company, kind, item } = wanted(id);
      item.updated_at = new Date(world.now()).toISOString();
      notices.tell(company, kind, "updated", id);
    },
    remove: (id) => {
      const { company, kind, items } = wanted(id);
      items.delete(id);
      notices.tell(company, kind, "deleted", id);
    },
    routes: (app) => {
      signIn.routes(app);
      void app.register(async (scope) => routes(scope, { world, books, signIn, notices }), { prefix });
    },
  };
}

interface Office {
  readonly world: World;
  readonly books: ReadonlyMap<string, Books>;
  readonly signIn: SignIn;
  readonly notices: ReturnType<typeof openNotices>;
=======
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

function routes({ companies, postman, world }: Office<Table>): Route<Table>[] {
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
    ["GET", "companies", () => ({ body: { items: companies.map(({ facts }) => facts), total: companies.length } })],
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
>>>>>>> main
}

/** The rules of the business. */
const resources: readonly Resource<Table>[] = [
  {
    ...{ path: "contacts", table: "contacts" },
    create: (_company, given) => {
      if (text(given["name"]) === "") throw invalid("A contact needs a name.");
      return { customer: false, supplier: false, ...given };
    },
    update: (_company, row, given) => void Object.assign(row, given),
  },
  {
    ...{ path: "invoices", table: "invoices" },
    create: (company, given) => {
      if (!company.tables.contacts.has(given["contact_id"])) throw invalid("The contact is unknown to us.");
      if (rows(given["lines"]).length === 0) throw invalid("An invoice needs a line.");
      const lines = rows(given["lines"]).map((line) => ({
        ...{ unit_price: "0", tax_percent: "0", ...line, id: company.newId() },
      }));
      const number = `RE-${String(company.next("invoice", 1001)).padStart(5, "0")}`;
      return { ...given, number, state: "draft", ...withTotals(lines) };
    },
  },
  { path: "entries", table: "entries" },
  {
    ...{ path: "webhooks", table: "webhooks", list: "no", remove: "plainly" },
    create: (_company, given) => ({ ...given }),
  },
];

<<<<<<< HEAD
function routes(app: FastifyInstance, { world, books, signIn, notices }: Office): void {
  const answers = new Map<string, Item>();
  const parameters = ({ params }: FastifyRequest) => params as Parameters;
  const itemsOf = (request: FastifyRequest) => {
    const { company, kind } = parameters(request);
    return books.get(company)?.[kind as Kind];
  };
  const bodyOf = ({ body }: FastifyRequest) => JSON.parse(String(body)) as Readonly<Record<string, unknown>>;
  const refuse = (kind: keyof Refusals, message?: string) => {
    const { status, headers, body } = message === undefined ? refusals[kind] : refusal(refusals[kind].status, message);
    return { status, headers, body };
  };
  app.addHook("onRequest", async (request, reply) => {
    if (!signIn.admits(request)) await reply.code(401).send(refusals.unauthorized.body);
  });
  app.get("/companies", () => ({ items: companies, total: companies.length }));
  app.post("/companies/:company/webhooks", (request) => {
    const { url, secret } = bodyOf(request) as Record<"url" | "secret", string>;
    return { id: notices.subscribe({ url, secret, company: parameters(request).company }) };
  });
  app.delete("/companies/:company/webhooks/:id", (request, reply) => {
    notices.end(parameters(request).id);
    return reply.code(204).send();
  });
  app.get("/companies/:company/:kind", (request, reply) => {
    const items = itemsOf(request);
    if (items === undefined) return reply.code(404).send(refuse("notFound").body);
    return page([...items.values()], request.query as Readonly<Record<string, string>>);
  });
  app.get("/companies/:company/:kind/:id", (request, reply) => {
    const item = itemsOf(request)?.get(parameters(request).id);
    return item ?? reply.code(404).send(refuse("notFound").body);
  });
  app.post("/companies/:company/:kind", (request, reply) => {
    const { company, kind } = parameters(request);
    const items = itemsOf(request);
    const key = `${company} ${kind} ${String(request.headers["idempotency-key"])}`;
    const earlier = request.headers["idempotency-key"] === undefined ? undefined : answers.get(key);
    if (earlier !== undefined) return earlier;
    const body = bodyOf(request);
    const problem = items === undefined ? "There is no such list." : invalid(kind, body, books.get(company));
    if (items === undefined || problem !== undefined) return reply.code(422).send(refuse("invalid", problem).body);
    const item = made(kind, body, { count: items.size + 1, now: world.now() });
    items.set(item.id, item);
    answers.set(key, item);
    notices.tell(company, kind, "created", item.id);
    return reply.code(201).send(item);
  });
  app.patch("/companies/:company/:kind/:id", (request, reply) => {
    const { company, kind, id } = parameters(request);
    const item = itemsOf(request)?.get(id);
    if (item === undefined) return reply.code(404).send(refuse("notFound").body);
    const after = changed(item, bodyOf(request), world.now());
    itemsOf(request)?.set(id, after);
    notices.tell(company, kind, "updated", id);
    return after;
  });
}
=======
const login = "/login.example-books.example/oauth";

export const simulation = simulate<Table>({
  slug: "example-books",
  base: "/api.example-books.example/v1",
  oauth: {
    ...{ authorize: `${login}/authorize`, token: `${login}/token`, revoke: `${login}/revoke`, title: "Example Books" },
    client: { clientId: "kontor-example", clientSecret: "fiktiv-example-books-secret" },
    ...{ clientAuth: "basic", accessSeconds: 1800, rotates: true },
  },
  companies: openCompanies,
  company: ({ params }, companies) => companies.find(({ id }) => id === (params as { company?: string }).company),
  refusals: () => refusals,
  routes,
});
>>>>>>> main
