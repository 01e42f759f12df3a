/** Starts tasks: stores them and adds them to the queue. */

import type { Filters, ListCall, WriteHandler } from "../../contract/connector.ts";
import { type Scope, type Session } from "../../contract/session.ts";
import { transaction } from "../../store/postgres/database.ts";
import type { Queue } from "../../store/postgres/queue.ts";
import { addTask, findTask, type TaskRow } from "../../store/tasks.ts";
import { type StartedList } from "../calling/execute.ts";
import { envelope, type OperationResult, type Write } from "../calling/request.ts";
import { newId } from "../secrets/ids.ts";
import { type Vault } from "../secrets/vault.ts";
import { traceHeaders } from "../tracing/spans.ts";
import { type JournalDeps, writeOnce } from "../writing/journal.ts";
import { leaveAsIs } from "../writing/prepareWrite.ts";
import { type FileFacts, storeFiles } from "./taskFiles.ts";

export interface TaskStartDeps extends JournalDeps {
  readonly queue: Pick<Queue, "send">;
}

/** The stored request of a task, for the worker. */
export interface TaskRequest {
  readonly ids: Readonly<Record<string, string>>;
  readonly filters: Filters;
  readonly order?: ListCall["order"];
  readonly body?: unknown;
  readonly scope: Scope;
  readonly files: readonly FileFacts[];
  readonly warnings: readonly string[];
  readonly rawData?: boolean;
  /** No record can match, so the task ends without calling the vendor. */
  readonly isEmpty?: boolean;
}

export const taskColumn = (row: string, column: string) => ({ table: "tasks", row, column });

export function requestOf(vault: Vault, { id, request }: Pick<TaskRow, "id" | "request">): TaskRequest {
  const { filters, ...others } = JSON.parse(vault.open(taskColumn(id, "request"), request)) as TaskRequest;
  const { lastModifiedAt } = filters;
  return { ...others, filters: { ...filters, ...(lastModifiedAt && { lastModifiedAt: new Date(lastModifiedAt) }) } };
}

interface NewTaskRequest extends Omit<StartedList, "call" | "rawData" | "isEmpty"> {
  readonly call: Omit<ListCall, "window"> & Partial<Write["call"]>;
  readonly rawData?: boolean;
  readonly isEmpty?: boolean;
}

async function enqueueTask(
  { database, vault, queue }: Omit<TaskStartDeps, "advisoryLocks">,
  id: string,
  begun: NewTaskRequest,
) {
  const { operation, tenantId, connectionId, scope, warnings, rawData = false, isEmpty = false } = begun;
  const { ids, filters, order, body, files = [] } = begun.call;
  const facts = files.map(({ fileName, contentType, size, digest }) => ({ fileName, contentType, size, digest }));
  const request: TaskRequest = { ids, filters, order, body, scope, warnings, files: facts, rawData, isEmpty };
  await transaction(database, async (client) => {
    const sealed = vault.seal(taskColumn(id, "request"), JSON.stringify(request));
    await addTask(client, { id, operation, tenantId, connectionId, request: sealed });
    await storeFiles({ database: client, vault }, id, files);
    await queue.send({ taskId: id, turn: 0, tenantId, causedBy: traceHeaders() }, { client });
  });
}

export const makeStartList =
  (deps: TaskStartDeps) =>
  async (list: StartedList): Promise<OperationResult> => {
    const taskId = newId();
    await enqueueTask(deps, taskId, list);
    return { kind: "task", envelope: envelope({ taskId }, list.warnings) };
  };

const never = async (): Promise<never> => {
  throw new Error("Starting a task must not call the vendor.");
};

/**
 * Starts a task through the journal, as if the queue were the vendor: a request that is repeated with its key finds the
 * task that it started, whatever happened in between.
 */
export const makeStartTask =
  (deps: TaskStartDeps) =>
  async (write: Write): Promise<OperationResult> => {
    const handler: WriteHandler<unknown, unknown> = {
      fields: {},
      writableFields: {},
      requires: [],
      request: ({ marker }) => ({ method: "POST", path: marker }),
      answer: (_begun, { marker }) => ({ record: { taskId: marker }, raw: undefined }),
      find: ({ marker }) => findTask(deps.database, marker),
    };
    const send: Session["send"] = ({ path: id }) => enqueueTask(deps, id, write);
    const session = {
      memory: new Map(),
      send,
      read: never,
      readWithHeaders: never,
      readByPost: never,
      readByPostWithHeaders: never,
      readLines: never,
      download: never,
    };
    const { record, warnings, operationId, replayed } = await writeOnce(
      { ...deps, prepareWrite: leaveAsIs },
      { ...write, handler, openSession: async () => session },
    );
    return { kind: "task", envelope: envelope(record, warnings), operationId, replayed };
  };
