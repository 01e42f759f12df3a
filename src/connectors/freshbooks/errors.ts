import type { Refusals } from "../../contract/connector.ts";
import type { ErrorBody } from "./types.ts";

const accountingErrors = (body: unknown) => (body as ErrorBody | null)?.response?.errors ?? [];

/** "You do not have access to…": permission, items, suppliers, bills, payments of bills (kanjidoc/FreshBooks-MCP, live in 2026-08). */
const noAccess: readonly (number | undefined)[] = [1003, 12001, 31001, 41001, 41101];
/** Vendor's list of error codes: UnknownResource, DeletedResource. */
const unknownRecord: readonly (number | undefined)[] = [1011, 1012];

/** Some failures are 200 with errors instead of a result. */
function statusOf(body: unknown, status: number): number | undefined {
  const [first] = accountingErrors(body);
  if (first === undefined) return undefined;
  if (noAccess.includes(first.errno)) return 403;
  if (status >= 400) return undefined;
  return unknownRecord.includes(first.errno) ? 404 : 422;
}

/** Each part of the API explains its refusals in its own way. */
function messageOf(body: unknown): string | undefined {
  const { errors, message, details = [], error, error_description: description } = (body ?? {}) as ErrorBody;
  const [first] = accountingErrors(body);
  if (first?.message) return first.message;
  const [reason] = (errors?.details ?? []).flatMap(({ reason: text }) => text ?? []);
  if (reason !== undefined) return reason;
  if (message) return [message, ...details.filter((detail) => typeof detail === "string")].join(" ");
  return errors?.message ?? description ?? (typeof error === "string" ? error : undefined);
}

export const refusals: Refusals = {
  message: messageOf,
  fields: (body) => [
    ...accountingErrors(body).map(({ field }) => field),
    ...((body as ErrorBody | null)?.errors?.details ?? []).map(({ metadata }) => metadata?.field),
  ],
  status: statusOf,
};
