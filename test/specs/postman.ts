/** Reads a Postman collection as an OpenAPI document with paths, parameters and names of fields, but without types. */
import type { OpenApi, Schema } from "./openapi.ts";

interface Item {
  readonly item?: readonly Item[];
  readonly request?: {
    readonly method: string;
    readonly url: { readonly raw?: string; readonly query?: readonly { readonly key: string }[] };
    readonly body?: { readonly raw?: string };
  };
}

type Paths = Record<string, Record<string, unknown>>;

export function fromPostman(collection: { readonly item: readonly Item[] }): OpenApi {
  const paths: Paths = {};
  for (const { request } of leaves(collection.item)) {
    if (request === undefined) continue;
    const [raw = ""] = (request.url.raw ?? "").replace(/^\{\{\w+\}\}/, "").split("?");
    const path = raw.replaceAll(/\{+\w+\}+|[0-9a-f]{8}-[0-9a-f-]{27}/g, "{id}");
    const method = request.method.toLowerCase();
    paths[path] ??= {};
    const known = (paths[path][method] ?? { parameters: [], bodies: [] }) as { parameters: object[]; bodies: Schema[] };
    known.parameters.push(...(request.url.query ?? []).map(({ key: name }) => ({ name, in: "query" })));
    const body = exampleIn(request.body?.raw);
    if (body !== undefined) known.bodies.push(shapeOf(body));
    paths[path][method] = known;
  }
  for (const methods of Object.values(paths))
    for (const operation of Object.values(methods) as { bodies: Schema[] }[])
      Object.assign(operation, {
        responses: {},
        ...(operation.bodies.length > 0 && {
          requestBody: { content: { "application/json": { schema: { anyOf: operation.bodies } } } },
        }),
      });
  return { openapi: "3.1.0", paths };
}

const leaves = (items: readonly Item[]): Item[] => items.flatMap((item) => (item.item ? leaves(item.item) : [item]));

function exampleIn(raw: string | undefined): unknown {
  try {
    return JSON.parse(raw ?? "");
  } catch {
    return undefined;
  }
}

function shapeOf(value: unknown): Schema {
  if (Array.isArray(value)) return value.length === 0 ? {} : { items: { anyOf: value.map(shapeOf) } };
  if (typeof value !== "object" || value === null) return {};
  return { properties: Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)])) };
}
