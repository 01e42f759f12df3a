/** Helpers for routes: reading parameters and sending JSON. */
import type { FastifyReply, FastifyRequest } from "fastify";

export type Parameters = Readonly<Record<string, string>>;
export const parametersOf = (request: FastifyRequest): Parameters => request.params as Parameters;
export const queryOf = (request: FastifyRequest): Query => request.query as Query;

export const json = (reply: FastifyReply, text: string) => reply.type("application/json; charset=utf-8").send(text);

export type Query = Readonly<Record<string, unknown>>;
