/** Checks answers against the OpenAPI description that the service itself hands out. */
import { Compile, type Validator } from "typebox/compile";

interface Described {
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly schema: object }>> }>
  >;
}

export interface Answered {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

export interface Description {
  /** What is wrong with an answer; undefined when it is as described. */
  fault(method: string, path: string, answered: Answered): string | undefined;
  /** The same for an answer that no operation stands behind: it must be an error. */
  strayFault(answered: Answered): string | undefined;
}

export async function readDescription(url: string): Promise<Description> {
  const description = (await (await fetch(`${url}/openapi.json`)).json()) as Record<string, unknown>;
  const whole = resolve(description, description) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
    readonly components: { readonly schemas: Readonly<Record<string, object>> };
  };
  const checks = new Map<object, Pick<Validator, "Check" | "Errors">>();
  const faultBy = (schema: object, { status, body }: Answered): string | undefined => {
    const check = checks.get(schema) ?? Compile(schema);
    checks.set(schema, check);
    const value: unknown = JSON.parse(body);
    return check.Check(value) ? undefined : `${status} ${JSON.stringify(check.Errors(value))}: ${body.slice(0, 500)}`;
  };
  const failureBody = whole.components.schemas["FailureBody"] ?? {};
  return {
    fault: (method, path, answered) => {
      const { content } = whole.paths[path]?.[method.toLowerCase()]?.responses[answered.status] ?? {};
      const [type = ""] = answered.type.split(";");
      const media = content?.[type];
      if (media === undefined) return `${answered.status} ${type} is not described: ${answered.body.slice(0, 300)}`;
      return type === "application/json" ? faultBy(media.schema, answered) : undefined;
    },
    strayFault: (answered) => {
      if (answered.status < 400 || answered.type !== "application/json; charset=utf-8")
        return `${answered.status} ${answered.type} is no error: ${answered.body.slice(0, 300)}`;
      return faultBy(failureBody, answered);
    },
  };
}

/** The value with every reference replaced by what it points to. One object for each reference, so that checks are kept. */
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
