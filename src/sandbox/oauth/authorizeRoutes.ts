/** The way of a browser: login, consent, and back to the client with a code. */
import { readFile } from "node:fs/promises";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { transaction } from "../store.ts";
import { type Authorization, readAuthorization, sameQuery } from "./authorization.ts";
import { mustKnowClient } from "./clients.ts";
import { PageFault, SendBack } from "./faults.ts";
import { addCode, addGrant } from "./grants.ts";
import { consentPage, demoLogin, loginPage, pageHeaders, problemPage } from "./pages.ts";
import { formOf, queryText, readParameters, takeForms } from "./parameters.ts";
import { derive, newSecret, same } from "./secrets.ts";
import type { Server } from "./server.ts";
import { cookieHeader, cookieOf, openSession, userOf } from "./sessions.ts";

export async function authorizeRoutes(app: FastifyInstance, server: Server): Promise<void> {
  takeForms(app);
  app.setErrorHandler(showFault);
  const stylesheet = await readFile(new URL("style.css", import.meta.url), "utf8");
  app.get("/style.css", async (_, reply) =>
    reply.headers({ "x-content-type-options": "nosniff" }).type("text/css; charset=utf-8").send(stylesheet),
  );
  app.get("/authorize", async (request, reply) => show(server, request, reply));
  app.post("/login", async (request, reply) => login(server, request, reply));
  app.post("/consent", async (request, reply) => consent(server, request, reply));
  // A reload after a form was refused: the page is made anew.
  for (const path of ["/login", "/consent"])
    app.get(path, async (request, reply) => again(reply, sameQuery(readParameters(queryText(request.url)))));
}

const again = (reply: FastifyReply, query: string) => reply.redirect(`authorize?${query}`, 303);

async function read(server: Server, request: FastifyRequest): Promise<Authorization> {
  const query = readParameters(queryText(request.url));
  const client = await mustKnowClient(server.pool, query["client_id"]);
  return readAuthorization(query, server.withRedirects(client, request), server.issuer(request));
}

async function show(server: Server, request: FastifyRequest, reply: FastifyReply) {
  const authorization = await read(server, request);
  const cookie = cookieOf(request.headers.cookie);
  const user = await userOf(server.pool, cookie);
  if (cookie === undefined || user === undefined) return showLogin(server, request, { reply, authorization });
  const { client, query, redirectUri } = authorization;
  const check = derive(server.seed, "consent", cookie, query);
  const page = { clientName: client.name, user, destination: new URL(redirectUri).origin, query, check };
  return reply.headers(pageHeaders({ leavesSite: true })).send(consentPage(page));
}

interface LoginView {
  readonly reply: FastifyReply;
  readonly authorization: Authorization;
  readonly problem?: string;
}

function showLogin(server: Server, request: FastifyRequest, { reply, authorization, problem }: LoginView) {
  const cookie = cookieOf(request.headers.cookie) ?? newSecret("session");
  const { client, query } = authorization;
  const check = derive(server.seed, "login", cookie, query);
  const page = loginPage({ clientName: client.name, query, check, ...(problem !== undefined && { problem }) });
  return reply
    .code(problem === undefined ? 200 : 400)
    .headers(pageHeaders({ leavesSite: false }))
    .header("set-cookie", cookieHeader(cookie, server.issuer(request)))
    .send(page);
}

async function login(server: Server, request: FastifyRequest, reply: FastifyReply) {
  const authorization = await read(server, request);
  const { user, password } = checkedForm(server, request, { purpose: "login", query: authorization.query });
  if (user !== demoLogin.user || password !== demoLogin.password)
    return showLogin(server, request, { reply, authorization, problem: "User name or password is wrong." });
  const session = await openSession(server.pool, user);
  reply.header("set-cookie", cookieHeader(session, server.issuer(request)));
  return again(reply, authorization.query);
}

async function consent(server: Server, request: FastifyRequest, reply: FastifyReply) {
  const { client, query, scope, redirectUri, challenge, answerAt } = await read(server, request);
  const user = await userOf(server.pool, cookieOf(request.headers.cookie));
  if (user === undefined) return again(reply, query);
  const { answer } = checkedForm(server, request, { purpose: "consent", query });
  if (answer !== "allow") throw new SendBack(answerAt({ error: "access_denied" }));
  const code = await transaction(server.pool, async (database) => {
    const grant = await addGrant(database, { client: client.id, name: user, scope });
    return addCode(database, grant, { redirectUri, challenge });
  });
  return sendBack(reply, answerAt({ code }));
}

/** The form was made by us, for this browser and for this very request. */
function checkedForm(server: Server, request: FastifyRequest, { purpose, query }: { purpose: string; query: string }) {
  const form = formOf(request.body);
  const cookie = cookieOf(request.headers.cookie);
  if (cookie === undefined || !same(form["check"] ?? "", derive(server.seed, purpose, cookie, query)))
    throw new PageFault("This form is out of date, or it did not come from this page.", 403);
  return form;
}

const sendBack = (reply: FastifyReply, location: string) =>
  reply.headers({ "cache-control": "no-store", "referrer-policy": "no-referrer" }).redirect(location, 303);

function showFault(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof SendBack) return sendBack(reply, error.location);
  const status = error instanceof PageFault ? error.status : (error.statusCode ?? 500);
  if (status >= 500) request.log.error({ err: error }, "the sandbox failed");
  const message = status >= 500 ? "Something went wrong on our side." : error.message;
  return reply
    .code(status)
    .headers(pageHeaders({ leavesSite: false }))
    .send(problemPage(message));
}
