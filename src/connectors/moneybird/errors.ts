import type { Refusals } from "../../contract/connector.ts";
import { secondsUntilReset } from "../../kit/retryAfter.ts";

const errorOf = (body: unknown): unknown => {
  const { errors, error = errors } = (body ?? {}) as { readonly error?: unknown; readonly errors?: unknown };
  return error;
};

/** One text, a list of them, or texts for each field. */
const message = (body: unknown): string | undefined => {
  const error = errorOf(body);
  if (Array.isArray(error)) return error.join("; ");
  if (typeof error === "string") return error;
  if (typeof error !== "object" || error === null) return undefined;
  const all = Object.entries(error).map(([field, texts]) => `${field} ${[texts].flat().join(", ")}`);
  return all.length === 0 ? undefined : all.join("; ");
};

export const refusals: Refusals = {
  message,
  fields: (body) => {
    const error = errorOf(body);
    if (typeof error !== "object" || error === null || Array.isArray(error)) return [];
    // Lines are sent under another name than they have.
    return Object.keys(error).map((field) => field.replace(/^details\b/, "details_attributes"));
  },
  codes: {
    // "No access to [:bank]": the token is right, but a scope or the user's own permission is missing.
    401: (body) => (message(body)?.startsWith("No access") ? "target_forbidden" : "connection_needs_reauth"),
    // The administration's plan does not cover it.
    402: "target_forbidden",
  },
  // Retry-After is the moment here, in seconds since 1970.
  wait: secondsUntilReset("retry-after"),
};
