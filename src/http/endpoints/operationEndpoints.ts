/** What became of a write. */
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
  { id: text, operation: text, state: oneOf("intended", "sent", "taken", "done", "refused", "unknown", "absent") },
  {
    idempotencyKey: text,
    createdDate: timestamp,
    settledDate: timestamp,
    status: Type.Integer(),
    answer: Type.Unsafe<object>({ type: "object", description: "What was answered, or would have been." }),
  },
);
const answer: TSchema = Type.Object({ data: WriteOperation }, { title: "WriteOperationAnswer" });
const ids = { operationId: "From `X-Operation-Id` or from the error `outcome_unknown`." };

export const operationEndpoints = {
  "operations.get": {
    method: "GET",
    path: "/operations/{operationId}",
    tag,
    summary: "Get what became of a write",
    description:
      "`done` and `refused` are final; `sent`, `taken` and `unknown` can be settled; `taken`: the target system has it, but what follows (files, posting) is not done, which the same request with its Idempotency-Key does; `absent`: the target system has nothing of it.",
    keys: "both",
    ids,
    answer,
    failures,
  },
  "operations.reconcile": {
    method: "POST",
    path: "/operations/{operationId}/reconcile",
    tag,
    summary: "Settle the outcome of a write",
    description: "Looks at the target system whether the record is there. Nothing is written.",
    keys: "both",
    ids,
    answer,
    failures,
  },
} as const satisfies EndpointTable;
