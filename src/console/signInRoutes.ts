/** Signing in with a single-use link, and signing out. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type ConsoleSession, personOfLink, sessionLifetime, signIn, signOut } from "../core/accounts/consoleAccess.ts";
import { formCheck, isFormCheck } from "../core/connecting/flow.ts";
import { newToken } from "../core/secrets/ids.ts";
import { addAudit } from "../store/log/auditLog.ts";
import { readCookie } from "../web/cookies.ts";
import { html } from "../web/html.ts";
import { plainPage, signInHelp } from "./parts/layout.ts";
import { browserOf, config, cookieName, SignedOut, stringsIn } from "./parts/requestInput.ts";
import type { ConsoleDeps, View } from "./parts/view.ts";
import { sayWord, wordsFor } from "./texts/phrases.ts";

/** Belongs to the form, so that only the page of this browser can submit it. */
const formCookie = "kontor-console-form";
const formSeconds = 900;

interface Views {
  readonly viewForForm: (request: FastifyRequest) => Promise<Omit<View, "client">>;
}

export function addSignInRoutes(app: FastifyInstance, deps: ConsoleDeps, { viewForForm }: Views): void {
  const { database } = deps.auth.connecting;
  const cookie = (token: string, seconds: number, name = cookieName): string =>
    [
      `${name}=${token}`,
      "Path=/console",
      "HttpOnly",
      "SameSite=Lax",
      `Max-Age=${seconds}`,
      ...(deps.isBehindTls ? ["Secure"] : []),
    ].join("; ");
  const record = ({ id, role, person, tenantId }: ConsoleSession, action: string, { ip }: FastifyRequest) =>
    addAudit(database, { role, actorId: id, person, tenantId, action, subject: id, address: ip });
  app.get("/console/sign-in", { config }, async (request, reply) => {
    const words = wordsFor(request.headers["accept-language"]);
    const { say } = words;
    const link = stringsIn(request.query)["link"] ?? "";
    const person = link === "" ? undefined : await personOfLink(database, link);
    if (person === undefined)
      return reply
        .code(link === "" ? 200 : 410)
        .send(plainPage(words, say("signIn"), html`<p>${link === "" ? "" : say("linkUsed")}</p>${signInHelp(words)}`));
    // Another site that knows a link could otherwise sign the browser in as somebody else.
    const browser = readCookie(request.headers.cookie, formCookie) ?? newToken();
    reply.header("set-cookie", cookie(browser, formSeconds, formCookie));
    // Link previews and scanners open links too, so only submitting the form uses up the link.
    const form = html`<p>${say("signInAs", { person: person.person, role: sayWord(say, "role", person.role) })}</p><form method="post" action="/console/sign-in"><input type="hidden" name="link" value="${link}"><input type="hidden" name="check" value="${formCheck(browser)}"><button type="submit">${say("signInNow")}</button></form>`;
    return reply.send(plainPage(words, say("signIn"), form));
  });
  app.post("/console/sign-in", { config }, async (request, reply) => {
    const { link = "", check = "" } = stringsIn(request.body);
    const browser = readCookie(request.headers.cookie, formCookie);
    if (browser === undefined || !isFormCheck(browser, check)) throw new SignedOut();
    const session = await signIn(database, link, browserOf(request));
    if (session === undefined) throw new SignedOut();
    await record(session, "console.signIn", request);
    return reply.header("set-cookie", cookie(session.token, sessionLifetime / 1000)).redirect("/console", 303);
  });
  app.post("/console/sign-out", { config }, async (request, reply) => {
    const { session, say, language } = await viewForForm(request);
    await signOut(database, session);
    await record(session, "console.signOut", request);
    return reply
      .header("set-cookie", cookie("", 0))
      .send(plainPage({ say, language }, say("sessionEnded"), signInHelp({ say, language })));
  });
}
