/** The sandbox's OAuth 2 server: code flow with PKCE, and refresh tokens that change with every use. */
import { randomBytes } from "node:crypto";
import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type pg from "pg";
import { derive } from "../engine/secrets.ts";
import { type Queryable, transaction } from "../server/database.ts";
import { scopes } from "./authorization.ts";
import { addAuthorizeRoutes } from "./authorizeRoutes.ts";
import { registerClient } from "./clients.ts";
import { addGrant, issueTokens } from "./grants.ts";
import { addKeyRoutes } from "./keyRoutes.ts";
import type { Server } from "./server.ts";
import { addTokenServer } from "./tokenServer.ts";

export interface OAuthClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

const builtInId = "kontor-sandbox";

/** Inside the transaction that creates the tables. */
export async function prepareOAuth(database: Queryable): Promise<void> {
  await database.query("INSERT INTO sandbox.installation (seed) VALUES ($1) ON CONFLICT DO NOTHING", [randomBytes(32)]);
  const { client } = await readOAuth(database);
  await registerClient(database, { ...client, name: "Kontor", redirectUris: [] });
}

/** The built-in client's secret is the same at every start. */
export async function readOAuth(database: Queryable): Promise<{ seed: Buffer; client: OAuthClient }> {
  const { rows } = await database.query<{ seed: Buffer }>("SELECT seed FROM sandbox.installation");
  const seed = rows[0]?.seed;
  if (seed === undefined) throw new Error("The sandbox has no seed.");
  return { seed, client: { clientId: builtInId, clientSecret: derive(seed, "client", builtInId) } };
}

export interface OAuthOptions {
  readonly pool: pg.Pool;
  readonly seed: Buffer;
  /** The URL at which browsers reach the service. By default, the request's. */
  readonly publicUrl: (() => string) | undefined;
  readonly login: Server["login"];
  readonly hasRoom: Server["hasRoom"];
}

/** The OAuth server below /oauth and, behind the same login, the page on which a user creates API keys. */
export function oauthRoutes({ pool, seed, publicUrl, login, hasRoom }: OAuthOptions): FastifyPluginAsync {
  const site = (request: FastifyRequest) => publicUrl?.() ?? `${request.protocol}://${request.host}`;
  return async (app) => {
    const server: Server = {
      pool,
      seed,
      login,
      hasRoom,
      issuer: (request) => `${site(request)}${app.prefix}/oauth`,
      // The URL of the service that runs the sandbox may change with every start.
      withRedirects: (client, request) =>
        client.id === builtInId ? { ...client, redirectUris: [`${site(request)}/auth/callback/*`] } : client,
    };
    await app.register(async (scope) => addAuthorizeRoutes(scope, server), { prefix: "/oauth" });
    await app.register(async (scope) => addTokenServer(scope, server), { prefix: "/oauth" });
    await app.register(async (scope) => addKeyRoutes(scope, server));
  };
}

/** The credentials of a connection, as if a user had given their consent. */
export interface IssuedGrant {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresAt: string;
}

export async function issueGrant(
  pool: pg.Pool,
  name: string,
  { accessSeconds }: { accessSeconds?: number },
): Promise<IssuedGrant> {
  const { accessToken, refreshToken, expiresAt } = await transaction(pool, async (database) => {
    const behaviour = accessSeconds === undefined ? {} : { behaviour: { access_seconds: accessSeconds } };
    const grant = await addGrant(database, { client: builtInId, name, scope: scopes.join(" "), ...behaviour });
    return issueTokens(database, grant);
  });
  return { accessToken, refreshToken, expiresAt: expiresAt.toISOString() };
}
