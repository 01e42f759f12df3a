/** Prometheus metrics. Every label has a bounded number of values and never contains caller data. */
import type { FastifyInstance } from "fastify";
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { Failure } from "../../contract/failure.ts";
import type { VendorCall } from "../../core/session/vendorCall.ts";
import type { Backlog } from "../../store/backlog.ts";
import { createServer } from "../../web/createServer.ts";
import { routeNotFound } from "./errors.ts";

export interface Metrics {
  /** Counts an answered request. */
  countRequest(facts: RequestFacts): void;
  /** Counts a call to a vendor. */
  countVendorCall(facts: VendorCall): void;
  /** Counts a call and its bytes by target system and cause. */
  countUsage(facts: Pick<VendorCall, "targetSystem" | "bytesIn" | "bytesOut">, cause: string): void;
  /** Counts request log rows that were dropped because the database was unavailable for too long. */
  countDroppedRows(rows: number): void;
  /** The metrics of all processes of this service. */
  text(): Promise<string>;
  /** The metrics of this process. */
  snapshot(): Promise<Snapshot>;
  readonly contentType: string;
}

export interface RequestFacts {
  readonly operation: string;
  /** The connection's target system, or "none". */
  readonly system: string;
  readonly status: number;
  /** The error code, or "none". */
  readonly code: string;
  readonly seconds: number;
}

export type Snapshot = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

export interface Sources {
  /** Undefined while the database is unavailable. */
  readonly backlog: () => Promise<Backlog | undefined>;
  readonly pool: { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number };
  /** The metrics of the other processes. Undefined if there are none. */
  readonly otherProcesses?: () => Promise<readonly Snapshot[] | undefined>;
}

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Includes the default metrics of the process: memory, CPU and event loop delay. */
export function openMetrics({ backlog, pool, otherProcesses }: Sources): Metrics {
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
    help: "Duration of calls to target systems in seconds",
    registers,
    buckets,
    labelNames: ["system", "status"],
  });
  const usage = new Counter({
    name: "kontor_vendor_calls_total",
    help: "Calls to target systems for connections",
    registers,
    labelNames: ["system", "cause"],
  });
  const bytes = new Counter({
    name: "kontor_vendor_bytes_total",
    help: "Bytes sent to and received from target systems for connections",
    registers,
    labelNames: ["system", "cause", "direction"],
  });
  const dropped = new Counter({
    name: "kontor_request_log_dropped_total",
    help: "Request log rows that were dropped",
    registers,
  });
  // Every process reads the same values from the database, so they are not added up.
  const gauge = (name: string, help: string): Gauge =>
    new Gauge({ name: `kontor_${name}`, help, registers, aggregator: "max" });
  const waiting = gauge("deliveries_waiting", "Deliveries not yet accepted by their receiver, counted up to 100000");
  const oldest = gauge("deliveries_oldest_seconds", "Seconds since the oldest waiting delivery was due");
  const behind = gauge("polls_behind", "Connections whose poll is overdue");
  const connections = new Gauge({
    name: "kontor_database_connections",
    help: "Database connections in the pool",
    registers,
    labelNames: ["state"],
  });
  const updateGauges = async (): Promise<void> => {
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
    await updateGauges();
    return register.getMetricsAsJSON();
  };
  return {
    snapshot,
    countRequest: ({ operation, system, status, code, seconds }) => {
      requests.inc({ operation, system, status, code });
      duration.observe({ operation, system }, seconds);
    },
    countVendorCall: ({ targetSystem, status, milliseconds }) =>
      calls.observe({ system: targetSystem, status }, milliseconds / 1000),
    countUsage: ({ targetSystem: system, bytesIn, bytesOut }, cause) => {
      usage.inc({ system, cause });
      bytes.inc({ system, cause, direction: "sent" }, bytesOut);
      bytes.inc({ system, cause, direction: "received" }, bytesIn);
    },
    countDroppedRows: (rows) => dropped.inc(rows),
    text: async () => {
      const [thisProcess, others] = await Promise.all([snapshot(), otherProcesses?.()]);
      if (others === undefined) return register.metrics();
      return AggregatorRegistry.aggregate([thisProcess, ...others]).metrics();
    },
    contentType: register.contentType,
  };
}

export interface MetricsAccess {
  readonly token: string | undefined;
  /** Whether metrics are served on this port. False if they have a separate port or are disabled. */
  readonly isHere: boolean;
}

export function addMetricsRoute(app: FastifyInstance, metrics: Metrics, { token, isHere }: MetricsAccess): void {
  app.get("/metrics", { config: { operation: "metrics.get", rateLimitGroup: "health" } }, async (request, reply) => {
    if (!isHere) return routeNotFound(request, reply);
    if (token !== undefined && request.headers.authorization !== `Bearer ${token}`)
      throw new Failure("api_key_invalid", "Send METRICS_TOKEN as a bearer token.", { field: "Authorization" });
    return reply.header("content-type", metrics.contentType).send(await metrics.text());
  });
}

/** Serves metrics on a separate port, which a firewall can restrict. */
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
