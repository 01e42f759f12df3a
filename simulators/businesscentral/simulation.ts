/** Microsoft Dynamics 365 Business Central, API v2.0: two environments of one tenant, companies in each. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Simulation, Vendor, World } from "../simulation.ts";
import { openBooks } from "./books.ts";
import { headerOf, headerRow } from "./documents.ts";
import { badRequest, challenge, Fault, faultBody, noSegment, notAllowed, refusals, unauthorized } from "./faults.ts";
import { type Answer, type Asked, answer, segmentsOf } from "./odata.ts";
import { optionsOf } from "./read.ts";
import { resources } from "./resources.ts";
import type { Row } from "./shapes.ts";
import { client, openSignIn } from "./signIn.ts";
import type { Book } from "./store.ts";
import { openSubscriptions, type Subscriptions } from "./webhooks.ts";
import { parse, remove } from "./write.ts";

const host = "api.businesscentral.dynamics.com";
const tenant = "5afe0000-7e57-4c0d-8a11-00000000ac3e";
const domain = "northwick-fictional.onmicrosoft.example";

interface Environment {
  readonly name: string;
  readonly books: readonly Book[];
  readonly subscriptions: Subscriptions;
}

export const simulation: Simulation = {
  slug: "businesscentral",
  open: (world) => openVendor(world),
};

function openVendor(world: World): Vendor {
  const signIn = openSignIn(world);
  const environments = ["Production", "Sandbox"].map((name) => openEnvironment(name, world));
  return {
    ...{ access: { oauthClient: client }, refusals, expireTokens: () => signIn.expire() },
    companies: environments.flatMap(({ name, books }) => books.map(({ id }) => ({ id, environment: name }))),
    routes: (app) => {
      signIn.routes(app);
      app.setErrorHandler((error, _request, reply) => refuse(error, reply));
      const serve =
        (handle: (request: FastifyRequest) => Answer | Promise<Answer>) =>
        async (request: FastifyRequest, reply: FastifyReply) => {
          if (!signIn.admits(request)) throw unauthorized();
          return say(reply, await handle(request));
        };
      app.get(
        `/${host}/environments/:version`,
        serve(() => ({ status: 200, body: { value: environments.map(described) } })),
      );
      route(
        app,
        serve((request) => dispatch(environments, request)),
      );
    },
    touch: (id) => locate(environments, id, ({ book, set, row }) => book.save(set, row)),
    remove: (id) =>
      locate(environments, id, ({ book, set, row }) => {
        const resource = resources.get(set);
        if (resource === undefined || !resource.writes.includes("DELETE")) throw notAllowed("DELETE", set);
        remove(book, resource, row);
      }),
    settle: async () => {
      for (const { subscriptions } of environments) await subscriptions.settle();
    },
  };
}

function openEnvironment(name: string, world: World): Environment {
  const books: Book[] = [];
  const subscriptions = openSubscriptions(world, (id) => books.some((book) => book.id === id));
  books.push(...openBooks(name, world.now, (companyId, change) => subscriptions.notify(companyId, change)));
  return { name, books, subscriptions };
}

const described = ({ name }: Environment) => ({
  ...{ aadTenantId: tenant, applicationFamily: "BusinessCentral", type: name, name, countryCode: "DE" },
  ...{ webServiceUrl: `https://${host}`, webClientLoginUrl: `https://businesscentral.dynamics.com/${tenant}/${name}` },
  ringName: "PROD",
});

const route = (app: FastifyInstance, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) =>
  app.route({ method: ["GET", "POST", "PATCH", "PUT", "DELETE"], url: `/${host}/v2.0/*`, handler });

function refuse(error: unknown, reply: FastifyReply) {
  if (!(error instanceof Fault)) throw error;
  if (error.status === 401) reply.headers(challenge);
  return reply
    .code(error.status)
    .type("application/json; odata.metadata=minimal")
    .send(JSON.stringify(faultBody(error)));
}

function say(reply: FastifyReply, { status, body, headers = {} }: Answer) {
  reply.code(status).headers({ "odata-version": "4.0", ...headers });
  if (body === undefined) return reply.send();
  if (Buffer.isBuffer(body) || typeof body === "string") return reply.send(body);
  return reply.type("application/json; odata.metadata=minimal; odata.streaming=true").send(JSON.stringify(body));
}

/** `/v2.0/[tenant/]environment/api/v2.0/...`: the tenant may be left out by a signed-in user. */
function dispatch(environments: readonly Environment[], request: FastifyRequest): Answer | Promise<Answer> {
  const [path = "", query = ""] = request.url.split("?");
  const parts = decodeURIComponent(path).split("/").filter(Boolean).slice(2);
  const at = parts.indexOf("api");
  const [inner, outer] = [parts[at - 1], parts[at - 2]];
  const environment = environments.find(({ name }) => name.toLowerCase() === inner?.toLowerCase());
  const foreign = outer !== undefined && outer !== tenant && outer !== domain;
  if (at < 1 || at > 2 || foreign || environment === undefined)
    throw new Fault(404, "NoEnvironment", `Environment '${inner ?? ""}' does not exist.`);
  if (parts[at + 1] !== "v2.0") throw noSegment(parts[at + 1] ?? "");
  const { headers, method, body } = request;
  return within(environment, `https://${host}/v2.0/${parts.slice(0, at + 2).join("/")}`, {
    ...{ method, query: new URLSearchParams(query), segments: segmentsOf(parts.slice(at + 2).join("/")) },
    ...{ prefer: String(headers["prefer"] ?? ""), ifMatch: headers["if-match"] },
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  });
}

function within(environment: Environment, root: string, asked: Asked): Answer | Promise<Answer> {
  const [first, ...segments] = asked.segments;
  if (first?.name === "subscriptions") return subscribed(environment.subscriptions, root, asked, first.key);
  if (first?.name !== "companies") throw noSegment(first?.name ?? "");
  if (first.key === undefined || segments.length === 0) return companies(environment, root, asked, first.key);
  return answer({ book: bookOf(environment, first.key), root }, { ...asked, segments });
}

function bookOf({ books }: Environment, key: string): Book {
  const found = books.find(({ id }) => id === key.toLowerCase());
  if (found === undefined) throw new Fault(404, "Internal_CompanyNotFound", `Cannot find the company '${key}'.`);
  return found;
}

function companies(environment: Environment, root: string, asked: Asked, key: string | undefined): Answer {
  if (asked.method !== "GET") throw notAllowed(asked.method, "companies");
  optionsOf(asked.query);
  const context = `${root}/$metadata#companies`;
  if (key !== undefined)
    return { status: 200, body: { "@odata.context": `${context}/$entity`, ...bookOf(environment, key).company } };
  return { status: 200, body: { "@odata.context": context, value: environment.books.map(({ company }) => company) } };
}

async function subscribed(
  subscriptions: Subscriptions,
  root: string,
  asked: Asked,
  id: string | undefined,
): Promise<Answer> {
  const { method, ifMatch, body } = asked;
  const shown = (row: Row) => ({ "@odata.etag": subscriptions.etag(row), ...row });
  const entity = (row: Row) => ({ "@odata.context": `${root}/$metadata#subscriptions/$entity`, ...shown(row) });
  if (id === undefined) {
    if (method === "POST") return { status: 201, body: entity(await subscriptions.create(parse(body))) };
    if (method !== "GET") throw notAllowed(method, "subscriptions");
    return {
      status: 200,
      body: { "@odata.context": `${root}/$metadata#subscriptions`, value: subscriptions.list().map(shown) },
    };
  }
  if (method === "GET") return { status: 200, body: entity(subscriptions.get(id)) };
  if (method === "PATCH") {
    const given = body.length === 0 ? {} : parse(body);
    return { status: 200, body: entity(await subscriptions.renew(id, given, ifMatch)) };
  }
  if (method !== "DELETE") throw badRequest(`'${method}' is not known.`);
  subscriptions.remove(id, ifMatch);
  return { status: 204 };
}

interface Found {
  readonly book: Book;
  readonly set: string;
  readonly row: Row;
}

/** Lines carry no stamp of their own: theirs is the header's. */
function locate(environments: readonly Environment[], id: string, use: (found: Found) => void): void {
  for (const { books } of environments)
    for (const book of books)
      for (const set of resources.keys()) {
        const row = set === "trialBalances" || set === "pdfDocument" ? undefined : book.set(set).get(id);
        if (row === undefined) continue;
        const header = headerRow(book, set, row);
        return use(header === undefined ? { book, set, row } : { book, set: headerOf(set), row: header });
      }
  throw new Error(`There is no record ${id}.`);
}
