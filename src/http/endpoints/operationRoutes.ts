/** The endpoints that tell what became of a write. */

import type { FastifyInstance } from "fastify";
import { timestampOf } from "../../contract/timestamp.ts";
import { answerOf } from "../../core/writing/journal.ts";
import { findWrite, reconcileWrite, type Settling } from "../../core/writing/reconcile.ts";
import type { OperationRow } from "../../store/operations.ts";
import { addEndpoints, type Gatekeepers } from "./endpoint.ts";
import { operationEndpoints } from "./operationEndpoints.ts";

export function addOperationRoutes(app: FastifyInstance, gatekeepers: Gatekeepers, settling: Settling): void {
  const shown = (row: OperationRow) => {
    const stored = answerOf(settling, row);
    return {
      data: {
        id: row.id,
        operation: row.operation,
        state: row.state,
        ...(row.idempotencyKey !== null && { idempotencyKey: row.idempotencyKey }),
        createdDate: timestampOf(row.createdAt),
        ...(row.settledAt !== null && { settledDate: timestampOf(row.settledAt) }),
        ...(stored && { status: stored.status, answer: JSON.parse(stored.text) as object }),
      },
    };
  };
  addEndpoints(app, gatekeepers, operationEndpoints, {
    "operations.get": async ({ caller, ids: { operationId = "" } }) =>
      shown(await findWrite(settling, caller, operationId)),
    "operations.reconcile": async ({ caller, request, ids: { operationId = "" } }) =>
      shown(await reconcileWrite(settling, caller, operationId, request.id)),
  });
}
