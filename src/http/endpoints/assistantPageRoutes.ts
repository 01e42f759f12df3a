/** The pages on which an end user lets an assistant in, ends its access, and confirms its writes. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Scopes } from "../../contract/scopes.ts";
import { answerUrl, isOnThisComputer, resourceOf } from "../../core/assistants/addresses.ts";
import {
  type AuthorizationParameters,
  type AuthorizeDeps,
  authorizationParameters,
  beginConsent,
  decide,
  findConsent,
  makeOneTimeCode,
  oneTimeCodeMinutes,
  readAuthorization,
} from "../../core/assistants/authorize.ts";
import { type ClientDeps, takeAttempt } from "../../core/assistants/clients.ts";
import { OAuthProblem } from "../../core/assistants/problem.ts";
import { answerOnPage, findShownQuestion } from "../../core/assistants/questions.ts";
import { type ConnectingDeps, connectorOf } from "../../core/connecting/context.ts";
import { claimConnection, endUserPageUrl, type VisitedPage } from "../../core/connecting/endUserPage.ts";
import { FlowProblem, formCheck } from "../../core/connecting/flow.ts";
import { newToken } from "../../core/secrets/ids.ts";
import { accessOf } from "../../pages/access.ts";
import {
  answeredPage,
  authorizePage,
  confirmPage,
  consentPage,
  oneTimeCodePage,
  refusedRequestPage,
} from "../../pages/assistantPages.ts";
import { pageHeaders } from "../../pages/headers.ts";
import type { Look } from "../../pages/look.ts";
import { markOf, shownName } from "../../pages/systemMark.ts";
import type { ConsentRequest } from "../../store/assistants/consents.ts";
import { endGrant, listGrants } from "../../store/assistants/grants.ts";
import { type ConnectionWithTenant, findConnection, listConnections } from "../../store/connections.ts";
import { addAudit } from "../../store/log/auditLog.ts";
import { transaction } from "../../store/postgres/database.ts";
import { readCookie } from "../../web/cookies.ts";
import type { Visited } from "./visited.ts";

type Form = Readonly<Record<string, string | undefined>>;

export interface AssistantPageDeps extends Pick<AuthorizeDeps, "clients">, Pick<ClientDeps, "attempts"> {
  readonly connecting: ConnectingDeps;
  readonly lookOf: (visited: Visited, request: FastifyRequest) => Promise<Look>;
  /** For a visitor whose platform is not known yet. */
  readonly neutralLook: (request: FastifyRequest) => Look;
  /** Sets the cookie that binds the page to the browser. */
  readonly identifyBrowser: (request: FastifyRequest, reply: FastifyReply) => string;
  /** Accepts a form only from the browser that it was rendered for. */
  readonly formOf: (request: FastifyRequest) => { readonly browser: string; readonly form: Form };
}

export function addAssistantPages(app: FastifyInstance, deps: AssistantPageDeps): void {
  const { connecting } = deps;
  addEndUserActions(app, deps);
  const authorizing: AuthorizeDeps = { ...connecting, clients: deps.clients };

  const showAuthorize = async (request: FastifyRequest, reply: FastifyReply, sent: object, isWrong = false) => {
    const { client, redirectUri } = await readAuthorization(authorizing, sent as Form, request.ip);
    const browser = deps.identifyBrowser(request, reply);
    const page = authorizePage(deps.neutralLook(request), {
      ...askingOf(client.name, redirectUri),
      parameters: parametersIn(sent as Form),
      check: formCheck(browser),
      isWrong,
    });
    return reply.headers(pageHeaders({ formTargets: [redirectUri] })).send(page);
  };
  /** A request that is not valid is explained here. It never redirects, because anybody can register a URL. */
  const explained = async (request: FastifyRequest, reply: FastifyReply, work: () => Promise<FastifyReply>) => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof OAuthProblem)) throw error;
      const reason = `${error.code}: ${error.message}`;
      return reply
        .code(400)
        .headers(pageHeaders())
        .send(refusedRequestPage(deps.neutralLook(request), reason));
    }
  };
  app.get("/auth/assistants/authorize", (request, reply) =>
    explained(request, reply, () => showAuthorize(request, reply, request.query as object)),
  );
  app.post("/auth/assistants/authorize", (request, reply) =>
    explained(request, reply, async () => {
      const { browser, form } = deps.formOf(request);
      const authorization = await readAuthorization(authorizing, form, request.ip);
      if (form["decision"] === "refuse") {
        const { redirectUri, state } = authorization;
        const refusal = { error: "access_denied", state, iss: connecting.baseUrl() };
        return redirect(reply, answerUrl(redirectUri, refusal));
      }
      takeAttempt(deps, request.ip);
      const token = await beginConsent(authorizing, authorization, { code: form["code"] ?? "", browser });
      if (token === undefined) return showAuthorize(request, reply.code(422), form, true);
      return redirect(reply, `${connecting.baseUrl()}/auth/assistants/consent?consent=${token}`);
    }),
  );

  app.get("/auth/assistants/consent", async (request, reply) => {
    const browser = deps.identifyBrowser(request, reply);
    const token = textIn(request.query, "consent");
    const consent = await findConsent(authorizing, { token, browser });
    const connection = await connectionOf(connecting, consent.connectionId);
    const connector = connectorOf(connecting, connection.targetSystem);
    const { access, resources, hiddenFields, clientName, redirectUri } = consent;
    const scopes: Scopes = { access, targetSystems: null, resources };
    const page = consentPage(await deps.lookOf(consent, request), {
      ...askingOf(clientName, redirectUri),
      ...(await systemOf(connecting, connection)),
      consent: token,
      check: formCheck(browser),
      access: accessOf(connector, { keys: [scopes], hiddenFields }),
      mayWrite: access === "write",
    });
    return reply.headers(pageHeaders({ formTargets: [redirectUri] })).send(page);
  });
  app.post("/auth/assistants/consent", async (request, reply) => {
    const { browser, form } = deps.formOf(request);
    const isAllowed = form["decision"] === "allow";
    const visit = { token: form["consent"] ?? "", browser };
    const person = personOf(request) ?? newToken();
    const access = form["access"] === "write" ? "write" : "read";
    const decision = { access: isAllowed ? access : undefined, person, address: request.ip } as const;
    const url = await decide(authorizing, visit, decision);
    if (isAllowed) rememberPerson(reply, person, connecting.baseUrl().startsWith("https:"));
    return redirect(reply, url);
  });

  app.get("/auth/assistants/confirm", async (request, reply) => {
    const browser = deps.identifyBrowser(request, reply);
    const token = textIn(request.query, "question");
    const asked = await findShownQuestion(connecting, { token, person: personOf(request) });
    const connection = await connectionOf(connecting, asked.connectionId);
    const page = confirmPage(await deps.lookOf({ ...asked, locale: null }, request), {
      ...(await systemOf(connecting, connection)),
      question: token,
      check: formCheck(browser),
      assistant: asked.clientName,
      message: asked.message,
    });
    return reply.headers(pageHeaders()).send(page);
  });
  app.post("/auth/assistants/confirm", async (request, reply) => {
    const { form } = deps.formOf(request);
    const isConfirmed = form["decision"] === "confirm";
    const question = form["question"] ?? "";
    const answer = { answer: isConfirmed ? "confirmed" : "declined", address: request.ip } as const;
    const asked = await answerOnPage(connecting, { token: question, person: personOf(request) }, answer);
    const look = await deps.lookOf({ ...asked, locale: null }, request);
    return reply
      .headers(pageHeaders())
      .send(answeredPage(look, { isConfirmed, assistant: asked.clientName, question }));
  });
}

/** What the end user does on the page with their connections. */
function addEndUserActions(app: FastifyInstance, deps: AssistantPageDeps): void {
  const { connecting } = deps;
  const { database } = connecting;
  const claim = async (request: FastifyRequest) => {
    const { browser, form } = deps.formOf(request);
    const token = form["page"] ?? "";
    const claimed = await claimConnection(connecting, { token, browser }, form["connection"] ?? "");
    return { ...claimed, token, form };
  };
  app.post("/auth/assistants/code", async (request, reply) => {
    const { page, connection, token } = await claim(request);
    const { assistantAccess: access, assistantResources: resources, tenantId, locale } = page;
    if (access === null) throw new FlowProblem("failed");
    const owner = { tenantId, connectionId: connection.id, access, resources, locale };
    const code = await makeOneTimeCode(connecting, owner);
    const baseUrl = connecting.baseUrl();
    const facts = { url: resourceOf(baseUrl), host: new URL(baseUrl).host, minutes: oneTimeCodeMinutes };
    const { systemName, mark } = await systemOf(connecting, connection);
    const look = await deps.lookOf(page satisfies VisitedPage, request);
    return reply.headers(pageHeaders()).send(oneTimeCodePage(look, { ...facts, systemName, mark, page: token, code }));
  });
  app.post("/auth/assistants/end", async (request, reply) => {
    const { connection, token, form } = await claim(request);
    const { id: connectionId, tenantId } = connection;
    const grants = await listGrants(database, [connectionId]);
    const grant = grants.find(({ id }) => id === form["assistant"]);
    if (grant !== undefined)
      await transaction(database, async (client) => {
        const entry = { tenantId, action: "assistantGrant.end", subject: grant.id, subjectName: grant.clientName };
        if (await endGrant(client, grant)) await addAudit(client, { ...entry, role: "endUser", address: request.ip });
      });
    return redirect(reply, `${endUserPageUrl(connecting.baseUrl(), token)}&accessEnded=1`);
  });
}

const textIn = (values: unknown, name: string): string => {
  const value = (values as Readonly<Record<string, unknown>>)[name];
  return typeof value === "string" ? value : "";
};

const redirect = (reply: FastifyReply, url: string): FastifyReply =>
  reply.headers({ "referrer-policy": "no-referrer", "cache-control": "no-store" }).redirect(url, 303);

const parametersIn = (sent: Form): AuthorizationParameters =>
  Object.fromEntries(authorizationParameters.map((name) => [name, sent[name]]));

const askingOf = (assistant: ConsentRequest["clientName"], redirectUri: string) => ({
  assistant,
  host: new URL(redirectUri).host,
  isLocal: isOnThisComputer(redirectUri),
});

async function connectionOf({ database }: ConnectingDeps, id: string): Promise<ConnectionWithTenant> {
  const connection = await findConnection(database, id);
  if (connection === undefined) throw new FlowProblem("failed");
  return connection;
}

async function systemOf(connecting: ConnectingDeps, { id, tenantId, targetSystem, company }: ConnectionWithTenant) {
  const connector = connectorOf(connecting, targetSystem);
  const [summary] = await listConnections(connecting.database, { tenantId, ids: [id] });
  const companyName = summary?.companyName ?? company ?? undefined;
  return { systemName: shownName(connector), mark: markOf(connector), company: companyName };
}

/** The browser in which the person gave access. Only there can they confirm writes. */
const personCookie = "kontor-assistants";
const personDays = 365;

function personOf({ headers }: FastifyRequest): string | undefined {
  const found = readCookie(headers.cookie, personCookie);
  return found !== undefined && /^[0-9a-z]{32}$/.test(found) ? found : undefined;
}

function rememberPerson(reply: FastifyReply, person: string, isSecure: boolean): void {
  const seconds = personDays * 24 * 3600;
  const attributes = ["Path=/auth/assistants", "HttpOnly", "SameSite=Lax", `Max-Age=${seconds}`];
  if (isSecure) attributes.push("Secure");
  reply.header("set-cookie", [`${personCookie}=${person}`, ...attributes].join("; "));
}
