/** Tasks, shown to the connection that began them. */

import { Failure } from "../../contract/failure.ts";
import { type OperationId, operations } from "../../contract/operations.ts";
import { defaultLimit } from "../../contract/parameters.ts";
import { findResult, findTask, type TaskRow } from "../../store/tasks.ts";
import { type Caller } from "../accounts/callers.ts";
import { operationWindow, paginationOf } from "../calling/listCall.ts";
import { type DataRequest, type Envelope, envelope } from "../calling/request.ts";
import { type ReadQuery } from "../calling/validateInput.ts";
import { type ResultDeps, readRecords, resultPlace } from "./taskResults.ts";

/** GET /asyncTask/{taskId}. Another connection's task looks unknown. */
export const makeShowTask =
  ({ database, vault }: Pick<ResultDeps, "database" | "vault">) =>
  async ({ ids, operation }: DataRequest, caller: Caller, input: ReadQuery): Promise<Envelope> => {
    const task = await findTask(database, ids["taskId"] ?? "");
    if (task === undefined || task.connectionId !== caller.connection.id)
      throw new Failure("not_found", "There is no task with this id.");
    const { status, information } = task;
    if (!hasResult(task)) return envelope({ status, information }, [], {});
    if (!operations[task.operation as OperationId].many) {
      const sealed = await findResult(database, task.id);
      const responseData: unknown = sealed && JSON.parse(vault.open(resultPlace(task.id), sealed));
      return envelope({ status, information, responseData }, [], {});
    }
    const window = operationWindow(operation, input) ?? { page: 1, limit: defaultLimit };
    const { records, total } = await readRecords({ database, vault }, task.id, window);
    const { kind } = operations[task.operation as OperationId];
    const responseData = kind === "write" ? { records } : records;
    return envelope({ status, information, responseData }, [], { pagination: paginationOf(window, total) });
  };

const hasResult = ({ status }: TaskRow): boolean => status === "SUCCESS" || status === "PARTIAL_SUCCESS";
