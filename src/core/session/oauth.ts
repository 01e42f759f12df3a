/** OAuth 2 with vendors: the code flow with PKCE S256, refresh and revocation. oauth4webapi implements the protocol. */

import { createHash } from "node:crypto";
import * as protocol from "oauth4webapi";
import type { Connector } from "../../contract/connector.ts";
import { Failure, type FailureCode } from "../../contract/failure.ts";
import type { OAuthSignIn, ServiceUrls, SignInInput, SiteFacts } from "../../contract/signIn.ts";
import { type PlainCredentials } from "../accounts/connection.ts";
import { type OAuthClient } from "../accounts/oauthClients.ts";
import type { Outbound } from "../outbound/client.ts";
import { OutboundFault } from "../outbound/exchange.ts";
import { parseVendorJson } from "../outbound/parseJson.ts";
import type { SlotOwner } from "../outbound/slots.ts";
import type { Secret } from "../secrets/secret.ts";
import { purposeOf, standInUrl } from "./target.ts";
import { namesIn } from "./template.ts";
import type { VendorCall } from "./vendorCall.ts";
import { faultFailure, refusal, targetFailure } from "./vendorError.ts";

export interface OAuthOptions {
  readonly outbound: Outbound;
  readonly facts: () => ServiceUrls;
  readonly targetSites: Readonly<Record<string, string>>;
  /** The operator's scopes instead of the connector's, by target system: not every app may request all scopes. */
  readonly scopes: Readonly<Record<string, string>>;
  readonly now: () => number;
  /** Called for each token request of a connection. */
  readonly onTokenRequest?: (request: TokenRequest, owner: SlotOwner) => void;
}

/** The vendor call that renews a token, for the usage. */
export type TokenRequest = Pick<VendorCall, "targetSystem" | "at" | "bytesOut" | "bytesIn">;

interface OAuthRequest {
  /** The end user's visible credentials, such as the URL of their system. */
  readonly signInInput: SignInInput;
}

export interface AuthorizationRequest extends OAuthRequest {
  readonly redirectUri: string;
  readonly state: string;
  readonly verifier: string;
  /** The end user's language, if known. */
  readonly locale?: string | undefined;
  /** For tokens that are valid for one company only. */
  readonly company?: string | undefined;
}

export interface AuthorizationResponse extends Omit<AuthorizationRequest, "company"> {
  /** The full URL to which the vendor redirected the browser. */
  readonly callbackUrl: URL;
}

export interface Renewal extends OAuthRequest {
  readonly refreshToken: Secret;
  readonly owner: SlotOwner;
}

export interface Revocation extends OAuthRequest {
  readonly token: Secret;
  /** Some vendors require the kind of token. */
  readonly hint: "access_token" | "refresh_token";
}

export interface OAuth {
  authorizeUrl(connector: Connector, client: OAuthClient, departure: AuthorizationRequest): string;
  exchange(connector: Connector, client: OAuthClient, arrival: AuthorizationResponse): Promise<PlainCredentials>;
  /** The scopes that sign-ins request now. */
  requestedScopes(connector: Connector): readonly string[];
  /** Fails with connection_needs_reauth if the vendor no longer accepts the token. Undefined: too early to refresh. */
  refresh(connector: Connector, client: OAuthClient, renewal: Renewal): Promise<PlainCredentials | undefined>;
  /** Revokes the token if the vendor supports it; returns whether it succeeded. */
  revoke(connector: Connector, client: OAuthClient, revocation: Revocation): Promise<boolean>;
  /** The vendor's reply to a made-up code. Vendors check the client first, so it shows whether the client is valid. */
  tryFakeCode(
    connector: Connector,
    client: OAuthClient,
    offer: Pick<AuthorizationRequest, "redirectUri">,
  ): Promise<TokenRefusal>;
}

export interface TokenRefusal {
  readonly status: number;
  /** The protocol's error code: `invalid_grant` means that the vendor accepted the client. */
  readonly error: string | undefined;
  readonly description: string | undefined;
}

const deadlineMs = 30_000;
const maxBytes = 256 * 1024;

export function openOAuth({ outbound, facts, targetSites, scopes, now, onTokenRequest }: OAuthOptions): OAuth {
  const fetchThrough =
    (connector: Connector, signInInput: SignInInput, owner?: SlotOwner) =>
    async (url: string, { method, headers, body }: protocol.CustomFetchOptions<"POST", URLSearchParams>) => {
      const at = now();
      const sent = body.toString();
      const count = (bytesIn: number): void => {
        if (owner === undefined) return;
        onTokenRequest?.({ targetSystem: connector.id, at, bytesOut: sent.length, bytesIn }, owner);
      };
      const answer = await outbound
        .fetchBytes({
          method,
          url: standInUrl(url, targetSites[connector.id]),
          purpose: purposeOf(signInInput, targetSites[connector.id]),
          headers,
          body: sent,
          deadlineMs,
          maxBytes,
          owner,
        })
        .catch((error: unknown) => {
          count(0);
          throw error;
        });
      count(answer.bytes.length);
      // Rate limits and outages say nothing about the code or the token, whatever the body contains.
      if (answer.status === 429 || answer.status >= 500)
        throw refusal(connector, answer, { credentials: {}, now: now() });
      const type = String(answer.headers["content-type"] ?? "");
      const bytes = Buffer.from(answer.bytes);
      const status = isRefusedWithSuccess(answer.status, bytes) ? 400 : answer.status;
      return new Response(bytes, { status, headers: { "content-type": type } });
    };
  const protocolOptions = (connector: Connector, signInInput: SignInInput, owner?: SlotOwner) => ({
    [protocol.customFetch]: fetchThrough(connector, signInInput, owner),
    // Vendors' URLs are https; a stand-in or the sandbox on this machine may not be.
    [protocol.allowInsecureRequests]: true,
  });

  const tokenFactsOf = async (
    connector: Connector,
    accessToken: string,
    { signInInput, owner }: OAuthRequest & { readonly owner?: SlotOwner },
  ): Promise<PlainCredentials> => {
    const { tokenFacts } = oauthOf(connector);
    if (tokenFacts === undefined) return {};
    const url = new URL(standInUrl(tokenFacts.url, targetSites[connector.id]));
    url.searchParams.set(tokenFacts.parameter, accessToken);
    const answer = await outbound.fetchBytes({
      method: "GET",
      url: url.href,
      purpose: purposeOf(signInInput, targetSites[connector.id]),
      headers: { accept: "application/json" },
      deadlineMs,
      maxBytes,
      owner,
    });
    if (answer.status !== 200) throw refusal(connector, answer, { credentials: {}, now: now() });
    return tokenFacts.read(parseVendorJson(Buffer.from(answer.bytes), String(answer.headers["content-type"] ?? "")));
  };

  const requestedScopes: OAuth["requestedScopes"] = (connector) =>
    scopes[connector.id]?.split(" ") ?? oauthOf(connector).scopes;

  return {
    requestedScopes,
    authorizeUrl: (connector, { clientId }, { signInInput, redirectUri, state, verifier, locale, company }) => {
      const signIn = oauthOf(connector);
      const { idTokenIssuer, companyScopes } = signIn;
      const extraScopes = company === undefined ? [] : (companyScopes?.(company) ?? []);
      const address = resolve(signIn.authorizeUrl, { ...signInInput, ...facts() });
      const url = new URL(standInUrl(address, targetSites[connector.id]));
      const query = {
        response_type: "code",
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: [...requestedScopes(connector), ...extraScopes].join(signIn.scopeSeparator ?? " "),
        state,
        code_challenge: createHash("sha256").update(verifier).digest("base64url"),
        code_challenge_method: "S256",
        ...(idTokenIssuer !== undefined && { nonce: nonceOf(verifier) }),
        ...signIn.authorizeQuery,
        ...(signIn.localeParameter && locale && { [signIn.localeParameter]: locale }),
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.href;
    },
    exchange: (connector, client, { signInInput, callbackUrl, redirectUri, state, verifier }) =>
      asTargetFailure(connector, "target_rejected", async () => {
        const signIn = oauthOf(connector);
        const server = serverOf(signIn, { ...signInInput, ...facts() });
        const query = new URLSearchParams(callbackUrl.searchParams);
        // Without a known issuer the parameter cannot be checked.
        if (signIn.issuer === undefined) query.delete("iss");
        const self = { client_id: client.clientId };
        const parameters = protocol.validateAuthResponse(server, self, query, state);
        const response = await protocol.authorizationCodeGrantRequest(
          server,
          self,
          authOf(signIn, client),
          parameters,
          redirectUri,
          verifier,
          protocolOptions(connector, signInInput),
        );
        const expected = signIn.idTokenIssuer === undefined ? {} : { expectedNonce: nonceOf(verifier) };
        const answer = await protocol.processAuthorizationCodeResponse(server, self, response, expected);
        const requested = requestedScopes(connector);
        // Vendors may leave the scopes out if all were granted.
        const granted = grantedScopes(answer, requested) ?? { scopes: requested.join(" ") };
        const tokenFacts = await tokenFactsOf(connector, answer.access_token, { signInInput });
        return { ...clientIn(signIn, client), ...credentialsOf(answer, now()), ...tokenFacts, ...granted };
      }),
    refresh: (connector, client, { signInInput, refreshToken, owner }) =>
      asTargetFailure(connector, "connection_needs_reauth", async () => {
        const signIn = oauthOf(connector);
        const server = serverOf(signIn, { ...signInInput, ...facts() });
        const self = { client_id: client.clientId };
        const response = await protocol.refreshTokenGrantRequest(
          server,
          self,
          authOf(signIn, client),
          refreshToken.reveal(),
          protocolOptions(connector, signInInput, owner),
        );
        const answer = await protocol.processRefreshTokenResponse(server, self, response).catch((cause: unknown) => {
          if (cause instanceof protocol.ResponseBodyError && cause.error === signIn.tooEarlyError) return undefined;
          throw cause;
        });
        if (answer === undefined) return undefined;
        const granted = grantedScopes(answer, requestedScopes(connector));
        const tokenFacts = await tokenFactsOf(connector, answer.access_token, { signInInput, owner });
        const renewed = { ...credentialsOf(answer, now()), ...tokenFacts, ...granted };
        // Vendors that do not rotate refresh tokens omit it: the old one stays valid.
        return { refreshToken: refreshToken.reveal(), ...clientIn(signIn, client), ...renewed };
      }),
    revoke: async (connector, client, { signInInput, token, hint }) => {
      const signIn = oauthOf(connector);
      if (signIn.revokeUrl === undefined) return false;
      const server = serverOf(signIn, { ...signInInput, ...facts() });
      const self = { client_id: client.clientId };
      const options = { ...protocolOptions(connector, signInInput), additionalParameters: { token_type_hint: hint } };
      return protocol.revocationRequest(server, self, authOf(signIn, client), token.reveal(), options).then(
        ({ ok }) => ok,
        () => false,
      );
    },
    tryFakeCode: (connector, client, { redirectUri }) =>
      asTargetFailure(connector, "target_rejected", async () => {
        const signIn = oauthOf(connector);
        const server = serverOf(signIn, facts());
        const self = { client_id: client.clientId };
        const state = protocol.generateRandomState();
        const code = protocol.generateRandomState();
        const query = new URLSearchParams({ code, state, ...(signIn.issuer && { iss: server.issuer }) });
        const parameters = protocol.validateAuthResponse(server, self, query, state);
        const response = await protocol.authorizationCodeGrantRequest(
          server,
          self,
          authOf(signIn, client),
          parameters,
          redirectUri,
          protocol.generateRandomCodeVerifier(),
          protocolOptions(connector, {}),
        );
        return refusalOf(response);
      }),
  };
}

function oauthOf({ id, signIn }: Connector): OAuthSignIn {
  if (signIn.kind !== "oauth2") throw new Error(`${id} does not sign in with OAuth.`);
  return signIn;
}

/** Some vendors send the error of a refused code or token with the status 200. */
function isRefusedWithSuccess(status: number, bytes: Buffer): boolean {
  if (status !== 200) return false;
  try {
    const body = JSON.parse(bytes.toString()) as Readonly<Record<string, unknown>> | null;
    return typeof body?.["error"] === "string" && body["access_token"] === undefined;
  } catch {
    return false;
  }
}

async function refusalOf(response: Response): Promise<TokenRefusal> {
  const body: unknown = await response.json().catch(() => undefined);
  const { error, error_description: description } = (body ?? {}) as Record<string, unknown>;
  const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
  return { status: response.status, error: text(error), description: text(description) };
}

const resolve = (address: string | ((facts: SiteFacts) => string), facts: SiteFacts): string =>
  typeof address === "string" ? address : address(facts);

function serverOf(signIn: OAuthSignIn, facts: SiteFacts): protocol.AuthorizationServer {
  const tokenUrl = resolve(signIn.tokenUrl, facts);
  return {
    issuer: signIn.idTokenIssuer ?? resolve(signIn.issuer ?? new URL(tokenUrl).origin, facts),
    authorization_response_iss_parameter_supported: signIn.issuer !== undefined,
    token_endpoint: tokenUrl,
    ...(signIn.revokeUrl !== undefined && { revocation_endpoint: resolve(signIn.revokeUrl, facts) }),
  };
}

/** Derived from the verifier, so that it need not be stored. */
const nonceOf = (verifier: string): string => createHash("sha256").update(`nonce ${verifier}`).digest("base64url");

/** For vendors that require the client id with every request. */
export const clientIn = ({ headers }: OAuthSignIn, { clientId }: OAuthClient): PlainCredentials =>
  Object.values(headers).some((template) => namesIn(template).includes("clientId")) ? { clientId } : {};

const authOf = ({ clientAuth }: OAuthSignIn, { clientSecret }: OAuthClient): protocol.ClientAuth =>
  clientAuth === "basic"
    ? protocol.ClientSecretBasic(clientSecret.reveal())
    : protocol.ClientSecretPost(clientSecret.reveal());

function credentialsOf(answer: protocol.TokenEndpointResponse, now: number): PlainCredentials {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = answer;
  return {
    accessToken,
    ...(refreshToken !== undefined && { refreshToken }),
    ...(seconds !== undefined && { expiresAt: new Date(now + seconds * 1000).toISOString() }),
  };
}

/** Undefined if the vendor does not name them, or not as they were requested. */
function grantedScopes(
  { scope }: protocol.TokenEndpointResponse,
  requested: readonly string[],
): { scopes: string } | undefined {
  const granted = scope?.split(" ") ?? [];
  return granted.some((name) => requested.includes(name)) ? { scopes: granted.join(" ") } : undefined;
}

/** Turns protocol errors into failures. `refused` is the failure code for a code or token that is not accepted. */
async function asTargetFailure<Result>(
  connector: Connector,
  refused: FailureCode,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    if (cause instanceof OutboundFault) throw faultFailure(connector, cause);
    if (cause instanceof protocol.ResponseBodyError) {
      const { expiredGrantErrors = [] } = oauthOf(connector);
      const isEnded =
        cause.error === "invalid_grant" ||
        (refused === "connection_needs_reauth" && expiredGrantErrors.includes(cause.error));
      const code = isEnded ? refused : "target_rejected";
      throw targetFailure(connector, code, { cause, targetStatus: cause.status });
    }
    throw targetFailure(connector, "target_bad_response", { cause });
  }
}
