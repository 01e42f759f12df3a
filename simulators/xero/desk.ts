/** What every address below `api.xro/2.0` does alike: find the organisation, answer, refuse, answer once only. */
import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Refused } from "../simulation.ts";
import { type Company, found, type TableName } from "./company.ts";
import { badBody, notFound, Refusal } from "./refusals.ts";
import { envelope, type Row, row, text, xml } from "./wire.ts";

export const root = "/api.xero.com/api.xro/2.0";

export interface Desk {
  /** The organisation that the request names, or a refusal. */
  company(request: FastifyRequest): Company;
  now(): number;
}

export type Answer = (request: FastifyRequest, reply: FastifyReply, content: Row) => FastifyReply;

/** JSON for those who ask for it, XML for everybody else. */
export const answers =
  ({ now }: Desk): Answer =>
  (request, reply, content) => {
    const whole = envelope(now(), "0b3ee35e-b97c-4b3c-b7e2-9a465233e329", content);
    return (request.headers.accept ?? "").includes("json")
      ? reply.type("application/json; charset=utf-8").send(JSON.stringify(whole))
      : reply.type("text/xml; charset=utf-8").send(xml(whole));
  };

export const refuse = (reply: FastifyReply, { status, headers = {}, body }: Refused) =>
  reply
    .code(status)
    .headers(headers)
    .type(typeof body === "string" ? "text/html; charset=utf-8" : "application/json; charset=utf-8")
    .send(typeof body === "string" ? body : JSON.stringify(body));

/** The record that the address names. */
export function record(company: Company, table: TableName, request: FastifyRequest): Row {
  const known = found(company, table, text(row(request.params)["id"]));
  if (known === undefined) throw new Refusal(notFound);
  return known;
}

/** Makes the content of an answer. */
type Handler = (request: FastifyRequest) => Row;
export type Once = (handler: Handler) => (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** The same key and the same request give the first answer again; another request under that key is refused. */
export function idempotent(desk: Desk): Once {
  const done = new Map<string, { readonly print: string; readonly content: Row }>();
  const answer = answers(desk);
  return (handler) => (request, reply) => {
    const key = text(request.headers["idempotency-key"]);
    if (key === "") return answer(request, reply, handler(request));
    if (key.length > 128) throw new Refusal(badBody("The Idempotency-Key must not be longer than 128 characters"));
    const scope = `${desk.company(request).id} ${key}`;
    const hash = createHash("sha256").update(Buffer.isBuffer(request.body) ? request.body : "");
    const print = `${request.method} ${request.url} ${hash.digest("hex")}`;
    const before = done.get(scope);
    if (before !== undefined && before.print !== print)
      throw new Refusal(badBody("The Idempotency-Key was already used with a different request"));
    const content = before?.content ?? handler(request);
    done.set(scope, { print, content });
    return answer(request, reply, content);
  };
}
