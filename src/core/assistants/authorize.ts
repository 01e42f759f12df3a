/**
 * An assistant asks for access. Kontor knows no accounts of end users, so the person proves who they are with a one-time
 * code from their page, which only their platform can link to. Nothing is stored before a valid code.
 */
import { randomBytes } from "node:crypto";
import type { Access } from "../../contract/scopes.ts";
import type { AssistantClient } from "../../store/assistants/clients.ts";
import {
  addConsentRequest,
  addOneTimeCode,
  type ConsentRequest,
  decideConsent,
  findConsentRequest,
  type OneTimeCode,
  takeOneTimeCode,
} from "../../store/assistants/consents.ts";
import { addAudit } from "../../store/log/auditLog.ts";
import { type Database, transaction } from "../../store/postgres/database.ts";
import { checkVisit, FlowProblem } from "../connecting/flow.ts";
import { base32, hashToken, newId, newToken } from "../secrets/ids.ts";
import { answerUrl, isOurResource, isRegisteredRedirect } from "./addresses.ts";
import type { Clients } from "./clients.ts";
import { OAuthProblem } from "./problem.ts";

export interface AuthorizeDeps {
  readonly database: Database;
  readonly clients: Clients;
  readonly baseUrl: () => string;
  readonly now: () => number;
}

/** Long enough to switch to the assistant and back. */
export const oneTimeCodeMinutes = 10;
const minute = 60_000;
const consentLifetime = 10 * minute;
/** The assistant exchanges it at once. */
const authorizationCodeLifetime = minute;

/** As the person types or pastes it: case, spaces and lookalikes do not matter. */
const plainCode = (code: string): string =>
  code
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");

const hashCode = (code: string): Buffer => hashToken(`assistant code ${plainCode(code)}`);

/** 60 random bits, in groups of four characters. */
export async function makeOneTimeCode(
  { database, now }: Pick<AuthorizeDeps, "database" | "now">,
  owner: OneTimeCode,
): Promise<string> {
  const digits = base32(randomBytes(10)).slice(0, 12);
  const code = digits.replaceAll(/.{4}(?=.)/g, "$&-");
  const expiresAt = new Date(now() + oneTimeCodeMinutes * minute);
  await transaction(database, async (client) => {
    await addOneTimeCode(client, { ...owner, hash: hashCode(code), expiresAt });
    const { tenantId, connectionId: subject } = owner;
    await addAudit(client, { role: "endUser", tenantId, action: "assistantCode.create", subject });
  });
  return code;
}

/** The parameters of an authorization request that Kontor uses. */
export const authorizationParameters = [
  "response_type",
  "client_id",
  "redirect_uri",
  "code_challenge",
  "code_challenge_method",
  "state",
  "scope",
  "resource",
] as const;
export type AuthorizationParameters = Partial<Record<(typeof authorizationParameters)[number], string>>;

export interface Authorization {
  readonly client: AssistantClient;
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly codeChallenge: string;
  readonly access: Access;
}

const longestState = 2000;

/** Throws problems for our page: a request that is not valid never redirects, because anybody can register a URL. */
export async function readAuthorization(
  { clients, baseUrl }: AuthorizeDeps,
  query: Readonly<Record<string, unknown>>,
  address: string,
): Promise<Authorization> {
  const read = (name: (typeof authorizationParameters)[number]): string | undefined => {
    const value = query[name];
    if (value === undefined || typeof value === "string") return value;
    throw new OAuthProblem("invalid_request", `${name} must be sent once.`);
  };
  const clientId = read("client_id");
  if (clientId === undefined) throw new OAuthProblem("invalid_request", "client_id is missing.");
  const client = await clients.find(clientId, address);
  const redirectUri = read("redirect_uri") ?? "";
  if (!isRegisteredRedirect(client.redirectUris, redirectUri))
    throw new OAuthProblem("invalid_request", "redirect_uri is not one of those that the client registered.");
  if (read("response_type") !== "code")
    throw new OAuthProblem("unsupported_response_type", "response_type must be code.");
  const codeChallenge = read("code_challenge") ?? "";
  if (read("code_challenge_method") !== "S256" || !/^[\w-]{43}$/.test(codeChallenge))
    throw new OAuthProblem("invalid_request", "PKCE is required: send a code_challenge with the method S256.");
  checkResource(read("resource"), baseUrl());
  const state = read("state");
  if ((state?.length ?? 0) > longestState)
    throw new OAuthProblem("invalid_request", `state must have at most ${longestState} characters.`);
  const scopes = (read("scope") ?? "").split(" ");
  return { client, redirectUri, state, codeChallenge, access: scopes.includes("write") ? "write" : "read" };
}

export function checkResource(resource: string | undefined, baseUrl: string): void {
  if (resource !== undefined && !isOurResource(resource, baseUrl))
    throw new OAuthProblem("invalid_target", "resource is another server. Use the one in the resource metadata.");
}

/** The token of the page that asks for consent. Undefined if the one-time code is not valid. */
export async function beginConsent(
  { database, now }: AuthorizeDeps,
  { client, redirectUri, state, codeChallenge, access }: Authorization,
  { code, browser }: { readonly code: string; readonly browser: string },
): Promise<string | undefined> {
  const token = newToken();
  return transaction(database, async (transacted) => {
    const owner = await takeOneTimeCode(transacted, hashCode(code), new Date(now()));
    if (owner === undefined) return undefined;
    await addConsentRequest(transacted, {
      ...owner,
      id: newId(),
      tokenHash: hashToken(token),
      browserHash: hashToken(browser),
      clientId: client.id,
      clientName: client.name,
      redirectUri,
      state: state ?? null,
      codeChallenge,
      access: access === "write" && owner.access === "write" ? "write" : "read",
      expiresAt: new Date(now() + consentLifetime),
    });
    return token;
  });
}

export interface ConsentVisit {
  readonly token: string;
  /** The browser's cookie. */
  readonly browser: string;
}

/** Only for the browser in which the code was entered. */
export async function findConsent(
  { database, now }: Pick<AuthorizeDeps, "database" | "now">,
  { token, browser }: ConsentVisit,
): Promise<ConsentRequest> {
  const request = await findConsentRequest(database, hashToken(token));
  if (request === undefined) throw new FlowProblem("failed");
  if (request.decidedAt !== null) throw new FlowProblem("alreadyUsed");
  checkVisit(request, browser, now());
  return request;
}

export interface PersonDecision {
  /** Undefined: refused. */
  readonly access: Access | undefined;
  /** The cookie of the browser in which the person confirms writes. */
  readonly person: string;
  readonly address: string;
}

/** Returns the assistant's URL with an authorization code, or with the refusal. */
export async function decide(
  deps: Pick<AuthorizeDeps, "database" | "now" | "baseUrl">,
  visit: ConsentVisit,
  { access, person, address }: PersonDecision,
): Promise<string> {
  const { database, now, baseUrl } = deps;
  const request = await findConsent(deps, visit);
  const { id, tenantId, redirectUri, clientName } = request;
  const isAllowed = access !== undefined;
  const code = newToken();
  await transaction(database, async (client) => {
    const decided = await decideConsent(client, {
      id,
      access: access === "write" && request.access === "write" ? "write" : "read",
      codeHash: isAllowed ? hashToken(code) : null,
      personHash: isAllowed ? hashToken(person) : null,
      expiresAt: new Date(now() + authorizationCodeLifetime),
    });
    if (!decided) throw new FlowProblem("alreadyUsed");
    const action = isAllowed ? "assistantGrant.create" : "assistantGrant.refuse";
    const subject = { subject: id, subjectName: clientName };
    await addAudit(client, { role: "endUser", tenantId, action, ...subject, address, isRefused: !isAllowed });
  });
  const outcome = isAllowed ? { code } : { error: "access_denied" };
  return answerUrl(redirectUri, { ...outcome, state: request.state ?? undefined, iss: baseUrl() });
}
