/** Handlers of the endpoints about target systems and health. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { unknownTargetSystem } from "../../core/connecting/context.ts";
import { type DatabaseTrouble, troubleTexts } from "../../store/postgres/unavailable.ts";
import { addEndpoints, type EndpointCall, type RequestChecks } from "../server/endpoint.ts";
import { serviceEndpoints } from "./serviceEndpoints.ts";
import { targetSystem, targetSystemDetails } from "./targetSystems.ts";

export interface ServiceOptions extends RequestChecks {
  readonly connectors: readonly Connector[];
  readonly version: string;
  readonly health: () => Promise<HealthReport>;
  /** Opens the details of the health to other machines. */
  readonly metricsToken?: string | undefined;
}

/** Undefined values could not be determined. */
export interface HealthReport {
  readonly database: "ok" | "unavailable";
  /** Why the database is not available. */
  readonly trouble?: DatabaseTrouble | undefined;
  /** The service still answers, but proxies should send no more requests. */
  readonly isStopping?: boolean;
  readonly disk: "ok" | "low";
  readonly freeBytes: number | undefined;
  readonly workers?: number | undefined;
  readonly oldestUndelivered?: number | null | undefined;
  /** Whether the service waits to be resumed after a restore. */
  readonly isPaused?: boolean;
}

export function addServiceRoutes(app: FastifyInstance, options: ServiceOptions): void {
  addEndpoints(app, options, serviceEndpoints, {
    ...targetSystemHandlers(options.connectors),
    ...healthHandlers(options),
  });
}

function targetSystemHandlers(connectors: readonly Connector[]) {
  return {
    "targetSystems.list": () => ({ data: connectors.map(targetSystem) }),
    "targetSystems.get": ({ ids: { slug = "" } }: EndpointCall) => {
      const connector = connectors.find(({ id }) => id === slug);
      if (connector === undefined)
        throw unknownTargetSystem(
          slug,
          connectors.map(({ id }) => id),
        );
      return { data: targetSystemDetails(connector) };
    },
  };
}

/** Whether the request comes from this machine itself. A proxy on it that is not trusted hides where requests come from. */
const isLocal = ({ ip, headers }: FastifyRequest): boolean =>
  /^(?:127\.|::1$|::ffff:127\.)/.test(ip) &&
  headers["x-forwarded-for"] === undefined &&
  headers["forwarded"] === undefined;

function healthHandlers({ health, version, metricsToken }: ServiceOptions) {
  return {
    "health.get": async () => {
      const { database, isStopping, trouble = "unreachable", isPaused = false } = await health();
      if (isStopping === true)
        throw new Failure("unavailable", "This service is shutting down. Try again shortly.", { retryAfter: 1 });
      if (database !== "ok")
        throw new Failure("unavailable", `${troubleTexts[trouble]} Try again shortly.`, { retryAfter: 1 });
      return { status: isPaused ? "paused" : "ok", version };
    },
    "health.details.get": async ({ request }: EndpointCall) => {
      const hasToken = metricsToken !== undefined && request.headers.authorization === `Bearer ${metricsToken}`;
      if (!hasToken && !isLocal(request))
        throw new Failure("api_key_invalid", "Send METRICS_TOKEN as a bearer token.", { field: "Authorization" });
      const report = await health();
      const { database, trouble, disk, freeBytes, workers = 0, oldestUndelivered } = report;
      return {
        status: statusOf(report),
        database,
        disk,
        workers,
        version,
        ...(trouble !== undefined && { trouble }),
        ...(freeBytes !== undefined && { freeBytes }),
        ...(typeof oldestUndelivered === "number" && { oldestUndelivered }),
      };
    },
  };
}

export function statusOf({
  database,
  isStopping,
  disk,
  workers = 0,
  isPaused = false,
}: HealthReport): "ok" | "degraded" | "paused" | "unavailable" {
  if (database !== "ok" || isStopping === true) return "unavailable";
  if (isPaused) return "paused";
  return disk === "ok" && workers > 0 ? "ok" : "degraded";
}
