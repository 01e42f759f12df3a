/** Returns tasks to the connection that started them. */

import type { Connector, PageWindow } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { type OperationId, operations } from "../../contract/operations.ts";
import { defaultLimit } from "../../contract/parameters.ts";
import { checkScope, resourceOfOperation } from "../../contract/scopes.ts";
import { findResult, findTask, type TaskRow } from "../../store/tasks.ts";
import { type Caller } from "../accounts/callers.ts";
import { recordAnswer, type ServiceOperations } from "../calling/execute.ts";
import { operationWindow, paginationOf } from "../calling/listCall.ts";
import { type Envelope, envelope } from "../calling/request.ts";
import { requestOf } from "./startTask.ts";
import { taskReceipts } from "./taskReceipts.ts";
import { type ResultDeps, readRecords, resultColumn } from "./taskResults.ts";

/** GET /asyncTask/{taskId}. Another connection's task looks unknown. An unknown id may be a task of the vendor. */
export const makeShowTask =
  (deps: ShowTaskDeps): NonNullable<ServiceOperations["asyncTask.get"]> =>
  async ({ ids, operation }, { connection, scopes }, input) => {
    const task = await findTask(deps.database, ids["taskId"] ?? "");
    if (task === undefined && offersTasks(deps, connection)) return input.atVendor().catch(asUnknown);
    if (task === undefined || task.connectionId !== connection.id) throw unknownTask();
    checkScope(scopes, {
      access: "read",
      resource: resourceOfOperation(task.operation),
      targetSystems: [connection.targetSystem],
    });
    return recordAnswer(await taskEnvelope(deps, task, operationWindow(operation, input)));
  };

type ShowTaskDeps = Pick<ResultDeps, "database" | "vault"> & { readonly connectors: ReadonlyMap<string, Connector> };

const offersTasks = ({ connectors }: ShowTaskDeps, { targetSystem }: Caller["connection"]): boolean =>
  connectors.get(targetSystem)?.task !== undefined;

const unknownTask = (): Failure => new Failure("not_found", "There is no task with this id. Check taskId.");

function asUnknown(error: unknown): never {
  throw error instanceof Failure && error.code === "not_found" ? unknownTask() : error;
}

async function taskEnvelope(deps: ShowTaskDeps, task: TaskRow, requested: PageWindow | undefined): Promise<Envelope> {
  const { database, vault } = deps;
  const { status, information } = task;
  if (!hasResult(task)) return envelope({ status, information }, [], {});
  const { kind, many } = operations[task.operation as OperationId];
  const { body, rawData = false } = requestOf(vault, task);
  const receipts = kind === "write" ? await taskReceipts(deps, task, body) : {};
  if (!many) {
    const sealed = await findResult(database, task.id);
    const responseData: unknown = sealed && JSON.parse(vault.open(resultColumn(task.id), sealed));
    return envelope({ status, information, responseData }, [], receipts);
  }
  const window = requested ?? { page: 1, limit: defaultLimit };
  const { records, raw, total } = await readRecords(deps, task.id, window);
  const responseData = kind === "write" ? { records } : records;
  return envelope({ status, information, responseData }, [], {
    ...receipts,
    pagination: paginationOf(window, total),
    ...(rawData && { rawData: { records: raw } }),
  });
}

const hasResult = ({ status }: TaskRow): boolean => status === "SUCCESS" || status === "PARTIAL_SUCCESS";
