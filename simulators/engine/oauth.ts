/** OAuth 2 as most vendors offer it: a consent page, codes, PKCE, tokens that expire and rotate. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ClientAuth } from "../../src/sandbox/engine/clientCredentials.ts";
import { formOf, queryParameters, withParameters } from "../../src/sandbox/engine/forms.ts";
import { type GrantStore, type Redeemable, redeem } from "../../src/sandbox/engine/redemption.ts";
import { randomSecret } from "../../src/sandbox/engine/secrets.ts";
import { TokenError } from "../../src/sandbox/engine/tokenError.ts";
import { addTokenRoutes, tokenResponse } from "../../src/sandbox/engine/tokenRoutes.ts";
import type { Access, World } from "../simulation.ts";
import { showConsent } from "./consent.ts";

export interface OAuthVendor {
  /** Paths, host included. */
  readonly authorize: string;
  readonly token: string;
  readonly revoke?: string;
  readonly title: string;
  readonly client: NonNullable<Access["oauthClient"]>;
  /** The part of the request with the client's secret. */
  readonly clientAuth: ClientAuth;
  readonly accessSeconds: number;
  /** How long an unused refresh token is valid, by the scope of its grant. By default, for ever. */
  readonly unusedSeconds?: (scope: string) => number;
  /** The scheme of the authorization header. Default: `Bearer`. */
  readonly scheme?: string;
  /** For vendors that refuse a code or refresh token with the status 200: the body. */
  readonly refusedWithSuccess?: object;
  /** Whether a refresh token expires when it is used. */
  readonly rotates: boolean;
  /** How long a used refresh token still works, for responses that got lost. */
  readonly graceSeconds?: number;
  /** Refuses to renew an unexpired token sooner than this after it was issued. */
  readonly earliest?: { readonly seconds: number; readonly refused: object };
  /** Further fields of the token response. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** For OpenID Connect: the issuer of the ID tokens that come with a code. They are not really signed. */
  readonly idTokenIssuer?: string;
  /** Parameters that the browser brings back besides the code, such as the chosen company. */
  readonly back?: Readonly<Record<string, string>>;
  /**
   * For vendors that check scopes: the error that a scope causes, and the scope that a refresh token requires. The token
   * response then names the scope.
   */
  readonly scopes?: { complaint(scope: string): object | undefined; readonly offline?: string };
}

export interface OAuthServer {
  routes(app: FastifyInstance): void;
  /** Whether the request has a valid token. */
  admits(request: Pick<FastifyRequest, "headers">): boolean;
  /** The scope of the request's token. */
  scopeOf(request: FastifyRequest): string;
  expire(): void;
  /** Ends every grant with all its tokens. */
  revokeAll(): void;
}

interface Grant {
  readonly scope: string;
  readonly nonce: string | undefined;
}

interface AccessToken {
  readonly grant: Grant;
  readonly expires: number;
}

interface RefreshToken extends AccessToken {
  readonly issued: number;
  /** The access token that was issued with it. */
  readonly accessToken: string;
}

export function openOAuth(vendor: OAuthVendor, world: World): OAuthServer {
  const { client } = vendor;
  const codes = new Map<string, Redeemable<Grant>>();
  const accessTokens = new Map<string, AccessToken>();
  const refreshTokens = new Map<string, RefreshToken>();

  const store: GrantStore<Grant> = {
    find: async ({ kind, secret }) => {
      if (kind === "code") return codes.get(secret);
      const token = refreshTokens.get(secret);
      return (
        token && { grant: token.grant, client: client.clientId, isLive: token.expires >= world.now(), isUsed: false }
      );
    },
    use: async ({ kind, secret }) => {
      if (kind === "code") codes.delete(secret);
      const token = refreshTokens.get(secret);
      if (token === undefined || !vendor.rotates) return;
      const graceEnd = world.now() + (vendor.graceSeconds ?? 0) * 1000 - 1;
      refreshTokens.set(secret, { ...token, expires: Math.min(token.expires, graceEnd) });
    },
    issue: async (grant) => {
      const accessToken = randomSecret();
      const refreshToken = randomSecret();
      const now = world.now();
      accessTokens.set(accessToken, { grant, expires: now + vendor.accessSeconds * 1000 });
      const unusedSeconds = vendor.unusedSeconds?.(grant.scope) ?? Number.POSITIVE_INFINITY;
      refreshTokens.set(refreshToken, { grant, expires: now + unusedSeconds * 1000, issued: now, accessToken });
      return {
        accessToken,
        seconds: vendor.accessSeconds,
        ...(grant.scope.includes(vendor.scopes?.offline ?? "") && { refreshToken }),
        ...(vendor.scopes && { scope: grant.scope }),
      };
    },
    revoke: async (grant) => {
      for (const tokens of [accessTokens, refreshTokens])
        for (const [secret, token] of tokens) if (token.grant === grant) tokens.delete(secret);
    },
  };

  const isTooEarly = (refreshToken: string): boolean => {
    const { accessToken = "", issued = 0 } = refreshTokens.get(refreshToken) ?? {};
    return accessTokens.has(accessToken) && world.now() - issued < (vendor.earliest?.seconds ?? 0) * 1000;
  };

  const addTokens = async (scope: FastifyInstance) =>
    addTokenRoutes(scope, {
      tokenPath: vendor.token,
      revokePath: vendor.revoke,
      clientAuth: vendor.clientAuth,
      requiresPkce: false,
      isClient: ({ id, secret }) => id === client.clientId && secret === client.clientSecret,
      redeem: async (clientId, presented, { reply }) => {
        if (isTooEarly(presented.secret)) {
          reply.code(400);
          return vendor.earliest?.refused;
        }
        const nonce = codes.get(presented.secret)?.grant.nonce;
        const issued = await redeem(store, clientId, presented);
        if (issued instanceof TokenError && vendor.refusedWithSuccess) return vendor.refusedWithSuccess;
        if (issued instanceof TokenError) throw issued;
        return {
          ...tokenResponse(issued),
          ...(presented.kind === "refresh" && !vendor.rotates && { refresh_token: presented.secret }),
          ...(presented.kind === "code" && vendor.idTokenIssuer && { id_token: idToken(vendor, world, nonce) }),
          ...vendor.extra,
        };
      },
      revoke: async (_client, secret) => {
        const token = refreshTokens.get(secret) ?? accessTokens.get(secret);
        if (token !== undefined) await store.revoke(token.grant);
      },
      errorBody: ({ error }) => ({ error }),
    });

  const authorize = (request: FastifyRequest, reply: FastifyReply) => {
    const { scope = "", nonce, redirect_uri = "", state = "", answer, code_challenge } = formOf(request);
    const complaint = vendor.scopes?.complaint(scope);
    if (complaint !== undefined) return reply.code(400).send(complaint);
    if (answer === "deny") return reply.redirect(withParameters(redirect_uri, { state, error: "access_denied" }));
    const code = randomSecret();
    codes.set(code, {
      grant: { scope, nonce },
      client: client.clientId,
      isLive: true,
      isUsed: false,
      redirectUri: redirect_uri,
      challenge: code_challenge,
    });
    return reply.redirect(withParameters(redirect_uri, { state, code, ...vendor.back }));
  };

  return {
    routes: (app) => {
      app.get(vendor.authorize, (request, reply) => {
        const { scope = "", client_id } = queryParameters(request);
        const complaint = vendor.scopes?.complaint(scope);
        if (complaint !== undefined) return reply.code(400).send(complaint);
        const isKnown = client_id === client.clientId;
        return showConsent(request, reply, { title: vendor.title, isKnown, back: "redirect_uri" });
      });
      app.post(vendor.authorize, authorize);
      void app.register(addTokens);
    },
    admits: (request) => (accessTokens.get(tokenIn(request, vendor))?.expires ?? 0) > world.now(),
    scopeOf: (request) => accessTokens.get(tokenIn(request, vendor))?.grant.scope ?? "",
    expire: () => accessTokens.clear(),
    revokeAll: () => {
      accessTokens.clear();
      refreshTokens.clear();
    },
  };
}

function tokenIn({ headers }: Pick<FastifyRequest, "headers">, { scheme = "Bearer" }: OAuthVendor): string {
  const [used, token = ""] = (headers.authorization ?? "").split(" ");
  return used === scheme ? token : "";
}

function idToken({ idTokenIssuer: iss, client }: OAuthVendor, world: World, nonce: string | undefined): string {
  const now = Math.floor(world.now() / 1000);
  const claims = {
    iss,
    sub: "simulated-user",
    aud: client.clientId,
    iat: now,
    exp: now + 900,
    ...(nonce !== undefined && { nonce }),
  };
  const parts = [{ alg: "RS256", typ: "JWT" }, claims].map((part) => JSON.stringify(part));
  return [...parts, "not signed"].map((part) => Buffer.from(part).toString("base64url")).join(".");
}
