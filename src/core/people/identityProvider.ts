/** Sign-in with the operator's OpenID Connect provider: code flow with PKCE, state and nonce. oauth4webapi implements the protocol. */
import * as protocol from "oauth4webapi";
import { monotonicNow } from "../../contract/clocks.ts";
import { type Outbound, PrivateAddress } from "../outbound/client.ts";
import { OutboundFault } from "../outbound/exchange.ts";
import type { Secret } from "../secrets/secret.ts";
import { type Claimed, hasClaim, type RoleMapping } from "./roleMapping.ts";

export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
  /** As people know it: "Sign in with <name>". */
  readonly name: string;
  readonly scopes: string;
  readonly mapping: RoleMapping;
}

/** What has to be remembered from the departure of the browser until it returns. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** A person, as the provider describes them. */
export interface Identity extends Claimed {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string | undefined;
  /** The provider asks for it at sign-out. */
  readonly idToken: string;
}

export interface IdentityProvider {
  readonly settings: ProviderSettings;
  authorizeUrl(redirectUri: string): Promise<{ readonly url: string; readonly attempt: Attempt }>;
  /** `returned` is the URL to which the provider sent the browser. */
  identify(attempt: Attempt, redirectUri: string, returned: URL): Promise<Identity>;
  /** Undefined if the provider has no such page. */
  signOutUrl(idToken: string, returnTo: string): Promise<string | undefined>;
  /** Reads the provider's configuration, as a sign-in does. */
  check(): Promise<void>;
}

interface FaultText {
  readonly en: string;
  readonly de: string;
}

/** `message` is for the operator: it names the cause and the remedy, and no secrets. */
export class SignInFault extends Error {
  readonly kind: "cancelled" | "unreachable" | "invalid";
  /** For the texts of `doctor`, which only meets faults of the configuration. */
  readonly german: string;

  constructor(kind: SignInFault["kind"], text: string | FaultText, cause?: unknown) {
    const { en, de } = typeof text === "string" ? { en: text, de: `„${text}“` } : text;
    super(en, { cause });
    this.kind = kind;
    this.german = de;
  }
}

const deadlineMs = 10_000;
const maxBytes = 512 * 1024;
/** Then the provider's configuration is read again. */
const configurationMs = 10 * 60_000;

export function openIdentityProvider(settings: ProviderSettings, outbound: Outbound): IdentityProvider {
  const { issuer, clientId, clientSecret, scopes, mapping } = settings;
  const client: protocol.Client = { client_id: clientId };
  const options = {
    [protocol.customFetch]: fetchThrough(outbound),
    // The settings allow http only in private networks.
    [protocol.allowInsecureRequests]: issuer.startsWith("http:"),
  };
  const readConfiguration = async (): Promise<protocol.AuthorizationServer> => {
    const url = new URL(issuer);
    const response = await protocol.discoveryRequest(url, options);
    if (response.status !== 200)
      throw new SignInFault("unreachable", {
        en: `${wellKnown(issuer)} answered ${response.status}. OIDC_ISSUER must be the provider's issuer, without /.well-known/….`,
        de: `${wellKnown(issuer)} antwortete mit ${response.status}. OIDC_ISSUER muss der Issuer des Anbieters sein, ohne /.well-known/….`,
      });
    const found = await protocol.processDiscoveryResponse(url, response).catch(async (error: unknown) => {
      throw new SignInFault("unreachable", configurationFault(issuer, error), error);
    });
    for (const endpoint of ["authorization_endpoint", "token_endpoint", "jwks_uri"] as const)
      if (found[endpoint] === undefined)
        throw new SignInFault("unreachable", {
          en: `${wellKnown(issuer)} names no ${endpoint}. Kontor needs the code flow.`,
          de: `${wellKnown(issuer)} nennt keinen ${endpoint}. Kontor braucht den Code-Flow.`,
        });
    return found;
  };

  let last: { readonly until: number; readonly server: Promise<protocol.AuthorizationServer> } | undefined;
  const configuration = async (): Promise<protocol.AuthorizationServer> => {
    if (last === undefined || last.until < monotonicNow())
      last = { until: monotonicNow() + configurationMs, server: readConfiguration() };
    const current = last;
    try {
      return await current.server;
    } catch (error) {
      // The next sign-in tries again.
      if (last === current) last = undefined;
      throw asFault(error);
    }
  };

  return {
    settings,
    check: async () => void (await configuration()),
    authorizeUrl: async (redirectUri) => {
      const server = await configuration();
      const attempt: Attempt = {
        state: protocol.generateRandomState(),
        nonce: protocol.generateRandomNonce(),
        verifier: protocol.generateRandomCodeVerifier(),
      };
      const url = new URL(server.authorization_endpoint ?? "");
      const query = {
        response_type: "code",
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: scopes,
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await protocol.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: "S256",
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return { url: url.href, attempt };
    },
    identify: async ({ state, nonce, verifier }, redirectUri, returned) => {
      const server = await configuration();
      try {
        const parameters = protocol.validateAuthResponse(server, client, returned, state);
        const answer = await protocol.authorizationCodeGrantRequest(
          server,
          client,
          clientAuthentication(server, clientSecret),
          parameters,
          redirectUri,
          verifier,
          options,
        );
        const tokens = await protocol.processAuthorizationCodeResponse(server, client, answer, {
          expectedNonce: nonce,
          requireIdToken: true,
        });
        await protocol.validateApplicationLevelSignature(server, answer, options);
        const idToken = tokens.id_token ?? "";
        const signed = protocol.getValidatedIdTokenClaims(tokens);
        if (signed === undefined) throw new Error("There is no ID token.");
        const isComplete = typeof signed["email"] === "string" && hasClaim(signed, mapping.claim);
        const more = isComplete
          ? {}
          : await userInfo(server, client, { accessToken: tokens.access_token, subject: signed.sub, options });
        return identityOf(issuer, idToken, { ...more, ...signed });
      } catch (error) {
        throw asFault(error);
      }
    },
    signOutUrl: async (idToken, returnTo) => {
      const { end_session_endpoint: endpoint } = await configuration();
      if (endpoint === undefined) return undefined;
      const url = new URL(endpoint);
      const query = { id_token_hint: idToken, client_id: clientId, post_logout_redirect_uri: returnTo };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.href;
    },
  };
}

const wellKnown = (issuer: string): string => `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;

interface UserInfoRequest {
  readonly accessToken: string;
  readonly subject: string;
  readonly options: protocol.UserInfoRequestOptions;
}

/** Some providers put only the identifier into the ID token, and everything else here. */
async function userInfo(
  server: protocol.AuthorizationServer,
  client: protocol.Client,
  { accessToken, subject, options }: UserInfoRequest,
): Promise<Readonly<Record<string, unknown>>> {
  if (server.userinfo_endpoint === undefined) return {};
  const answer = await protocol.userInfoRequest(server, client, accessToken, options);
  return protocol.processUserInfoResponse(server, client, subject, answer);
}

function identityOf(issuer: string, idToken: string, claims: Readonly<Record<string, unknown>>): Identity {
  const text = (name: string): string | undefined => {
    const value = claims[name];
    return typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, 200) : undefined;
  };
  return {
    issuer,
    subject: String(claims["sub"]),
    name: text("name") ?? text("preferred_username"),
    email: text("email"),
    isEmailVerified: claims["email_verified"] === true || claims["email_verified"] === "true",
    claims,
    idToken,
  };
}

/** The method of RFC 6749 unless the provider supports only the other one. */
function clientAuthentication(server: protocol.AuthorizationServer, secret: Secret): protocol.ClientAuth {
  const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const isPost = !methods.includes("client_secret_basic") && methods.includes("client_secret_post");
  return isPost ? protocol.ClientSecretPost(secret.reveal()) : protocol.ClientSecretBasic(secret.reveal());
}

/** All calls follow the address rules, because the provider names further URLs. */
const fetchThrough =
  (outbound: Outbound) =>
  async (
    url: string,
    { method, headers, body }: protocol.CustomFetchOptions<string, URLSearchParams | undefined>,
  ): Promise<Response> => {
    const answer = await outbound.fetchBytes({
      method: method === "POST" ? "POST" : "GET",
      url,
      headers,
      body: body?.toString(),
      purpose: "supplied",
      deadlineMs,
      maxBytes,
    });
    const type = String(answer.headers["content-type"] ?? "");
    const challenge = answer.headers["www-authenticate"];
    return new Response(Buffer.from(answer.bytes), {
      status: answer.status,
      headers: { "content-type": type, ...(typeof challenge === "string" && { "www-authenticate": challenge }) },
    });
  };

function configurationFault(issuer: string, error: unknown): FaultText {
  const { cause, message } = error as { readonly cause?: unknown; readonly message: string };
  const { body } = (cause ?? {}) as { readonly body?: { readonly issuer?: unknown } };
  const actual = body?.issuer;
  if (typeof actual === "string" && actual !== issuer)
    return {
      en: `The provider calls itself ${actual}, not ${issuer}. Set OIDC_ISSUER=${actual}.`,
      de: `Der Anbieter nennt sich ${actual}, nicht ${issuer}. Setzen Sie OIDC_ISSUER=${actual}.`,
    };
  return {
    en: `${wellKnown(issuer)} is not an OpenID Connect configuration (${message}).`,
    de: `${wellKnown(issuer)} ist keine OpenID-Connect-Konfiguration („${message}“).`,
  };
}

function asFault(error: unknown): SignInFault {
  if (error instanceof SignInFault) return error;
  if (error instanceof PrivateAddress)
    return new SignInFault(
      "unreachable",
      {
        en: "The provider is in a private network. Set ALLOW_PRIVATE_NETWORK to its network, such as 10.1.2.0/24.",
        de: "Der Anbieter ist in einem privaten Netz. Setzen Sie ALLOW_PRIVATE_NETWORK auf sein Netz, zum Beispiel 10.1.2.0/24.",
      },
      error,
    );
  if (error instanceof OutboundFault)
    return new SignInFault(
      "unreachable",
      {
        en: `The provider cannot be reached. ${error.message}`,
        de: `Der Anbieter ist nicht erreichbar („${error.message}“).`,
      },
      error,
    );
  if (error instanceof protocol.AuthorizationResponseError)
    return new SignInFault(
      error.error === "access_denied" ? "cancelled" : "invalid",
      `The provider returned ${detail(error.error, error.error_description)}.`,
      error,
    );
  if (error instanceof protocol.ResponseBodyError) {
    const isClient = error.error === "invalid_client" || error.error === "unauthorized_client";
    const remedy = isClient ? " Check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET." : "";
    const text = `The provider refused the code: ${detail(error.error, error.error_description)}.${remedy}`;
    return new SignInFault("invalid", text, error);
  }
  return new SignInFault("invalid", `The provider's response is not valid: ${(error as Error).message}.`, error);
}

const detail = (code: string, description: string | undefined): string =>
  description === undefined ? code : `${code} (${description.slice(0, 200)})`;
