/** Tasks: begun in the queue by a request, shown to the connection that began them. */
import type { Readable } from "node:stream";
import type { Filters, ListCall, Scope, UploadedFile, Window, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { type OperationId, operations } from "../../contract/operations.ts";
import { defaultLimit } from "../../contract/parameters.ts";
import { type Database, transaction } from "../../store/database.ts";
import type { Queue } from "../../store/queue.ts";
import { addTask, blockSize, findBlocks, findResult, findTask, type TaskRow } from "../../store/tasks.ts";
import type { Caller } from "../accounts/callers.ts";
import { type Answer, type DataRequest, type Envelope, envelope, type StartedList } from "../calling/execute.ts";
import { operationWindow, paginationOf } from "../calling/listCall.ts";
import type { ReadQuery } from "../calling/validateInput.ts";
import { newId } from "../secrets/ids.ts";
import type { Vault } from "../secrets/vault.ts";
import { type Journaling, type Write, writeOnce } from "../writing/journal.ts";
import type { Told, Writing } from "../writing/write.ts";
import { storeFiles } from "./taskFiles.ts";

export interface Tasking {
  readonly database: Database;
  readonly vault: Vault;
  readonly queue: Pick<Queue, "send">;
}

/** What the worker has to know. */
export interface TaskRequest {
  readonly ids: Readonly<Record<string, string>>;
  readonly filters: Filters;
  readonly order?: ListCall["order"];
  readonly body?: unknown;
  readonly scope: Scope;
  readonly files: readonly FileFacts[];
  readonly warnings: readonly string[];
}

export interface FileFacts extends Omit<UploadedFile, "open"> {
  readonly digest: string;
}

type Uploads = readonly (FileFacts & { open(): Readable })[];

export const taskPlace = (row: string, column: string) => ({ table: "tasks", row, column });

interface Begun {
  readonly id: string;
  readonly operation: OperationId;
  readonly caller: Caller;
  readonly request: Omit<TaskRequest, "files">;
  readonly files: Uploads;
}

async function begin({ database, vault, queue }: Tasking, { id, operation, caller, request, files }: Begun) {
  const facts = files.map(({ fileName, contentType, size, digest }) => ({ fileName, contentType, size, digest }));
  await transaction(database, async (client) => {
    await addTask(client, {
      ...{ id, operation, tenantId: caller.tenantId, connectionId: caller.connection.id },
      request: vault.seal(taskPlace(id, "request"), JSON.stringify({ ...request, files: facts } satisfies TaskRequest)),
    });
    await storeFiles({ database: client, vault }, id, files);
    await queue.send({ taskId: id, turn: 0 }, { client });
  });
}

const started = (taskId: string, warnings: readonly string[]): Answer => ({
  status: 202,
  text: JSON.stringify(envelope({ taskId }, warnings, {})),
});

export const makeBeginList =
  (tasking: Tasking) =>
  async ({ id: operation }: DataRequest, caller: Caller, { call, scope, warnings }: StartedList): Promise<Answer> => {
    const id = newId();
    const { ids, filters, order } = call;
    await begin(tasking, { id, operation, caller, files: [], request: { ids, filters, order, scope, warnings } });
    return started(id, warnings);
  };

const never = async (): Promise<never> => {
  throw new Error("A task is begun here, not at a vendor.");
};

/**
 * A task is begun through the journal, as if our own queue were the vendor: a request that is repeated with its key
 * finds the task that it began, whatever happened in between.
 */
export const makeBeginWrite =
  (tasking: Tasking & Journaling, renderFailure: Writing["renderFailure"]) =>
  (request: DataRequest, { caller, told, call }: Told): Promise<Answer> => {
    const { connector, scope, warnings } = told;
    const { ids, filters, body } = call;
    const handler: WriteHandler<unknown, unknown> = {
      ...{ fields: {}, writableFields: {}, requires: [] },
      request: ({ marker }) => ({ method: "POST", path: marker }),
      answer: () => ({ record: undefined, raw: undefined }),
      find: ({ marker }) => findTask(tasking.database, marker),
    };
    const send: Write["session"]["send"] = ({ path: id }) =>
      begin(tasking, {
        ...{ id, operation: request.id, caller, files: request.files },
        request: { ids, filters, body, scope, warnings },
      });
    return writeOnce(tasking, {
      ...{ connector, handler, scope, call },
      renderFailure: (failure) => renderFailure(failure, request.requestId),
      session: { memory: new Map(), send, read: never, readWithHeaders: never, readByPost: never, download: never },
      operation: request.id,
      tenantId: caller.tenantId,
      connectionId: caller.connection.id,
      idempotencyKey: request.idempotencyKey,
      fileDigests: request.files.map(({ digest }) => digest),
      render: async (_begun, { marker }) => started(marker, warnings),
    });
  };

/** GET /asyncTask/{taskId}. Another connection's task looks unknown. */
export const makeShowTask =
  ({ database, vault }: Omit<Tasking, "queue">) =>
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
    const { responseData, total } = await readRecords({ database, vault }, task.id, window);
    return envelope({ status, information, responseData }, [], { pagination: paginationOf(window, total) });
  };

async function readRecords({ database, vault }: Omit<Tasking, "queue">, id: string, { page, limit }: Window) {
  const from = (page - 1) * limit;
  const { blocks, total } = await findBlocks(database, { id, from, to: from + limit - 1 });
  const records = blocks.flatMap(
    ({ position, body }) => (JSON.parse(vault.open(blockPlace(id, position), body)) as { data: unknown[] }).data,
  );
  const first = (blocks[0]?.position ?? 0) * blockSize;
  return { responseData: records.slice(from - first, from - first + limit), total };
}

const hasResult = ({ status }: TaskRow): boolean => status === "SUCCESS" || status === "PARTIAL_SUCCESS";

export const resultPlace = (id: string) => ({ table: "task_results", row: id, column: "body" });
export const blockPlace = (id: string, position: number) => ({
  table: "task_blocks",
  row: `${id} ${position}`,
  column: "body",
});
