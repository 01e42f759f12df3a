/** The OpenAPI description as a Postman collection (format 2.1): a folder for each group, a request for each operation. */
import type { Description } from "./openapi.ts";
import type { DescribedParameter } from "./operation.ts";

interface DescribedRow {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly ({ readonly $ref?: string } & DescribedParameter)[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
}

interface Media {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

const schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/** Keys are variables, so that they are in the user's environment and not in the collection. */
const keyHeaders = {
  ApiKey: { key: "X-API-KEY", value: "{{apiKey}}" },
  AccountKey: { key: "X-ACCOUNT-KEY", value: "{{accountKey}}" },
} as const;

export function postmanCollection(description: Description, baseUrl: string): object {
  const rows = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, row]) => ({ path, method: method.toUpperCase(), row: row as DescribedRow })),
  );
  const tags = description["tags"] as readonly { readonly name: string; readonly description: string }[];
  const parameters = description.components["parameters"] as Readonly<Record<string, DescribedParameter>>;
  return {
    info: { name: "Kontor", description: description.info["summary"], schema },
    variable: [
      { key: "baseUrl", value: baseUrl },
      { key: "apiKey", value: "" },
      { key: "accountKey", value: "" },
    ],
    item: tags.map(({ name, description: about }) => ({
      name,
      description: about,
      item: rows
        .filter(({ row }) => row.tags[0] === name)
        .map(({ path, method, row }) => itemOf(path, method, row, parameters)),
    })),
  };
}

function itemOf(
  path: string,
  method: string,
  row: DescribedRow,
  shared: Readonly<Record<string, DescribedParameter>>,
): object {
  const parameters = row.parameters.map((parameter) =>
    parameter.$ref === undefined ? parameter : (shared[parameter.$ref.split("/").at(-1) ?? ""] ?? parameter),
  );
  const [security = { ApiKey: [], AccountKey: [] }] = row.security ?? [];
  const isOpen = row.security?.length === 0;
  const keys = isOpen ? [] : Object.entries(keyHeaders).filter(([name]) => name in security);
  const isWrite = method !== "GET" && path.startsWith("/accounting/");
  const body = bodyOf(row);
  return {
    name: row.summary,
    request: {
      method,
      description: row.description,
      header: [
        ...keys.map(([, header]) => header),
        // Postman makes a new one for each click; send the same one again to repeat a write safely.
        ...(isWrite ? [{ key: "Idempotency-Key", value: "{{$guid}}" }] : []),
        ...(body?.mode === "raw" ? [{ key: "Content-Type", value: "application/json" }] : []),
      ],
      url: urlOf(path, parameters),
      ...(body !== undefined && { body }),
    },
  };
}

function urlOf(path: string, parameters: readonly DescribedParameter[]): object {
  const segments = path.slice(1).replaceAll(/\{(\w+)\}/g, ":$1");
  const query = parameters.filter((parameter) => parameter.in === "query");
  const ids = parameters.filter((parameter) => parameter.in === "path");
  return {
    raw: `{{baseUrl}}/${segments}`,
    host: ["{{baseUrl}}"],
    path: segments.split("/"),
    query: query.map(({ name, description, required, schema }) => ({
      key: name,
      value: textOf(schema.default ?? schema.enum?.[0] ?? ""),
      description,
      disabled: required !== true,
    })),
    variable: ids.map(({ name, description, example }) => ({ key: name, value: textOf(example ?? ""), description })),
  };
}

function bodyOf({ requestBody }: DescribedRow) {
  const json = requestBody?.content["application/json"];
  if (json !== undefined) {
    const [first] = Object.values(json.examples ?? {});
    const example = json.example ?? first?.value ?? {};
    return { mode: "raw", raw: JSON.stringify(example, null, 2), options: { raw: { language: "json" } } };
  }
  return requestBody?.content["multipart/form-data"] === undefined
    ? undefined
    : { mode: "formdata", formdata: [{ key: "file", type: "file", src: [] }] };
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
