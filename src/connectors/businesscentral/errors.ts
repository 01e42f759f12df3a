import type { Refusals } from "../../contract/connector.ts";
import type { FailureCode } from "../../contract/failure.ts";
import type { Refusal } from "./types.ts";

const errorOf = (body: unknown) => (body as Refusal | null | undefined)?.error;

/** Error codes of a 400 that mean something else than a bad request (dynamics-error-codes.md, 2026-11). */
const meanings: Readonly<Record<string, FailureCode>> = {
  Internal_CompanyNotFound: "not_found",
  Internal_EntityWithSameKeyExists: "target_conflict",
  Internal_RecordNotFound: "not_found",
  Internal_TenantUnavailable: "target_unavailable",
  Request_EntityChanged: "target_conflict",
};
const badRequest = (body: unknown): FailureCode => meanings[errorOf(body)?.code ?? ""] ?? "target_rejected";

export const refusals: Refusals = {
  // Without the correlation id at the end, which means nothing to callers.
  message: (body) => errorOf(body)?.message?.split("CorrelationId:")[0]?.trim(),
  codes: { 400: badRequest, 408: "target_timeout", 412: "target_conflict", 413: "target_rejected" },
};
