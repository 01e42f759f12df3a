/** The way of a browser: login, consent, and back to the client with a code. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { transaction } from "../server/database.ts";
import { needRoom } from "../server/room.ts";
import { type Authorization, readAuthorization, sameQuery } from "./authorization.ts";
import { mustKnowClient } from "./clients.ts";
import { PageError, RedirectError } from "./errors.ts";
import { addCode, addGrant } from "./grants.ts";
import { checkedForm, sendBack, showError, showLogin, takeLogin, textsFor } from "./login.ts";
import { consentPage, pageHeaders } from "./pages.ts";
import { queryText, readParameters, takeForms } from "./parameters.ts";
import { derive } from "./secrets.ts";
import type { Server } from "./server.ts";
import { cookieOf, userOf } from "./sessions.ts";
import { addStylesheet } from "./stylesheet.ts";

export async function authorizeRoutes(app: FastifyInstance, server: Server): Promise<void> {
  takeForms(app);
  app.setErrorHandler(showError);
  needRoom(app, server.hasRoom, (message) => new PageError(message, 507));
  await addStylesheet(app);
  app.get("/authorize", async (request, reply) => show(server, request, reply));
  app.post("/login", async (request, reply) => login(server, request, reply));
  app.post("/consent", async (request, reply) => consent(server, request, reply));
  // A reload after a form was refused: the page is made anew.
  for (const path of ["/login", "/consent"])
    app.get(path, async (request, reply) => again(reply, sameQuery(readParameters(queryText(request.url)))));
}

const addressOf = (query: string) => `authorize?${query}`;
const again = (reply: FastifyReply, query: string) => reply.redirect(addressOf(query), 303);

async function read(server: Server, request: FastifyRequest): Promise<Authorization> {
  const query = readParameters(queryText(request.url));
  const client = await mustKnowClient(server.pool, query["client_id"]);
  return readAuthorization(query, server.withRedirects(client, request), server.issuer(request));
}

async function show(server: Server, request: FastifyRequest, reply: FastifyReply) {
  const authorization = await read(server, request);
  const cookie = cookieOf(request.headers.cookie);
  const user = await userOf(server.pool, cookie);
  const { client, query, redirectUri } = authorization;
  if (cookie === undefined || user === undefined)
    return showLogin(server, { request, reply, clientName: client.name, query });
  const check = derive(server.seed, "consent", cookie, query);
  const texts = textsFor(request);
  const page = { texts, clientName: client.name, user, destination: new URL(redirectUri).origin, query, check };
  return reply.headers(pageHeaders({ leavesSite: true })).send(consentPage(page));
}

async function login(server: Server, request: FastifyRequest, reply: FastifyReply) {
  const { client, query } = await read(server, request);
  return takeLogin(server, { request, reply, clientName: client.name, query }, addressOf(query));
}

async function consent(server: Server, request: FastifyRequest, reply: FastifyReply) {
  const { client, query, scope, redirectUri, challenge, answerAt } = await read(server, request);
  const user = await userOf(server.pool, cookieOf(request.headers.cookie));
  if (user === undefined) return again(reply, query);
  const { answer } = checkedForm(server, request, { purpose: "consent", query });
  if (answer !== "allow") throw new RedirectError(answerAt({ error: "access_denied" }));
  const code = await transaction(server.pool, async (database) => {
    const grant = await addGrant(database, { client: client.id, name: user, scope });
    return addCode(database, grant, { redirectUri, challenge });
  });
  return sendBack(reply, answerAt({ code }));
}
