/** The console's routes: pages, actions and files. */

import { readFile } from "node:fs/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type ConsoleSession, sessionOf } from "../core/accounts/consoleAccess.ts";
import { isFormCheck } from "../core/connecting/flow.ts";
import { NoSlot, openSlots } from "../core/outbound/slots.ts";
import { hashKey } from "../core/secrets/keys.ts";
import { beginFailure } from "../http/server/errors.ts";
import { searchPurpose, termsOfSearch } from "../http/server/searchTerms.ts";
import { pageHeaders } from "../pages/headers.ts";
import { findFirstRequest, readCounters } from "../store/console/overview.ts";
import { reading, tookTooLong } from "../store/console/query.ts";
import { findAnything } from "../store/console/setUp.ts";
import { addAudit, auditActor } from "../store/log/auditLog.ts";
import type { FoundWrite } from "../store/log/searchTerms.ts";
import type { Queryable } from "../store/postgres/database.ts";
import { listTenants } from "../store/tenants.ts";
import { html } from "../web/html.ts";
import type { ConsoleAction } from "./actions/action.ts";
import { consoleActions } from "./actions.ts";
import { addLive } from "./liveUpdates.ts";
import { pageAfter, pagePaths, pages, type RenderPage } from "./pageTable.ts";
import { sayFailure } from "./parts/issueTitles.ts";
import { consolePage, plainPage, signInHelp } from "./parts/layout.ts";
import type { Outcome, Subject } from "./parts/outcome.ts";
import {
  actionPermissions,
  type Permission,
  pagePermissions,
  type Refusal,
  refusalOf,
  roleNeeded,
  seesAllTenants,
} from "./parts/permissions.ts";
import { browserOf, config, cookieOf, SignedOut, stringsIn } from "./parts/requestInput.ts";
import { labelOf, storedOf } from "./parts/storedRecord.ts";
import { consoleStylesheet } from "./parts/stylesheet.ts";
import { fixedRange, rangeOf, shortestRange } from "./parts/time.ts";
import type { ConsoleDeps, SignInWays, View } from "./parts/view.ts";
import { hitList, pathOf } from "./search.ts";
import { addSignInRoutes } from "./signInRoutes.ts";
import { addPreview } from "./stylePreview.ts";
import { sayRange, type Words, wordsFor } from "./texts/phrases.ts";

type RequestView = Omit<View, "client">;
type TakeTurn = <Result>(view: RequestView, work: () => Promise<Result>) => Promise<Result>;
type ReadPage = <Result>(view: RequestView, work: (client: Queryable) => Promise<Result>) => Promise<Result>;

/** Pages that a process reads at once; one tenant gets half of them. */
const pagesAtOnce = 2;
const pagesWaiting = 400;
const longestWaitMs = 20_000;
/** After a page, a tenant's next one waits as long as the page took, so that the requests of others come in between. */
const longestRestMs = 100;
/** Operators share like a tenant. */
const operators = "";

export async function consoleRoutes(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { database } = deps.auth.connecting;
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: 256 * 1024 },
    async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  app.setErrorHandler((error, request, reply) => explain(error, request, { reply, signIn: deps.signIn }));
  app.addHook("onRequest", async (_request, reply) => void reply.headers(pageHeaders({ isLive: true, frames: true })));

  /** Many requests of one browser at once would open many database connections, only to find its session. */
  const lookUps = openSlots({ slots: pagesAtOnce, queue: pagesWaiting });
  const sessionFor = async (request: FastifyRequest): Promise<ConsoleSession> => {
    const token = cookieOf(request);
    if (token === undefined) throw new SignedOut();
    const leave = await lookUps.acquire({ tenant: request.ip }, { waitMs: longestWaitMs });
    try {
      const session = await sessionOf(database, token, browserOf(request));
      if (session === undefined) throw new SignedOut();
      return session;
    } finally {
      leave();
    }
  };
  /** A young installation has no data for most of the usual range, which would leave its charts empty. */
  const fittingRange = async (tenantId: string | null, now: number): Promise<string> => {
    const first = await findFirstRequest(database, tenantId);
    return shortestRange(first === undefined ? 0 : now - first.getTime());
  };
  const viewFor = async (request: FastifyRequest, path: string): Promise<RequestView> => {
    const session = await sessionFor(request);
    const query = withRange(stringsIn(request.query));
    const now = Date.now();
    const tenantId = session.tenantId ?? (query["tenant"] || null);
    const range = rangeOf(query["range"] ?? (path === "/console" ? await fittingRange(tenantId, now) : undefined), now);
    const scope = { tenantId, from: range.from, to: range.to };
    return { ...wordsFor(request.headers["accept-language"]), deps, session, now, range, scope, path, query };
  };
  const viewForForm = async (request: FastifyRequest): Promise<RequestView> => {
    const view = await viewFor(request, "");
    // A form on another site cannot know this value.
    if (!isFormCheck(view.session.token, stringsIn(request.body)["check"] ?? "")) throw new SignedOut();
    return view;
  };

  const turns = openSlots({ slots: pagesAtOnce, queue: pagesWaiting });
  /** Pages and replays wait for their turn, so that one tenant's people cannot slow down the API. */
  const takeTurn: TakeTurn = async ({ session }, work) => {
    const leave = await turns.acquire({ tenant: session.tenantId ?? operators }, { waitMs: longestWaitMs });
    const began = performance.now();
    try {
      return await work();
    } finally {
      setTimeout(leave, Math.min(longestRestMs, performance.now() - began)).unref();
    }
  };
  /** Reads the data of a page. */
  const read: ReadPage = (view, work) => takeTurn(view, () => reading(database, work));

  addPages(app, { deps, viewFor, viewForForm, takeTurn, read });
  addSignInRoutes(app, deps, { viewForForm });
  addPreview(app, deps, { viewFor, viewForForm });
  addLive(app, deps, { sessionFor });
  await addFiles(app);
}

/** Turns the two times of the form into a range. Forms send no time zone; the label says UTC. */
function withRange({ from = "", to = "", ...query }: Record<string, string>): Record<string, string> {
  const begins = new Date(`${from}Z`);
  const ends = new Date(`${to}Z`);
  return begins < ends ? { ...query, range: fixedRange(begins, ends) } : query;
}

interface Views {
  readonly deps: ConsoleDeps;
  readonly viewFor: (request: FastifyRequest, path: string) => Promise<RequestView>;
  /** Checks that the form was sent from this session's own page. */
  readonly viewForForm: (request: FastifyRequest) => Promise<RequestView>;
  readonly takeTurn: TakeTurn;
  readonly read: ReadPage;
}

interface Shown {
  readonly id: string;
  readonly outcome?: Outcome | undefined;
}

function addPages(app: FastifyInstance, { deps, viewFor, viewForForm, takeTurn, read }: Views): void {
  const { vault } = deps.auth.connecting;
  const render = async (view: RequestView, renderPage: RenderPage, { id, outcome }: Shown) =>
    read(view, async (client) => {
      const fullView = { ...view, client };
      const frame = await renderPage(fullView, id, outcome);
      if (frame === undefined) return undefined;
      const tenants = seesAllTenants(view) ? await listTenants(client) : [];
      return consolePage(fullView, { counters: await readCounters(client, view.scope), tenants }, frame);
    });
  for (const path of pagePaths)
    app.get(`/console${path}`, { config }, async (request, reply) => {
      const view = await viewFor(request, request.url.split("?", 1)[0] ?? "");
      const permission = pagePermissions[path];
      const refusal = refusalOf(view.session, permission);
      if (refusal !== undefined) return sendRefusal(view, reply, { refusal, permission });
      const page = await render(view, pages[path], { id: stringsIn(request.params)["id"] ?? "" });
      return page === undefined ? sendNotFound(view, reply) : reply.send(page);
    });
  app.get("/console/*", { config }, async (request, reply) => sendNotFound(await viewFor(request, ""), reply));
  for (const action of consoleActions)
    app.post(`/console${action.path}`, { config }, async (request, reply) => {
      const view = await viewForForm(request);
      const ids = stringsIn(request.params);
      const permission = actionPermissions[action.name];
      const refusal = refusalOf(view.session, permission);
      if (refusal !== undefined) {
        await recordAction(action, view, { request, ids })(view.scope.tenantId, true);
        return sendRefusal(view, reply, { refusal, permission });
      }
      const performed = () => perform(action, view, { request, ids });
      const outcome = await (action.takesTurn === true ? takeTurn(view, performed) : performed());
      if (outcome?.redirectTo !== undefined) return reply.redirect(outcome.redirectTo, 303);
      const pagePath = action.shownOn ?? pageAfter(action.path);
      const id = ids["id"] ?? "";
      const path = `/console${pagePath.replace(":id", id)}`;
      const query = outcome?.query ?? view.query;
      const page = outcome && (await render({ ...view, query, path }, pages[pagePath], { id, outcome }));
      return page === undefined ? sendNotFound(view, reply) : reply.send(page);
    });
  const hashesOf = (text: string): Buffer[] =>
    text === "" ? [] : termsOfSearch(text).flatMap((term) => vault.hashes(searchPurpose, term));
  app.post("/console/find", { config }, async (request, reply) => {
    const view = await viewForForm(request);
    const text = (stringsIn(request.body)["text"] ?? "").trim().slice(0, 300);
    const describeRecord = (write: FoundWrite) => {
      const stored = storedOf(view, write);
      return { id: stored.id, label: labelOf(view, stored) };
    };
    const hits = await read(view, (client) =>
      // The text may be a key: only its hash is compared with stored keys.
      findAnything(client, view.scope.tenantId, { text, hash: hashKey(text), terms: hashesOf(text), describeRecord }),
    );
    const [hit] = hits;
    if (hit !== undefined && hits.length === 1) return reply.redirect(pathOf(hit), 303);
    const page = await render(
      { ...view, path: "/console/find" },
      async ({ say }) => ({ title: say("search"), content: hitList(view, text, hits) }),
      { id: "" },
    );
    return reply.send(page);
  });
}

const sendNotFound = (words: Words, reply: FastifyReply): FastifyReply =>
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

interface Submitted {
  readonly request: FastifyRequest;
  readonly ids: Readonly<Record<string, string>>;
}

/** Adds entries about an action to the audit log. */
function recordAction({ name }: ConsoleAction, { session, deps }: RequestView, { request, ids }: Submitted) {
  const form = stringsIn(request.body);
  const named = ids["key"] ?? ids["session"] ?? ids["system"] ?? ids["id"] ?? form["connection"];
  return (tenantId: string | null, isRefused: boolean, { id = named, name: subjectName }: Subject = {}) =>
    addAudit(deps.auth.connecting.database, {
      ...auditActor(session),
      tenantId,
      action: name,
      subject: id,
      subjectName,
      address: request.ip,
      isRefused,
    });
}

/** Runs an action and records it in the audit log, also if it was refused. */
async function perform(action: ConsoleAction, view: RequestView, submitted: Submitted): Promise<Outcome | undefined> {
  const { request, ids } = submitted;
  const { scope } = view;
  const record = recordAction(action, view, submitted);
  const outcome = await action
    .act({ view, ids, form: stringsIn(request.body), request })
    .catch(async (error: unknown) => {
      await record(scope.tenantId, true);
      throw error;
    });
  if (outcome === undefined) {
    await record(scope.tenantId, true);
    return undefined;
  }
  const { subjects = [outcome.subject ?? {}], tenantId = scope.tenantId, isRefused = false } = outcome;
  for (const subject of subjects)
    await record(subject.tenantId === undefined ? tenantId : subject.tenantId, isRefused, subject);
  return outcome;
}

interface Refused {
  readonly refusal: Refusal;
  readonly permission: Permission;
}

function sendRefusal(view: RequestView, reply: FastifyReply, { refusal, permission }: Refused): FastifyReply {
  if (refusal === "absent") return sendNotFound(view, reply);
  const back = html`<p><a href="/console">${view.say("back")}</a></p>`;
  return reply.code(403).send(plainPage(view, roleNeeded(view, permission), back));
}

interface Explaining {
  readonly reply: FastifyReply;
  readonly signIn: SignInWays;
}

/** The error page: signed out, query too slow, or not loaded. */
function explain(error: unknown, request: FastifyRequest, { reply, signIn }: Explaining): FastifyReply {
  const words = wordsFor(request.headers["accept-language"]);
  const { say } = words;
  // Fastify drops the content type when a handler throws.
  reply.header("content-type", "text/html; charset=utf-8");
  if (error instanceof SignedOut) {
    const note = request.method === "POST" && say("linkUsed");
    const returnTo = request.method === "GET" ? request.url : undefined;
    return reply
      .code(401)
      .send(plainPage(words, say("signIn"), html`<p>${note}</p>${signInHelp(words, signIn, returnTo)}`));
  }
  if (tookTooLong(error)) {
    const link = html`<p><a href="?range=1h">${say("showRange", { range: sayRange(say, "1h") })}</a></p>`;
    return reply.code(503).send(plainPage(words, say("tookTooLong"), link));
  }
  if (error instanceof NoSlot) {
    const path = request.method === "GET" ? request.url : "/console";
    const link = html`<p><a href="${path}">${say("tryAgain")}</a></p>`;
    return reply
      .code(503)
      .header("retry-after", 5)
      .send(plainPage(words, say("tooManyPages"), link));
  }
  const { code, message } = beginFailure(error, request, reply);
  return reply.send(
    plainPage(
      words,
      say("failedToLoad"),
      html`<p>${sayFailure(words, { code, message })}</p><p>${say("requestId")} <code>${request.id}</code></p><p><a href="/console">${say("tryAgain")}</a></p>`,
    ),
  );
}
