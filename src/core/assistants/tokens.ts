/** Tokens of assistants: exchanged for a code, renewed once each, ended with their grant. Only their hashes are stored. */
import { timingSafeEqual } from "node:crypto";
import { Failure } from "../../contract/failure.ts";
import type { Scopes } from "../../contract/scopes.ts";
import { noteAssistantClientUse } from "../../store/assistants/clients.ts";
import { type ConsentRequest, findConsentByCode, markExchanged } from "../../store/assistants/consents.ts";
import {
  type AssistantGrant,
  addAssistantTokens,
  addGrant,
  endAccessTokens,
  endGrant,
  findAssistantToken,
  markTokenUsed,
  noteGrantUse,
} from "../../store/assistants/grants.ts";
import { findConnection } from "../../store/connections.ts";
import { type AuditRole, addAudit } from "../../store/log/auditLog.ts";
import { type Database, type Queryable, transaction } from "../../store/postgres/database.ts";
import { type Caller, callerOf } from "../accounts/callers.ts";
import { hashToken } from "../secrets/ids.ts";
import { hashKey, isKey, newKey } from "../secrets/keys.ts";
import type { Vault } from "../secrets/vault.ts";
import { resourceOf } from "./addresses.ts";
import { checkResource } from "./authorize.ts";
import { OAuthProblem } from "./problem.ts";

export interface TokenDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly baseUrl: () => string;
  readonly now: () => number;
}

const accessSeconds = 15 * 60;
/** Since the last use. An assistant that is used once a month keeps its access. */
const refreshMs = 30 * 24 * 3_600_000;

export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: "Bearer";
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
}

export type TokenForm = Readonly<Record<string, string | undefined>>;

export async function answerTokenRequest(deps: TokenDeps, form: TokenForm): Promise<TokenAnswer> {
  checkResource(form["resource"], deps.baseUrl());
  if (form["grant_type"] === "authorization_code") return exchangeCode(deps, form);
  if (form["grant_type"] === "refresh_token") return renew(deps, form);
  throw new OAuthProblem("unsupported_grant_type", "grant_type must be authorization_code or refresh_token.");
}

const scopeText = ({ access }: Pick<AssistantGrant, "access">): string => (access === "write" ? "read write" : "read");

const unusable = (): OAuthProblem =>
  new OAuthProblem("invalid_grant", "The code is not valid, has expired, or was made for another client.");

async function exchangeCode(deps: TokenDeps, form: TokenForm): Promise<TokenAnswer> {
  const { database, now, baseUrl } = deps;
  const code = form["code"] ?? "";
  // A refusal that ends a grant has to be stored, so it is thrown after the transaction.
  const outcome = await transaction(database, async (client): Promise<TokenAnswer | OAuthProblem> => {
    const request = await findConsentByCode(client, hashToken(code));
    if (request === undefined) return unusable();
    if (request.exchangedAt !== null) {
      await endWithReason(client, request, "assistantGrant.replay");
      return new OAuthProblem("invalid_grant", "The code was used before. The access that it gave has ended.");
    }
    if (!isFor(request, form) || request.expiresAt.getTime() <= now()) return unusable();
    await markExchanged(client, request.id);
    await noteAssistantClientUse(client, request.clientId);
    const {
      id,
      tenantId,
      connectionId,
      clientId,
      clientName,
      access,
      resources,
      hiddenFields,
      personHash,
      redirectUri,
    } = request;
    const { host } = new URL(redirectUri);
    const resource = resourceOf(baseUrl());
    const owner = { id, tenantId, connectionId, clientId, clientName };
    await addGrant(client, { ...owner, host, resource, access, resources, hiddenFields, personHash });
    return issue(client, deps, request);
  });
  if (outcome instanceof OAuthProblem) throw outcome;
  return outcome;
}

/** Whether the client is the one that asked, with the verifier of its challenge. */
function isFor({ clientId, redirectUri, codeChallenge }: ConsentRequest, form: TokenForm): boolean {
  const verifier = form["code_verifier"] ?? "";
  if (!/^[\w.~-]{43,128}$/.test(verifier) || form["client_id"] !== clientId) return false;
  // OAuth 2.1 no longer needs it, but a wrong one shows a mix-up.
  if (form["redirect_uri"] !== undefined && form["redirect_uri"] !== redirectUri) return false;
  const challenge = hashToken(verifier).toString("base64url");
  return timingSafeEqual(Buffer.from(challenge), Buffer.from(codeChallenge));
}

async function issue(
  client: Queryable,
  { now }: TokenDeps,
  grant: Pick<AssistantGrant, "id" | "access">,
): Promise<TokenAnswer> {
  const access = newKey("token");
  const refresh = newKey("renew");
  await endAccessTokens(client, grant.id);
  await addAssistantTokens(client, [
    { hash: access.hash, grantId: grant.id, kind: "access", expiresAt: new Date(now() + accessSeconds * 1000) },
    { hash: refresh.hash, grantId: grant.id, kind: "refresh", expiresAt: new Date(now() + refreshMs) },
  ]);
  return {
    access_token: access.text,
    token_type: "Bearer",
    expires_in: accessSeconds,
    refresh_token: refresh.text,
    scope: scopeText(grant),
  };
}

async function renew(deps: TokenDeps, form: TokenForm): Promise<TokenAnswer> {
  const { database, now, baseUrl } = deps;
  const hash = hashKey(form["refresh_token"] ?? "");
  const refused = (): OAuthProblem =>
    new OAuthProblem("invalid_grant", "The refresh token is not valid, has expired, or belongs to another client.");
  const outcome = await transaction(database, async (client): Promise<TokenAnswer | OAuthProblem> => {
    const token = await findAssistantToken(client, hash, { isLocked: true });
    if (token === undefined || token.kind !== "refresh" || token.grant.clientId !== form["client_id"]) return refused();
    const { grant } = token;
    if (token.usedAt !== null) {
      // Either the assistant or a thief used it first, and nobody can tell which.
      await endWithReason(client, grant, "assistantGrant.replay");
      return new OAuthProblem("invalid_grant", "The refresh token was used before. The access has ended.");
    }
    const isOpen = grant.resource === resourceOf(baseUrl()) && (await isUsable(client, grant));
    if (!isOpen || token.expiresAt.getTime() <= now()) return refused();
    await markTokenUsed(client, hash);
    return issue(client, deps, grant);
  });
  if (outcome instanceof OAuthProblem) throw outcome;
  return outcome;
}

async function isUsable(client: Queryable, { connectionId }: AssistantGrant): Promise<boolean> {
  const connection = await findConnection(client, connectionId);
  return connection !== undefined && connection.isEnabled && connection.state !== "disabled";
}

type EndedGrant = Pick<AssistantGrant, "id" | "tenantId" | "connectionId" | "clientName">;

async function endWithReason(
  client: Queryable,
  { id, connectionId, tenantId, clientName }: EndedGrant,
  action: string,
  role: AuditRole = "service",
): Promise<void> {
  if (await endGrant(client, { id, connectionId }))
    await addAudit(client, { role, tenantId, action, subject: id, subjectName: clientName });
}

/** RFC 7009: the assistant gives its access back. An unknown token is no mistake. */
export async function revokeToken({ database }: Pick<TokenDeps, "database">, form: TokenForm): Promise<void> {
  const token = form["token"] ?? "";
  if (!isKey("token", token) && !isKey("renew", token)) return;
  await transaction(database, async (client) => {
    const found = await findAssistantToken(client, hashKey(token), { isLocked: true });
    if (found === undefined || found.grant.clientId !== form["client_id"]) return;
    await endWithReason(client, found.grant, "assistantGrant.end", "endUser");
  });
}

export interface AssistantCaller {
  readonly caller: Caller;
  readonly grant: AssistantGrant;
}

/** Throws unless the token is valid here and now, for a connection that exists. */
export async function findAssistantCaller(deps: TokenDeps, token: string): Promise<AssistantCaller> {
  const { database, vault, baseUrl, now } = deps;
  const refused = (): Failure =>
    new Failure("api_key_invalid", "The access token is not valid or has expired. Get a new one.");
  if (!isKey("token", token)) throw refused();
  const found = await findAssistantToken(database, hashKey(token));
  if (found === undefined || found.kind !== "access" || found.expiresAt.getTime() <= now()) throw refused();
  const { grant } = found;
  if (grant.resource !== resourceOf(baseUrl())) throw refused();
  const connection = await findConnection(database, grant.connectionId);
  if (connection === undefined || !connection.isEnabled || connection.state === "disabled") throw refused();
  await noteGrantUse(database, grant.id);
  const scopes: Scopes = { access: grant.access, targetSystems: null, resources: grant.resources };
  const hiddenFields = [...new Set([...connection.hiddenFields, ...grant.hiddenFields])];
  return { caller: callerOf({ ...connection, hiddenFields }, vault, scopes), grant };
}
