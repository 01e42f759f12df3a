/** Reads a table of entity sets, as OData services are documented, as an OpenAPI document with paths, fields and their types. */
import type { OpenApi } from "./openapi.ts";

interface Property {
  readonly name: string;
  /** `Edm.String` and its like, or the set whose records it is a collection of. */
  readonly type: string;
  readonly supportedMethods: Readonly<Record<string, boolean>>;
}
interface EntitySet {
  readonly uri: string;
  readonly supportedMethods: Readonly<Record<string, boolean>>;
  readonly properties: readonly Property[];
}
export type EntityTables = Readonly<Record<string, EntitySet>>;

const options = ["$select", "$filter", "$expand", "$orderby", "$top", "$skiptoken", "$inlinecount"];
const parameters = options.map((name) => ({ name, in: "query" }));

const primitive = (type: string): object | undefined => {
  const [, name = ""] = /^Edm\.(\w+)$/.exec(type) ?? [];
  if (name === "") return undefined;
  if (/^Int\d+$|^Byte$/.test(name)) return { type: "integer", nullable: true };
  if (/^(?:Double|Decimal|Single)$/.test(name)) return { type: "number", nullable: true };
  return { type: name === "Boolean" ? "boolean" : "string", nullable: true };
};

/** Paths start after `base`: `/api/v1` of `/api/v1/{division}/crm/Accounts`. */
export function fromEntityTables(sets: EntityTables, base: string): OpenApi {
  const known = new Set(Object.keys(sets));
  const fieldOf = ({ type }: Property, method: string): object => {
    const plain = primitive(type);
    if (plain !== undefined) return plain;
    if (!known.has(type)) return {};
    const items = schemaOf(type, method);
    const deferred = { type: "object", properties: { results: { type: "array", items }, __deferred: {} } };
    return { anyOf: [{ type: "array", items }, deferred] };
  };
  /** The fields that a method accepts. */
  const made = new Map<string, object>();
  const schemaOf = (name: string, method: string): object => {
    const key = `${name} ${method}`;
    const before = made.get(key);
    if (before !== undefined) return before;
    // Some sets refer to each other.
    made.set(key, {});
    const supported = sets[name]?.properties.filter(({ supportedMethods }) => supportedMethods[method] === true) ?? [];
    const properties = Object.fromEntries(supported.map((property) => [property.name, fieldOf(property, method)]));
    const schema = { type: "object", properties: { ...properties, ...(method === "get" && { __metadata: {} }) } };
    made.set(key, schema);
    return schema;
  };
  const json = (schema: object) => ({ content: { "application/json": { schema } } });
  const wrapped = (d: object) => json({ type: "object", properties: { d } });
  const paths = Object.entries(sets).flatMap(([name, { uri, supportedMethods: may }]) => {
    const path = uri.startsWith(base) ? uri.slice(base.length) : uri;
    const shown = schemaOf(name, "get");
    const results = { type: "array", items: shown };
    const page = { type: "object", properties: { results, __next: { type: "string" }, __count: { type: "string" } } };
    const list = { parameters, responses: { 200: wrapped({ anyOf: [page, results] }) } };
    const sent = (method: string) => ({ requestBody: json(schemaOf(name, method)) });
    const operation = { parameters, responses: { 200: wrapped(shown) } };
    return [
      [
        path,
        {
          ...(may["get"] && { get: list }),
          ...(may["post"] && { post: { ...sent("post"), responses: { 201: wrapped(shown) } } }),
        },
      ],
      [
        `${path}({id})`,
        {
          ...(may["get"] && { get: operation }),
          ...(may["put"] && { put: { ...sent("put"), responses: { 204: {} } } }),
          ...(may["delete"] && { delete: { responses: { 204: {} } } }),
        },
      ],
    ] as const;
  });
  return { openapi: "3.0.0", paths: Object.fromEntries(paths) };
}
