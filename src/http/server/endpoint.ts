/**
 * The endpoints beside the data operations, as rows of tables. Routes, key checks, validation and the OpenAPI
 * description are made from them; a handler gets what was checked and answers with what goes out.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TSchema } from "typebox";
import type { FailureCode } from "../../contract/failure.ts";
import type { Method } from "../../contract/operation.ts";
import type { Parameter } from "../../contract/parameters.ts";
import type { Caller, Callers } from "../../core/accounts/callers.ts";
import type { InputReader } from "../../core/calling/validateInput.ts";
import type { Apart } from "./rateLimit.ts";
import { canonicalUrl } from "./rewrite.ts";
import { traceOf } from "./trace.ts";

export interface Endpoint {
  readonly method: Method;
  /** With `{names}` in braces. */
  readonly path: string;
  /** The group it stands in. */
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Whose keys it needs: nobody's, the caller's, or the caller's and the end user's. */
  readonly keys: "none" | "api" | "both";
  /** The names in the path, and what each means. */
  readonly ids?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, Parameter>>;
  readonly body?: TSchema;
  readonly status?: 201;
  readonly answer: TSchema;
  /** Other media types that the same answer comes in, when `Accept` names them. */
  readonly alsoAs?: readonly string[];
  readonly failures: readonly FailureCode[];
  /** Where it does not count with the caller's requests. */
  readonly apart?: Apart;
}

/** What a handler may rely on: what the row's keys say is there. */
export interface Asked {
  readonly ids: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}
export interface AskedByTenant extends Asked {
  readonly tenantId: string;
}
export interface AskedForUser extends AskedByTenant {
  readonly caller: Caller;
}
interface AskedWith {
  readonly none: Asked;
  readonly api: AskedByTenant;
  readonly both: AskedForUser;
}

export type EndpointTable = Readonly<Record<string, Endpoint>>;
export type Handlers<Table extends EndpointTable> = {
  readonly [Id in keyof Table]: (asked: AskedWith[Table[Id]["keys"]]) => unknown;
};

export interface Gatekeepers {
  readonly callers: Callers;
  readonly readInput: InputReader;
}

export function addEndpoints<Table extends EndpointTable>(
  app: FastifyInstance,
  { callers, readInput }: Gatekeepers,
  table: Table,
  handlers: Handlers<Table>,
): void {
  for (const [id, endpoint] of Object.entries(table)) {
    const handle = handlers[id] as (asked: Asked) => unknown;
    app.route({
      method: endpoint.method,
      url: routeOf(endpoint.path),
      config: { operation: id, apart: endpoint.apart },
      handler: async (request, reply) => {
        const who = await identify(callers, endpoint, request);
        const ids = request.params as Record<string, string>;
        const query = request.query as Record<string, unknown>;
        // None where nothing in it is required is the same as an empty one.
        const { body: given = {} } = request;
        const expected = { parameters: endpoint.query ?? {}, body: endpoint.body };
        const { values, unknown, body } = readInput(expected, { ids, query, body: given });
        const answer = await handle({ ...who, ids, values, body, request, reply });
        if (reply.sent || answer === reply) return reply;
        return reply.code(endpoint.status ?? 200).send(withWarnings(answer, unknown));
      },
    });
  }
}

/** `/tenant/x/{id}` → `/tenants/x/:id`: routes stand where the rewrite leads. */
export const routeOf = (path: string): string => canonicalUrl(path).replaceAll(/\{(\w+)\}/g, ":$1");

export const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === "string" && value !== "" ? value : undefined;
};

async function identify(callers: Callers, { keys }: Endpoint, request: FastifyRequest) {
  if (keys === "none") return {};
  const api = header(request, "x-api-key");
  const trace = traceOf(request);
  if (keys === "api") return { tenantId: (trace.tenantId = await callers.findTenant(api)) };
  const caller = await callers.find({ api, account: header(request, "x-account-key") });
  trace.observe({ kind: "caller", caller });
  return { tenantId: caller.tenantId, caller };
}

/** Only beside `data`: what is no envelope has no place for them. */
function withWarnings(answer: unknown, unknown: readonly string[]): unknown {
  if (unknown.length === 0 || typeof answer !== "object" || answer === null || !("data" in answer)) return answer;
  const warnings = unknown.map((name) => `${name} is not a parameter of this request; it was ignored.`);
  const { meta } = answer as { meta?: object };
  return { ...answer, meta: { ...meta, warnings } };
}
