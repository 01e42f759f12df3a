/** OAuth 2 with a vendor: the code flow with PKCE S256, renewal and revocation. The protocol is oauth4webapi's. */

import { createHash } from "node:crypto";
import * as protocol from "oauth4webapi";
import type { Connector } from "../../contract/connector.ts";
import { Failure, type FailureCode } from "../../contract/failure.ts";
import type { OAuthSignIn, ServiceUrls, SignInInput, SiteFacts } from "../../contract/signIn.ts";
import { type PlainCredentials } from "../accounts/connection.ts";
import { type OAuthClient } from "../accounts/oauthClients.ts";
import type { Outbound } from "../outbound/client.ts";
import { OutboundFault } from "../outbound/exchange.ts";
import type { Owner } from "../outbound/slots.ts";
import type { Secret } from "../secrets/secret.ts";
import { purposeOf, standIn } from "./target.ts";
import { namesIn } from "./template.ts";
import { faultFailure, refusal, targetFailure } from "./vendorError.ts";

export interface OAuthOptions {
  readonly outbound: Outbound;
  readonly facts: () => ServiceUrls;
  readonly targetSites: Readonly<Record<string, string>>;
  /** What an operator asks for instead of what the connector does, by slug: not every app may ask for everything. */
  readonly scopes: Readonly<Record<string, string>>;
  readonly now: () => number;
}

/** With what the end user gave before. */
interface Asked {
  readonly given: SignInInput;
}

export interface Departure extends Asked {
  readonly redirectUri: string;
  readonly state: string;
  readonly verifier: string;
  /** The end user's language, where it is known. */
  readonly locale?: string | undefined;
  /** For tokens of one company. */
  readonly company?: string | undefined;
}

export interface Arrival extends Omit<Departure, "company"> {
  /** The whole address that the browser came back to. */
  readonly callbackUrl: URL;
}

export interface Renewal extends Asked {
  readonly refreshToken: Secret;
  readonly owner: Owner;
}

export interface Revocation extends Asked {
  readonly token: Secret;
  /** Which of the two it is: some vendors want to be told. */
  readonly hint: "access_token" | "refresh_token";
}

export interface OAuth {
  authorizeUrl(connector: Connector, client: OAuthClient, departure: Departure): string;
  exchange(connector: Connector, client: OAuthClient, arrival: Arrival): Promise<PlainCredentials>;
  /** The end user has to authorise again when the vendor does not accept the token any more. Undefined: it is too early. */
  refresh(connector: Connector, client: OAuthClient, renewal: Renewal): Promise<PlainCredentials | undefined>;
  /** Gives the tokens back where the vendor takes them; tells whether it did. */
  revoke(connector: Connector, client: OAuthClient, revocation: Revocation): Promise<boolean>;
  /** What the vendor says to a code that it never gave: whether it knows the client comes before that. */
  offerMadeUpCode(connector: Connector, client: OAuthClient, offer: Pick<Departure, "redirectUri">): Promise<Refused>;
}

export interface Refused {
  readonly status: number;
  /** The protocol's word for why: `invalid_grant` of a vendor that took the client. */
  readonly error: string | undefined;
  readonly description: string | undefined;
}

const deadlineMs = 30_000;
const maxBytes = 256 * 1024;

export function openOAuth({ outbound, facts, targetSites, scopes, now }: OAuthOptions): OAuth {
  const fetchThrough =
    (connector: Connector, given: SignInInput, owner?: Owner) =>
    async (url: string, { method, headers, body }: protocol.CustomFetchOptions<"POST", URLSearchParams>) => {
      const answer = await outbound.fetchBytes({
        method,
        url: standIn(url, targetSites[connector.id]),
        purpose: purposeOf(given, targetSites[connector.id]),
        headers,
        body: body.toString(),
        deadlineMs,
        maxBytes,
        owner,
      });
      // Neither a yes nor a no: whatever the body says, it is not about the code or the token.
      if (answer.status === 429 || answer.status >= 500)
        throw refusal(connector, answer, { credentials: {}, now: now() });
      const type = String(answer.headers["content-type"] ?? "");
      return new Response(Buffer.from(answer.bytes), { status: answer.status, headers: { "content-type": type } });
    };
  const means = (connector: Connector, given: SignInInput, owner?: Owner) => ({
    [protocol.customFetch]: fetchThrough(connector, given, owner),
    // Ours are https; a stand-in or the sandbox on this machine is not.
    [protocol.allowInsecureRequests]: true,
  });

  return {
    authorizeUrl: (connector, { clientId }, { given, redirectUri, state, verifier, locale, company }) => {
      const signIn = oauthOf(connector);
      const { idTokenIssuer, companyScopes } = signIn;
      const more = company === undefined ? [] : (companyScopes?.(company) ?? []);
      const address = resolve(signIn.authorizeUrl, { ...given, ...facts() });
      const url = new URL(standIn(address, targetSites[connector.id]));
      const query = {
        response_type: "code",
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: [scopes[connector.id] ?? signIn.scopes.join(" "), ...more].join(" "),
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
    exchange: (connector, client, { given, callbackUrl, redirectUri, state, verifier }) =>
      translated(connector, "target_rejected", async () => {
        const signIn = oauthOf(connector);
        const server = serverOf(signIn, { ...given, ...facts() });
        const arrived = new URLSearchParams(callbackUrl.searchParams);
        // A vendor whose issuer we do not know cannot be checked by it.
        if (signIn.issuer === undefined) arrived.delete("iss");
        const self = { client_id: client.clientId };
        const parameters = protocol.validateAuthResponse(server, self, arrived, state);
        const response = await protocol.authorizationCodeGrantRequest(
          ...([
            server,
            self,
            authOf(signIn, client),
            parameters,
            redirectUri,
            verifier,
            means(connector, given),
          ] as const),
        );
        const expected = signIn.idTokenIssuer === undefined ? {} : { expectedNonce: nonceOf(verifier) };
        const answer = await protocol.processAuthorizationCodeResponse(server, self, response, expected);
        return { ...clientIn(signIn, client), ...credentialsOf(answer, now()) };
      }),
    refresh: (connector, client, { given, refreshToken, owner }) =>
      translated(connector, "connection_needs_reauth", async () => {
        const signIn = oauthOf(connector);
        const server = serverOf(signIn, { ...given, ...facts() });
        const self = { client_id: client.clientId };
        const response = await protocol.refreshTokenGrantRequest(
          ...([server, self, authOf(signIn, client), refreshToken.reveal(), means(connector, given, owner)] as const),
        );
        const answer = await protocol.processRefreshTokenResponse(server, self, response).catch((cause: unknown) => {
          if (cause instanceof protocol.ResponseBodyError && cause.error === signIn.tooEarlyError) return undefined;
          throw cause;
        });
        if (answer === undefined) return undefined;
        const renewed = credentialsOf(answer, now());
        // Vendors that do not rotate leave it out: the old one goes on.
        return { refreshToken: refreshToken.reveal(), ...clientIn(signIn, client), ...renewed };
      }),
    revoke: async (connector, client, { given, token, hint }) => {
      const signIn = oauthOf(connector);
      if (signIn.revokeUrl === undefined) return false;
      const server = serverOf(signIn, { ...given, ...facts() });
      const self = { client_id: client.clientId };
      const options = { ...means(connector, given), additionalParameters: { token_type_hint: hint } };
      const request = [server, self, authOf(signIn, client), token.reveal(), options] as const;
      return protocol.revocationRequest(...request).then(
        ({ ok }) => ok,
        () => false,
      );
    },
    offerMadeUpCode: (connector, client, { redirectUri }) =>
      translated(connector, "target_rejected", async () => {
        const signIn = oauthOf(connector);
        const server = serverOf(signIn, facts());
        const self = { client_id: client.clientId };
        const state = protocol.generateRandomState();
        const code = protocol.generateRandomState();
        const arrived = new URLSearchParams({ code, state, ...(signIn.issuer && { iss: server.issuer }) });
        const parameters = protocol.validateAuthResponse(server, self, arrived, state);
        const verifier = protocol.generateRandomCodeVerifier();
        const request = [server, self, authOf(signIn, client), parameters, redirectUri, verifier] as const;
        return refusedWith(await protocol.authorizationCodeGrantRequest(...request, means(connector, {})));
      }),
  };
}

function oauthOf({ id, signIn }: Connector): OAuthSignIn {
  if (signIn.kind !== "oauth2") throw new Error(`${id} does not sign in with OAuth.`);
  return signIn;
}

async function refusedWith(response: Response): Promise<Refused> {
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

/** Known to both ends of one try, and kept nowhere. */
const nonceOf = (verifier: string): string => createHash("sha256").update(`nonce ${verifier}`).digest("base64url");

/** For vendors that want our client's id with every request. */
const clientIn = ({ headers }: OAuthSignIn, { clientId }: OAuthClient): PlainCredentials =>
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

/** The protocol's own errors as failures of the table; `refused` is what a code or token that is not accepted means. */
async function translated<Result>(
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
