import type { Refusals } from "../../contract/connector.ts";
import { secondsUntilReset } from "../../kit/retryAfter.ts";

const errorOf = (body: unknown): unknown => {
  const { errors, error = errors } = (body ?? {}) as { readonly error?: unknown; readonly errors?: unknown };
  return error;
};

/** A text, a list of texts, or texts by field. */
const message = (body: unknown): string | undefined => {
  const error = errorOf(body);
  if (Array.isArray(error)) return error.join("; ");
  if (typeof error === "string") return error;
  if (typeof error !== "object" || error === null) return undefined;
  const messages = Object.entries(error).map(([field, texts]) => `${field} ${[texts].flat().join(", ")}`);
  return messages.length === 0 ? undefined : messages.join("; ");
};

export const refusals: Refusals = {
  message,
  fields: (body) => {
    const error = errorOf(body);
    if (typeof error !== "object" || error === null || Array.isArray(error)) return [];
    // Lines are written under another name than they are read.
    return Object.keys(error).map((field) => field.replace(/^details\b/, "details_attributes"));
  },
  codes: {
    // "No access to [:bank]": the token is valid, but a scope or a permission of the user is missing.
    401: (body) => (message(body)?.startsWith("No access") ? "target_forbidden" : "connection_needs_reauth"),
    // The administration's plan does not cover it.
    402: "target_forbidden",
  },
  // Here Retry-After is a point in time, in seconds since 1970.
  wait: secondsUntilReset("retry-after"),
};
