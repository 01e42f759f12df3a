import type { Refusals } from "../../contract/connector.ts";
import type { FailureCode } from "../../contract/failure.ts";

/** A problem, or one of its `validationErrors`; `error` is from before there were problems. */
type Said = {
  readonly [Name in "type" | "title" | "detail" | "error" | "validationErrors" | "location" | "allowed"]?: unknown;
};

const problemOf = (body: unknown): Said => (typeof body === "object" && body !== null ? body : {});
const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

const faultsIn = (body: unknown): readonly Said[] => {
  const { validationErrors: faults } = problemOf(body);
  return Array.isArray(faults) ? (faults as Said[]) : [];
};

/** `$.salesInvoiceItems[0].taxId`, or without the beginning. */
const locationOf = ({ location }: Said): string | undefined => textOf(location)?.replace(/^\$\.?/, "");

function explained(fault: Said): string | undefined {
  const what = textOf(fault.detail) ?? textOf(fault.title);
  const allowed = Array.isArray(fault.allowed) ? ` (allowed: ${fault.allowed.join(", ")})` : "";
  return what && [locationOf(fault), `${what}${allowed}`].filter(Boolean).join(": ");
}

function message(body: unknown): string | undefined {
  const { detail, title, error } = problemOf(body);
  const faults = faultsIn(body).flatMap((fault) => explained(fault) ?? []);
  return faults.length > 0 ? faults.join("; ") : (textOf(detail) ?? textOf(error) ?? textOf(title));
}

/** The last step of a problem's type tells it, whatever its status: `/webapp/view/api/errors.html#!/errors/forbidden`. */
const meanings: Readonly<Record<string, FailureCode>> = {
  entity_not_found: "not_found",
  forbidden: "target_forbidden",
  not_found: "not_found",
  optimistic_lock: "target_conflict",
  request_timeout: "target_timeout",
  unauthorized: "connection_needs_reauth",
};

const codeOr =
  (otherwise: FailureCode) =>
  (body: unknown): FailureCode =>
    meanings[textOf(problemOf(body).type)?.split("/").at(-1) ?? ""] ?? otherwise;

export const refusals: Refusals = {
  message,
  fields: (body) => faultsIn(body).map(locationOf),
  codes: { 400: codeOr("target_rejected"), 409: codeOr("target_conflict") },
};
