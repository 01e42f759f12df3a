/** The console's routes: the pages, what can be done there, and its files. */
import { readFile } from "node:fs/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type ConsoleSession, sessionOf } from "../core/accounts/consoleAccess.ts";
import { isFormCheck } from "../core/connecting/flow.ts";
import { hashKey } from "../core/secrets/keys.ts";
import { beginFailure } from "../http/server/errors.ts";
import { pageHeaders } from "../pages/headers.ts";
import { readCounters } from "../store/console/overview.ts";
import { reading, tookTooLong } from "../store/console/query.ts";
import { findAnything } from "../store/console/setUp.ts";
import { addAudit } from "../store/log/auditLog.ts";
import { listTenants } from "../store/tenants.ts";
import { html } from "../web/html.ts";
import type { ConsoleAction } from "./actions/asked.ts";
import { consoleActions } from "./actions.ts";
import { hitList, placeOf } from "./find.ts";
import { addLive } from "./live.ts";
import { type Draw, pageAfter, pages } from "./pageTable.ts";
import { browserOf, config, cookieOf, SignedOut, stringsIn } from "./parts/forms.ts";
import { consolePage, plainPage, signInHelp } from "./parts/layout.ts";
import type { Outcome } from "./parts/outcome.ts";
import { consoleStylesheet } from "./parts/stylesheet.ts";
import { fixedRange, rangeOf } from "./parts/time.ts";
import type { ConsoleDeps, View } from "./parts/view.ts";
import { addSigningIn } from "./signingIn.ts";
import { addPreview } from "./stylePreview.ts";
import { type Words, wordsFor } from "./texts/phrases.ts";

type Unread = Omit<View, "client">;

export async function consoleRoutes(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { database } = deps.auth.connecting;
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: 256 * 1024 },
    async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  app.setErrorHandler((error, request, reply) => explain(error, request, reply));
  app.addHook("onRequest", async (_request, reply) => void reply.headers(pageHeaders({ isLive: true, frames: true })));

  const sessionFor = async (request: FastifyRequest): Promise<ConsoleSession> => {
    const token = cookieOf(request);
    const session = token === undefined ? undefined : await sessionOf(database, token, browserOf(request));
    if (session === undefined) throw new SignedOut();
    return session;
  };
  const viewFor = async (request: FastifyRequest, path: string): Promise<Unread> => {
    const session = await sessionFor(request);
    const query = withRange(stringsIn(request.query));
    const now = Date.now();
    const range = rangeOf(query["range"], now);
    const tenantId = session.tenantId ?? (query["tenant"] || null);
    const scope = { tenantId, from: range.from, to: range.to };
    return { ...wordsFor(request.headers["accept-language"]), deps, session, now, range, scope, path, query };
  };
  const changing = async (request: FastifyRequest): Promise<Unread> => {
    const view = await viewFor(request, "");
    // Another site's form has no way to know this.
    if (!isFormCheck(view.session.token, stringsIn(request.body)["check"] ?? "")) throw new SignedOut();
    return view;
  };

  addPages(app, { deps, viewFor, changing });
  addSigningIn(app, deps, { changing });
  addPreview(app, deps, { viewFor, changing });
  addLive(app, deps, { sessionFor });
  await addFiles(app);
}

/** Two moments that were chosen are the range from then on; a form sends them without a zone, and says that it is UTC. */
function withRange({ from = "", to = "", ...query }: Record<string, string>): Record<string, string> {
  const begins = new Date(`${from}Z`);
  const ends = new Date(`${to}Z`);
  return begins < ends ? { ...query, range: fixedRange(begins, ends) } : query;
}

interface Ways {
  readonly deps: ConsoleDeps;
  readonly viewFor: (request: FastifyRequest, path: string) => Promise<Unread>;
  /** Only for who sends a form of ours. */
  readonly changing: (request: FastifyRequest) => Promise<Unread>;
}

function addPages(app: FastifyInstance, { deps, viewFor, changing }: Ways): void {
  const { database } = deps.auth.connecting;
  for (const [path, drawing] of Object.entries(pages))
    app.get(`/console${path}`, { config }, async (request, reply) => {
      const view = await viewFor(request, request.url.split("?", 1)[0] ?? "");
      const page = await draw(view, drawing, { id: stringsIn(request.params)["id"] ?? "" });
      return page === undefined ? nothingHere(view, reply) : reply.send(page);
    });
  for (const action of consoleActions)
    app.post(`/console${action.path}`, { config }, async (request, reply) => {
      const view = await changing(request);
      const ids = stringsIn(request.params);
      const outcome = await perform(action, view, { request, ids });
      if (outcome?.leadsTo !== undefined) return reply.redirect(outcome.leadsTo, 303);
      const shown = action.shownOn ?? pageAfter(action.path);
      const id = ids["id"] ?? "";
      const path = `/console${shown.replace(":id", id)}`;
      const query = outcome?.query ?? view.query;
      const page = outcome && (await draw({ ...view, query, path }, pages[shown] ?? notThere, { id, outcome }));
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
}

const draw = async (view: Unread, drawing: Draw, { id, outcome }: { id: string; outcome?: Outcome | undefined }) =>
  reading(view.deps.auth.connecting.database, async (client) => {
    const whole = { ...view, client };
    const frame = await drawing(whole, id, outcome);
    if (frame === undefined) return undefined;
    const tenants = view.session.role === "operator" ? await listTenants(client) : [];
    return consolePage(whole, { counters: await readCounters(client, view.scope), tenants }, frame);
  });

const notThere: Draw = async () => undefined;

const nothingHere = (words: Words, reply: FastifyReply): FastifyReply =>
  reply
    .code(404)
    .send(plainPage(words, words.say("notFound"), html`<p><a href="/console">${words.say("back")}</a></p>`));

async function addFiles(app: FastifyInstance): Promise<void> {
  const script = await readFile(new URL("./console.js", import.meta.url));
  app.get("/console/assets/console.css", { config }, (_request, reply) =>
    reply.headers({ "content-type": "text/css; charset=utf-8", "cache-control": "no-cache" }).send(consoleStylesheet),
  );
  app.get("/console/assets/console.js", { config }, (_request, reply) =>
    reply.headers({ "content-type": "text/javascript; charset=utf-8", "cache-control": "no-cache" }).send(script),
  );
}

/** Written down, whatever came of it: also that somebody was refused. */
async function perform(
  { name, isOperators, act }: ConsoleAction,
  view: Unread,
  { request, ids }: { request: FastifyRequest; ids: Readonly<Record<string, string>> },
): Promise<Outcome | undefined> {
  const { session, say, scope, deps } = view;
  const { role, person } = session;
  const form = stringsIn(request.body);
  const subject = ids["key"] ?? ids["system"] ?? ids["id"] ?? form["name"] ?? form["connection"];
  const write = (entry: { readonly tenantId: string | null; readonly isRefused: boolean }) =>
    addAudit(deps.auth.connecting.database, { role, person, action: name, subject, address: request.ip, ...entry });
  const refused = async (outcome: Outcome | undefined): Promise<Outcome | undefined> => {
    await write({ tenantId: scope.tenantId, isRefused: true });
    return outcome;
  };
  if (role === "viewer") return refused({ text: say("notYourRole") });
  if (isOperators === true && role !== "operator") return refused(undefined);
  const outcome = await act({ view, ids, form, request }).catch(async (error: unknown) => {
    await refused(undefined);
    throw error;
  });
  if (outcome === undefined) return refused(undefined);
  await write({ tenantId: outcome.tenantId ?? scope.tenantId, isRefused: outcome.isRefused === true });
  return outcome;
}

/** What went wrong, for people: signed out, took too long, or could not be loaded. */
function explain(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const words = wordsFor(request.headers["accept-language"]);
  const { say } = words;
  // The server forgets the type of what was to be answered when something is thrown.
  reply.header("content-type", "text/html; charset=utf-8");
  if (error instanceof SignedOut) {
    const used = request.method === "POST" && say("linkUsed");
    return reply.code(401).send(plainPage(words, say("signIn"), html`<p>${used}</p>${signInHelp(words)}`));
  }
  if (tookTooLong(error)) {
    const offer = html`<p><a href="?range=1h">${say("wider", { range: "1h" })}</a></p>`;
    return reply.code(503).send(plainPage(words, say("tookTooLong"), offer));
  }
  const { message } = beginFailure(error, request, reply);
  return reply.send(
    plainPage(
      words,
      say("failedToLoad"),
      html`<p>${message}</p><p>${say("requestId")} <code>${request.id}</code></p><p><a href="/console">${say("tryAgain")}</a></p>`,
    ),
  );
}
