/**
 * Endpoints that are not data operations, as rows of tables. Routes, authentication, validation and the OpenAPI description
 * are derived from the rows. A handler gets validated input and returns the response body.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TSchema } from "typebox";
import type { FailureCode } from "../../contract/failure.ts";
import type { Method } from "../../contract/operation.ts";
import type { Parameter } from "../../contract/parameters.ts";
import { type Access, checkScope, type NeededScope, resourceOfOperation, type Scopes } from "../../contract/scopes.ts";
import type { Caller, Callers, TenantCaller } from "../../core/accounts/callers.ts";
import type { InputReader } from "../../core/calling/validateInput.ts";
import type { RateLimitGroup } from "./rateLimit.ts";
import { canonicalUrl } from "./rewrite.ts";
import { traceOf } from "./trace.ts";

export interface Endpoint {
  readonly method: Method;
  /** With `{parameters}` in braces. */
  readonly path: string;
  /** The group in the OpenAPI description. */
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** The required keys: none, the API key, or the API key and the account key. */
  readonly keys: "none" | "api" | "both";
  /** Descriptions of the path parameters. */
  readonly ids?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, Parameter>>;
  readonly body?: TSchema;
  /** The largest body, if more than 1 MiB is needed. The key is checked before such a body is read. */
  readonly bodyMegabytes?: number;
  readonly status?: 201 | 202;
  readonly answer: TSchema;
  /** Other media types of the response, chosen by `Accept`. */
  readonly alsoAs?: readonly string[];
  readonly failures: readonly FailureCode[];
  /** Only for clients of similar services: it is not in the OpenAPI description. */
  readonly undescribed?: true;
  /** The action in the audit log, or why there is no entry. Only endpoints that change nothing have neither. */
  readonly audit?: string | { readonly none: string };
  /** What the key must be allowed to do, if it differs from `neededScope`'s defaults. */
  readonly scope?: EndpointScope;
  /** The group that it is counted in, if it does not count as a call. */
  readonly rateLimitGroup?: RateLimitGroup;
}

export interface EndpointScope {
  /** Default: read for GET, otherwise write. */
  readonly access?: Access;
  /** Default: the first word of the id. Null: the handler checks the resource. */
  readonly resource?: string | null;
  /** Whether it is about all target systems even if the request names one. */
  readonly isAboutAll?: true;
  /** Whether only keys without limits may use it. */
  readonly isUnrestricted?: true;
}

/** The validated input of a handler. Which keys were checked depends on the row. */
export interface EndpointCall {
  readonly ids: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Says what the audit log names, if it is not in the path or the response. */
  readonly setSubject: (subject: AuditSubject) => void;
}
export interface TenantCall extends EndpointCall {
  readonly tenantId: string;
  readonly scopes: Scopes;
}
export interface ConnectionCall extends TenantCall {
  readonly caller: Caller;
}
interface CallByKeys {
  readonly none: EndpointCall;
  readonly api: TenantCall;
  readonly both: ConnectionCall;
}

export interface AuditSubject {
  readonly id: string;
  /** Kept beside the chain, and erased with the tenant. */
  readonly name?: string;
}

/** A change that a request has made. */
export interface RecordedChange {
  readonly action: string;
  readonly tenantId: string;
  readonly subject: AuditSubject;
  readonly request: FastifyRequest;
}

export type EndpointTable = Readonly<Record<string, Endpoint>>;
export type Handlers<Table extends EndpointTable> = {
  readonly [Id in keyof Table]: (call: CallByKeys[Table[Id]["keys"]]) => unknown;
};

/** Authentication and validation. */
export interface RequestChecks {
  readonly callers: Callers;
  readonly readInput: InputReader;
  /** Adds an entry to the audit log. */
  readonly recordChange: (change: RecordedChange) => Promise<void>;
}

export function addEndpoints<Table extends EndpointTable>(
  app: FastifyInstance,
  { callers, readInput, recordChange }: RequestChecks,
  table: Table,
  handlers: Handlers<Table>,
): void {
  for (const [id, endpoint] of Object.entries(table)) {
    const handle = handlers[id] as (call: EndpointCall) => unknown;
    app.route({
      method: endpoint.method,
      url: routeOf(endpoint.path),
      config: { operation: id, rateLimitGroup: endpoint.rateLimitGroup },
      ...largeBody(callers, endpoint),
      handler: async (request, reply) => {
        const identity = await identify(callers, endpoint, request);
        const ids = request.params as Record<string, string>;
        const query = request.query as Record<string, unknown>;
        // A missing body counts as an empty one; required fields are checked below.
        const { body: received = {} } = request;
        const expected = { parameters: endpoint.query ?? {}, body: endpoint.body };
        const { values, unknown, body } = readInput(expected, { ids, query, body: received });
        if (identity.scopes !== undefined)
          checkScope(identity.scopes, neededScope(id, endpoint, { caller: identity.caller, ids, values, body }));
        let subject: AuditSubject | undefined;
        const setSubject: EndpointCall["setSubject"] = (known) => {
          subject = known;
        };
        const answer = await handle({ ...identity, ids, values, body, request, reply, setSubject });
        const { tenantId } = identity;
        if (typeof endpoint.audit === "string" && tenantId !== undefined)
          await recordChange({
            action: endpoint.audit,
            tenantId,
            subject: subject ?? { id: subjectOf(ids, answer) ?? identity.caller?.connection.id ?? tenantId },
            request,
          });
        if (reply.sent || answer === reply) return reply;
        return reply.code(endpoint.status ?? 200).send(withWarnings(answer, unknown));
      },
    });
  }
}

/** Strangers cannot fill the memory. */
function largeBody(callers: Callers, endpoint: Endpoint) {
  const { bodyMegabytes } = endpoint;
  if (bodyMegabytes === undefined) return {};
  const onRequest = async (request: FastifyRequest): Promise<void> => void (await identify(callers, endpoint, request));
  return { onRequest, bodyLimit: bodyMegabytes * 1024 * 1024 };
}

interface NamedInput extends Pick<EndpointCall, "ids" | "values" | "body"> {
  readonly caller: Caller | undefined;
}

function neededScope(id: string, { method, scope = {} }: Endpoint, { caller, ...input }: NamedInput): NeededScope {
  const { access = method === "GET" ? "read" : "write", resource = resourceOfOperation(id) } = scope;
  const named = caller === undefined ? namedSystems(input) : [caller.connection.targetSystem];
  return {
    access,
    ...(resource !== null && { resource }),
    targetSystems: named.length === 0 || scope.isAboutAll === true ? null : named,
    isUnrestricted: scope.isUnrestricted === true,
  };
}

/** The target systems that a request about the tenant names in its path, query or body. */
function namedSystems({ ids, values, body }: Pick<EndpointCall, "ids" | "values" | "body">): readonly string[] {
  const bodies = Array.isArray(body) ? body : [body];
  const inBody = bodies.map((part) => (part as { readonly targetSystem?: unknown } | undefined)?.targetSystem);
  return [ids["targetSystem"], values["targetSystem"], ...inBody].filter((slug) => typeof slug === "string");
}

/** The id in the path, or that of the record in the response. */
function subjectOf(ids: Readonly<Record<string, string>>, answer: unknown): string | undefined {
  const [inPath] = Object.values(ids);
  const { data } = answer as { readonly data?: { readonly id?: unknown } };
  return inPath ?? (typeof data?.id === "string" ? data.id : undefined);
}

/** `/tenant/x/{id}` → `/tenants/x/:id`, because routes are registered under the rewritten path. */
export const routeOf = (path: string): string => canonicalUrl(path).replaceAll(/\{(\w+)\}/g, ":$1");

export const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === "string" && value !== "" ? value : undefined;
};

async function identify(
  callers: Callers,
  { keys }: Endpoint,
  request: FastifyRequest,
): Promise<Partial<TenantCaller> & { readonly caller?: Caller }> {
  if (keys === "none") return {};
  const api = header(request, "x-api-key");
  const trace = traceOf(request);
  if (keys === "api") {
    const tenant = await callers.findTenant(api);
    trace.tenantId = tenant.tenantId;
    return tenant;
  }
  const caller = await callers.find({ api, account: header(request, "x-account-key") });
  trace.observe({ kind: "caller", caller });
  return { tenantId: caller.tenantId, scopes: caller.scopes, caller };
}

/** Adds warnings about unknown parameters to responses with `data`. */
function withWarnings(answer: unknown, unknown: readonly string[]): unknown {
  if (unknown.length === 0 || typeof answer !== "object" || answer === null || !("data" in answer)) return answer;
  const warnings = unknown.map((name) => `${name} is not a parameter of this request and was ignored.`);
  const { meta } = answer as { meta?: object };
  return { ...answer, meta: { ...meta, warnings } };
}
