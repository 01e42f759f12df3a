/** The vendor's refusals. Too many requests are refused with a plain text (guide to rate limiting). */
import { Refusal } from "../engine/routes.ts";
import type { LimitedUser, Refusals } from "../simulation.ts";

const no = (status: number, error: string) => ({ status, body: { status, error } });

export const missing = () => new Refusal(no(404, "The resource was not found"));
export const badRequest = (error: string) => new Refusal(no(400, error));
export const conflict = (error: string) => new Refusal(no(409, error));
export const invalid = (error: string) => new Refusal(no(422, error));

/** Guide to errors: a word, a sentence and details. */
export const invalidField = (field: string, issue: string) =>
  new Refusal({
    status: 422,
    body: { error: "unprocessable_entity", message: `${field} ${issue}`, details: { field, issue } },
  });

export const refusals: Refusals = {
  unauthorized: no(401, "Access token is missing or invalid"),
  forbidden: no(403, "Access to this resource is forbidden"),
  notFound: no(404, "The resource was not found"),
  invalid: no(422, "Date is required"),
  rateLimited: {
    status: 429,
    headers: { "retry-after": "7", "ratelimit-limit": "25", "ratelimit-remaining": "0", "content-type": "text/plain" },
    body: "Rate limit exceeded. Please retry in 7 seconds.",
  },
  broken: no(500, "Internal server error"),
};

/** A token without the permission for purchases. */
export const limitedUser: LimitedUser = {
  isRefused: ({ url }) => /\/supplier_invoices\b/.test(url),
  refused: refusals.forbidden,
};
