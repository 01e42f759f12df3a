/** The vendor's refusals: error objects of JSON:API, and a trace. */
import { Refusal } from "../engine/routes.ts";
import type { LimitedUser, Refusals, Refused } from "../simulation.ts";

interface Source {
  readonly pointer?: string;
  readonly parameter?: string;
}

const refused = (status: number, code: string, detail: string, source?: Source): Refused => ({
  status,
  body: { errors: [{ code, detail, ...(source && { source }) }], trace_id: "6f1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c" },
});

/** `items/0/title` */
export const invalid = (field: string, detail: string, code = "invalid"): Refusal =>
  new Refusal(refused(422, code, detail, { pointer: `/data/attributes/${field}` }));

export const invalidParameter = (parameter: string, detail: string): Refusal =>
  new Refusal(refused(400, "not_in_list", detail, { parameter }));

export const wrongState = (code: string, detail: string): Refusal => new Refusal(refused(412, code, detail));

export const conflict = (code: string, detail: string): Refusal => new Refusal(refused(409, code, detail));

export const refusals: Refusals = {
  unauthorized: refused(401, "unauthorized", "The access token is invalid."),
  forbidden: refused(403, "forbidden", "You are not allowed to perform this action."),
  notFound: refused(404, "not_found", "The resource was not found."),
  invalid: refused(422, "invalid", "issue_date is invalid", { pointer: "/data/attributes/issue_date" }),
  rateLimited: { ...refused(429, "too_many_requests", "Too many requests."), headers: { "retry-after": "7" } },
  broken: refused(500, "internal_server_error", "Internal server error."),
};

export const missing = (): Refusal => new Refusal(refusals.notFound);

/** A plan or a role without supplier invoices. */
export const limitedUser: LimitedUser = {
  isRefused: ({ url }) => /\/supplier_invoices\b/.test(url),
  refused: refusals.forbidden,
};
