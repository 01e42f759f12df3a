/** Sends spans to an OpenTelemetry collector, if the usual `OTEL_*` settings name one. */
import { context, propagation, trace } from "@opentelemetry/api";
import manifest from "../../package.json" with { type: "json" };

export interface Tracing {
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

/** The packages are loaded only here, because a service without tracing does not need them. */
export async function startTracing({ share }: { readonly share: number }): Promise<Tracing> {
  const { AsyncLocalStorageContextManager } = await import("@opentelemetry/context-async-hooks");
  const { W3CTraceContextPropagator } = await import("@opentelemetry/core");
  const { OTLPTraceExporter } = await import("@opentelemetry/exporter-trace-otlp-http");
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = await import(
    "@opentelemetry/resources"
  );
  const { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } = await import(
    "@opentelemetry/sdk-trace"
  );
  const named = resourceFromAttributes({ "service.name": "kontor", "service.version": manifest.version });
  // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence.
  const resource = defaultResource()
    .merge(named)
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new TracerProvider({
    resource,
    // The caller decides about requests that are part of a trace.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return {
    close: async () => {
      await provider.shutdown();
      trace.disable();
      propagation.disable();
      context.disable();
    },
  };
}
