/** The vendor's refusals: problems after RFC 7807, and plain words for what no version of the API decides. */
import { Refusal } from "../engine/routes.ts";
import type { LimitedUser, Refusals, Refused } from "../simulation.ts";

const headers = { "content-type": "application/problem+json" };

const problem = (status: number, type: string, title: string, more: object = {}): Refused => ({
  status,
  headers,
  body: { type: `https://api.xentral.biz/problems/${type}`, title, ...more },
});

const invalid = (violations: Readonly<Record<string, readonly string[]>>): Refusal =>
  new Refusal(problem(400, "request-validation", "Request payload validation failed.", { violations }));

export const invalidField = (field: string, sentence: string): Refusal => invalid({ [field]: [sentence] });

export const missingRecord = (kind: string, id: unknown): Refusal =>
  new Refusal(problem(400, "generic-validation", `The specified ${kind} with ID ${String(id)} does not exist.`));

export const wrongState = (detail: string): Refusal =>
  new Refusal(problem(409, "invalid-status", "The resource cannot be modified in its current status.", { detail }));

export const isProtected = (): Refusal =>
  new Refusal(problem(409, "write-protected", "The resource is write-protected."));

export const refusals: Refusals = {
  unauthorized: { status: 401, headers: { "content-type": "text/html" }, body: "Unauthorized" },
  forbidden: { status: 403, headers: { "content-type": "text/html" }, body: "Forbidden" },
  notFound: problem(404, "not-found", "Resource not found."),
  invalid: problem(400, "request-validation", "Request payload validation failed.", {
    violations: { documentDate: ["The document date field must be a valid date."] },
  }),
  rateLimited: { status: 429, headers: { "retry-after": "7" }, body: { message: "Too Many Requests" } },
  broken: { status: 500, body: { message: "Server Error" } },
};

export const missing = (): Refusal => new Refusal(refusals.notFound);

/** A token without the scope of purchase orders. */
export const limitedUser: LimitedUser = {
  isRefused: ({ url }) => /\/purchaseOrders\b/.test(url),
  refused: refusals.forbidden,
};
