/** How DATEV refuses a request: the newer APIs return problem details, the older ones DATEV's error codes. */
import { Refusal } from "../engine/routes.ts";
import type { Refusals, Refused } from "../simulation.ts";

const requestId = "f11381c7-ba0e-4a3a-b2eb-fe4a6cc092c9";

const problem = (status: number, title: string, detail?: string): Refused => ({
  status,
  headers: { "content-type": "application/problem+json" },
  body: { type: "about:blank", title, status, ...(detail && { detail }), requestId },
});

export const refuse = (status: number, title: string, detail?: string): Refusal =>
  new Refusal(problem(status, title, detail));

/** A refusal of accounting-documents and older APIs. */
export const documentsRefuse = (status: number, error: string, description: string): Refusal =>
  new Refusal({
    status,
    body: {
      error,
      error_description: description,
      request_id: requestId,
      error_uri: `https://apps.datev.de/knowledge/help/search?q=${error.slice(1)}`,
    },
  });

export const refusals: Refusals = {
  unauthorized: problem(401, "Unauthorized", "The access token is missing, invalid or has expired."),
  forbidden: problem(403, "Forbidden", "The user has no permission for this client."),
  notFound: problem(404, "Not Found", "The requested resource was not found."),
  invalid: {
    status: 400,
    body: { error: "#DCO01010", error_description: "restapi.InvalidDocumentTypeFault", request_id: requestId },
  },
  rateLimited: { ...problem(429, "Too Many Requests"), headers: { "retry-after": "7" } },
  broken: problem(500, "Internal Server Error"),
};

/** The token is for another client, or lacks a scope that the API requires. */
export const missingScope = (scope: string): Refused =>
  problem(403, "Missing required scope", `Missing scope(s) are: ${scope}`);
