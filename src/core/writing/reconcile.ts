/** Looks up a caller's write, and asks the vendor for its outcome if that is unknown. */
import type { Connector, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { OperationId } from "../../contract/operations.ts";
import { checkScope, resourceOfOperation } from "../../contract/scopes.ts";
import { findOperation, type OperationRow } from "../../store/operations.ts";
import type { Caller } from "../accounts/callers.ts";
import type { OpenSession } from "../session/sessionFactory.ts";
import { type JournalDeps, reconcile, requestOf } from "./journal.ts";

export interface ReconcileDeps extends JournalDeps {
  readonly connectors: ReadonlyMap<string, Connector>;
  readonly openSession: OpenSession;
}

export async function findWrite(
  { database }: Pick<JournalDeps, "database">,
  { connection, scopes }: Caller,
  id: string,
): Promise<OperationRow> {
  const row = await findOperation(database, { id, connectionId: connection.id });
  if (row === undefined) throw new Failure("not_found", "There is no operation with this id. Check operationId.");
  const { targetSystem } = connection;
  checkScope(scopes, {
    access: "read",
    resource: resourceOfOperation(row.operation),
    targetSystems: [targetSystem],
  });
  return row;
}

export async function reconcileWrite(
  deps: ReconcileDeps,
  caller: Caller,
  id: string,
  requestId: string,
): Promise<OperationRow> {
  const row = await findWrite(deps, caller, id);
  const { tenantId, connection } = caller;
  const connector = deps.connectors.get(connection.targetSystem);
  const operation = row.operation as OperationId;
  const handler = connector?.operations[operation] as WriteHandler<unknown, unknown> | undefined;
  if (connector === undefined || handler === undefined) return row;
  const { scope, ...call } = requestOf(deps, row);
  const write = {
    operation,
    tenantId,
    connectionId: connection.id,
    connector,
    handler,
    scope,
    warnings: [],
    call: { ...call, files: [] },
    idempotencyKey: row.idempotencyKey ?? undefined,
    openSession: () => deps.openSession(connector, connection, { scope, requestId }),
  };
  return reconcile(deps, write, row);
}
