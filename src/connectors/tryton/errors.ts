import type { Refusals } from "../../contract/connector.ts";

/** `["UserError", [message, description, domain]]`, `["UserWarning", [name, message, description]]`, or a Python exception. */
const errorOf = (body: unknown): readonly unknown[] | undefined => {
  const { error } = (body ?? {}) as { readonly error?: unknown };
  return Array.isArray(error) ? error : undefined;
};

const nameOf = (body: unknown): string => (errorOf(body)?.[0] ?? "") as string;

/** The position of the message in each exception. Other exceptions have only their first text. */
const wordsAt: Readonly<Record<string, number>> = { UserError: 0, UserWarning: 1, LoginException: 1 };

const statuses: Readonly<Record<string, number>> = {
  LoginException: 401,
  ConcurrencyException: 409,
  UserWarning: 409,
};

export const refusals: Refusals = {
  message: (body) => {
    const [name, details] = errorOf(body) ?? [];
    if (Array.isArray(details)) return String(details[wordsAt[String(name)] ?? 0] ?? name);
    return typeof details === "string" && details !== "" ? details : (name as string | undefined);
  },
  // Tryton returns errors with status 200. The transaction was rolled back in any case.
  status: (body) => (errorOf(body) === undefined ? undefined : (statuses[nameOf(body)] ?? 422)),
  codes: {
    409: (body) => (nameOf(body) === "UserWarning" ? "target_rejected" : "target_conflict"),
  },
};
