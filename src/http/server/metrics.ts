/** What is measured, as Prometheus reads it. Every label has a bounded number of values: nothing of a caller's is one. */
import type { FastifyInstance } from "fastify";
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { Failure } from "../../contract/failure.ts";
import type { VendorCall } from "../../core/session/vendorCall.ts";
import type { Backlog } from "../../store/backlog.ts";
import { createServer } from "../../web/createServer.ts";
import { routeNotFound } from "./errors.ts";

export interface Metrics {
  /** A request that was answered. */
  answered(facts: Answered): void;
  /** A call to a vendor. */
  called(facts: VendorCall): void;
  /** Rows of the request log that were lost, because the database was away for long. */
  dropped(rows: number): void;
  /** Of all processes of this service together. */
  text(): Promise<string>;
  /** Of this one. */
  snapshot(): Promise<Snapshot>;
  readonly contentType: string;
}

export interface Answered {
  readonly operation: string;
  /** The connection's target system, where there is one. */
  readonly system: string;
  readonly status: number;
  /** The failure's, where it is one. */
  readonly code: string;
  readonly seconds: number;
}

export type Snapshot = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

export interface Sources {
  /** Undefined while the database does not answer. */
  readonly backlog: () => Promise<Backlog | undefined>;
  readonly pool: { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number };
  /** What the other processes of this service measured; nothing where there are none. */
  readonly elsewhere?: () => Promise<readonly Snapshot[] | undefined>;
}

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Besides ours: memory, processor and loop delay of this process. */
export function openMetrics({ backlog, pool, elsewhere }: Sources): Metrics {
  const registers = [new Registry()];
  const [register = new Registry()] = registers;
  collectDefaultMetrics({ register });
  const requests = new Counter({
    name: "kontor_requests_total",
    help: "Requests answered",
    registers,
    labelNames: ["operation", "system", "status", "code"],
  });
  const duration = new Histogram({
    name: "kontor_request_seconds",
    help: "Time to answer a request",
    registers,
    buckets,
    labelNames: ["operation", "system"],
  });
  const calls = new Histogram({
    name: "kontor_vendor_call_seconds",
    help: "Time of calls to target systems",
    registers,
    buckets,
    labelNames: ["system", "status"],
  });
  const dropped = new Counter({
    name: "kontor_request_log_dropped_total",
    help: "Rows of the request log that could not be kept",
    registers,
  });
  // What the database says is the same in every process.
  const gauge = (name: string, help: string): Gauge =>
    new Gauge({ name: `kontor_${name}`, help, registers, aggregator: "max" });
  const waiting = gauge("deliveries_waiting", "Deliveries that nobody has taken yet, counted up to 100000");
  const oldest = gauge("deliveries_oldest_seconds", "Seconds since the oldest waiting delivery was due");
  const behind = gauge("polls_behind", "Connections whose poll is due and not begun");
  const connections = new Gauge({
    name: "kontor_database_connections",
    help: "Connections of the pool to the database",
    registers,
    labelNames: ["state"],
  });
  const look = async (): Promise<void> => {
    const now = await backlog();
    if (now !== undefined) {
      waiting.set(now.deliveriesWaiting);
      oldest.set(now.oldestDelivery);
      behind.set(now.pollsBehind);
    }
    connections.set({ state: "open" }, pool.totalCount);
    connections.set({ state: "idle" }, pool.idleCount);
    connections.set({ state: "awaited" }, pool.waitingCount);
  };
  const snapshot = async (): Promise<Snapshot> => {
    await look();
    return register.getMetricsAsJSON();
  };
  return {
    snapshot,
    answered: ({ operation, system, status, code, seconds }) => {
      requests.inc({ operation, system, status, code });
      duration.observe({ operation, system }, seconds);
    },
    called: ({ targetSystem, status, milliseconds }) =>
      calls.observe({ system: targetSystem, status }, milliseconds / 1000),
    dropped: (rows) => dropped.inc(rows),
    text: async () => {
      const [own, others] = await Promise.all([snapshot(), elsewhere?.()]);
      return others === undefined ? register.metrics() : AggregatorRegistry.aggregate([own, ...others]).metrics();
    },
    contentType: register.contentType,
  };
}

export interface MetricsAccess {
  readonly token: string | undefined;
  /** Elsewhere, or nowhere. */
  readonly isHere: boolean;
}

export function addMetricsRoute(app: FastifyInstance, metrics: Metrics, { token, isHere }: MetricsAccess): void {
  app.get("/metrics", { config: { operation: "metrics.get", apart: "health" } }, async (request, reply) => {
    if (!isHere) return routeNotFound(request, reply);
    if (token !== undefined && request.headers.authorization !== `Bearer ${token}`)
      throw new Failure("api_key_invalid", "Send METRICS_TOKEN as a bearer token.", { field: "Authorization" });
    return reply.header("content-type", metrics.contentType).send(await metrics.text());
  });
}

/** A port for nothing else, which a firewall can tell apart. */
export async function serveMetrics(metrics: Metrics, at: { host: string; port: number }): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    if (request.url === "/metrics")
      metrics.text().then(
        (text) => response.writeHead(200, { "content-type": metrics.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(at, resolve));
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}
