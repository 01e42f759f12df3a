/**
 * Errors of a GraphQL API. Most come with the status 200, beside `data`, so the status that they stand for is decided before
 * anything reads the data.
 */
import type { Refusals } from "../../contract/connector.ts";

export interface GraphQlError {
  readonly message?: string | null;
  readonly path?: readonly (string | number)[] | null;
  readonly extensions?: { readonly code?: string | null; readonly details?: string | null } | null;
}

/** The subject of an error. `rule`: a rule of business. `schema`: the request does not fit the schema. */
export type ErrorKind = "rule" | "missing" | "forbidden" | "credentials" | "schema" | "outage";

const statuses: Readonly<Record<ErrorKind, number>> = {
  rule: 422,
  missing: 404,
  forbidden: 403,
  credentials: 401,
  schema: 400,
  outage: 500,
};

/** The most serious one decides: a rule may only have been met because of another error. */
const bySeverity: readonly ErrorKind[] = ["outage", "credentials", "schema", "forbidden", "missing", "rule"];

function errorsIn(body: unknown): readonly GraphQlError[] {
  const { errors } = (typeof body === "object" && body !== null ? body : {}) as { readonly errors?: unknown };
  return Array.isArray(errors) ? (errors as readonly GraphQlError[]) : [];
}

/** Something was returned beside the errors: a part of a list, or a mutation that was carried out. */
function hasResult(body: unknown): boolean {
  const { data } = body as { readonly data?: unknown };
  return typeof data === "object" && data !== null && Object.values(data).some((value) => value !== null);
}

export interface GraphQlRefusals {
  /** The kind of an error, from the vendor's codes and messages. */
  readonly kindOf: (error: GraphQlError) => ErrorKind;
  /** The vendor's fields at fault. */
  readonly fieldsOf?: (error: GraphQlError) => readonly string[];
  /** The message of a body without `errors`, such as one from a gateway in front of the API. */
  readonly otherMessage?: (body: unknown) => string | undefined;
}

/**
 * A request that does not fit the schema is a mistake of the connector or a change by the vendor, not one of the caller, so
 * it is reported as a response that cannot be read.
 */
export const graphQlRefusals = ({ kindOf, fieldsOf, otherMessage }: GraphQlRefusals): Refusals => ({
  message: (body) => {
    const messages = errorsIn(body).flatMap(({ message }) => message || []);
    return messages.length > 0 ? [...new Set(messages)].join(" ") : otherMessage?.(body);
  },
  ...(fieldsOf && { fields: (body) => errorsIn(body).flatMap((error) => fieldsOf(error)) }),
  status: (body, status) => {
    const errors = errorsIn(body);
    if (errors.length === 0 || status >= 500) return undefined;
    // Part of a list is never passed off as the whole, and a mutation beside errors may have been carried out.
    if (status < 300 && hasResult(body)) return statuses.outage;
    const kinds = new Set(errors.map(kindOf));
    const worst = bySeverity.find((kind) => kinds.has(kind));
    return worst === undefined ? undefined : statuses[worst];
  },
  codes: { 400: "target_bad_response" },
});
