/** Before every request: whose token it is, and what was switched on for it. */
import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type pg from "pg";
import { ApiError, codeOf, errorBody } from "./errors.ts";
import type { Decision } from "./faults.ts";
import { findToken, type Token, useBehaviour } from "./tokens.ts";

export const tokenOf = (request: FastifyRequest): Token => request.getDecorator<Token>("token");

/** Makes what was switched on for a token happen to a request, which is over when the answer is true. */
export type ApplyFaults = (token: Token, request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;

export function addFaults(app: FastifyInstance, pool: pg.Pool): ApplyFaults {
  const hanging = new Set<ServerResponse>();
  // The server could not close while a request that is never answered holds it open.
  app.addHook("preClose", async () => {
    for (const response of hanging) response.destroy();
  });
  const hang = (reply: FastifyReply) => {
    reply.hijack();
    hanging.add(reply.raw);
    reply.raw.on("close", () => hanging.delete(reply.raw));
  };
  return async (token, request, reply) => {
    if (token.behaviour === null) return false;
    const decision = await useBehaviour(pool, token, request.url);
    if (decision?.behaviour.delay_ms) await wait(decision.behaviour.delay_ms);
    if (decision?.failure?.hang) hang(reply);
    else if (decision?.failure) fail(reply, decision.failure);
    return decision?.failure !== undefined;
  };
}

export function addAuthentication(app: FastifyInstance, pool: pg.Pool): void {
  const applyFaults = addFaults(app, pool);
  app.decorateRequest("token", null);
  app.addHook("onRequest", async (request, reply) => {
    const [, secret] = /^Bearer ([\w-]+)$/i.exec(request.headers.authorization ?? "") ?? [];
    const token = secret === undefined ? undefined : await findToken(pool, secret);
    if (token === undefined) throw new ApiError("unauthorized", "The token is missing, not known or has expired.");
    request.setDecorator("token", token);
    if (request.routeOptions.url?.endsWith("/v1/behaviour")) return undefined;
    return (await applyFaults(token, request, reply)) ? reply : undefined;
  });
}

function fail(reply: FastifyReply, { status, retry_after, body }: NonNullable<Decision["failure"]>): void {
  const text = body ?? JSON.stringify(errorBody(codeOf(status), "Switched on by the behaviour of this token."));
  if (retry_after !== undefined) reply.header("retry-after", retry_after);
  reply.code(status).type("application/json; charset=utf-8").send(text);
}
