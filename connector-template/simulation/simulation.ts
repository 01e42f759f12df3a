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

export const simulation: Simulation = { slug: "example-books", open };

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
}

type Parameters = Readonly<Record<"company" | "kind" | "id", string>>;

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
