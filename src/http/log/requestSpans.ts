/** Records a span for every request, as part of the caller's trace. */
import { context, propagation, ROOT_CONTEXT, type Span, SpanKind, trace } from "@opentelemetry/api";
import type { FastifyInstance, FastifyRequest, HookHandlerDoneFunction } from "fastify";
import { noteError } from "../../core/tracing/spans.ts";
import { traceOf } from "../server/trace.ts";

export function addRequestSpans(app: FastifyInstance): void {
  const tracer = trace.getTracer("kontor");
  const spans = new WeakMap<FastifyRequest, Span>();
  const inRequestSpan = (request: FastifyRequest, done: HookHandlerDoneFunction): void => {
    const span = spans.get(request);
    if (span === undefined) return done();
    return context.with(trace.setSpan(context.active(), span), done);
  };
  app.addHook("onRequest", (request, _reply, done) => {
    const { method, headers, routeOptions } = request;
    const span = tracer.startSpan(
      `${method} ${routeOptions.url ?? "unknown"}`,
      {
        kind: SpanKind.SERVER,
        attributes: { "http.request.method": method, "http.route": routeOptions.url ?? "unknown" },
      },
      propagation.extract(ROOT_CONTEXT, headers),
    );
    spans.set(request, span);
    inRequestSpan(request, done);
  });
  // Again after the body has been read, because socket events lose the async context.
  app.addHook("preValidation", (request, _reply, done) => inRequestSpan(request, done));
  app.addHook("onResponse", (request, reply, done) => {
    const span = spans.get(request);
    if (span === undefined) return done();
    const { connection, failure, tenantId } = traceOf(request);
    const { operation } = request.routeOptions.config;
    span.setAttributes({
      "http.response.status_code": reply.statusCode,
      "kontor.request_id": request.id,
      ...(operation !== undefined && { "kontor.operation": operation }),
      ...(tenantId !== undefined && { "kontor.tenant": tenantId }),
      ...(connection !== undefined && {
        "kontor.connection": connection.id,
        "kontor.target_system": connection.targetSystem,
      }),
    });
    if (failure !== undefined) span.setAttribute("error.type", failure.code);
    // A refused request is no error of the service that traces are searched for.
    if (reply.statusCode >= 500) noteError(span, failure?.code ?? String(reply.statusCode));
    span.end();
    return done();
  });
}
