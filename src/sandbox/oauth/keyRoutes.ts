/** The page on which a user creates the API key that the key-entry page asks for. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { acceptForms } from "../engine/forms.ts";
import { addStylesheet, pageHeaders } from "../engine/page.ts";
import { derive } from "../engine/secrets.ts";
import { needRoom } from "../server/room.ts";
import { issueToken } from "../server/tokens.ts";
import { checkedForm, localesOf, processLogin, sendError, showLogin, textsFor } from "./login.ts";
import { PageError } from "./pageErrors.ts";
import { keyPage } from "./pages.ts";
import type { Server } from "./server.ts";
import { cookieOf, userOf } from "./sessions.ts";

export function addKeyRoutes(app: FastifyInstance, server: Server): void {
  acceptForms(app);
  app.setErrorHandler(sendError);
  needRoom(app, server.hasRoom, (message) => new PageError(message, 507));
  addStylesheet(app, "/style.css");
  app.get("/keys", (request, reply) => showKeys(server, request, reply));
  app.post("/keys", (request, reply) => showKeys(server, request, reply));
  app.get("/login", (request, reply) => reply.redirect(addressOf(queryOf(request)), 303));
  app.post("/login", (request, reply) => processLogin(server, loginFor(request, reply), addressOf(queryOf(request))));
}

const loginFor = (request: FastifyRequest, reply: FastifyReply) => ({
  request,
  reply,
  clientName: undefined,
  query: queryOf(request),
});

const addressOf = (query: string): string => (query === "" ? "keys" : `keys?${query}`);

/** Keeps the language only. */
function queryOf(request: FastifyRequest): string {
  const locales = localesOf(request) ?? "";
  return locales === "" ? "" : new URLSearchParams({ ui_locales: locales }).toString();
}

async function showKeys(server: Server, request: FastifyRequest, reply: FastifyReply) {
  const cookie = cookieOf(request.headers.cookie);
  const user = await userOf(server.pool, cookie);
  if (cookie === undefined || user === undefined) return showLogin(server, loginFor(request, reply));
  const query = queryOf(request);
  if (request.method === "POST") checkedForm(server, request, { purpose: "keys", query });
  const key = request.method === "POST" ? await issueToken(server.pool, user) : undefined;
  const page = keyPage({
    texts: textsFor(request),
    user,
    key,
    query,
    check: derive(server.seed, "keys", cookie, query),
  });
  return reply.headers(pageHeaders({ leavesSite: false })).send(page);
}
