/** The endpoints about the service itself: target systems and health. */
import type { TSchema } from "typebox";
import { describedAs, listOf, oneOf, record } from "../../contract/schema.ts";
import { Type } from "../../contract/schemaBuilders.ts";
import type { EndpointTable } from "../server/endpoint.ts";
import { TargetSystem, TargetSystemDetails } from "./targetSystems.ts";

const tag = "Service";
const always = ["rate_limited", "internal", "unavailable"] as const;

const data = (schema: TSchema): TSchema => Type.Object({ data: schema });

const Health = record("Health", { status: oneOf("ok", "paused"), version: Type.String({ examples: ["0.1.0"] }) }, {});
const HealthDetails = record(
  "HealthDetails",
  {
    status: oneOf("ok", "degraded", "paused", "unavailable"),
    database: oneOf("ok", "unavailable"),
    disk: oneOf("ok", "low"),
    workers: Type.Integer({
      minimum: 0,
      description: "The number of processes that do background work.",
      examples: [1],
    }),
    version: Type.String({ examples: ["0.1.0"] }),
  },
  {
    trouble: describedAs(
      oneOf(
        "unreachable",
        "too_many_connections",
        "disk_full",
        "disk_failed",
        "read_only",
        "standby",
        "out_of_memory",
        "busy",
      ),
      { description: "Why the database is not available." },
    ),
    freeBytes: Type.Integer({
      minimum: 0,
      description: "Free disk space for the data folder, in bytes.",
      examples: [52_428_800_000],
    }),
    oldestUndelivered: Type.Integer({
      minimum: 0,
      description: "The age in seconds of the oldest event that its receiver has not accepted.",
      examples: [2],
    }),
  },
);

export const serviceEndpoints = {
  "targetSystems.list": {
    method: "GET",
    path: "/targetSystems",
    tag,
    keys: "none",
    summary: "List the target systems",
    description: "The accounting systems that this installation supports, with the operations of each.",
    answer: data(listOf(TargetSystem)),
    failures: always,
  },
  "targetSystems.get": {
    method: "GET",
    path: "/targetSystems/{slug}",
    tag,
    keys: "none",
    summary: "Get a target system",
    description:
      "For each read: the fields it returns, and the filters and sort orders that have an effect. For each write: the fields that can be stored (`writableFields`) and the required fields (`requires`). Both list further `rules`. `webhooks` shows which changes the target system reports, which are detected by polling, and whether events are delivered in batches.",
    ids: { slug: "The slug of the target system, from `/targetSystems`." },
    answer: data(TargetSystemDetails),
    failures: ["invalid_request", "target_system_unknown", ...always],
  },
  "health.get": {
    method: "GET",
    path: "/health",
    rateLimitGroup: "health",
    tag,
    keys: "none",
    summary: "Check whether the service is ready",
    description:
      "200 if the service can handle requests; 503 `unavailable` if the database cannot be reached or cannot store anything, or if the service is shutting down, with the reason. `paused`: the service was restored from a backup and waits for its operator; it calls no target system and no receiver, and refuses data requests with 503.",
    answer: Health,
    failures: always,
  },
  "health.details.get": {
    method: "GET",
    path: "/health/details",
    rateLimitGroup: "health",
    tag,
    keys: "none",
    summary: "Get the health of each component",
    description:
      "`degraded`: requests are served, but the disk is nearly full, or no worker is running, so nothing is polled or delivered. `paused`: the service was restored from a backup and waits for `kontor resume`. Only for callers on the same machine, or with `METRICS_TOKEN` as a bearer token.",
    answer: HealthDetails,
    failures: ["api_key_invalid", ...always],
  },
} as const satisfies EndpointTable;
