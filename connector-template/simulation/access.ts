/** Signs in with OAuth, with rotating tokens. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { openOAuth } from "../../simulators/oauth.ts";
import type { Access, World } from "../../simulators/simulation.ts";

export const prefix = "/api.example-books.example/v1";

export interface SignIn {
  readonly access: Access;
  routes(app: FastifyInstance): void;
  /** Whether this request carries what still counts. */
  admits(request: FastifyRequest): boolean;
  /** Ends what was given out. */
  expire(): void;
}

const client = { clientId: "kontor-example", clientSecret: "fiktiv-example-books-secret" };

export function openSignIn(world: World): SignIn {
  const login = "/login.example-books.example/oauth";
  const addresses = { authorize: `${login}/authorize`, token: `${login}/token`, revoke: `${login}/revoke` };
  const behaviour = { client, clientAuth: "basic", accessSeconds: 1800, rotates: true } as const;
  const desk = openOAuth({ ...addresses, ...behaviour, title: "Example Books" }, world);
  return { ...desk, access: { oauthClient: client } };
}
