/** Indexes the OpenAPI description for the reference site: operations by id and group, schemas by reference. */
import type { Connector } from "../../contract/connector.ts";
import type { JsonSchema } from "../openapi/jsonSchema.ts";
import { type Description, describe } from "../openapi/openapi.ts";
import type { DescribedParameter } from "../openapi/operation.ts";
import type { Resolve } from "./schemaView.ts";

export interface Media {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface ReferenceResponse {
  readonly description: string;
  readonly content?: Readonly<Record<string, Media>>;
}

export interface ReferenceOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly group: string;
  readonly keys: "none" | "api" | "both";
  readonly parameters: readonly DescribedParameter[];
  readonly body: Readonly<Record<string, Media>> | undefined;
  readonly answers: readonly (readonly [status: string, answer: ReferenceResponse])[];
  readonly targetSystems: readonly string[] | undefined;
}

export interface Catalogue {
  readonly description: Description;
  readonly operations: ReadonlyMap<string, ReferenceOperation>;
  readonly groups: readonly { readonly name: string; readonly about: string; readonly ids: readonly string[] }[];
  readonly resolve: Resolve;
  readonly connectors: readonly Connector[];
}

interface Row {
  readonly "x-operation": string;
  readonly "x-target-systems"?: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly [string];
  readonly security?: readonly object[];
  readonly parameters: readonly ({ readonly $ref?: string } & DescribedParameter)[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly $ref?: string } & ReferenceResponse>>;
}

export function openCatalogue(connectors: readonly Connector[], baseUrl: string): Catalogue {
  const description = describe({ connectors, baseUrl });
  const resolve = <Value>(value: Value & { readonly $ref?: string }): Value => {
    const { $ref } = value;
    if ($ref === undefined) return value;
    const [, , kind = "", name = ""] = $ref.split("/");
    return description.components[kind]?.[name] as Value;
  };
  const rows = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, row]) => operationOf(path, method, row as Row, resolve)),
  );
  const tags = description["tags"] as readonly { readonly name: string; readonly description: string }[];
  return {
    description,
    connectors,
    operations: new Map(rows.map((operation) => [operation.id, operation])),
    groups: tags.map(({ name, description: about }) => ({
      name,
      about,
      ids: rows.filter(({ group }) => group === name).map(({ id }) => id),
    })),
    resolve: resolve<JsonSchema>,
  };
}

function operationOf(
  path: string,
  method: string,
  row: Row,
  resolve: <Value>(value: Value & { readonly $ref?: string }) => Value,
): ReferenceOperation {
  const [{ AccountKey, ApiKey } = { AccountKey: [], ApiKey: [] }] = (row.security ?? [
    { AccountKey: [], ApiKey: [] },
  ]) as {
    AccountKey?: unknown;
    ApiKey?: unknown;
  }[];
  const isOpen = row.security?.length === 0;
  return {
    id: row["x-operation"],
    method: method.toUpperCase(),
    path,
    summary: row.summary,
    description: row.description,
    group: row.tags[0],
    keys: isOpen || ApiKey === undefined ? "none" : AccountKey === undefined ? "api" : "both",
    parameters: row.parameters.map((parameter) => resolve<DescribedParameter>(parameter)),
    body: row.requestBody?.content,
    answers: Object.entries(row.responses).map(([status, answer]) => [status, resolve<ReferenceResponse>(answer)]),
    targetSystems: row["x-target-systems"],
  };
}
