/** The endpoints that describe the service: its changelog and its OpenAPI description. */
import type { TSchema } from "typebox";
import { listOf, record, text } from "../../contract/schema.ts";
import { Type } from "../../contract/schemaBuilders.ts";
import type { EndpointTable } from "../../http/server/endpoint.ts";

const tag = "Service";
const always = ["rate_limited", "internal", "unavailable"] as const;

const data = (schema: TSchema): TSchema => Type.Object({ data: schema });

const ChangelogMonth = record(
  "ChangelogMonth",
  { month: Type.String({ pattern: "^\\d{4}-\\d{2}$", examples: ["2026-11"] }), entries: listOf(text) },
  {},
);
export const referenceEndpoints = {
  "changelog.list": {
    method: "GET",
    path: "/changelog",
    rateLimitGroup: "files",
    tag,
    keys: "none",
    summary: "Get the changelog",
    description: "Grouped by month, newest first. With `Accept: text/html`, the response is a web page.",
    answer: data(listOf(ChangelogMonth)),
    alsoAs: ["text/html"],
    failures: always,
  },
  "openapi.get": {
    method: "GET",
    path: "/openapi.json",
    rateLimitGroup: "files",
    tag,
    keys: "none",
    summary: "Get the OpenAPI description",
    description: "OpenAPI 3.1, generated from the tables that the service runs on.",
    answer: Type.Unsafe<object>({ type: "object", examples: [{ openapi: "3.1.1", info: {}, paths: {} }] }),
    failures: always,
  },
} as const satisfies EndpointTable;
