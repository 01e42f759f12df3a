/** Sessions: a token that is made from what an end user has, and that ends. */
import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Access, Refused } from "../simulation.ts";
import { refuse } from "./routes.ts";

export interface SessionVendor {
  /** What the connector asks the end user for. */
  readonly credentials: NonNullable<Access["credentials"]>;
  /** Where one is made: the method and the path, host included. */
  readonly start: readonly ["POST" | "PUT", path: string];
  /** Whether a request to make one carries what is right. */
  isRight(request: FastifyRequest): boolean;
  /** What is answered with a new one. */
  answer(token: string): object;
  /** The one that a request carries. */
  tokenIn(request: FastifyRequest): string | undefined;
}

export interface SessionDesk {
  routes(app: FastifyInstance): void;
  admits(request: FastifyRequest): boolean;
  expire(): void;
}

export function openSessions(
  { start: [method, url], isRight, answer, tokenIn }: SessionVendor,
  refused: Refused,
): SessionDesk {
  const sessions = new Set<string>();
  return {
    routes: (app) =>
      void app.route({
        ...{ method, url },
        handler: (request, reply) => {
          if (!isRight(request)) return refuse(reply, refused);
          const token = randomBytes(16).toString("hex");
          sessions.add(token);
          return reply.send(answer(token));
        },
      }),
    admits: (request) => sessions.has(tokenIn(request) ?? ""),
    expire: () => sessions.clear(),
  };
}
