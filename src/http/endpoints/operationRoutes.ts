/** Handlers of the endpoints that report and reconcile the outcome of a write. */

import type { FastifyInstance } from "fastify";
import { timestampOf } from "../../contract/clocks.ts";
import { errorEntries, Failure } from "../../contract/failure.ts";
import { hiddenNames, withoutHidden } from "../../contract/hiddenFields.ts";
import { type OperationId, operations } from "../../contract/operations.ts";
import { resourceOfOperation } from "../../contract/scopes.ts";
import type { Caller } from "../../core/accounts/callers.ts";
import { withoutVendorMessage } from "../../core/calling/hideFields.ts";
import { envelope } from "../../core/calling/request.ts";
import { outcomeOf } from "../../core/writing/journal.ts";
import { type WrittenRecord } from "../../core/writing/outcome.ts";
import { findWrite, type ReconcileDeps, reconcileWrite } from "../../core/writing/reconcile.ts";
import type { OperationRow } from "../../store/operations.ts";
import { addEndpoints, type RequestChecks } from "../server/endpoint.ts";
import { operationEndpoints } from "./operationEndpoints.ts";

export function addOperationRoutes(app: FastifyInstance, checks: RequestChecks, deps: ReconcileDeps): void {
  const shown = (row: OperationRow, { hiddenFields }: Caller) => {
    const outcome = outcomeOf(deps, row);
    const names = hiddenNames(hiddenFields, resourceOfOperation(row.operation));
    return {
      data: {
        id: row.id,
        operation: row.operation,
        state: row.state,
        ...(row.idempotencyKey !== null && { idempotencyKey: row.idempotencyKey }),
        createdDate: timestampOf(row.createdAt),
        ...(row.settledAt !== null && { settledDate: timestampOf(row.settledAt) }),
        ...(outcome instanceof Failure && {
          status: outcome.status,
          answer: { errors: errorEntries(withoutVendorMessage(hiddenFields, outcome)) },
        }),
        ...(outcome &&
          !(outcome instanceof Failure) && {
            status: operations[row.operation as OperationId].status,
            answer: withoutHidden(names, answerOf(outcome)),
          }),
      },
    };
  };
  addEndpoints(app, checks, operationEndpoints, {
    "operations.get": async ({ caller, ids: { operationId = "" } }) =>
      shown(await findWrite(deps, caller, operationId), caller),
    "operations.reconcile": async ({ caller, request, ids: { operationId = "" } }) =>
      shown(await reconcileWrite(deps, caller, operationId, request.id), caller),
  });
}

const answerOf = ({ record, warnings }: WrittenRecord) => envelope(record, warnings);
