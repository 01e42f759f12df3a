/** Who sits in front of the browser: the sandbox's one login, and forms that only its own pages can send. */
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { PageError, RedirectError } from "./errors.ts";
import { loginPage, pageHeaders, problemPage } from "./pages.ts";
import { formOf, type Parameters } from "./parameters.ts";
import { derive, newSecret, same } from "./secrets.ts";
import type { Server } from "./server.ts";
import { cookieHeader, cookieOf, openSession } from "./sessions.ts";

export interface LoginRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** What one signs in for. */
  readonly clientName: string;
  /** Carried along the way. */
  readonly query: string;
}

export function showLogin(server: Server, { request, reply, clientName, query }: LoginRequest, problem?: string) {
  const cookie = cookieOf(request.headers.cookie) ?? newSecret("session");
  const check = derive(server.seed, "login", cookie, query);
  const { isShown, ...login } = server.login;
  const page = loginPage({
    ...{ clientName, query, check },
    ...(problem !== undefined && { problem }),
    ...(isShown && { login }),
  });
  return reply
    .code(problem === undefined ? 200 : 400)
    .headers(pageHeaders({ leavesSite: false }))
    .header("set-cookie", cookieHeader(cookie, server.issuer(request)))
    .send(page);
}

/** Leads on to `next`, or shows the form again. */
export async function takeLogin(server: Server, login: LoginRequest, next: string) {
  const { request, reply, query } = login;
  const { user = "", password = "" } = checkedForm(server, request, { purpose: "login", query });
  if (user !== server.login.user || !same(password, server.login.password))
    return showLogin(server, login, "User name or password is wrong.");
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
    throw new PageError("This form is out of date, or it did not come from this page.", 403);
  return form;
}

export const sendBack = (reply: FastifyReply, location: string) =>
  reply.headers({ "cache-control": "no-store", "referrer-policy": "no-referrer" }).redirect(location, 303);

export function showError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof RedirectError) return sendBack(reply, error.location);
  const status = error instanceof PageError ? error.status : (error.statusCode ?? 500);
  if (status >= 500) request.log.error({ err: error }, "the sandbox failed");
  const message = status >= 500 ? "Something went wrong on our side." : error.message;
  return reply
    .code(status)
    .headers(pageHeaders({ leavesSite: false }))
    .send(problemPage(message));
}
