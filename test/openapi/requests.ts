/** Finds the operation of a request in an OpenAPI description, and checks whether the description allows the request. */
import { canonicalUrl } from "../../src/http/server/rewrite.ts";
import type { SentRequest } from "./checkedFetch.ts";
import type { OpenApi, Operation, Parameter, Schemas } from "./schemas.ts";

export interface Found {
  readonly operation: Operation;
  readonly ids: Readonly<Record<string, string>>;
}

export interface Requests {
  find(method: string, pathname: string): Found | undefined;
  allows(found: Found, request: SentRequest): boolean;
}

export function openRequests({ paths }: OpenApi, { pointed, faults }: Schemas): Requests {
  const templates = Object.keys(paths)
    .map((path) => ({ path, form: formOf(path) }))
    // Literal segments take precedence over path parameters.
    .sort((a, b) => a.path.split("{").length - b.path.split("{").length);
  const isAccepted = (schema: object, text: string): boolean =>
    readings(text).some((value) => faults(schema, value).length === 0);
  return {
    find: (method, pathname) => {
      const canonical = canonicalUrl(pathname);
      for (const { path, form } of templates) {
        const match = form.exec(canonical);
        const operation = match === null ? undefined : paths[path]?.[method.toLowerCase()];
        if (operation !== undefined) return { operation, ids: { ...match?.groups } };
      }
      return undefined;
    },
    allows: ({ operation, ids }, request) => {
      const parameters = operation.parameters.map((parameter) => pointed(parameter) as Parameter);
      return (
        parameters.every(({ name, in: location, required = false, schema }) => {
          const values = valuesOf(location, name, { ids, request });
          if (values.length === 0) return !required;
          return values.length === 1 && values.every((text) => isAccepted(schema, text));
        }) && allowsBody(operation, request, faults)
      );
    },
  };
}

/** Aliases are checked as the path that they stand for; paths are case-insensitive. */
const formOf = (path: string): RegExp =>
  new RegExp(`^${canonicalUrl(path).replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`, "i");

function valuesOf(
  location: Parameter["in"],
  name: string,
  { ids, request }: { readonly ids: Found["ids"]; readonly request: SentRequest },
): string[] {
  if (location === "query") return request.query.getAll(name);
  const value = location === "path" ? decoded(ids[name] ?? "") : request.headers.get(name);
  return value === null ? [] : [value];
}

/** Returns an empty id if the text cannot be decoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** Values in a URL are text, which may represent a number or a boolean. */
function readings(text: string): unknown[] {
  const isNumber = text !== "" && String(Number(text)) === text;
  const isFlag = text === "true" || text === "false";
  return [text, ...(isNumber ? [Number(text)] : []), ...(isFlag ? [text === "true"] : [])];
}

/** Forms are never reported as allowed here: the upload tests cover them. */
function allowsBody({ requestBody }: Operation, { headers, body }: SentRequest, faults: Schemas["faults"]): boolean {
  if (body === undefined || body === null) return requestBody === undefined || !requestBody.required;
  const [type = ""] = (headers.get("content-type") ?? "").split(";");
  const media = requestBody?.content[type];
  if (media === undefined || type !== "application/json" || typeof body !== "string") return false;
  try {
    return faults(media.schema, JSON.parse(body)).length === 0;
  } catch {
    return false;
  }
}
