/** Builds the OpenAPI description from the operation table, the endpoint tables, the failure table and the connectors. */
import type { Connector } from "../../contract/connector.ts";
import { Meta } from "../../contract/envelope.ts";
import { type FailureCode, failures } from "../../contract/failure.ts";
import { operationTable } from "../../contract/operations.ts";
import { accountingEndpoints } from "../../http/endpoints/accountingEndpoints.ts";
import { authEndpoints } from "../../http/endpoints/authEndpoints.ts";
import { importEndpoints } from "../../http/endpoints/importEndpoints.ts";
import { operationEndpoints } from "../../http/endpoints/operationEndpoints.ts";
import { serviceEndpoints } from "../../http/endpoints/serviceEndpoints.ts";
import { tenantEndpoints } from "../../http/endpoints/tenantEndpoints.ts";
import { tenantWebhookEndpoints } from "../../http/endpoints/tenantWebhookEndpoints.ts";
import { eventEndpoints, webhookEndpoints } from "../../http/endpoints/webhookEndpoints.ts";
import type { Endpoint } from "../../http/server/endpoint.ts";
import { aliases } from "../../http/server/rewrite.ts";
import { exampleOf } from "./examples.ts";
import { answerHeaders, failureResponses, headerComponents } from "./failures.ts";
import { fold, type JsonSchema, plain, type Schemas } from "./jsonSchema.ts";
import {
  type Components,
  type DescribedOperation,
  type DescribedParameter,
  describeOperation,
  pathParameterOf,
  queryParameterOf,
} from "./operation.ts";
import { referenceEndpoints } from "./referenceEndpoints.ts";
import { tagDescriptions } from "./tags.ts";
import { describeWebhooks } from "./webhooks.ts";
import { operationIdOf, tagOf } from "./wording.ts";

export interface Description {
  readonly openapi: string;
  readonly info: { readonly version: string; readonly [field: string]: unknown };
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly [field: string]: unknown;
}

interface PathOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: DescribedOperation;
}

/** Every described endpoint that is not in the operation table. */
export const endpoints: readonly [string, Endpoint][] = [
  authEndpoints,
  importEndpoints,
  accountingEndpoints,
  tenantEndpoints,
  operationEndpoints,
  webhookEndpoints,
  tenantWebhookEndpoints,
  eventEndpoints,
  serviceEndpoints,
  referenceEndpoints,
]
  .flatMap((table) => Object.entries<Endpoint>(table))
  .filter(([, { undescribed }]) => undescribed !== true);

export function describe({
  connectors,
  baseUrl,
}: {
  readonly connectors: readonly Connector[];
  readonly baseUrl: string;
}): Description {
  const components: Components = { schemas: {}, responses: {} };
  const described: PathOperation[] = [
    ...operationTable.map(([id, operation]) => ({
      path: operation.path,
      method: operation.method,
      operation: describeOperation(id, operation, connectors, components),
    })),
    ...endpoints.map(([id, endpoint]) => ({
      path: endpoint.path,
      method: endpoint.method,
      operation: describeEndpoint(id, endpoint, connectors, components),
    })),
  ];
  const parameters = repeatedParameters(described);
  const webhooks = describeWebhooks(components.schemas);
  return {
    openapi: "3.1.1",
    info: { ...info, contact: { name: "The operator of this service", url: baseUrl } },
    servers: [{ url: baseUrl }],
    security: [{ ApiKey: [], AccountKey: [] }],
    tags: [...new Set([...endpoints.map(([, { tag }]) => tag), ...operationTable.map(([id]) => tagOf(id))])].map(
      (name) => ({ name, description: tagDescriptions[name] }),
    ),
    paths: pathsOf(described, parameters),
    webhooks,
    components: {
      securitySchemes,
      parameters,
      headers: headerComponents,
      responses: sorted(components.responses),
      schemas: sorted(components.schemas),
    },
  };
}

const failureLines = Object.entries(failures).map(
  ([code, { status, meaning }]) => `| \`${code}\` | ${status} | ${meaning} |`,
);

const info = {
  title: "Kontor",
  version: "1.0",
  summary: "One accounting API for every accounting system.",
  description: [
    "Every request has two keys: `X-API-KEY` identifies your platform, `X-ACCOUNT-KEY` identifies the end user's connection.",
    "All responses have the same structure: `data`, and `meta` with pagination and warnings. Fields that a target system does not provide are absent, and parameters that it ignores are listed in `meta.warnings`.",
    "Paths are case-insensitive and also work without `/accounting`. These aliases exist for compatibility with similar services:",
    ["| alias | path |", "|---|---|", ...aliases.map(([from, to]) => `| \`${from}\` | \`${to}\` |`)].join("\n"),
    "Every error has a stable `code` and a `message` that says what to do, and the response has the request id:",
    ["| code | status | meaning |", "|---|---|---|", ...failureLines].join("\n"),
  ].join("\n\n"),
  license: { name: "Apache-2.0", identifier: "Apache-2.0" },
};

const securitySchemes = {
  ApiKey: { type: "apiKey", in: "header", name: "X-API-KEY", description: "Identifies your platform." },
  AccountKey: {
    type: "apiKey",
    in: "header",
    name: "X-ACCOUNT-KEY",
    description: "Identifies the connection to one end user's accounting system.",
  },
};

const securityOf: Readonly<Record<Endpoint["keys"], readonly object[]>> = {
  none: [],
  api: [{ ApiKey: [] }],
  both: [{ ApiKey: [], AccountKey: [] }],
};

function describeEndpoint(
  id: string,
  endpoint: Endpoint,
  [first]: readonly Connector[],
  { schemas, responses }: Components,
): DescribedOperation {
  const slug = (name: string) => (name === "targetSystem" || name === "slug" ? first?.id : undefined);
  const schema = plain(endpoint.answer);
  const content = { "application/json": { schema: fold(withMeta(schema), schemas), example: exampleOf(schema) } };
  const also = (endpoint.alsoAs ?? []).map((type) => [type, { schema: { type: "string" } }]);
  return {
    operationId: operationIdOf(id),
    "x-operation": id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: endpoint.description,
    security: securityOf[endpoint.keys],
    parameters: [
      ...Object.entries(endpoint.ids ?? {}).map(([name, meaning]) => pathParameterOf(name, meaning, slug(name))),
      ...Object.entries(endpoint.query ?? {}).map(([name, parameter]) => queryParameterOf(name, parameter)),
    ],
    ...(endpoint.body && { requestBody: jsonBody(plain(endpoint.body), schemas) }),
    responses: {
      [endpoint.status ?? 200]: {
        description: "Success.",
        headers: answerHeaders,
        content: { ...content, ...Object.fromEntries(also) },
      },
      ...failureResponses(codesOf(endpoint), responses, schemas),
    },
  };
}

/** Every response with `data` may have `meta.warnings`, even if the endpoint does not declare it. */
function withMeta(schema: JsonSchema): JsonSchema {
  const { properties = {} } = schema;
  if (!("data" in properties) || "meta" in properties) return schema;
  return { ...schema, properties: { meta: plain(Meta), ...properties } };
}

/** Invalid text is rejected everywhere, even in unknown parameters. */
const always: readonly FailureCode[] = ["invalid_request"];
const withKey: readonly FailureCode[] = ["scope_missing"];
/** The size and content type of a body are checked even if the endpoint expects no body. */
const withBody: readonly FailureCode[] = ["body_too_large", "unsupported_media_type"];
const codesOf = ({ method, keys, failures: declared }: Endpoint): FailureCode[] => [
  ...new Set([...always, ...declared, ...(keys === "none" ? [] : withKey), ...(method === "GET" ? [] : withBody)]),
];

const jsonBody = (schema: JsonSchema, schemas: Schemas): object => ({
  required: schema.required !== undefined || schema.oneOf !== undefined || schema.type === "array",
  content: { "application/json": { schema: fold(schema, schemas), example: exampleOf(schema) } },
});

/** Parameters that several operations share, by name. A name with different meanings is not shared. */
function repeatedParameters(described: readonly PathOperation[]): Record<string, DescribedParameter> {
  const parameters = described.flatMap(({ operation }) => operation.parameters);
  const byText = [...Map.groupBy(parameters, (parameter) => JSON.stringify(parameter)).values()];
  const repeated = byText.flatMap(([parameter, second]) => (parameter && second ? [parameter] : []));
  const byName = [...Map.groupBy(repeated, ({ name }) => name).values()];
  return Object.fromEntries(
    byName.flatMap(([parameter, second]) => (parameter && !second ? [[parameter.name, parameter]] : [])),
  );
}

function pathsOf(described: readonly PathOperation[], shared: Readonly<Record<string, DescribedParameter>>) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { path, method, operation } of described) {
    const parameters = operation.parameters.map((parameter) =>
      JSON.stringify(shared[parameter.name]) === JSON.stringify(parameter)
        ? { $ref: `#/components/parameters/${parameter.name}` }
        : parameter,
    );
    const item = (paths[path] ??= {});
    item[method.toLowerCase()] = { ...operation, parameters };
  }
  return paths;
}

const sorted = <Value>(values: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));
