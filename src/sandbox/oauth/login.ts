/** The login of the sandbox's one user, and the check that a form comes from one of its own pages. */
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { formOf, type Parameters, queryText } from "../engine/forms.ts";
import { pageHeaders } from "../engine/page.ts";
import { derive, isSame } from "../engine/secrets.ts";
import { PageError, RedirectError } from "./pageErrors.ts";
import { loginPage, problemPage } from "./pages.ts";
import type { Server } from "./server.ts";
import { cookieHeader, cookieOf, newCookie, openSession } from "./sessions.ts";
import { type Texts, textsIn } from "./texts.ts";

export interface LoginRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The application that the user signs in for; undefined for the page with their API keys. */
  readonly clientName: string | undefined;
  /** Repeated in every URL up to the answer. */
  readonly query: string;
}

export const localesOf = (request: FastifyRequest): string | undefined =>
  new URLSearchParams(queryText(request)).get("ui_locales") ?? undefined;

export const textsFor = (request: FastifyRequest): Texts =>
  textsIn(localesOf(request), request.headers["accept-language"]);

export function showLogin(server: Server, { request, reply, clientName, query }: LoginRequest, hasFailed = false) {
  const cookie = cookieOf(request.headers.cookie) ?? newCookie();
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

/** Redirects to `next`, or shows the form again. */
export async function processLogin(server: Server, login: LoginRequest, next: string) {
  const { request, reply, query } = login;
  const { user = "", password = "" } = checkedForm(server, request, { purpose: "login", query });
  if (user !== server.login.user || !isSame(password, server.login.password)) return showLogin(server, login, true);
  const session = await openSession(server.pool, user);
  reply.header("set-cookie", cookieHeader(session, server.issuer(request)));
  return reply.redirect(next, 303);
}

/** Refuses a form that was not made by this server for this browser and this request. */
export function checkedForm(
  server: Server,
  request: FastifyRequest,
  { purpose, query }: { purpose: string; query: string },
): Parameters {
  const form = formOf(request);
  const cookie = cookieOf(request.headers.cookie);
  if (cookie === undefined || !isSame(form["check"] ?? "", derive(server.seed, purpose, cookie, query)))
    throw new PageError("The form's check value does not match.", 403, "outOfDate");
  return form;
}

export const redirectBack = (reply: FastifyReply, location: string) =>
  reply.headers({ "cache-control": "no-store", "referrer-policy": "no-referrer" }).redirect(location, 303);

export function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof RedirectError) return redirectBack(reply, error.location);
  const status = error instanceof PageError ? error.status : (error.statusCode ?? 500);
  if (status >= 500) request.log.error({ err: error }, "the sandbox failed");
  const texts = textsFor(request);
  const message = error instanceof PageError && error.text !== undefined ? texts[error.text] : error.message;
  return reply
    .code(status)
    .headers(pageHeaders({ leavesSite: false }))
    .send(problemPage(texts, status >= 500 ? texts.ourFault : message));
}
