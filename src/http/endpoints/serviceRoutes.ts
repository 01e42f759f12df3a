/** Handlers of the endpoints about target systems and health. */
import type { FastifyInstance } from "fastify";
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
}

/** Undefined values could not be determined. */
export interface HealthReport {
  readonly database: "ok" | "unavailable";
  /** Why the database is not available. */
  readonly trouble?: DatabaseTrouble | undefined;
  readonly disk: "ok" | "low";
  readonly freeBytes: number | undefined;
  readonly workers?: number | undefined;
  readonly oldestUndelivered?: number | null | undefined;
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

function healthHandlers({ health, version }: ServiceOptions) {
  return {
    "health.get": async () => {
      const { database, trouble = "unreachable" } = await health();
      if (database !== "ok")
        throw new Failure("unavailable", `${troubleTexts[trouble]} Try again shortly.`, { retryAfter: 1 });
      return { status: "ok" };
    },
    "health.details.get": async () => {
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

export function statusOf({ database, disk, workers = 0 }: HealthReport): "ok" | "degraded" | "unavailable" {
  if (database !== "ok") return "unavailable";
  return disk === "ok" && workers > 0 ? "ok" : "degraded";
}
