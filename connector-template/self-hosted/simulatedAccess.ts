/** Makes sessions from user name and password, at an address of the end user's. */
import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Access, World } from "../../simulators/simulation.ts";

export const prefix = "/books.example/api";

export interface SignIn {
  readonly access: Access;
  routes(app: FastifyInstance): void;
  /** Whether this request carries what still counts. */
  admits(request: FastifyRequest): boolean;
  /** Ends what was given out. */
  expire(): void;
}

const user = { username: "flora", password: "fiktiv-example-books-password" };

export function openSignIn(_world: World): SignIn {
  const sessions = new Set<string>();
  return {
    access: { credentials: { baseUrl: "https://books.example", ...user } },
    routes: (app) => {
      app.post(`${prefix}/login`, ({ body }, reply) => {
        const given = JSON.parse(String(body)) as { readonly user: string; readonly password: string };
        if (given.user !== user.username || given.password !== user.password)
          return reply.code(401).send({ error: { code: 401, message: "The user or the password is wrong." } });
        const session = randomBytes(16).toString("hex");
        sessions.add(session);
        return { session };
      });
    },
    admits: ({ headers }) => sessions.has(headers.authorization?.replace("Bearer ", "") ?? ""),
    expire: () => sessions.clear(),
  };
}
