/** The hosted pages on which end users connect their accounting systems. */

import { readFile } from "node:fs/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Connector, Need } from "../../contract/connector.ts";
import type { RateLimit } from "../../core/accounts/rateLimit.ts";
import { type ConnectingDeps, connectorOf } from "../../core/connecting/context.ts";
import { UserFixableError } from "../../core/connecting/credentials.ts";
import { FlowProblem, flowIdIn, formCheck, isFormCheck } from "../../core/connecting/flow.ts";
import {
  cancel,
  choose,
  type FlowVisit,
  findEntryFlow,
  findVisitedFlow as lookAtFlow,
  type NextStep,
  submit,
} from "../../core/connecting/flowSteps.ts";
import type { StartFlow } from "../../core/connecting/startFlow.ts";
import { grantPageOf, handleReturn, redirectToVendor } from "../../core/connecting/vendorPage.ts";
import { hashToken } from "../../core/secrets/ids.ts";
import { asksOf, clientIfAny } from "../../core/session/appCredentials.ts";
import { preferredLanguage } from "../../pages/acceptLanguage.ts";
import { accessOf } from "../../pages/access.ts";
import { pageHeaders } from "../../pages/headers.ts";
import { guideOf } from "../../pages/keyGuide.ts";
import { type Trail, trailParameters } from "../../pages/layout.ts";
import { logoFile } from "../../pages/logo.ts";
import type { Look, Operator } from "../../pages/look.ts";
import { messagePage, unknownLook } from "../../pages/messagePage.ts";
import { selectionPage } from "../../pages/selectionPage.ts";
import type { PageStyle } from "../../pages/style.ts";
import { stylesheet } from "../../pages/stylesheet.ts";
import { submitPage } from "../../pages/submitPage.ts";
import { markOf, shownName } from "../../pages/systemMark.ts";
import { findConsentRequest } from "../../store/assistants/consents.ts";
import { findAssistantQuestion } from "../../store/assistants/questions.ts";
import { findEndUserPage } from "../../store/connecting/endUserPages.ts";
import { type Flow, findFlow } from "../../store/connecting/flows.ts";
import { limitsOf } from "../../store/connecting/keyLimits.ts";
import { findPageStyle } from "../../store/pageStyles.ts";
import { checkEncoded, utf8Text } from "../../web/utf8.ts";
import { beginFailure } from "../server/errors.ts";
import { type AssistantPageDeps, addAssistantPages } from "./assistantPageRoutes.ts";
import { addEmbedding } from "./embedding.ts";
import { addEndUserPage, type EndUserPageDeps } from "./endUserPageRoutes.ts";
import { browserOf, identifyBrowser } from "./flowCookie.ts";
import type { Visited } from "./visited.ts";

export interface PageOptions {
  readonly connecting: ConnectingDeps;
  /** Limits the attempts to enter a key per flow. */
  readonly tries: RateLimit;
  readonly operator: Operator;
  readonly begin: StartFlow;
  readonly manageFor: EndUserPageDeps["manageFor"];
  readonly assistants: Pick<AssistantPageDeps, "clients" | "attempts">;
}

type Form = Readonly<Record<string, string | undefined>>;

export async function pageRoutes(app: FastifyInstance, options: PageOptions): Promise<void> {
  const { connecting, tries, operator, begin, manageFor, assistants } = options;
  const script = await readFile(new URL("../../pages/page.js", import.meta.url));
  const viewing = { connecting, operator };
  const secure = () => connecting.baseUrl().startsWith("https:");
  const tokenOf = ({ query }: FastifyRequest): string => text((query as Record<string, unknown>)["flow"]);
  const visitOf = (request: FastifyRequest, reply: FastifyReply): FlowVisit => ({
    token: tokenOf(request),
    browser: identifyBrowser(request, reply, secure()),
  });
  /** Accepts a form only from the browser that it was rendered for. */
  const checkedForm = (request: FastifyRequest): { browser: string; form: Form } => {
    const form = (request.body ?? {}) as Form;
    const browser = browserOf(request);
    if (browser === undefined || !isFormCheck(browser, text(form["check"]))) throw new FlowProblem("wrongBrowser");
    return { browser, form };
  };
  const formOf = (request: FastifyRequest): { way: FlowVisit; form: Form } => {
    const { browser, form } = checkedForm(request);
    return { way: { token: text(form["flow"]), browser }, form };
  };

  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "buffer", bodyLimit: 64 * 1024 },
    async (_request: FastifyRequest, body: Buffer) => formFields(utf8Text(body)),
  );
  app.setErrorHandler(async (error, request, reply) => {
    reply.headers(pageHeaders());
    const { flow, look } = await knownBehind(viewing, request);
    if (error instanceof FlowProblem && error.kind === "alreadyUsed" && flow && hasConnected(flow, request)) {
      const systemName = shownName(connectorOf(connecting, flow.targetSystem));
      // Same status as for any used link, but a friendlier message.
      return reply.code(410).send(messagePage(look, { kind: "done", systemName, ...wayOn(flow), ...trailOf(request) }));
    }
    const kind = error instanceof FlowProblem ? error.kind : "failed";
    if (error instanceof FlowProblem)
      reply.code({ expired: 410, alreadyUsed: 410, wrongBrowser: 403, failed: 400 }[kind]);
    else beginFailure(error, request, reply);
    const facts = { kind, requestId: request.id, ...(flow && wayOn(flow)), ...trailOf(request) };
    return reply.send(messagePage(look, facts));
  });

  app.get("/auth/start", async (request, reply) => {
    const language = preferredLanguage(request.headers["accept-language"]);
    return follow(reply, await redirectToVendor(connecting, visitOf(request, reply), language));
  });
  app.get("/auth/callback/:targetSystem", withoutHead, async (request, reply) => {
    const { targetSystem } = request.params as { targetSystem: string };
    const address = new URL(request.originalUrl, connecting.baseUrl());
    const step = await handleReturn(connecting, targetSystem, { address, browser: browserOf(request) });
    return step.kind === "brought" ? tryKeys(reply, step.way, step.values) : follow(reply, step);
  });

  const showSubmit = async (reply: FastifyReply, way: FlowVisit, { problem, values = {} }: PageState = {}) => {
    const flow = await findEntryFlow(connecting, way);
    const connector = connectorOf(connecting, flow.targetSystem);
    const { tenantId, baseUrl } = flow.options;
    const look = await lookOf(viewing, flow, reply.request);
    const page = submitPage(look, {
      systemName: shownName(connector),
      mark: markOf(connector),
      guide: guideOf(connector, { publicUrl: connecting.baseUrl(), locale: look.locale }),
      access: accessOf(connector, await limitsOf(connecting.database, flow.tenantId)),
      progress: { step: 1, total: 1 + choicesOf(connector, flow).length },
      asks: await asksOf(connecting.clientFor, flow.tenantId, connector),
      signInUrl: (await hasGrantPage(connecting, flow, connector)) ? `/auth/start?flow=${way.token}` : undefined,
      values: { ...(tenantId && { tenantId }), ...(baseUrl && { baseUrl }), ...values },
      problem: problem?.problem,
      problemFields: problem?.field === undefined ? undefined : [problem.field],
      flow: way.token,
      check: formCheck(way.browser),
    });
    return reply.headers(pageHeaders({ formTargets: targetsOf(flow) })).send(page);
  };
  app.get("/auth/submit", async (request, reply) => {
    const way = visitOf(request, reply);
    // After the key was accepted, the back button leads to the selection.
    const { step } = await lookAtFlow(connecting, way);
    if (step !== "signed_in") return showSubmit(reply, way);
    return follow(reply, toChoice(way));
  });
  const tryKeys = async (reply: FastifyReply, way: FlowVisit, values: Record<string, string>) => {
    try {
      if (!tries.take(hashToken(way.token).toString("hex")).allowed) throw new UserFixableError("tooManyTries");
      return await follow(reply, await submit(connecting, way, values));
    } catch (error) {
      if (!(error instanceof UserFixableError)) throw error;
      return showSubmit(reply.code(422), way, { problem: error, values });
    }
  };
  app.post("/auth/submit", async (request, reply) => {
    const { way, form } = formOf(request);
    return tryKeys(reply, way, strings(form));
  });
  app.post("/auth/cancel", async (request, reply) => follow(reply, await cancel(connecting, formOf(request).way)));

  const toChoice = ({ token }: FlowVisit): NextStep => ({
    kind: "redirect",
    url: `${connecting.baseUrl()}/auth/selections?flow=${token}`,
  });
  const showChoice = async (reply: FastifyReply, way: FlowVisit, step: NextStep, problem?: UserFixableError) => {
    if (step.kind !== "choose") return follow(reply, step);
    const { flow, need, choices } = step;
    const connector = connectorOf(connecting, flow.targetSystem);
    const toChoose = choicesOf(connector, flow);
    const page = selectionPage(await lookOf(viewing, flow, reply.request), {
      systemName: shownName(connector),
      mark: markOf(connector),
      progress: { step: 2 + toChoose.indexOf(need), total: 1 + toChoose.length },
      step: need,
      choices,
      problem: problem?.problem,
      flow: way.token,
      check: formCheck(way.browser),
    });
    return reply.headers(pageHeaders({ formTargets: targetsOf(flow) })).send(page);
  };
  app.get("/auth/selections", withoutHead, async (request, reply) => {
    const way = visitOf(request, reply);
    return showChoice(reply, way, await choose(connecting, way));
  });
  app.post("/auth/selections", async (request, reply) => {
    const { way, form } = formOf(request);
    try {
      const chosen = { need: text(form["step"]) as Need, id: text(form["choice"]) };
      const step = await choose(connecting, way, chosen);
      // Redirects instead of rendering, so that the back button does not resubmit a form.
      return await follow(reply, step.kind === "choose" ? toChoice(way) : step);
    } catch (error) {
      if (!(error instanceof UserFixableError)) throw error;
      return showChoice(reply.code(422), way, await choose(connecting, way), error);
    }
  });

  /** Notifies the page that opened the flow before the browser is redirected. */
  const notifyOpener = async (reply: FastifyReply, flow: Flow, kind: "done" | "cancelled", next?: string) => {
    const systemName = shownName(connectorOf(connecting, flow.targetSystem));
    const { openerOrigin } = flow.options;
    const opener =
      openerOrigin === undefined ? {} : { opener: { origin: openerOrigin, targetSystem: flow.targetSystem, next } };
    const way = next === undefined ? wayOn(flow) : { backTo: next };
    const facts = { kind, systemName, ...opener, ...way, ...trailOf(reply.request) };
    reply.headers(pageHeaders());
    return reply.send(messagePage(await lookOf(viewing, flow, reply.request), facts));
  };
  const follow = async (reply: FastifyReply, step: NextStep): Promise<FastifyReply> => {
    if (step.kind === "redirect" && step.ended?.flow.options.openerOrigin !== undefined)
      return notifyOpener(reply, step.ended.flow, step.ended.as, step.url);
    if (step.kind === "redirect")
      return reply.headers({ "referrer-policy": "no-referrer", "cache-control": "no-store" }).redirect(step.url, 303);
    if (step.kind === "choose") throw new Error("A selection page must be rendered, not followed.");
    return notifyOpener(reply, step.flow, step.kind);
  };

  addEndUserPage(app, {
    connecting,
    begin,
    manageFor,
    lookOf: (page, request) => lookOf(viewing, page, request),
    identifyBrowser: (request, reply) => identifyBrowser(request, reply, secure()),
    formOf: checkedForm,
  });
  addAssistantPages(app, {
    ...assistants,
    connecting,
    lookOf: (visited, request) => lookOf(viewing, visited, request),
    neutralLook: ({ headers }) => ({
      ...unknownLook(preferredLanguage(headers["accept-language"])),
      tenantName: "",
      operator,
    }),
    identifyBrowser: (request, reply) => identifyBrowser(request, reply, secure()),
    formOf: checkedForm,
  });
  addEmbedding(app, connecting);
  app.get("/auth/assets/page.js", (_request, reply) =>
    reply.headers({ ...assetHeaders, "content-type": "text/javascript; charset=utf-8" }).send(script),
  );
  app.get("/auth/assets/page.css", async (request, reply) => {
    const style = await styleBehind(viewing, request);
    return reply.headers({ ...assetHeaders, "content-type": "text/css; charset=utf-8" }).send(stylesheet(style));
  });
  app.get("/auth/assets/logo", async (request, reply) => {
    const logo = logoFile(await styleBehind(viewing, request));
    return logo === undefined ? reply.code(404).send() : reply.headers(logo.headers).send(logo.body);
  });
}

interface PageState {
  readonly problem?: UserFixableError;
  readonly values?: Readonly<Record<string, string>>;
}

function formFields(body: string): Form {
  checkEncoded(body);
  return Object.fromEntries(new URLSearchParams(body));
}

/** HEAD requests must not advance a flow. */
const withoutHead = { exposeHeadRoute: false };

const assetHeaders = { "cache-control": "no-cache", "x-content-type-options": "nosniff" };

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const strings = (form: Form): Record<string, string> =>
  Object.fromEntries(Object.entries(form).map(([name, value]) => [name, text(value)]));

const targetsOf = ({ options: { callbackUrl, cancelCallbackUrl } }: Flow): string[] =>
  [callbackUrl, cancelCallbackUrl].filter((target) => target !== undefined);

type Viewing = Pick<PageOptions, "connecting" | "operator">;
async function lookOf({ connecting, operator }: Viewing, visited: Visited, { headers }: FastifyRequest): Promise<Look> {
  const { tenantId, tenantName } = visited;
  const locale = "options" in visited ? visited.options.locale : visited.locale;
  const style = (await findPageStyle(connecting.database, tenantId)) as PageStyle;
  return { tenantName, style, operator, locale: locale ?? preferredLanguage(headers["accept-language"]) };
}

/** The selections that the end user has to make, in page order. */
const choicesOf = ({ needs }: Connector, { options }: Flow): readonly Need[] =>
  options.environmentSelection ? needs.filter((need) => options[need] === undefined) : [];

/** The grant page needs the id of a registered app. */
const hasGrantPage = async (
  { clientFor }: ConnectingDeps,
  { tenantId }: Flow,
  connector: Connector,
): Promise<boolean> =>
  grantPageOf(connector) !== undefined && (await clientIfAny(clientFor, tenantId, connector)) !== undefined;

const wayOn = ({ options: { returnTo } }: Flow): { backTo?: string } =>
  returnTo === undefined ? {} : { backTo: returnTo };

/** Whether the same browser has already completed the flow and only went back. */
function hasConnected({ step, browserHash }: Flow, request: FastifyRequest): boolean {
  const browser = browserOf(request);
  const isSame = browser !== undefined && browserHash !== null && hashToken(browser).equals(browserHash);
  return request.method === "GET" && step === "done" && isSame;
}

/** Identifies what a request belongs to: our token, the state that the vendor returned, or the end user's page. */
function trailOf({ query, body }: FastifyRequest): Trail {
  const sent = { ...(body as object), ...(query as object) } as Record<string, unknown>;
  const name = trailParameters.find((parameter) => typeof sent[parameter] === "string");
  return name === undefined ? {} : { [name]: text(sent[name]) };
}

/** Only for the page style. Does not check whether the link is still valid. */
async function visitedBehind(
  { database }: ConnectingDeps,
  request: FastifyRequest,
): Promise<Flow | Visited | undefined> {
  const { flow, state, page, consent, question } = trailOf(request);
  if (flow !== undefined) return findFlow(database, { token: hashToken(flow) });
  if (state !== undefined) return findFlow(database, { id: flowIdIn(state) ?? "" });
  if (consent !== undefined) return findConsentRequest(database, hashToken(consent));
  if (question !== undefined) {
    const asked = await findAssistantQuestion(database, hashToken(question));
    return asked && { ...asked, locale: null };
  }
  return page === undefined ? undefined : findEndUserPage(database, hashToken(page));
}

interface KnownView {
  readonly flow?: Flow | undefined;
  readonly look: Parameters<typeof messagePage>[0];
}

/** Without the tenant's style if the link is unknown or the database fails: such a page is better than none. */
async function knownBehind(viewing: Viewing, request: FastifyRequest): Promise<KnownView> {
  const visited = await visitedBehind(viewing.connecting, request).catch(() => undefined);
  const look = visited && (await lookOf(viewing, visited, request).catch(() => undefined));
  if (look === undefined) return { look: unknownLook(preferredLanguage(request.headers["accept-language"])) };
  return { look, ...(visited && "step" in visited && { flow: visited }) };
}

async function styleBehind(viewing: Viewing, request: FastifyRequest): Promise<PageStyle> {
  const visited = await visitedBehind(viewing.connecting, request);
  return visited === undefined ? {} : (await lookOf(viewing, visited, request)).style;
}
