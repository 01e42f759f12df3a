/** Signing in with a single-use link or at the provider, and signing out. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type ConsoleSession, personOfLink, sessionLifetime, signIn } from "../core/accounts/consoleAccess.ts";
import { formCheck, isFormCheck } from "../core/connecting/flow.ts";
import { SignInFault } from "../core/people/identityProvider.ts";
import { signOut } from "../core/people/providerSignIn.ts";
import { newToken } from "../core/secrets/ids.ts";
import { addAudit, auditActor } from "../store/log/auditLog.ts";
import { readCookie } from "../web/cookies.ts";
import { html } from "../web/html.ts";
import { plainPage, signInHelp } from "./parts/layout.ts";
import { browserOf, config, cookieName, SignedOut, stringsIn } from "./parts/requestInput.ts";
import type { ConsoleDeps, View } from "./parts/view.ts";
import { addProviderRoutes } from "./providerRoutes.ts";
import { sayWord, wordsFor } from "./texts/phrases.ts";

/** Belongs to the form, so that only the page of this browser can submit it. */
const formCookie = "kontor-console-form";
const formSeconds = 900;

interface Views {
  readonly viewForForm: (request: FastifyRequest) => Promise<Omit<View, "client">>;
}

export function addSignInRoutes(app: FastifyInstance, deps: ConsoleDeps, { viewForForm }: Views): void {
  const { database, vault, baseUrl } = deps.auth.connecting;
  const { provider, links } = deps.signIn;
  const setCookie = (reply: FastifyReply, name: string, value: string, seconds: number): void => {
    const attributes = [
      `${name}=${value}`,
      "Path=/console",
      "HttpOnly",
      "SameSite=Lax",
      `Max-Age=${seconds}`,
      ...(deps.isBehindTls ? ["Secure"] : []),
    ];
    reply.header("set-cookie", attributes.join("; "));
  };
  const record = (session: ConsoleSession, action: string, { ip }: FastifyRequest) =>
    addAudit(database, {
      ...auditActor(session),
      tenantId: session.tenantId,
      action,
      subject: session.id,
      address: ip,
    });
  const welcome = async (request: FastifyRequest, reply: FastifyReply, session: ConsoleSession): Promise<void> => {
    await record(session, "console.signIn", request);
    setCookie(reply, cookieName, session.token, sessionLifetime / 1000);
  };
  /** Where the person signs out of the provider. Whatever its state, they are signed out here. */
  const signOutUrl = async (request: FastifyRequest, idToken: string | undefined): Promise<string | undefined> => {
    if (provider === undefined || idToken === undefined) return undefined;
    return provider.signOutUrl(idToken, `${baseUrl()}/console/sign-in`).catch((error: unknown) => {
      if (!(error instanceof SignInFault)) throw error;
      request.log.warn({ reason: error.message }, "the provider did not say where people sign out");
      return undefined;
    });
  };

  app.get("/console/sign-in", { config }, async (request, reply) => {
    const words = wordsFor(request.headers["accept-language"]);
    const { say } = words;
    const link = stringsIn(request.query)["link"] ?? "";
    const person = link === "" || !links ? undefined : await personOfLink(database, link);
    if (person === undefined) {
      const note = link !== "" && html`<p>${say(links ? "linkUsed" : "linksOff")}</p>`;
      return reply
        .code(link === "" ? 200 : 410)
        .send(plainPage(words, say("signIn"), html`${note}${signInHelp(words, deps.signIn)}`));
    }
    // Another site that knows a link could otherwise sign the browser in as somebody else.
    const browser = readCookie(request.headers.cookie, formCookie) ?? newToken();
    setCookie(reply, formCookie, browser, formSeconds);
    // Link previews and scanners open links too, so only submitting the form uses up the link.
    const form = html`<p>${say("signInAs", { person: person.person, role: sayWord(say, "role", person.role) })}</p><form method="post" action="/console/sign-in"><input type="hidden" name="link" value="${link}"><input type="hidden" name="check" value="${formCheck(browser)}"><button type="submit">${say("signInNow")}</button></form>`;
    return reply.send(plainPage(words, say("signIn"), form));
  });
  app.post("/console/sign-in", { config }, async (request, reply) => {
    const { link = "", check = "" } = stringsIn(request.body);
    const browser = readCookie(request.headers.cookie, formCookie);
    if (!links || browser === undefined || !isFormCheck(browser, check)) throw new SignedOut();
    const session = await signIn(database, link, browserOf(request));
    if (session === undefined) throw new SignedOut();
    await welcome(request, reply, session);
    return reply.redirect("/console", 303);
  });
  app.post("/console/sign-out", { config }, async (request, reply) => {
    const { session, say, language } = await viewForForm(request);
    const idToken = await signOut({ database, vault }, session);
    await record(session, "console.signOut", request);
    setCookie(reply, cookieName, "", 0);
    const url = await signOutUrl(request, idToken);
    const name = provider?.settings.name ?? "";
    const content =
      url === undefined
        ? signInHelp({ say, language }, deps.signIn)
        : html`<p><a class="action" href="${url}">${say("signOutAt", { name })}</a></p>`;
    // Not a redirect: the policy for forms applies to redirects as well, and the person may want to stay signed in there.
    return reply.send(plainPage({ say, language }, say("sessionEnded"), content));
  });
  if (provider !== undefined) addProviderRoutes(app, deps, { provider, setCookie, welcome });
}
