/** Signs in with a key that an end user copies from its settings. */
import type { FastifyInstance, FastifyRequest } from "fastify";
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

const apiKey = "fiktiv-example-books-key";

export const openSignIn = (_world: World): SignIn => ({
  access: { credentials: { apiKey } },
  routes: () => {},
  admits: ({ headers }) => headers.authorization === `Bearer ${apiKey}`,
  expire: () => {},
});
