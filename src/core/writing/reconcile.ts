/** What became of a write, for who made it. */

import type { Connector, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { type OperationId, operations } from "../../contract/operations.ts";
import { findOperation, type OperationRow } from "../../store/operations.ts";
import type { Caller } from "../accounts/callers.ts";
import { type DataRequest } from "../calling/request.ts";
import { type OpenSession } from "../vendor/openSession.ts";
import { reconcile, requestOf } from "./journal.ts";
import { type Writing, writeOf } from "./write.ts";

export interface Settling extends Writing {
  readonly connectors: ReadonlyMap<string, Connector>;
  readonly openSession: OpenSession;
}

export async function findWrite({ database }: Settling, caller: Caller, id: string): Promise<OperationRow> {
  const row = await findOperation(database, { id, connectionId: caller.connection.id });
  if (row === undefined) throw new Failure("not_found", "There is no operation with this id.");
  return row;
}

export async function reconcileWrite(
  settling: Settling,
  caller: Caller,
  id: string,
  requestId: string,
): Promise<OperationRow> {
  const row = await findWrite(settling, caller, id);
  const { connection } = caller;
  const connector = settling.connectors.get(connection.targetSystem);
  const handler = connector?.operations[row.operation as OperationId] as WriteHandler<unknown, unknown> | undefined;
  if (connector === undefined || handler === undefined) return row;
  const { ids, filters, body, scope } = requestOf(settling, row);
  const session = await settling.openSession(connector, connection, { scope, requestId });
  const operation = operations[row.operation as OperationId];
  const request: DataRequest = {
    id: row.operation as OperationId,
    operation,
    keys: { api: undefined, account: undefined },
    ...{ ids, body, query: {}, files: [], idempotencyKey: row.idempotencyKey ?? undefined, requestId },
  };
  const told = { connector, handler, session, filters, warnings: [], isDryRun: false, scope };
  const call = { ids, filters, body, files: [] };
  return reconcile(settling, writeOf(settling, request, { caller, told, call }), row);
}
