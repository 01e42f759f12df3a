/** Who sits in front of the browser: the sandbox's one login, and forms that only its own pages can send. */
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { PageError, RedirectError } from "./errors.ts";
import { loginPage, pageHeaders, problemPage } from "./pages.ts";
import { formOf, type Parameters, queryText } from "./parameters.ts";
import { derive, newSecret, same } from "./secrets.ts";
import type { Server } from "./server.ts";
import { cookieHeader, cookieOf, openSession } from "./sessions.ts";
import { speaking } from "./texts/speaking.ts";
import type { Texts } from "./texts/texts.ts";

export interface LoginRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** What one signs in for; undefined: the user's API keys. */
  readonly clientName: string | undefined;
  /** Carried along the way. */
  readonly query: string;
}

/** The language of the request: what the client asks for in the address, or what the browser does. */
export const textsFor = ({ url, headers }: FastifyRequest): Texts =>
  speaking(new URLSearchParams(queryText(url)).get("ui_locales") ?? undefined, headers["accept-language"]);

export function showLogin(server: Server, { request, reply, clientName, query }: LoginRequest, hasFailed = false) {
  const cookie = cookieOf(request.headers.cookie) ?? newSecret("session");
  const check = derive(server.seed, "login", cookie, query);
  const { isShown, ...login } = server.login;
  const page = loginPage({
    texts: textsFor(request),
    clientName,
    query,
    check,
    hasFailed,
    ...(isShown && { login }),
  });
  return reply
    .code(hasFailed ? 400 : 200)
    .headers(pageHeaders({ leavesSite: false }))
    .header("set-cookie", cookieHeader(cookie, server.issuer(request)))
    .send(page);
}

/** Leads on to `next`, or shows the form again. */
export async function takeLogin(server: Server, login: LoginRequest, next: string) {
  const { request, reply, query } = login;
  const { user = "", password = "" } = checkedForm(server, request, { purpose: "login", query });
  if (user !== server.login.user || !same(password, server.login.password)) return showLogin(server, login, true);
  const session = await openSession(server.pool, user);
  reply.header("set-cookie", cookieHeader(session, server.issuer(request)));
  return reply.redirect(next, 303);
}

/** The form was made by us, for this browser and for this very request. */
export function checkedForm(
  server: Server,
  request: FastifyRequest,
  { purpose, query }: { purpose: string; query: string },
): Parameters {
  const form = formOf(request.body);
  const cookie = cookieOf(request.headers.cookie);
  if (cookie === undefined || !same(form["check"] ?? "", derive(server.seed, purpose, cookie, query)))
    throw new PageError("This form is out of date, or it did not come from this page.", 403, "outOfDate");
  return form;
}

export const sendBack = (reply: FastifyReply, location: string) =>
  reply.headers({ "cache-control": "no-store", "referrer-policy": "no-referrer" }).redirect(location, 303);

export function showError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof RedirectError) return sendBack(reply, error.location);
  const status = error instanceof PageError ? error.status : (error.statusCode ?? 500);
  if (status >= 500) request.log.error({ err: error }, "the sandbox failed");
  const texts = textsFor(request);
  const known = error instanceof PageError && error.text !== undefined ? texts[error.text] : error.message;
  return reply
    .code(status)
    .headers(pageHeaders({ leavesSite: false }))
    .send(problemPage(texts, status >= 500 ? texts.ourFault : known));
}
