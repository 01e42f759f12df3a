import type { Refusals } from "../../contract/connector.ts";
import { signingIn } from "./rpc.ts";

/** JSON-RPC returns errors in `error.data` with status 200, JSON-2 in the body of an error response. */
type Exception = { readonly name?: string; readonly message?: string };

interface Reply extends Exception {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message?: string; readonly data?: Exception } | null;
}

const exceptionIn = (body: unknown): Exception | undefined => {
  const { error, name, message } = (body ?? {}) as Reply;
  if (error) return { ...error, ...error.data };
  return typeof name === "string" && typeof message === "string" ? { name, message } : undefined;
};

/** By the last part of its name: the module in front changed between versions. */
const statuses: Readonly<Record<string, number>> = {
  AccessDenied: 401,
  AccessError: 403,
  MissingError: 404,
  NotFound: 404,
  LockError: 409,
  SerializationFailure: 503,
  LockNotAvailable: 503,
  UserError: 422,
  ValidationError: 422,
  RedirectWarning: 422,
  ValueError: 422,
  TypeError: 422,
  KeyError: 422,
  AttributeError: 422,
};

function statusOf({ name = "", message = "" }: Exception): number {
  // The end user gave the name of the database.
  if (message.includes('database "') && message.includes('" does not exist')) return 401;
  return statuses[name.split(".").at(-1) ?? ""] ?? 500;
}

export const refusals: Refusals = {
  message: (body) => (typeof body === "string" ? undefined : exceptionIn(body)?.message),
  status: (body, status) => {
    const { id, result, error } = (body ?? {}) as Reply;
    if (error) return statusOf(exceptionIn(body) ?? {});
    if (id === signingIn && result === false) return 401;
    const exception = status >= 400 ? exceptionIn(body) : undefined;
    return exception?.name?.endsWith(".AccessDenied") ? 401 : undefined;
  },
};
