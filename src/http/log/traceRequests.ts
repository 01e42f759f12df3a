/** Records every request: a line in the process log, a row in the request log, and metrics. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isKey } from "../../core/secrets/keys.ts";
import type { Metrics } from "../server/metrics.ts";
import { termsOfRequest } from "../server/searchTerms.ts";
import { isStream } from "../server/streams.ts";
import { type Entry, Trace, traceOf } from "../server/trace.ts";
import type { RequestLog } from "./requestLog.ts";

interface TraceTargets {
  readonly metrics: Pick<Metrics, "countRequest">;
  readonly requestLog: Pick<RequestLog, "add" | "keepsBodies">;
}

const none = "none";

export function traceRequests(app: FastifyInstance, { metrics, requestLog }: TraceTargets): void {
  app.decorateRequest("trace", null);
  app.addHook("onRequest", (request, _reply, done) => {
    request.trace = new Trace(requestLog.keepsBodies);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    if (isStream(request)) return done();
    const { operation, rateLimitGroup } = request.routeOptions.config;
    const trace = traceOf(request);
    const { connection, failure, tenantId } = trace;
    const { statusCode: status, elapsedTime } = reply;
    const system = connection?.targetSystem ?? none;
    const code = failure?.code ?? none;
    metrics.countRequest({ operation: operation ?? none, system, code, status, seconds: elapsedTime / 1000 });
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? none,
        status,
        milliseconds: Math.round(elapsedTime),
        tenant: tenantId,
        connection: connection?.id,
        targetSystem: connection?.targetSystem,
        code: failure?.code,
      },
      "request completed",
    );
    // Pages, files and health checks are not calls. An unknown path is a call if it has an API key.
    const isCall =
      trace.consoleRequest !== undefined || (operation !== undefined ? rateLimitGroup === undefined : hasKey(request));
    if (!isCall) return done();
    const body = requestLog.keepsBodies ? request.body : undefined;
    requestLog.add(entryOf(request, reply, { operation: operation ?? none, trace, body }));
    return done();
  });
}

const hasKey = ({ headers, is404 }: FastifyRequest): boolean =>
  is404 && typeof headers["x-api-key"] === "string" && isKey("api", headers["x-api-key"]);

/** Copies what is logged, so that the request's memory can be freed. */
function entryOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { operation, trace, body }: Pick<Entry, "operation" | "trace" | "body">,
): Entry {
  const { headers } = request;
  return {
    id: request.id,
    operation,
    trace,
    method: request.method,
    url: request.url,
    status: reply.statusCode,
    milliseconds: reply.elapsedTime,
    apiKey: textOf(headers["x-api-key"]),
    accountKey: textOf(headers["x-account-key"]),
    idempotencyKey: textOf(headers["idempotency-key"]),
    address: request.ip,
    userAgent: textOf(headers["user-agent"]),
    contentType: textOf(headers["content-type"]),
    bytesIn: Number(headers["content-length"] ?? 0),
    bytesOut: Number(reply.getHeader("content-length") ?? 0),
    rateLimit: textOf(reply.getHeader("ratelimit")),
    operationId: textOf(reply.getHeader("x-operation-id")),
    wasHeard: reply.raw.writableFinished,
    terms: termsOf(request, trace),
    body,
    ...trace.consoleRequest,
  };
}

function termsOf({ params, body }: FastifyRequest, { connection, hidesFields, recordTerms }: Trace): string[] {
  if (connection === undefined) return [];
  return termsOfRequest(params, hidesFields ? undefined : body, recordTerms);
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
