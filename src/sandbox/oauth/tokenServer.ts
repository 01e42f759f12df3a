/** The token and revocation endpoints of the sandbox, and the metadata that announces them. */
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { acceptForms } from "../engine/forms.ts";
import { redeem } from "../engine/redemption.ts";
import { TokenError } from "../engine/tokenError.ts";
import { addTokenRoutes, tokenResponse } from "../engine/tokenRoutes.ts";
import { addFaults } from "../server/authentication.ts";
import { transaction } from "../server/database.ts";
import { allowsScope, scopes } from "./authorization.ts";
import { isClient } from "./clients.ts";
import { grantBehind, grantStore, revokeGrant } from "./grants.ts";
import type { Server } from "./server.ts";

export function addTokenServer(app: FastifyInstance, { pool, issuer }: Server): void {
  acceptForms(app);
  const applyFaults = addFaults(app, pool);
  addTokenRoutes(app, {
    tokenPath: "/token",
    revokePath: "/revoke",
    clientAuth: "either",
    requiresPkce: true,
    allowsScope,
    isClient: (credentials) => isClient(pool, credentials),
    redeem: async (client, presented, { request, reply }) => {
      const grant = await grantBehind(pool, presented.secret, client);
      if (grant !== undefined && (await applyFaults(grant, request, reply))) return undefined;
      if (grant?.behaviour?.token_delay_ms) await wait(grant.behaviour.token_delay_ms);
      // A client that gave up waiting keeps its token, because the delay comes before the exchange.
      if (reply.raw.destroyed) {
        reply.hijack();
        return undefined;
      }
      const outcome = await transaction(pool, (database) => redeem(grantStore(database), client, presented));
      if (outcome instanceof TokenError) throw outcome;
      return tokenResponse(outcome);
    },
    revoke: async (client, token) => {
      const grant = await grantBehind(pool, token, client);
      if (grant !== undefined) await revokeGrant(pool, grant.hash);
    },
    errorBody: ({ error, message }) => ({ error, error_description: message }),
  });
  app.get("/.well-known/oauth-authorization-server", (request, reply) => reply.send(metadata(issuer(request))));
}

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
