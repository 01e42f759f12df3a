/** The results of requests that open issues, or show that their cause is gone. */
import type { LoggedResult } from "../../store/issues/requestIssues.ts";
import type { RequestRow } from "../../store/log/requestLog.ts";

/** These failures are answers to a question, or have issues of their own kind. */
const withoutIssue: ReadonlySet<string> = new Set([
  "not_found",
  "route_not_found",
  "method_not_allowed",
  "idempotency_in_progress",
  "connection_needs_reauth",
  "connection_inactive",
  "outcome_unknown",
]);

export function issueResult(row: RequestRow): LoggedResult[] {
  const { id, at, tenantId, connectionId, targetSystem, operation, operationId, code, facts } = row;
  if (tenantId === null || (code !== null && withoutIssue.has(code))) return [];
  if (code === null && connectionId === null) return [];
  const error = facts.failure?.errors[0];
  // The position in a list differs from request to request, but not the cause.
  const field = error?.field?.replaceAll(/\[\d+\]/g, "[]") ?? null;
  const message = error?.targetMessage ?? error?.message ?? null;
  return [{ id, at, tenantId, connectionId, targetSystem, operation, operationId, code, field, message }];
}
