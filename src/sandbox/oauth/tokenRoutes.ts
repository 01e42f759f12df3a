/** The way of a client: from a code or a refresh token to tokens, and giving them back. */
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type ApplyFaults, addFaults } from "../server/authentication.ts";
import { transaction } from "../server/database.ts";
import { scopes } from "./authorization.ts";
import { authenticateClient } from "./clients.ts";
import { TokenError } from "./errors.ts";
import { grantBehind, type Issued, type Presented, redeem, revokeGrant } from "./grants.ts";
import { formOf, type Parameters, takeForms } from "./parameters.ts";
import type { Server } from "./server.ts";

export async function tokenRoutes(app: FastifyInstance, server: Server): Promise<void> {
  takeForms(app);
  app.setErrorHandler(sendError);
  const applyFaults = addFaults(app, server.pool);
  app.addHook("onRequest", async (_, reply) => {
    reply.headers({ "cache-control": "no-store", pragma: "no-cache" });
  });
  app.post("/token", async (request, reply) => giveTokens(server, applyFaults, { request, reply }));
  app.post("/revoke", async (request, reply) => {
    const form = formOf(request.body);
    const client = await authenticateClient(server.pool, request.headers.authorization, form);
    if (form["token"] === undefined) throw new TokenError("invalid_request", "token is missing.");
    const grant = await grantBehind(server.pool, form["token"], client.id);
    if (grant !== undefined) await revokeGrant(server.pool, grant.hash);
    return reply.code(200).send();
  });
  app.get("/.well-known/oauth-authorization-server", (request, reply) => reply.send(metadata(server.issuer(request))));
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function giveTokens({ pool }: Server, applyFaults: ApplyFaults, { request, reply }: Exchange) {
  const form = formOf(request.body);
  const client = await authenticateClient(pool, request.headers.authorization, form);
  const presented = readPresented(form);
  const grant = await grantBehind(pool, presented.secret, client.id);
  if (grant !== undefined && (await applyFaults(grant, request, reply))) return reply;
  if (grant?.behaviour?.token_delay_ms) await wait(grant.behaviour.token_delay_ms);
  // Who does not wait for the answer keeps the token that it has: the slowness comes before the work.
  if (reply.raw.destroyed) return reply.hijack();
  const outcome = await transaction(pool, (database) => redeem(database, client.id, presented));
  if (outcome instanceof TokenError) throw outcome;
  return reply.send(tokenAnswer(outcome));
}

function readPresented(form: Parameters): Presented {
  const must = (name: string): string => {
    const value = form[name];
    if (value === undefined) throw new TokenError("invalid_request", `${name} is missing.`);
    return value;
  };
  const type = must("grant_type");
  if (type === "refresh_token") {
    const unknown = form["scope"]?.split(" ").find((scope) => !scopes.includes(scope));
    if (unknown !== undefined) throw new TokenError("invalid_scope", "The scope is larger than what was allowed.");
    return { kind: "refresh", secret: must("refresh_token") };
  }
  if (type !== "authorization_code")
    throw new TokenError("unsupported_grant_type", "grant_type must be authorization_code or refresh_token.");
  return { kind: "code", secret: must("code"), redirectUri: must("redirect_uri"), verifier: must("code_verifier") };
}

const tokenAnswer = ({ accessToken, refreshToken, seconds, scope }: Issued) => ({
  access_token: accessToken,
  token_type: "Bearer",
  expires_in: seconds,
  refresh_token: refreshToken,
  scope,
});

const clientAuthentication = ["client_secret_basic", "client_secret_post"];

/** RFC 8414. */
const metadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  revocation_endpoint: `${issuer}/revoke`,
  scopes_supported: scopes,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: clientAuthentication,
  revocation_endpoint_auth_methods_supported: clientAuthentication,
  authorization_response_iss_parameter_supported: true,
});

function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof TokenError) {
    if (error.error === "invalid_client") reply.header("www-authenticate", 'Basic realm="sandbox"');
    return reply.code(error.status).send({ error: error.error, error_description: error.message });
  }
  const status = error.statusCode ?? 500;
  if (status < 500) return reply.code(400).send({ error: "invalid_request", error_description: error.message });
  request.log.error({ err: error }, "the sandbox failed");
  return reply.code(500).send({ error: "server_error", error_description: "Something went wrong." });
}
