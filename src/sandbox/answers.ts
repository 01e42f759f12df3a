/** What the routes have in common: reading parameters and sending JSON. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Query, readListRequest } from "./list.ts";
import { page } from "./store.ts";

export type Parameters = Readonly<Record<string, string>>;
export const parametersOf = (request: FastifyRequest): Parameters => request.params as Parameters;
export const queryOf = (request: FastifyRequest): Query => request.query as Query;

export const json = (reply: FastifyReply, text: string) => reply.type("application/json; charset=utf-8").send(text);

/** A list that is short and in memory. */
export function shortList(reply: FastifyReply, items: readonly unknown[], query: Query, largestPage = 100) {
  const request = readListRequest({ filters: {}, sorts: {}, required: [], largestPage }, query);
  const start = (request.page - 1) * request.size;
  const shown = items.slice(start, start + request.size).map((item) => JSON.stringify(item));
  return json(reply, page(shown.join(","), items.length, request));
}
