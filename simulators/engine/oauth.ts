/** OAuth 2 as most vendors speak it: a consent page, codes, PKCE, tokens that end and rotate. */
import { createHash, randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Access, World } from "../simulation.ts";
import { consentPage } from "./consent.ts";
import { formOf } from "./form.ts";

export interface OAuthVendor {
  /** Paths, host included. */
  readonly authorize: string;
  readonly token: string;
  readonly revoke?: string;
  readonly title: string;
  readonly client: NonNullable<Access["oauthClient"]>;
  /** Where the vendor takes the client's secret. */
  readonly clientAuth: "basic" | "body" | "either";
  readonly accessSeconds: number;
  /** Whether a refresh token ends when it is used. */
  readonly rotates: boolean;
  /** How long a used refresh token still works, for answers that got lost. */
  readonly graceSeconds?: number;
  /** Who renews a token that has not ended, sooner than so long after it was given, is refused. */
  readonly earliest?: { readonly seconds: number; readonly refused: object };
  /** What the token answer says besides. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** For OpenID Connect: who signs the ID tokens that come with a code. Nobody checks the signature of ours. */
  readonly idTokenIssuer?: string;
  /** What the browser brings back besides the code, such as the company that was chosen. */
  readonly back?: Readonly<Record<string, string>>;
  /** Where scopes count: what is wrong with one, and which of them earns a refresh token. The answer names the scope. */
  readonly scopes?: { complaint(scope: string): object | undefined; readonly offline?: string };
}

export interface OAuthDesk {
  routes(app: FastifyInstance): void;
  /** Whether this request carries a token that still counts. */
  admits(request: FastifyRequest): boolean;
  /** What its token was given for. */
  scopeOf(request: FastifyRequest): string;
  expire(): void;
}

interface Code {
  readonly redirectUri: string;
  readonly challenge: string | undefined;
  readonly scope: string;
  readonly nonce: string | null;
}

interface Token {
  readonly ends: number;
  readonly scope: string;
}

export function openOAuth(vendor: OAuthVendor, world: World): OAuthDesk {
  const codes = new Map<string, Code>();
  const tokens = new Map<string, Token>();
  const refreshTokens = new Map<string, Token>();
  /** The access token that came with each, and when. */
  const given = new Map<string, readonly [access: string, at: number]>();

  const give = (scope: string) => {
    const access = name();
    const refresh = name();
    tokens.set(access, { ends: world.now() + vendor.accessSeconds * 1000, scope });
    refreshTokens.set(refresh, { ends: Number.POSITIVE_INFINITY, scope });
    given.set(refresh, [access, world.now()]);
    const earned = scope.includes(vendor.scopes?.offline ?? "");
    return {
      access_token: access,
      token_type: "Bearer",
      expires_in: vendor.accessSeconds,
      ...(earned && { refresh_token: refresh }),
      ...(vendor.scopes && { scope }),
      ...vendor.extra,
    };
  };

  const byCode = (form: URLSearchParams) => {
    const code = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    if (code === undefined || code.redirectUri !== form.get("redirect_uri")) return undefined;
    if (code.challenge !== undefined && code.challenge !== s256(form.get("code_verifier") ?? "")) return undefined;
    return { ...give(code.scope), ...(vendor.idTokenIssuer && { id_token: idToken(vendor, world, code.nonce) }) };
  };
  const isEarly = (form: URLSearchParams): boolean => {
    const [access = "", at = 0] = given.get(form.get("refresh_token") ?? "") ?? [];
    return tokens.has(access) && world.now() - at < (vendor.earliest?.seconds ?? 0) * 1000;
  };
  const byRefresh = (form: URLSearchParams) => {
    const old = form.get("refresh_token") ?? "";
    const known = refreshTokens.get(old);
    if (known === undefined || known.ends < world.now()) return undefined;
    const answer = give(known.scope);
    if (!vendor.rotates) return { ...answer, refresh_token: old };
    const ends = Math.min(known.ends, world.now() + (vendor.graceSeconds ?? 0) * 1000 - 1);
    refreshTokens.set(old, { ...known, ends });
    return answer;
  };

  const token = (request: FastifyRequest, reply: FastifyReply) => {
    const form = formOf(request);
    if (!knows(vendor, request, form)) return reply.code(401).send({ error: "invalid_client" });
    const kind = form.get("grant_type");
    if (kind !== "authorization_code" && kind !== "refresh_token")
      return reply.code(400).send({ error: "unsupported_grant_type" });
    if (kind === "refresh_token" && isEarly(form)) return reply.code(400).send(vendor.earliest?.refused);
    const answer = kind === "refresh_token" ? byRefresh(form) : byCode(form);
    return answer === undefined ? reply.code(400).send({ error: "invalid_grant" }) : reply.send(answer);
  };

  return {
    routes: (app) => {
      app.get(vendor.authorize, (request, reply) => {
        const { scope = "", client_id } = request.query as Readonly<Record<string, string>>;
        const complaint = vendor.scopes?.complaint(scope);
        if (complaint !== undefined) return reply.code(400).send(complaint);
        const isKnown = client_id === vendor.client.clientId;
        return reply.type("text/html").send(consentPage(request, { ...vendor, isKnown, back: "redirect_uri" }));
      });
      app.post(vendor.authorize, (request, reply) => {
        const form = formOf(request);
        const complaint = vendor.scopes?.complaint(form.get("scope") ?? "");
        if (complaint !== undefined) return reply.code(400).send(complaint);
        const back = new URL(form.get("redirect_uri") ?? "");
        back.searchParams.set("state", form.get("state") ?? "");
        if (form.get("answer") === "deny") {
          back.searchParams.set("error", "access_denied");
          return reply.redirect(back.href);
        }
        const code = name();
        codes.set(code, {
          redirectUri: form.get("redirect_uri") ?? "",
          challenge: form.get("code_challenge") ?? undefined,
          scope: form.get("scope") ?? "",
          nonce: form.get("nonce"),
        });
        for (const [field, value] of Object.entries({ code, ...vendor.back })) back.searchParams.set(field, value);
        return reply.redirect(back.href);
      });
      app.post(vendor.token, token);
      if (vendor.revoke !== undefined)
        app.post(vendor.revoke, (request, reply) => {
          refreshTokens.delete(formOf(request).get("token") ?? "");
          return reply.code(200).send();
        });
    },
    admits: (request) => (tokens.get(bearer(request))?.ends ?? 0) > world.now(),
    scopeOf: (request) => tokens.get(bearer(request))?.scope ?? "",
    expire: () => tokens.clear(),
  };
}

const bearer = ({ headers }: FastifyRequest): string => /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1] ?? "";

function idToken({ idTokenIssuer: iss, client }: OAuthVendor, world: World, nonce: string | null): string {
  const now = Math.floor(world.now() / 1000);
  const claims = {
    iss,
    sub: "simulated-user",
    aud: client.clientId,
    iat: now,
    exp: now + 900,
    ...(nonce && { nonce }),
  };
  const parts = [{ alg: "RS256", typ: "JWT" }, claims].map((part) => JSON.stringify(part));
  return [...parts, "not signed"].map((part) => Buffer.from(part).toString("base64url")).join(".");
}

const name = () => randomBytes(24).toString("base64url");
const s256 = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");

function knows({ client, clientAuth }: OAuthVendor, { headers }: FastifyRequest, form: URLSearchParams): boolean {
  const [, basic = ""] = /^Basic (.+)$/.exec(headers.authorization ?? "") ?? [];
  // Both parts are form-encoded before they are joined (RFC 6749, 2.3.1).
  const [id, secret] = Buffer.from(basic, "base64").toString().split(":").map(formDecoded);
  const inHeader = clientAuth !== "body" && id === client.clientId && secret === client.clientSecret;
  const inBody = form.get("client_id") === client.clientId && form.get("client_secret") === client.clientSecret;
  return inHeader || (clientAuth !== "basic" && inBody);
}

const formDecoded = (text: string): string => new URLSearchParams(`part=${text}`).get("part") ?? "";
