/** How weclapp refuses: problems after RFC 7807, whose type names the fault. */
import { Refusal } from "../engine/routes.ts";
import type { LimitedUser, Refusals, Refused } from "../simulation.ts";

const page = "/webapp/view/api/errors.html#!";

interface Fault {
  readonly location?: string | undefined;
  readonly detail: string;
  readonly kind?: string;
  readonly allowed?: readonly string[];
}

export function problem(status: number, kind: string, detail: string, faults: readonly Fault[] = []): Refused {
  const title = kind.replaceAll("_", " ");
  const validationErrors = faults.map(({ kind: what = "consistency", location, ...fault }) => ({
    type: `${page}/validation/${what}`,
    title: what.replaceAll("_", " "),
    ...fault,
    ...(location !== undefined && { location, errorCode: `platform.${what}` }),
  }));
  const body = { type: `${page}/errors/${kind}`, title, status, detail, error: detail };
  return { status, body: { ...body, ...(validationErrors.length > 0 && { validationErrors }) } };
}

export const invalid = (detail: string, location?: string, more: Partial<Fault> = {}): Refusal =>
  new Refusal(problem(400, "validation", "validation failed", [{ detail, location, ...more }]));

export const missing = (what: string): Refusal => new Refusal(problem(404, "entity_not_found", `${what} not found`));

export const forbidden = (what: string): Refusal =>
  new Refusal(problem(403, "forbidden", `The license package of this tenant does not include ${what}`));

export const refusals: Refusals = {
  unauthorized: problem(401, "unauthorized", "The authentication token is missing or wrong"),
  forbidden: problem(403, "forbidden", "The user has no permission for this"),
  notFound: problem(404, "not_found", "There is no such resource"),
  invalid: problem(400, "validation", "validation failed", [
    { location: "name", detail: "a name is required", kind: "not_empty" },
  ]),
  rateLimited: {
    ...problem(429, "unexpected", "Too many requests"),
    headers: { "retry-after": "7", "x-weclapp-wait-ms": "30000", "x-weclapp-wait-reason": "concurrency" },
  },
  broken: problem(500, "unexpected", "An unexpected error occurred"),
};

/** A user without the permission to read purchase invoices. */
export const limitedUser: LimitedUser = {
  isRefused: ({ url }) => /\/purchaseInvoice\b/.test(url),
  refused: refusals.forbidden,
};
