/** Checks responses against the OpenAPI description that the service publishes. */
import { Compile, type Validator } from "typebox/compile";

interface DescribedOperation {
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly schema: object }>> }>
  >;
}

export interface ActualResponse {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

export interface Description {
  /** The difference between a response and its description, if any. */
  fault(method: string, path: string, response: ActualResponse): string | undefined;
  /** The same for a path without an operation: the response must be an error. */
  errorFault(response: ActualResponse): string | undefined;
}

export async function readDescription(url: string): Promise<Description> {
  const description = (await (await fetch(`${url}/openapi.json`)).json()) as Record<string, unknown>;
  const resolved = resolve(description, description) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
    readonly components: { readonly schemas: Readonly<Record<string, object>> };
  };
  const checks = new Map<object, Pick<Validator, "Check" | "Errors">>();
  const faultBy = (schema: object, { status, body }: ActualResponse): string | undefined => {
    const check = checks.get(schema) ?? Compile(schema);
    checks.set(schema, check);
    const value: unknown = JSON.parse(body);
    return check.Check(value) ? undefined : `${status} ${JSON.stringify(check.Errors(value))}: ${body.slice(0, 500)}`;
  };
  const failureBody = resolved.components.schemas["FailureBody"] ?? {};
  return {
    fault: (method, path, response) => {
      const { content } = resolved.paths[path]?.[method.toLowerCase()]?.responses[response.status] ?? {};
      const [type = ""] = response.type.split(";");
      const media = content?.[type];
      if (media === undefined) return `${response.status} ${type} is not described: ${response.body.slice(0, 300)}`;
      return type === "application/json" ? faultBy(media.schema, response) : undefined;
    },
    errorFault: (response) => {
      if (response.status < 400 || response.type !== "application/json; charset=utf-8")
        return `${response.status} ${response.type} is not an error: ${response.body.slice(0, 300)}`;
      return faultBy(failureBody, response);
    },
  };
}

/** Replaces every reference by its target. Equal references share one object, so that compiled checks can be reused. */
function resolve(value: unknown, root: Record<string, unknown>, known = new Map<string, unknown>()): unknown {
  if (Array.isArray(value)) return value.map((inner) => resolve(inner, root, known));
  if (typeof value !== "object" || value === null) return value;
  if (!("$ref" in value))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolve(inner, root, known)]));
  const reference = String(value.$ref);
  if (!known.has(reference)) {
    const steps = reference.split("/").slice(1);
    const found = steps.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], root);
    known.set(reference, resolve(found, root, known));
  }
  return known.get(reference);
}
