/** Requests against an OpenAPI description: which operation they are for, and whether it allows them. */
import { canonicalUrl } from "../../src/http/server/rewrite.ts";
import type { Asked } from "./checkedFetch.ts";
import type { OpenApi, Operation, Parameter, Schemas } from "./schemas.ts";

export interface Found {
  readonly operation: Operation;
  readonly ids: Readonly<Record<string, string>>;
}

export interface Requests {
  find(method: string, pathname: string): Found | undefined;
  allows(found: Found, asked: Asked): boolean;
}

export function openRequests({ paths }: OpenApi, { pointed, faults }: Schemas): Requests {
  const templates = Object.keys(paths)
    .map((path) => ({ path, form: formOf(path) }))
    // A word in its place is meant before a name in braces is.
    .sort((a, b) => a.path.split("{").length - b.path.split("{").length);
  const isTaken = (schema: object, text: string): boolean =>
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
    allows: ({ operation, ids }, asked) => {
      const parameters = operation.parameters.map((parameter) => pointed(parameter) as Parameter);
      return (
        parameters.every(({ name, in: place, required = false, schema }) => {
          const given = valuesOf(place, name, { ids, asked });
          if (given.length === 0) return !required;
          return given.length === 1 && given.every((text) => isTaken(schema, text));
        }) && allowsBody(operation, asked, faults)
      );
    },
  };
}

/** An alias is held to what is said of the path that it stands for; the case of letters does not matter. */
const formOf = (path: string): RegExp =>
  new RegExp(`^${canonicalUrl(path).replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`, "i");

function valuesOf(
  place: Parameter["in"],
  name: string,
  { ids, asked }: { readonly ids: Found["ids"]; readonly asked: Asked },
): string[] {
  if (place === "query") return asked.query.getAll(name);
  const value = place === "path" ? decoded(ids[name] ?? "") : asked.headers.get(name);
  return value === null ? [] : [value];
}

/** What cannot be decoded is no id. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** In an address everything is text: it may stand for a number, or for yes or no. */
function readings(text: string): unknown[] {
  const isNumber = text !== "" && String(Number(text)) === text;
  const isFlag = text === "true" || text === "false";
  return [text, ...(isNumber ? [Number(text)] : []), ...(isFlag ? [text === "true"] : [])];
}

/** Forms are left to the tests of uploads: what is in them is not looked at here, and nothing is said against them. */
function allowsBody({ requestBody }: Operation, { headers, body }: Asked, faults: Schemas["faults"]): boolean {
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
