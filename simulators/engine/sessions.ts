/** Sessions: a token that is issued for an end user's credentials and that expires. */
import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Access, Refused, World } from "../simulation.ts";
import { type Answer, Refusal, type RouteRequest } from "./routes.ts";

type SessionRequest = Pick<RouteRequest, "raw" | "query" | "world" | "body">;

export interface SessionVendor {
  /** The credentials that the connector asks the end user for. */
  readonly credentials: NonNullable<Access["credentials"]>;
  /** The method and the path, below the base, that open a session. */
  readonly start: readonly ["POST" | "PUT", path: string];
  /** Whether the credentials in the request are right. It may also throw its own refusal. */
  isRight(request: SessionRequest): boolean;
  /** When the new session expires. By default, never. */
  ends?(request: SessionRequest): number;
  /** The response with a new token. */
  answer(token: string, request: SessionRequest): object;
  /** The token in a request. */
  tokenIn(request: FastifyRequest): string | undefined;
}

export interface Sessions {
  readonly route: readonly ["POST" | "PUT", path: string, handler: (request: SessionRequest) => Answer];
  admits(request: FastifyRequest): boolean;
  expire(): void;
}

/** The request that opens a session needs no token. */
export function openSessions(vendor: SessionVendor, base: string, refused: Refused, { now }: World): Sessions {
  const { isRight, ends = () => Number.POSITIVE_INFINITY, answer, tokenIn } = vendor;
  const [method, path] = vendor.start;
  const sessions = new Map<string, number>();
  const start = (request: SessionRequest) => {
    if (!isRight(request)) throw new Refusal(refused);
    const token = randomBytes(16).toString("hex");
    sessions.set(token, ends(request));
    return { body: answer(token, request) };
  };
  return {
    route: [method, path, start],
    admits: (request) =>
      request.routeOptions.url === `${base}/${path}` || (sessions.get(tokenIn(request) ?? "") ?? 0) > now(),
    expire: () => sessions.clear(),
  };
}
