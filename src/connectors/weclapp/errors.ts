import type { Refusals } from "../../contract/connector.ts";
import type { FailureCode } from "../../contract/failure.ts";

/** A problem after RFC 7807, or one of its `validationErrors`. `error` is the older form. */
interface Problem {
  readonly type?: unknown;
  readonly title?: unknown;
  readonly detail?: unknown;
  readonly error?: unknown;
  readonly validationErrors?: unknown;
  readonly location?: unknown;
  readonly allowed?: unknown;
}

const problemOf = (body: unknown): Problem => (typeof body === "object" && body !== null ? body : {});
const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

const faultsIn = (body: unknown): readonly Problem[] => {
  const { validationErrors: faults } = problemOf(body);
  return Array.isArray(faults) ? (faults as Problem[]) : [];
};

/** `$.salesInvoiceItems[0].taxId`, or without `$.`. */
const locationOf = ({ location }: Problem): string | undefined => textOf(location)?.replace(/^\$\.?/, "");

function explanationOf(fault: Problem): string | undefined {
  const detail = textOf(fault.detail) ?? textOf(fault.title);
  const allowed = Array.isArray(fault.allowed) ? ` (allowed: ${fault.allowed.join(", ")})` : "";
  return detail && [locationOf(fault), `${detail}${allowed}`].filter(Boolean).join(": ");
}

function message(body: unknown): string | undefined {
  const { detail, title, error } = problemOf(body);
  const faults = faultsIn(body).flatMap((fault) => explanationOf(fault) ?? []);
  return faults.length > 0 ? faults.join("; ") : (textOf(detail) ?? textOf(error) ?? textOf(title));
}

/** By the last segment of a problem's type, whatever its status: `/webapp/view/api/errors.html#!/errors/forbidden`. */
const codesByType: Readonly<Record<string, FailureCode>> = {
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
    codesByType[textOf(problemOf(body).type)?.split("/").at(-1) ?? ""] ?? otherwise;

export const refusals: Refusals = {
  message,
  fields: (body) => faultsIn(body).map(locationOf),
  codes: { 400: codeOr("target_rejected"), 409: codeOr("target_conflict") },
};
