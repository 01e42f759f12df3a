/** Signing in with the operator's OpenID Connect provider. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ConsoleSession } from "../core/accounts/consoleAccess.ts";
import { type Attempt, type Identity, type IdentityProvider, SignInFault } from "../core/people/identityProvider.ts";
import { nameOfIdentity, type ProviderSignIn, signInAtProvider } from "../core/people/providerSignIn.ts";
import { newId } from "../core/secrets/ids.ts";
import type { Vault } from "../core/secrets/vault.ts";
import { addAudit } from "../store/log/auditLog.ts";
import type { Queryable } from "../store/postgres/database.ts";
import { readCookie } from "../web/cookies.ts";
import { html } from "../web/html.ts";
import { plainPage, signInHelp } from "./parts/layout.ts";
import { browserOf, config, stringsIn } from "./parts/requestInput.ts";
import type { ConsoleDeps } from "./parts/view.ts";
import { type Phrase, wordsFor } from "./texts/phrases.ts";

/** Remembers the attempt in the browser that began it, encrypted. No other browser can finish it. */
const attemptCookie = "kontor-console-provider";
const attemptSeconds = 600;

interface StoredAttempt extends Attempt {
  /** The page that the person wanted to open. */
  readonly returnTo: string;
  readonly until: number;
}

export interface ProviderOptions {
  readonly provider: IdentityProvider;
  readonly setCookie: (reply: FastifyReply, name: string, value: string, seconds: number) => void;
  readonly welcome: (request: FastifyRequest, reply: FastifyReply, session: ConsoleSession) => Promise<void>;
}

export function addProviderRoutes(app: FastifyInstance, deps: ConsoleDeps, options: ProviderOptions): void {
  const { provider, setCookie, welcome } = options;
  const { database, vault, baseUrl } = deps.auth.connecting;
  const redirectUri = (): string => `${baseUrl()}/console/sign-in/callback`;

  const sendProblem = (request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply => {
    const words = wordsFor(request.headers["accept-language"]);
    const { status, phrase, person = "" } = problem;
    const text = words.say(phrase, { name: provider.settings.name, person });
    const content = html`<p>${text}</p>${signInHelp(words, deps.signIn)}`;
    return reply.code(status).send(plainPage(words, words.say("notSignedIn"), content));
  };
  const sendFault = (request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply => {
    if (!(error instanceof SignInFault)) throw error;
    request.log.warn({ kind: error.kind, reason: error.message }, "a sign-in to the console failed");
    const status = { cancelled: 403, unreachable: 503, invalid: 400 }[error.kind];
    return sendProblem(request, reply, { status, phrase: `fault.${error.kind}` });
  };

  app.get("/console/sign-in/provider", { config }, async (request, reply) => {
    try {
      const { url, attempt } = await provider.authorizeUrl(redirectUri());
      const returnTo = pathInConsole(stringsIn(request.query)["to"]);
      const until = Date.now() + attemptSeconds * 1000;
      setCookie(reply, attemptCookie, sealAttempt(vault, { ...attempt, returnTo, until }), attemptSeconds);
      return reply.redirect(url, 303);
    } catch (error) {
      return sendFault(request, reply, error);
    }
  });

  app.get("/console/sign-in/callback", { config }, async (request, reply) => {
    const attempt = openAttempt(vault, readCookie(request.headers.cookie, attemptCookie));
    setCookie(reply, attemptCookie, "", 0);
    try {
      if (attempt === undefined)
        throw new SignInFault("invalid", "This browser did not begin the sign-in, or more than ten minutes ago.");
      const identity = await provider.identify(attempt, redirectUri(), new URL(request.url, baseUrl()));
      const outcome = await signInAtProvider({ database, vault }, provider, identity, browserOf(request));
      await recordEnded(database, outcome);
      if (outcome.session === undefined) {
        await recordDenial(database, identity, request);
        const person = nameOfIdentity(identity);
        return sendProblem(request, reply, { status: 403, phrase: `denial.${outcome.denial}`, person });
      }
      await welcome(request, reply, outcome.session);
      return reply.redirect(attempt.returnTo, 303);
    } catch (error) {
      return sendFault(request, reply, error);
    }
  });
}

interface Problem {
  readonly status: number;
  readonly phrase: Phrase;
  readonly person?: string;
}

const attemptColumn = { table: "cookies", row: "", column: attemptCookie };

const sealAttempt = (vault: Vault, attempt: StoredAttempt): string =>
  vault.seal(attemptColumn, JSON.stringify(attempt)).toString("base64url");

function openAttempt(vault: Vault, cookie: string | undefined): StoredAttempt | undefined {
  if (cookie === undefined) return undefined;
  try {
    const attempt = JSON.parse(vault.open(attemptColumn, Buffer.from(cookie, "base64url"))) as StoredAttempt;
    return attempt.until > Date.now() ? attempt : undefined;
  } catch {
    // Changed, or from another installation.
    return undefined;
  }
}

/** Only pages of the console, so that the sign-in leads to no other site. */
const pathInConsole = (path = ""): string =>
  /^\/console(?:[/?][\w/?=&%.:,~+-]*)?$/.test(path) && !path.startsWith("/console/sign-in") ? path : "/console";

async function recordEnded(database: Queryable, { ended }: ProviderSignIn): Promise<void> {
  for (const { id, person, tenantId } of ended) {
    const entry = { tenantId, action: "console.sessionEnded", subject: id, subjectName: person };
    await addAudit(database, { role: "service", ...entry });
  }
}

const recordDenial = (database: Queryable, identity: Identity, { ip }: FastifyRequest): Promise<void> =>
  addAudit(database, {
    role: "visitor",
    // So that the name can be erased.
    actorId: newId(),
    person: nameOfIdentity(identity),
    tenantId: null,
    action: "console.signIn",
    address: ip,
    isRefused: true,
  });
