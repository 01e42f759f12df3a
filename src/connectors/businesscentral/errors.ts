import type { Refusals } from "../../contract/connector.ts";
import type { FailureCode } from "../../contract/failure.ts";
import type { Refusal } from "./types.ts";

const errorOf = (body: unknown) => (body as Refusal | null | undefined)?.error;

/** Bad requests in words of HTTP that are something else in words of its own (dynamics-error-codes.md, 2026-11). */
const meanings: Readonly<Record<string, FailureCode>> = {
  Internal_CompanyNotFound: "not_found",
  Internal_EntityWithSameKeyExists: "target_conflict",
  Internal_RecordNotFound: "not_found",
  Internal_TenantUnavailable: "target_unavailable",
  Request_EntityChanged: "target_conflict",
};
const badRequest = (body: unknown): FailureCode => meanings[errorOf(body)?.code ?? ""] ?? "target_rejected";

export const refusals: Refusals = {
  /** The number of the call at its end means nothing to callers. */
  message: (body) => errorOf(body)?.message?.split("CorrelationId:")[0]?.trim(),
  codes: { 400: badRequest, 408: "target_timeout", 412: "target_conflict", 413: "target_rejected" },
};
