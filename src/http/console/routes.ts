/** The console's routes: signing in and out, the pages, what can be done there, and its files. */
import { readFile } from "node:fs/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  type OpenSession,
  personBehind,
  sessionLifetime,
  sessionOf,
  signIn,
  signOut,
} from "../../core/accounts/consoleAccess.ts";
import { isFormCheck } from "../../core/connecting/flow.ts";
import { hashKey } from "../../core/secrets/keys.ts";
import { pageHeaders } from "../../pages/headers.ts";
import { html, type Markup } from "../../pages/html.ts";
import { readCounters } from "../../store/console/overview.ts";
import { reading, tookTooLong } from "../../store/console/query.ts";
import { findAnything, type Hit } from "../../store/console/setUp.ts";
import { addAudit } from "../../store/log/auditLog.ts";
import { listTenants } from "../../store/tenants.ts";
import { beginFailure } from "../server/errors.ts";
import { type ConsoleAction, consoleActions } from "./actions.ts";
import { consolePage, type Frame, plainPage } from "./layout.ts";
import { connectionPage, connectionsPage, endConnectionPage, type Outcome } from "./pages/connections.ts";
import { issuesPage, overviewPage } from "./pages/overview.ts";
import { requestPage } from "./pages/request.ts";
import { requestsPage } from "./pages/requests.ts";
import { auditPage, systemPage, tenantPage, tenantsPage } from "./pages/setUp.ts";
import { targetPage, targetsPage } from "./pages/targets.ts";
import { deliveriesPage, eventsPage, subscriptionsPage, tasksPage, writesPage } from "./pages/work.ts";
import { sayWord, type Words, wordsFor } from "./phrases.ts";
import { consoleStylesheet } from "./stylesheet.ts";
import { rangeOf } from "./time.ts";
import type { ConsoleDeps, View } from "./view.ts";

type Draw = (view: View, id: string, outcome?: Outcome) => Promise<Frame | undefined>;

const drawings: Readonly<Record<string, Draw>> = {
  "": (view) => overviewPage(view),
  "/issues": (view) => issuesPage(view),
  "/connections": (view) => connectionsPage(view),
  "/connections/:id": connectionPage,
  "/connections/:id/end": (view, id) => endConnectionPage(view, id),
  "/requests": (view) => requestsPage(view),
  "/requests/:id": (view, id) => requestPage(view, id),
  "/writes": (view, _id, outcome) => writesPage(view, outcome),
  "/events": (view) => eventsPage(view),
  "/subscriptions": (view, _id, outcome) => subscriptionsPage(view, outcome),
  "/deliveries": (view, _id, outcome) => deliveriesPage(view, outcome),
  "/tasks": (view) => tasksPage(view),
  "/targets": (view) => targetsPage(view),
  "/targets/:id": (view, id) => targetPage(view, id),
  "/tenants": (view, _id, outcome) => tenantsPage(view, outcome),
  "/tenants/:id": tenantPage,
  "/audit": (view) => auditPage(view),
  "/system": (view) => systemPage(view),
};

/** Counted apart from calls: who looks spends nobody's requests. */
const config = { apart: "files" } as const;
const cookieName = "kontor-console";

/** Nobody is signed in here. */
class SignedOut extends Error {}

export async function consoleRoutes(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { database } = deps.auth.connecting;
  const script = await readFile(new URL("./console.js", import.meta.url));
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: 64 * 1024 },
    async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  app.setErrorHandler((error, request, reply) => explain(error, request, reply));
  app.addHook("onRequest", async (_request, reply) => void reply.headers(pageHeaders({ isLive: true })));

  const sessionFor = async (request: FastifyRequest): Promise<OpenSession> => {
    const token = cookieOf(request);
    const session = token === undefined ? undefined : await sessionOf(database, token, browserOf(request));
    if (session === undefined) throw new SignedOut();
    return session;
  };
  const viewFor = async (request: FastifyRequest, path: string): Promise<Omit<View, "client">> => {
    const session = await sessionFor(request);
    const query = stringsIn(request.query);
    const now = Date.now();
    const range = rangeOf(query["range"], now);
    const tenantId = session.tenantId ?? (query["tenant"] || null);
    const scope = { tenantId, from: range.from, to: range.to };
    return { ...wordsFor(request.headers["accept-language"]), deps, session, now, range, scope, path, query };
  };
  const draw = async (
    view: Omit<View, "client">,
    drawing: Draw,
    { id, outcome }: { id: string; outcome?: Outcome | undefined },
  ) =>
    reading(database, async (client) => {
      const whole = { ...view, client };
      const frame = await drawing(whole, id, outcome);
      if (frame === undefined) return undefined;
      const tenants = view.session.role === "operator" ? await listTenants(client) : [];
      return consolePage(whole, { counters: await readCounters(client, view.scope), tenants }, frame);
    });
  const nothingHere = (words: Words, reply: FastifyReply): FastifyReply =>
    reply
      .code(404)
      .send(plainPage(words, words.say("notFound"), html`<p><a href="/console">${words.say("back")}</a></p>`));

  for (const [path, drawing] of Object.entries(drawings))
    app.get(`/console${path}`, { config }, async (request, reply) => {
      const view = await viewFor(request, request.url.split("?", 1)[0] ?? "");
      const page = await draw(view, drawing, { id: stringsIn(request.params)["id"] ?? "" });
      return page === undefined ? nothingHere(view, reply) : reply.send(page);
    });

  const changing = async (request: FastifyRequest): Promise<Omit<View, "client">> => {
    const view = await viewFor(request, "");
    // Another site's form has no way to know this.
    if (!isFormCheck(view.session.token, stringsIn(request.body)["check"] ?? "")) throw new SignedOut();
    return view;
  };
  for (const action of consoleActions)
    app.post(`/console${action.path}`, { config }, async (request, reply) => {
      const view = await changing(request);
      const ids = stringsIn(request.params);
      const outcome = await perform(action, view, { request, ids });
      const shown = pageAfter(action.path);
      const id = ids["id"] ?? "";
      const path = `/console${shown.replace(":id", id)}`;
      const page = outcome && (await draw({ ...view, path }, drawings[shown] ?? notThere, { id, outcome }));
      return page === undefined ? nothingHere(view, reply) : reply.send(page);
    });
  app.post("/console/find", { config }, async (request, reply) => {
    const view = await changing(request);
    const text = (stringsIn(request.body)["text"] ?? "").trim().slice(0, 300);
    const hits = await reading(database, (client) =>
      // A key is hashed and dropped.
      findAnything(client, view.scope.tenantId, { text, hash: hashKey(text) }),
    );
    const [only] = hits;
    if (only !== undefined && hits.length === 1) return reply.redirect(placeOf(only), 303);
    const page = await draw(
      { ...view, path: "/console/find" },
      async ({ say }) => ({ title: say("find"), content: hitList(view, hits) }),
      { id: "" },
    );
    return reply.send(page);
  });

  addSigningIn(app, deps, { changing });
  app.get("/console/assets/console.css", { config }, (_request, reply) =>
    reply.headers({ "content-type": "text/css; charset=utf-8", "cache-control": "no-cache" }).send(consoleStylesheet),
  );
  app.get("/console/assets/console.js", { config }, (_request, reply) =>
    reply.headers({ "content-type": "text/javascript; charset=utf-8", "cache-control": "no-cache" }).send(script),
  );
}

const notThere: Draw = async () => undefined;

/** The page that an action was asked for on, with what came of it. */
const pageAfter = (path: string): string =>
  path.startsWith("/connections/")
    ? "/connections/:id"
    : path.startsWith("/tenants/")
      ? "/tenants/:id"
      : path === "/issues/mute"
        ? "/issues"
        : (/^\/\w+/.exec(path)?.[0] ?? "");

/** Once somebody may, and then written down, whatever came of it. */
async function perform(
  { name, isOperators, act }: ConsoleAction,
  view: Omit<View, "client">,
  { request, ids }: { request: FastifyRequest; ids: Readonly<Record<string, string>> },
): Promise<Outcome | undefined> {
  const { session, say, scope, deps } = view;
  if (session.role === "viewer") return { text: say("notYourRole") };
  if (isOperators === true && session.role !== "operator") return undefined;
  const outcome = await act({ view, ids, form: stringsIn(request.body), requestId: request.id });
  if (outcome === undefined) return undefined;
  const { role, person } = session;
  const subject = ids["key"] ?? ids["id"] ?? stringsIn(request.body)["name"];
  const tenantId = outcome.tenantId ?? scope.tenantId;
  await addAudit(deps.auth.connecting.database, { role, person, tenantId, action: name, subject, address: request.ip });
  return outcome;
}

interface Signing {
  readonly changing: (request: FastifyRequest) => Promise<Omit<View, "client">>;
}

function addSigningIn(app: FastifyInstance, deps: ConsoleDeps, { changing }: Signing): void {
  const { database } = deps.auth.connecting;
  const cookie = (token: string, seconds: number): string =>
    [
      `${cookieName}=${token}`,
      "Path=/console",
      "HttpOnly",
      "SameSite=Lax",
      `Max-Age=${seconds}`,
      ...(deps.isBehindTls ? ["Secure"] : []),
    ].join("; ");
  app.get("/console/sign-in", { config }, async (request, reply) => {
    const words = wordsFor(request.headers["accept-language"]);
    const { say } = words;
    const link = stringsIn(request.query)["link"] ?? "";
    const person = link === "" ? undefined : await personBehind(database, link);
    if (person === undefined)
      return reply
        .code(link === "" ? 200 : 410)
        .send(
          plainPage(
            words,
            say("signIn"),
            html`<p>${link === "" ? "" : say("linkUsed")}</p><p>${say("signInHelp")}</p>`,
          ),
        );
    // Previews and scanners open links, too: only a form uses it up.
    const form = html`<p>${say("signInAs", { person: person.person, role: sayWord(say, "role", person.role) })}</p><form method="post" action="/console/sign-in"><input type="hidden" name="link" value="${link}"><button type="submit">${say("signInNow")}</button></form>`;
    return reply.send(plainPage(words, say("signIn"), form));
  });
  app.post("/console/sign-in", { config }, async (request, reply) => {
    const session = await signIn(database, stringsIn(request.body)["link"] ?? "", browserOf(request));
    if (session === undefined) throw new SignedOut();
    const { role, person, tenantId } = session;
    await addAudit(database, { role, person, tenantId, action: "console.signIn", address: request.ip });
    return reply.header("set-cookie", cookie(session.token, sessionLifetime / 1000)).redirect("/console", 303);
  });
  app.post("/console/sign-out", { config }, async (request, reply) => {
    const { session, say, language } = await changing(request);
    await signOut(database, session);
    const { role, person, tenantId } = session;
    await addAudit(database, { role, person, tenantId, action: "console.signOut", address: request.ip });
    return reply
      .header("set-cookie", cookie("", 0))
      .send(plainPage({ say, language }, say("sessionEnded"), html`<p>${say("signInHelp")}</p>`));
  });
}

/** What went wrong, for people: signed out, took too long, or could not be loaded. */
function explain(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const words = wordsFor(request.headers["accept-language"]);
  const { say } = words;
  if (error instanceof SignedOut)
    return reply
      .code(401)
      .send(
        plainPage(
          words,
          say("signIn"),
          html`<p>${request.method === "POST" && say("linkUsed")}</p><p>${say("signInHelp")}</p>`,
        ),
      );
  if (tookTooLong(error))
    return reply
      .code(503)
      .send(
        plainPage(words, say("tookTooLong"), html`<p><a href="?range=1h">${say("wider", { range: "1h" })}</a></p>`),
      );
  const { message } = beginFailure(error, request, reply);
  return reply.send(
    plainPage(
      words,
      say("failedToLoad"),
      html`<p>${message}</p><p>${say("requestId")} <code>${request.id}</code></p><p><a href="/console">${say("tryAgain")}</a></p>`,
    ),
  );
}

function stringsIn(value: unknown): Record<string, string> {
  const pairs = Object.entries((value ?? {}) as Record<string, unknown>);
  return Object.fromEntries(
    pairs.filter((pair): pair is [string, string] => typeof pair[1] === "string" && !pair[1].includes("\0")),
  );
}

const browserOf = ({ headers }: FastifyRequest) => ({ userAgent: headers["user-agent"] ?? "" });

function cookieOf({ headers: { cookie = "" } }: FastifyRequest): string | undefined {
  const [, token] = /(?:^|;\s*)kontor-console=([0-9a-z]{32})(?:;|$)/.exec(cookie) ?? [];
  return token;
}

const places: Readonly<Record<Hit["kind"], (id: string) => string>> = {
  request: (id) => `/console/requests/${id}`,
  connection: (id) => `/console/connections/${id}`,
  write: (id) => `/console/writes?id=${id}`,
  task: (id) => `/console/tasks?id=${id}`,
  subscription: (id) => `/console/subscriptions?id=${id}`,
  tenant: (id) => `/console/tenants/${id}`,
  event: (id) => `/console/events?range=30d&record=${encodeURIComponent(id)}`,
};

const placeOf = ({ kind, id }: Hit): string => places[kind](id);

function hitList({ say }: Words, hits: readonly Hit[]): Markup {
  if (hits.length === 0) return html`<p class="empty">${say("noHits")}</p>`;
  return html`<p>${say("hits", { count: hits.length })}</p><ul class="history">${hits.map((hit) => html`<li>${hit.kind} <a href="${placeOf(hit)}">${hit.id}</a> <span class="muted">${hit.about}</span></li>`)}</ul>`;
}
