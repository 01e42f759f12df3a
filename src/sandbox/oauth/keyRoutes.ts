/** Where a user makes the API key that the key-entry page asks for. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { needRoom } from "../server/room.ts";
import { issueToken } from "../server/tokens.ts";
import { PageError } from "./errors.ts";
import { checkedForm, showError, showLogin, takeLogin, textsFor } from "./login.ts";
import { keyPage, pageHeaders } from "./pages.ts";
import { queryText, takeForms } from "./parameters.ts";
import { derive } from "./secrets.ts";
import type { Server } from "./server.ts";
import { cookieOf, userOf } from "./sessions.ts";
import { addStylesheet } from "./stylesheet.ts";

export async function keyRoutes(app: FastifyInstance, server: Server): Promise<void> {
  takeForms(app);
  app.setErrorHandler(showError);
  needRoom(app, server.hasRoom, (message) => new PageError(message, 507));
  await addStylesheet(app);
  app.get("/keys", (request, reply) => answer(server, request, reply));
  app.post("/keys", (request, reply) => answer(server, request, reply));
  app.get("/login", (request, reply) => reply.redirect(keysWith(queryOf(request)), 303));
  app.post("/login", (request, reply) => takeLogin(server, loginFor(request, reply), keysWith(queryOf(request))));
}

const loginFor = (request: FastifyRequest, reply: FastifyReply) => ({
  request,
  reply,
  clientName: undefined,
  query: queryOf(request),
});

const keysWith = (query: string): string => (query === "" ? "keys" : `keys?${query}`);

/** Only the language goes along. */
function queryOf({ url }: FastifyRequest): string {
  const locales = new URLSearchParams(queryText(url)).get("ui_locales") ?? "";
  return locales === "" ? "" : new URLSearchParams({ ui_locales: locales }).toString();
}

async function answer(server: Server, request: FastifyRequest, reply: FastifyReply) {
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
