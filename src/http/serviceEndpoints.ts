/**
 * The endpoints beside the data operations. The routes and the OpenAPI description are both made from this table.
 */
import { type TSchema, Type } from "typebox";
import type { FailureCode } from "../contract/failure.ts";
import { listOf, oneOf, record, text } from "../contract/schema.ts";
import { TargetSystem, TargetSystemDetails } from "./targetSystems.ts";

export interface ServiceEndpoint {
  readonly method: "GET";
  /** With `{names}` in braces. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  /** The names in the path, and what each means. */
  readonly ids?: Readonly<Record<string, string>>;
  readonly answer: TSchema;
  /** The same answer for people, with `Accept: text/html`. */
  readonly html?: true;
  readonly failures: readonly FailureCode[];
}

const always = ["rate_limited", "internal"] as const;

const data = (schema: TSchema): TSchema => Type.Object({ data: schema });

const ChangelogMonth = record(
  "ChangelogMonth",
  { month: Type.String({ pattern: "^\\d{4}-\\d{2}$", examples: ["2026-11"] }), entries: listOf(text) },
  {},
);
const Health = record("Health", { status: oneOf("ok") }, {});
const HealthDetails = record(
  "HealthDetails",
  {
    status: oneOf("ok", "unavailable"),
    database: oneOf("ok", "unavailable"),
    version: Type.String({ examples: ["0.1.0"] }),
  },
  {},
);

const serviceEndpoints = {
  "targetSystems.list": {
    method: "GET",
    path: "/targetSystems",
    summary: "List the target systems",
    description: "Every accounting system that this installation can talk to, and the operations that each one offers.",
    answer: data(listOf(TargetSystem)),
    failures: always,
  },
  "targetSystems.get": {
    method: "GET",
    path: "/targetSystems/{slug}",
    summary: "Get a target system",
    description: "Per operation: the fields it fills, the filters and orderings that have an effect, and its rules.",
    ids: { slug: "The target system's identifier." },
    answer: data(TargetSystemDetails),
    failures: ["invalid_request", "target_system_unknown", ...always],
  },
  "health.get": {
    method: "GET",
    path: "/health",
    summary: "Ask whether the service is ready",
    answer: Health,
    failures: always,
  },
  "health.details.get": {
    method: "GET",
    path: "/health/details",
    summary: "Get the state of the parts of the service",
    answer: HealthDetails,
    failures: always,
  },
  "changelog.list": {
    method: "GET",
    path: "/changelog",
    summary: "List what changed, by month",
    answer: data(listOf(ChangelogMonth)),
    html: true,
    failures: always,
  },
  "openapi.get": {
    method: "GET",
    path: "/openapi.json",
    summary: "Get this description",
    answer: Type.Unsafe<object>({ type: "object", examples: [{ openapi: "3.1.1", info: {}, paths: {} }] }),
    failures: always,
  },
} as const satisfies Record<string, ServiceEndpoint>;

export type ServiceEndpointId = keyof typeof serviceEndpoints;

export const serviceEndpointTable = Object.entries(serviceEndpoints) as [ServiceEndpointId, ServiceEndpoint][];
