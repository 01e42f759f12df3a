/** Runs before every request: finds the owner of its token and applies the behaviour switched on for it. */
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type pg from "pg";
import { openHanging, refuse } from "../engine/faults.ts";
import { ApiError, codeOf, errorBody } from "./errors.ts";
import type { Decision } from "./faults.ts";
import { findToken, type Token, useBehaviour } from "./tokens.ts";

export const tokenOf = (request: FastifyRequest): Token => request.getDecorator<Token>("token");

/** Applies a token's behaviour to a request. Returns whether that ended the request. */
export type ApplyFaults = (token: Token, request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;

export function addFaults(app: FastifyInstance, pool: pg.Pool): ApplyFaults {
  const hang = openHanging(app);
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
    if (token === undefined) throw new ApiError("unauthorized", "The token is missing, unknown or expired.");
    request.setDecorator("token", token);
    if (request.routeOptions.url?.endsWith("/v1/behaviour")) return undefined;
    return (await applyFaults(token, request, reply)) ? reply : undefined;
  });
}

function fail(reply: FastifyReply, { status, retry_after, body }: NonNullable<Decision["failure"]>): void {
  refuse(reply, {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      ...(retry_after !== undefined && { "retry-after": String(retry_after) }),
    },
    body: body ?? errorBody(codeOf(status), "This failure was switched on for this token."),
  });
}
