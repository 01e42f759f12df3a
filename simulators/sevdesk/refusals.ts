/** How sevdesk refuses requests: recorded and measured by others (jernoxit/sevdesk-rs), 401 to 500 after its OpenAPI description. */
import { Refusal } from "../engine/routes.ts";
import type { Refusals, Refused } from "../simulation.ts";

const refused = (status: number, message: string, code: number | null = null): Refused => ({
  status,
  body: {
    error: {
      exceptionUUID: "00000000-0000-4000-8000-000000000000",
      message,
      errorCode: 0,
      code,
      data: [],
      responseCode: status,
    },
    objects: null,
  },
});

export const refuse = (status: number, message: string, code: number | null = null): Refusal =>
  new Refusal(refused(status, message, code));
export const missing = (model: string, id: unknown): Refusal =>
  refuse(404, `No Model_${model} with the id ${String(id)} was found`, 151);

export const documented: Refusals = {
  unauthorized: refused(401, "Authentication required"),
  forbidden: refused(403, "Forbidden"),
  notFound: refused(404, "No Model_Invoice with the id 1 was found", 151),
  invalid: refused(422, "The given document must have at least one position"),
  rateLimited: { ...refused(429, "Too many requests"), headers: { "retry-after": "7" } },
  broken: refused(500, "Internal server error"),
};
