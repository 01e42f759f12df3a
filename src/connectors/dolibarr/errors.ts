import type { Refusals } from "../../contract/connector.ts";

interface ErrorBody {
  readonly error?: { readonly code?: number; readonly message?: string; readonly [detail: string]: unknown };
}

/** An error of the database is a page about the server, with Restler's reply at its end. */
function bodyAfterPage(text: string): unknown {
  const start = text.search(/\{\s*"error"\s*:/);
  if (start === -1) return undefined;
  try {
    return JSON.parse(text.slice(start)) as unknown;
  } catch {
    return undefined;
  }
}

const errorOf = (body: unknown): NonNullable<ErrorBody["error"]> => {
  const reply = typeof body === "string" ? bodyAfterPage(body) : body;
  return (typeof reply === "object" && reply !== null ? (reply as ErrorBody).error : undefined) ?? {};
};

/** The program's own messages have numbers as their names. */
function message(body: unknown): string | undefined {
  if (typeof body === "string" && isDisabled(body)) return enableModule;
  const { message: summary = "", ...details } = errorOf(body);
  const messages = Object.entries(details).flatMap(([name, detail]) =>
    /^\d+$/.test(name) && typeof detail === "string" ? [detail] : [],
  );
  const found = [summary, ...new Set(messages)].filter(Boolean).join(": ");
  // The rest of a page is about the server, and none of the caller's business.
  return found || (typeof body === "string" && !body.includes("<br>") ? body : undefined);
}

/** Without the module, Dolibarr answers every path with a sentence and status 200. */
const isDisabled = (body: unknown): boolean =>
  typeof body === "string" && /\bmodule\b/i.test(body) && /\bapi\b/i.test(body) && /must be enabled/i.test(body);
const enableModule =
  "The module REST API is not enabled in Dolibarr. An administrator can enable it in Home, Setup, Modules/Applications.";

/** The message without HTTP's reason, which comes first: `Not Found: Invoice not found`. */
const reasonIn = (body: unknown): string => errorOf(body).message?.replace(/^[A-Z][A-Za-z ]+(?:: |$)/, "") ?? "";

/** An empty list is a 404: most lists in version 18, thirdparties and contacts also later. */
const isEmptyList = (reason: string): boolean =>
  /^(?:No [a-z ]+ found|Thirdparties not found|Contacts not found)$/.test(reason) ||
  reason.endsWith("does not return any document.");

/** Up to version 19 a missing permission is a 401, too. Only these messages are about the key. */
const isAboutKey = (reason: string): boolean => /api ?key|failed to login/i.test(reason);

/** The record does not exist, or not for this user. */
const isNotFound = (reason: string): boolean =>
  reason.startsWith("Access not allowed for login") || /^invalid value specified for `id`/i.test(reason);

export const refusals: Refusals = {
  message,
  status: (body, status) => {
    if (isDisabled(body)) return 501;
    const reason = reasonIn(body);
    if (status === 404 && isEmptyList(reason)) return 200;
    if (status === 401 && !isAboutKey(reason)) return isNotFound(reason) ? 404 : 403;
    if ((status === 400 || status === 403) && isNotFound(reason)) return 404;
    // A refused write is a 500 with a message; a crash has no message.
    return status === 500 && reason !== "" ? 422 : undefined;
  },
  codes: {
    405: "target_rejected",
    // The module is not installed, or the administrator has disabled the endpoint.
    501: "target_forbidden",
    503: (body) => (/not allowed from/.test(message(body) ?? "") ? "target_forbidden" : "target_unavailable"),
  },
};
