/** What the service says about itself. */
import type { TSchema } from "typebox";
import { listOf, oneOf, record } from "../../contract/schema.ts";
import { Type } from "../../contract/schemaBuilders.ts";
import type { EndpointTable } from "../server/endpoint.ts";
import { TargetSystem, TargetSystemDetails } from "./targetSystems.ts";

const tag = "Service";
const always = ["rate_limited", "internal", "unavailable"] as const;

const data = (schema: TSchema): TSchema => Type.Object({ data: schema });

const Health = record("Health", { status: oneOf("ok") }, {});
const HealthDetails = record(
  "HealthDetails",
  {
    status: oneOf("ok", "degraded", "unavailable"),
    database: oneOf("ok", "unavailable"),
    disk: oneOf("ok", "low"),
    workers: Type.Integer({ minimum: 0, description: "Processes that do background work.", examples: [1] }),
    version: Type.String({ examples: ["0.1.0"] }),
  },
  {
    freeBytes: Type.Integer({ minimum: 0, description: "Room left for the data folder.", examples: [52_428_800_000] }),
    oldestUndelivered: Type.Integer({
      minimum: 0,
      description: "Seconds that the oldest event has waited which its receiver has not taken.",
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
    description: "Every accounting system that this installation can talk to, and the operations that each one offers.",
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
      "Per operation: of reads the fields it fills and the filters and orderings that have an effect, of writes the fields it can store (`writableFields`) and those that a body needs (`requires`), and its rules. `webhooks` says which changes it tells itself, which are found by looking at its lists, and whether events leave as lists.",
    ids: { slug: "The accounting system, by its slug from `/targetSystems`." },
    answer: data(TargetSystemDetails),
    failures: ["invalid_request", "target_system_unknown", ...always],
  },
  "health.get": {
    method: "GET",
    path: "/health",
    apart: "health",
    tag,
    keys: "none",
    summary: "Ask whether the service is ready",
    description: "200 while requests can be answered; 503 `unavailable` while the database is not there.",
    answer: Health,
    failures: always,
  },
  "health.details.get": {
    method: "GET",
    path: "/health/details",
    apart: "health",
    tag,
    keys: "none",
    summary: "Get the state of the parts of the service",
    description:
      "`degraded`: requests are answered, but the disk is nearly full, or no worker runs, so that nothing is polled or delivered.",
    answer: HealthDetails,
    failures: always,
  },
} as const satisfies EndpointTable;
