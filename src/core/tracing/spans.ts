/** Spans for OpenTelemetry. Until `wiring/tracing.ts` registers an exporter, these functions record and send nothing. */
import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { Failure } from "../../contract/failure.ts";

export { SpanKind } from "@opentelemetry/api";

const tracer = trace.getTracer("kontor");

export interface SpanFacts {
  readonly name: string;
  readonly kind: SpanKind;
  /** No credentials, and nothing from the end user's books. */
  readonly attributes: Attributes;
  /** The headers of the work that caused this one. Default: the span that is active now. */
  readonly causedBy?: TraceHeaders | undefined;
}

/** The headers `traceparent` and `tracestate` of W3C Trace Context. */
export type TraceHeaders = Readonly<Record<string, string>>;

/** Runs `work` in a span of its own. Errors are recorded by their code only, because messages may contain personal data. */
export function inSpan<Result>(
  { name, kind, attributes, causedBy }: SpanFacts,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const parent = causedBy === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, causedBy);
  return tracer.startActiveSpan(name, { kind, attributes }, parent, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      noteError(span, errorTypeOf(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

export function noteError(span: Span, errorType: string): void {
  span.setAttribute("error.type", errorType);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The headers that continue the active span elsewhere. Empty if nothing is traced. */
export function traceHeaders(): TraceHeaders {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}

function errorTypeOf(error: unknown): string {
  if (error instanceof Failure) return error.code;
  const { reason } = error as { readonly reason?: unknown };
  return typeof reason === "string" ? reason : "internal";
}
