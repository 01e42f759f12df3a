/** Sessions: a token that is made from what an end user has, and that ends. */
import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Access, Refused, World } from "../simulation.ts";
import { type Answer, type Ask, Refusal } from "./routes.ts";

type Wanted = Pick<Ask, "request" | "query" | "world" | "body">;

export interface SessionVendor {
  /** What the connector asks the end user for. */
  readonly credentials: NonNullable<Access["credentials"]>;
  /** Where one is made: the method, and the path below the base. */
  readonly start: readonly ["POST" | "PUT", path: string];
  /** Whether a request to make one carries what is right; it may also refuse in words of its own. */
  isRight(ask: Wanted): boolean;
  /** When the one that is asked for ends; not by itself unless told. */
  ends?(ask: Wanted): number;
  /** What is answered with a new one. */
  answer(token: string, ask: Wanted): object;
  /** The one that a request carries. */
  tokenIn(request: FastifyRequest): string | undefined;
}

export interface SessionDesk {
  readonly route: readonly ["POST" | "PUT", path: string, handler: (ask: Wanted) => Answer];
  admits(request: FastifyRequest): boolean;
  expire(): void;
}

/** One is asked for without one. */
export function openSessions(vendor: SessionVendor, base: string, refused: Refused, { now }: World): SessionDesk {
  const { isRight, ends = () => Number.POSITIVE_INFINITY, answer, tokenIn } = vendor;
  const [method, path] = vendor.start;
  const sessions = new Map<string, number>();
  const start = (ask: Wanted) => {
    if (!isRight(ask)) throw new Refusal(refused);
    const token = randomBytes(16).toString("hex");
    sessions.set(token, ends(ask));
    return { body: answer(token, ask) };
  };
  return {
    route: [method, path, start],
    admits: (request) =>
      request.routeOptions.url === `${base}/${path}` || (sessions.get(tokenIn(request) ?? "") ?? 0) > now(),
    expire: () => sessions.clear(),
  };
}
