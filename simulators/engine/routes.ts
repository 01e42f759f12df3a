/** Routes: a method, a path below the vendor's base, and a handler. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Refused, World } from "../simulation.ts";
import type { Company } from "./tables.ts";
import { isRow, type Row } from "./values.ts";

export type Query = Readonly<Record<string, string | undefined>>;

export interface RouteRequest<Name extends string = string> {
  /** The company that the request names. Reading it throws a refusal if the request names none. */
  readonly company: Company<Name>;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly raw: FastifyRequest;
  readonly world: World;
  /** Parsed by the wire format. */
  body(): Row;
  /** The entries of a body that is an array. */
  bodyItems(): readonly Row[];
}

export interface Answer {
  /** 200 by default. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes are sent as they are; the wire format writes everything else. */
  readonly body?: unknown;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
export type Handler<Name extends string = string> = (request: RouteRequest<Name>) => Answer | Promise<Answer>;
export type Route<Name extends string = string> = readonly [method: Method, path: string, handler: Handler<Name>];

const route =
  (method: Method) =>
  <Name extends string>(path: string, handler: Handler<Name>): Route<Name> => [method, path, handler];
export const get = route("GET");
export const post = route("POST");
export const put = route("PUT");
export const patch = route("PATCH");
export const del = route("DELETE");

/** The format of bodies. */
export interface Wire {
  read(request: FastifyRequest): Row;
  /** Reads a body that is an array. Formats without arrays leave it out. */
  readItems?(request: FastifyRequest): readonly Row[];
  write(body: unknown, request: FastifyRequest): { readonly type: string; readonly content: string | Buffer };
}

/** Thrown to refuse a request, and sent as the response. */
export class Refusal extends Error {
  /** A function for vendors that repeat the request or the time in their errors. */
  readonly refused: Refused | ((request: FastifyRequest, world: World) => Refused);
  constructor(refused: Refusal["refused"]) {
    super("refused");
    this.refused = refused;
  }
}

/** With "texts", numbers stay text, so that ids beyond 2^53 and decimals are not rounded. */
export function parseJson(body: unknown, digits: "numbers" | "texts" = "numbers"): unknown {
  const keep = (_key: string, value: unknown, context?: { source: string }) =>
    typeof value === "number" ? (context?.source ?? String(value)) : value;
  const source = Buffer.isBuffer(body) ? body.toString() : "";
  return digits === "texts" ? JSON.parse(source, keep) : JSON.parse(source);
}

export const json: Wire = {
  read: ({ body }) => {
    const parsed = parseJson(body);
    return isRow(parsed) ? parsed : {};
  },
  readItems: ({ body }) => {
    const parsed = parseJson(body);
    return Array.isArray(parsed) ? parsed.filter(isRow) : [];
  },
  write: (body) => ({ type: "application/json; charset=utf-8", content: JSON.stringify(body) }),
};

export interface Serving<Name extends string> {
  readonly world: World;
  readonly wire: Wire;
  company(request: FastifyRequest): Company<Name>;
  /** All paths that a path may be written as. By default, only itself. */
  spellings?(path: string): readonly string[];
  /** How the vendor reads a path parameter. */
  parameter?(value: string): string;
}

export function serve<Name extends string>(
  app: FastifyInstance,
  routes: readonly Route<Name>[],
  { spellings = (path) => [path], ...serving }: Serving<Name>,
): void {
  for (const [method, path, handler] of routes)
    for (const url of spellings(`/${path}`))
      app.route({
        method,
        url,
        handler: async (request, reply) => send(reply, await handler(routeRequestOf(request, serving)), serving.wire),
      });
}

function routeRequestOf<Name extends string>(
  request: FastifyRequest,
  { world, wire, company, parameter = (value) => value }: Serving<Name>,
): RouteRequest<Name> {
  const params = Object.entries(request.params as Record<string, string>);
  return {
    raw: request,
    world,
    query: request.query as Query,
    body: () => wire.read(request),
    bodyItems: () => wire.readItems?.(request) ?? [],
    params: Object.fromEntries(params.map(([name, value]) => [name, parameter(value)])),
    get company() {
      return company(request);
    },
  };
}

function send(reply: FastifyReply, { status = 200, headers = {}, body }: Answer, wire: Wire): FastifyReply {
  reply.code(status).headers(headers);
  if (body === undefined || Buffer.isBuffer(body)) return reply.send(body);
  const { type, content } = wire.write(body, reply.request);
  return reply.header("content-type", headers["content-type"] ?? type).send(content);
}
