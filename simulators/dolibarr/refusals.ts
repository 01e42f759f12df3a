/** How Dolibarr says no: Restler's envelope, HTTP's own word before the message. */
import { Refusal } from "../engine/routes.ts";
import type { Refusals, Refused } from "../simulation.ts";

const words: Readonly<Record<number, string>> = {
  304: "Not Modified",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

/** Details of the program's own stand beside the message, numbered. */
const refusal = (status: number, said = "", ...details: readonly string[]): Refused => {
  const message = [words[status], said].filter(Boolean).join(": ");
  const debug = { source: "api.class.php:1 at call stage", stages: { success: ["get"], failure: ["call", "message"] } };
  return { status, body: { error: { code: status, message, ...Object.fromEntries(details.entries()) }, debug } };
};

export const refused = (status: number, message = "", ...details: readonly string[]): Refusal =>
  new Refusal(refusal(status, message, ...details));

export const refusals: Refusals = {
  unauthorized: refusal(401, "Error user not valid (not found with api key or bad status) (conf->entity=1)"),
  forbidden: refusal(403),
  notFound: refusal(404, "Invoice not found"),
  invalid: refusal(500, "Error creating invoice", "ErrorRefAlreadyExists"),
  // Not its own word, but that of a proxy before it.
  rateLimited: { ...refusal(429, "Too Many Requests"), headers: { "retry-after": "7" } },
  broken: { status: 500, body: "" },
};
