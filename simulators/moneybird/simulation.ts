/** Moneybird's API v2, as its own description and pages have it (v2-20251223; webhook pages of 2026). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { openOAuth } from "../oauth.ts";
import type { Simulation } from "../simulation.ts";
import { type Answer, type Ask, encode, type Route } from "./api.ts";
import { openAdministrations } from "./books.ts";
import { contactRoutes } from "./contacts.ts";
import { documentRoutes } from "./documents.ts";
import { fileRoutes, storeRoutes } from "./files.ts";
import { invoiceRoutes } from "./invoices.ts";
import { masterRoutes } from "./masters.ts";
import { paymentRoutes } from "./payments.ts";
import type { Query } from "./query.ts";
import { notFound, Refusal, refusalsAt } from "./refusals.ts";
import { reportRoutes } from "./reports.ts";
import { remove, touch } from "./screens.ts";
import { type Books, type Fields, isObject } from "./store.ts";
import { openPostman } from "./webhooks.ts";

const api = "/moneybird.com/api/v2";
const client = { clientId: "simulated-moneybird-client", clientSecret: "simulated-moneybird-secret" };
/** A personal API token never ends. */
const apiKey = "simulated-moneybird-personal-token";

export const simulation: Simulation = {
  slug: "moneybird",
  open: (world) => {
    const administrations = openAdministrations(world);
    const postman = openPostman(world);
    for (const books of administrations.values()) postman.listen(books);
    const oauth = openOAuth(
      {
        ...{
          authorize: "/moneybird.com/oauth/authorize",
          token: "/moneybird.com/oauth/token",
          title: "Moneybird",
          client,
        },
        ...{ clientAuth: "either", accessSeconds: 7200, rotates: true },
        extra: { scope: "sales_invoices documents estimates bank time_entries settings" },
      },
      world,
    );
    const refusals = refusalsAt(world.now);
    const routes = [
      ...[...contactRoutes, ...invoiceRoutes, ...documentRoutes, ...paymentRoutes, ...masterRoutes],
      ...[...fileRoutes, ...reportRoutes, ...postman.routes],
    ];
    const admits = (request: FastifyRequest) =>
      oauth.admits(request) || request.headers.authorization === `Bearer ${apiKey}`;
    return {
      routes: (app) => {
        oauth.routes(app);
        storeRoutes(app, administrations);
        app.addHook("onRequest", async (request, reply) => {
          if (request.url.startsWith(`${api}/`) && !admits(request)) await sendRefused(reply, refusals.unauthorized);
        });
        serve(app, "GET", `${api}/administrations`, (_request, reply) =>
          send(reply, { body: [...administrations.values()].map(({ administration }) => administration) }),
        );
        for (const route of routes) serveRoute(app, route, administrations);
      },
      access: { oauthClient: client, credentials: { apiKey } },
      companies: [...administrations.keys()].map((id) => ({ id })),
      expireTokens: () => oauth.expire(),
      touch: (id) => touch(administrations.values(), id),
      remove: (id) => remove(administrations.values(), id),
      refusals,
      settle: () => postman.settle(),
    };
  },
};

type Serve = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** With and without the format at the end of the address. */
function serve(app: FastifyInstance, method: Route[0], url: string, handler: Serve): void {
  const ends = /\/:\w+$/.test(url) ? [url] : [url, `${url}.json`];
  for (const each of ends) app.route({ method, url: each, handler });
}

function serveRoute(app: FastifyInstance, [method, path, handler]: Route, administrations: ReadonlyMap<string, Books>) {
  serve(app, method, `${api}/:administration/${path}`, async (request, reply) => {
    try {
      return send(reply, await handler(askOf(request, administrations)));
    } catch (refusal) {
      if (refusal instanceof Refusal) return sendRefused(reply, refusal.refused);
      throw refusal;
    }
  });
}

function askOf(request: FastifyRequest, administrations: ReadonlyMap<string, Books>): Ask {
  const params = Object.fromEntries(
    Object.entries(request.params as Record<string, string>).map(([name, value]) => [
      name,
      value.replace(/\.json$/, ""),
    ]),
  );
  const books = administrations.get(params["administration"] ?? "");
  if (books === undefined) throw notFound("administration_id");
  return { books, params, query: request.query as Query, url: request.url, request, body: () => bodyOf(request) };
}

/** What is no JSON counts as nothing sent. */
function bodyOf({ body, headers }: FastifyRequest): Fields {
  if (!Buffer.isBuffer(body) || !(headers["content-type"] ?? "").includes("json")) return {};
  const keepDigits = (_key: string, value: unknown, context?: { source: string }) =>
    typeof value === "number" ? (context?.source ?? String(value)) : value;
  try {
    const parsed: unknown = JSON.parse(body.toString(), keepDigits);
    return isObject(parsed) ? parsed : {};
  } catch {
    throw new Refusal(400, { error: "Problems parsing JSON" });
  }
}

function send(reply: FastifyReply, { status = 200, headers = {}, body }: Answer) {
  reply.code(status).headers(headers);
  return body === undefined ? reply.send() : reply.type("application/json; charset=utf-8").send(encode(body));
}

const sendRefused = (reply: FastifyReply, { status, headers = {}, body }: Refusal["refused"]) =>
  reply.code(status).headers(headers).type("application/json; charset=utf-8").send(JSON.stringify(body));
