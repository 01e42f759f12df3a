/** The authorization pages: login, consent, and the redirect back to the client with a code. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { consentPage } from "../engine/consentPage.ts";
import { acceptForms, queryParameters } from "../engine/forms.ts";
import { addStylesheet, pageHeaders } from "../engine/page.ts";
import { derive } from "../engine/secrets.ts";
import { transaction } from "../server/database.ts";
import { needRoom } from "../server/room.ts";
import { type Authorization, canonicalQuery, readAuthorization } from "./authorization.ts";
import { knownClient } from "./clients.ts";
import { addCode, addGrant } from "./grants.ts";
import { checkedForm, processLogin, redirectBack, sendError, showLogin, textsFor } from "./login.ts";
import { PageError, RedirectError } from "./pageErrors.ts";
import { frame } from "./pages.ts";
import type { Server } from "./server.ts";
import { cookieOf, userOf } from "./sessions.ts";

export function addAuthorizeRoutes(app: FastifyInstance, server: Server): void {
  acceptForms(app);
  app.setErrorHandler(sendError);
  needRoom(app, server.hasRoom, (message) => new PageError(message, 507));
  addStylesheet(app, "/style.css");
  app.get("/authorize", async (request, reply) => showLoginOrConsent(server, request, reply));
  app.post("/login", async (request, reply) => login(server, request, reply));
  app.post("/consent", async (request, reply) => consent(server, request, reply));
  // A reload after a rejected form sends GET to one of these paths. Start over.
  for (const path of ["/login", "/consent"])
    app.get(path, async (request, reply) => startOver(reply, canonicalQuery(queryParameters(request))));
}

const authorizeUrl = (query: string) => `authorize?${query}`;
const startOver = (reply: FastifyReply, query: string) => reply.redirect(authorizeUrl(query), 303);

async function authorizationOf(server: Server, request: FastifyRequest): Promise<Authorization> {
  const query = queryParameters(request);
  const client = await knownClient(server.pool, query["client_id"]);
  return readAuthorization(query, server.withRedirects(client, request), server.issuer(request));
}

async function showLoginOrConsent(server: Server, request: FastifyRequest, reply: FastifyReply) {
  const { client, query, redirectUri } = await authorizationOf(server, request);
  const cookie = cookieOf(request.headers.cookie);
  const user = await userOf(server.pool, cookie);
  if (cookie === undefined || user === undefined)
    return showLogin(server, { request, reply, clientName: client.name, query });
  const texts = textsFor(request);
  const page = consentPage(frame(texts), {
    texts,
    client: client.name,
    user,
    redirectUri,
    action: `consent?${query}`,
    hidden: { check: derive(server.seed, "consent", cookie, query) },
  });
  return reply.headers(pageHeaders({ leavesSite: true })).send(page);
}

async function login(server: Server, request: FastifyRequest, reply: FastifyReply) {
  const { client, query } = await authorizationOf(server, request);
  return processLogin(server, { request, reply, clientName: client.name, query }, authorizeUrl(query));
}

async function consent(server: Server, request: FastifyRequest, reply: FastifyReply) {
  const { client, query, scope, redirectUri, challenge, answerAt } = await authorizationOf(server, request);
  const user = await userOf(server.pool, cookieOf(request.headers.cookie));
  if (user === undefined) return startOver(reply, query);
  const { answer } = checkedForm(server, request, { purpose: "consent", query });
  if (answer !== "allow") throw new RedirectError(answerAt({ error: "access_denied" }));
  const code = await transaction(server.pool, async (database) => {
    const grant = await addGrant(database, { client: client.id, name: user, scope });
    return addCode(database, grant, { redirectUri, challenge });
  });
  return redirectBack(reply, answerAt({ code }));
}
