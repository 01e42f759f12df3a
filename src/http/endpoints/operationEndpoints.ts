/** The endpoints that report and reconcile the outcome of a write. */
import type { TSchema } from "typebox";
import type { FailureCode } from "../../contract/failure.ts";
import { oneOf, record, text, timestamp } from "../../contract/schema.ts";
import { Type } from "../../contract/schemaBuilders.ts";
import type { EndpointTable } from "../server/endpoint.ts";

const tag = "Operations";
const failures: FailureCode[] = [
  "invalid_request",
  "api_key_missing",
  "api_key_invalid",
  "account_key_missing",
  "account_key_invalid",
  "not_found",
  "rate_limited",
  "internal",
  "unavailable",
] as FailureCode[];

const WriteOperation = record(
  "WriteOperation",
  {
    id: text,
    operation: text,
    state: oneOf("intended", "sent", "taken", "undoing", "done", "refused", "unknown", "absent"),
  },
  {
    idempotencyKey: text,
    createdDate: timestamp,
    settledDate: timestamp,
    status: Type.Integer(),
    answer: Type.Unsafe<object>({
      type: "object",
      description: "The response to the write, or what it would have been.",
    }),
  },
);
const answer: TSchema = Type.Object({ data: WriteOperation }, { title: "WriteOperationAnswer" });
const ids = { operationId: "The write's id from the `X-Operation-Id` header or the `outcome_unknown` error." };

export const operationEndpoints = {
  "operations.get": {
    method: "GET",
    path: "/operations/{operationId}",
    tag,
    summary: "Get the outcome of a write",
    description:
      "`done` and `refused` are final. `sent`, `taken` and `unknown` can be reconciled. `taken`: the target system has the record, but follow-up steps (files, posting) are missing; repeat the request with the same Idempotency-Key to complete them. `absent`: the target system has no trace of the write.",
    keys: "both",
    scope: { resource: null },
    ids,
    answer,
    failures,
  },
  "operations.reconcile": {
    method: "POST",
    path: "/operations/{operationId}/reconcile",
    tag,
    summary: "Reconcile the outcome of a write",
    description: "Checks whether the record exists at the target system. Nothing is written.",
    keys: "both",
    scope: { resource: null },
    audit: "write.reconcile",
    ids,
    answer,
    failures,
  },
} as const satisfies EndpointTable;
