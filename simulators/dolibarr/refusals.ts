/** How Dolibarr refuses: in Restler's envelope, with HTTP's reason before the message. */

import type { DocumentedRefusals } from "../engine/recordings.ts";
import { Refusal } from "../engine/routes.ts";
import type { LimitedUser, Refused } from "../simulation.ts";
import { recordings } from "./recordings.ts";

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

/** The program's own messages are numbered beside the message. */
const refusal = (status: number, detail = "", ...details: readonly string[]): Refused => {
  const message = [words[status], detail].filter(Boolean).join(": ");
  const debug = { source: "api.class.php:1 at call stage", stages: { success: ["get"], failure: ["call", "message"] } };
  return { status, body: { error: { code: status, message, ...Object.fromEntries(details.entries()) }, debug } };
};

export const refused = (status: number, message = "", ...details: readonly string[]): Refusal =>
  new Refusal(refusal(status, message, ...details));

const technicalPage = "Dolibarr has detected a technical error.<br>\n<b>Date:</b> 20261118060025<br>\n";

/** An error of the database is a page. If the API notices it, its own reply follows at the end of the page. */
export const technicalError = (message?: string, ...details: readonly string[]): Refusal => {
  const reply = message === undefined ? "" : JSON.stringify(refusal(500, message, ...details).body, undefined, 4);
  return new Refusal({ status: 500, body: `${technicalPage}${reply}` });
};

/** What no live run met. */
export const documentedRefusals: DocumentedRefusals = {
  // Not from Dolibarr, but from a proxy in front of it.
  rateLimited: { ...refusal(429, "Too Many Requests"), headers: { "retry-after": "7" } },
  broken: { status: 500, body: "" },
};

/** A user without the permission to read supplier invoices. */
export const limitedUser: LimitedUser = {
  isRefused: ({ url }) => /\/supplierinvoices\b/.test(url),
  refused: recordings.refusals(documentedRefusals).forbidden,
};
