/** PowerOffice Go's refusals: problems of the API, and messages of the gateway in front of it. */
import { Refusal } from "../engine/routes.ts";
import type { LimitedUser, Refusals, Refused } from "../simulation.ts";

const problem = (status: number, title: string, detail: string): Refused => ({
  status,
  headers: { "content-type": "application/problem+json; charset=utf-8" },
  body: { title, status, detail },
});

const gateway = (statusCode: number, message: string, headers: Readonly<Record<string, string>> = {}): Refused => ({
  status: statusCode,
  headers,
  body: { statusCode, message },
});

export const invalid = (kind: string, detail: string): Refusal =>
  new Refusal(problem(400, `${kind} validation error(s)`, detail));

export const badQuery = (detail: string): Refusal => new Refusal(problem(400, "Unable to cast object(s)", detail));

export const missing = (kind: string, id: unknown): Refusal =>
  new Refusal(problem(404, "Object(s) not found", `${kind} with id = ${String(id)} not found.`));

export const inUse = (kind: string, id: unknown): Refusal =>
  new Refusal(problem(409, `${kind} conflict`, `${kind} with id = ${String(id)} is in use and cannot be deleted.`));

/** The token endpoint answers as RFC 6749 says. */
export const wrongKeys = (): Refusal =>
  new Refusal({ status: 400, body: { error: "invalid_client", error_description: "Client authentication failed." } });

export const refusals: Refusals = {
  unauthorized: gateway(401, "Unauthorized. Access token is missing or invalid."),
  forbidden: gateway(403, "Forbidden. The integration does not have the required permission."),
  notFound: problem(404, "Object(s) not found", "Customer with id = 0 not found."),
  invalid: problem(400, "Customer validation error(s)", "Number is outside the number series of customers."),
  rateLimited: gateway(429, "Rate limit is exceeded. Try again in 7 seconds.", { "retry-after": "7" }),
  broken: problem(500, "An error occurred while processing your request.", ""),
};

/** An integration without the privilege of incoming invoices. */
export const limitedUser: LimitedUser = {
  isRefused: ({ url }) => /\/IncomingInvoices\b/.test(url),
  refused: refusals.forbidden,
};
