/**
 * One turn of a task, in the worker. Whatever it did is in the database, so that a turn that is cut short, at whatever
 * point, is simply taken again: a write goes through the journal, a list is read anew.
 */

import type { Connector, Job, JobReport, WriteHandler } from "../../contract/connector.ts";
import { errorEntries, Failure, failures } from "../../contract/failure.ts";
import { carriedOutBy, type OperationId, operations } from "../../contract/operations.ts";
import { type Session } from "../../contract/session.ts";
import { timestampOf } from "../../contract/timestamp.ts";
import { type FoundConnection, findConnection } from "../../store/connections.ts";
import { transaction } from "../../store/postgres/database.ts";
import type { Attempt, Errand } from "../../store/postgres/queue.ts";
import {
  beginWork,
  endTask,
  findTask,
  keepResult,
  noteJob,
  type TaskNote,
  type TaskRow,
  type TaskStatus,
  takeTurn,
} from "../../store/tasks.ts";
import { checkState, openConnection } from "../accounts/connection.ts";
import { TenantDisabled } from "../accounts/tenants.ts";
import { handlerOf } from "../calling/execute.ts";
import { asVendorFailure } from "../session/asVendorFailure.ts";
import { reopeningSession } from "../session/reopeningSession.ts";
import { writeOnce } from "../writing/journal.ts";
import { type WrittenRecord } from "../writing/outcome.ts";
import { type ReconcileDeps } from "../writing/reconcile.ts";
import { requestOf, type TaskRequest, type TaskStartDeps, taskColumn } from "./startTask.ts";
import { keptFiles } from "./taskFiles.ts";
import { type ResultDeps, resultColumn, storeRecords } from "./taskResults.ts";

export interface TaskDeps extends ReconcileDeps, TaskStartDeps, ResultDeps {
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
}

export function makeRunTask(deps: TaskDeps) {
  const { database, advisoryLocks } = deps;
  return async ({ taskId, turn }: Pick<Errand, "taskId" | "turn">, { isLast, signal }: Attempt): Promise<void> => {
    const row = await findTask(database, taskId);
    if (row === undefined || hasEnded(row) || turn < row.turn) return;
    const disabled = new AbortController();
    const lock = `task ${taskId}`;
    if (!(await advisoryLocks.tryAcquire(lock))) throw new Error(`Task ${taskId} is under way elsewhere.`);
    try {
      await beginWork(database, taskId);
      await advance(deps, row, { signal: AbortSignal.any([signal, disabled.signal]), disabled });
    } catch (error) {
      if (disabled.signal.aborted)
        return await deps.queue.send({ taskId, turn, tenantId: row.tenantId }, { afterSeconds: askAgainAfter });
      const mayPass = !(error instanceof Failure) || failures[error.code].next === "wait";
      if (signal.aborted || (mayPass && !isLast)) throw error;
      if (!(error instanceof Failure)) deps.onFault(error);
      await endTask(database, { id: taskId, status: "FAILED", information: whyFailed(deps, row, error) });
    } finally {
      await advisoryLocks.release(lock);
    }
  };
}

/** For a task whose every attempt died. */
export const makeGiveUpTask =
  (deps: TaskDeps) =>
  async ({ taskId }: Errand): Promise<void> => {
    const row = await findTask(deps.database, taskId);
    if (row === undefined || hasEnded(row)) return;
    const error = new Error("every attempt was cut short");
    await endTask(deps.database, { id: taskId, status: "FAILED", information: whyFailed(deps, row, error) });
  };

const hasEnded = ({ status }: TaskRow): boolean => status !== "OPEN" && status !== "IN_PROGRESS";

/** What a turn works with. */
interface Turn {
  readonly deps: TaskDeps;
  readonly row: TaskRow;
  readonly request: TaskRequest;
  readonly connector: Connector;
  readonly session: Session;
  readonly signal: AbortSignal;
}

/** Seconds until it is asked whether a tenant that was disabled still is. */
const askAgainAfter = 2;

interface Ending {
  readonly signal: AbortSignal;
  /** For this one turn. */
  readonly disabled: AbortController;
}

async function advance(deps: TaskDeps, row: TaskRow, { signal, disabled }: Ending): Promise<void> {
  const { database, vault, connectors, openSession } = deps;
  const stored = await findConnection(database, row.connectionId);
  const connector = connectors.get(stored?.targetSystem ?? "");
  if (stored === undefined || connector === undefined || stored.state === "disabled")
    throw new Failure("connection_inactive", "The connection that began this task is not there any more.");
  mustBeEnabled(stored, disabled);
  const connection = openConnection(stored, vault);
  checkState(connection, connector);
  const id = row.operation as OperationId;
  const handler = handlerOf(connector, id);
  if (handler === undefined || !("request" in handler || "start" in handler))
    throw new Failure("operation_not_supported", `${connector.name} does not offer ${id}.`);
  const request = requestOf(vault, row);
  // Every call takes the credentials of its moment: the task may outlast them.
  const session = reopeningSession(async () => {
    const current = await findConnection(database, row.connectionId);
    if (current !== undefined) mustBeEnabled(current, disabled);
    const facts = { scope: request.scope, requestId: row.id, priority: "background", waitMs: longestTurn } as const;
    return openSession(connector, current === undefined ? connection : openConnection(current, vault), facts);
  }, request.scope.company);
  const turn = { deps, row, request, connector, session, signal };
  if ("request" in handler) return runWrite(turn, handler);
  const begun = await begunJob(turn, () => asVendorFailure(connector, () => handler.start(request, session)));
  return follow(turn, handler.job, begun);
}

function mustBeEnabled({ isEnabled }: FoundConnection, disabled: AbortController): void {
  if (!isEnabled) disabled.abort(new TenantDisabled());
  disabled.signal.throwIfAborted();
}

/** For its turn at the vendor: a turn of the task that fails begins its list anew. */
const longestTurn = 300_000;

/** What names the vendor's job: kept as soon as it is known, so that no later turn begins another. */
async function begunJob({ deps, row }: Turn, begin: () => Promise<unknown>): Promise<unknown> {
  const place = taskColumn(row.id, "job");
  if (row.job !== null) return JSON.parse(deps.vault.open(place, row.job));
  const begun = await begin();
  await noteJob(deps.database, { id: row.id, job: deps.vault.seal(place, JSON.stringify(begun)) });
  return begun;
}

async function runWrite(turn: Turn, handler: WriteHandler<unknown, unknown>): Promise<void> {
  const { connector } = turn;
  const { job } = handler;
  if (job !== undefined) {
    const begun = await begunJob(turn, async () => {
      const { record, raw } = await writeThrough(turn, handler);
      if (!isMany(turn)) await keep(turn, record);
      return raw;
    });
    return follow(turn, job, begun);
  }
  const { record, warnings } = await writeThrough(turn, handler);
  await keep(turn, record);
  const notes = [
    ...notesOf(turn, "WARNING", warnings),
    ...turn.request.files.map(({ fileName }) => ({
      filename: fileName,
      ...note(turn, "INFO", `${connector.name} took the file.`),
    })),
  ];
  await end(turn, "SUCCESS", notes);
}

const isMany = ({ row }: Turn): boolean => operations[row.operation as OperationId].many;

async function keep({ deps: { database, vault }, row }: Turn, record: unknown): Promise<void> {
  await keepResult(database, { id: row.id, body: vault.seal(resultColumn(row.id), JSON.stringify(record)) });
}

/** The synchronous write, through the journal: a task that is taken up again still writes once. */
function writeThrough(turn: Turn, handler: WriteHandler<unknown, unknown>): Promise<WrittenRecord> {
  const { deps, row, request, connector, session } = turn;
  const { ids, filters, body, scope, warnings } = request;
  return writeOnce(deps, {
    operation: carriedOutBy(row.operation as OperationId),
    tenantId: row.tenantId,
    connectionId: row.connectionId,
    connector,
    handler,
    scope,
    warnings,
    call: { ids, filters, body, files: keptFiles(deps, row.id, request.files) },
    // With a space, so that no caller's key is like it.
    idempotencyKey: `task ${row.id}`,
    openSession: async () => session,
  });
}

async function follow(turn: Turn, job: Job<unknown>, begun: unknown): Promise<void> {
  const { connector, session } = turn;
  const report = await asVendorFailure(connector, () => job.poll(begun, session));
  if (report.state === "running") return later(turn);
  const notes = [
    ...notesOf(turn, "WARNING", turn.request.warnings),
    ...notesOf(
      turn,
      "ERROR",
      report.faults ?? (report.state === "failed" ? [`${connector.name} could not do it.`] : []),
    ),
  ];
  if (report.state === "failed") return end(turn, "FAILED", notes);
  // Of a job that writes one record, that record is known from its beginning.
  const total = isMany(turn) ? await storeRecords(turn.deps, turn, job.records(begun, session)) : 1;
  await end(turn, endOf(report, total), notes);
}

function endOf({ faults = [] }: JobReport, records: number): TaskStatus {
  if (faults.length === 0) return "SUCCESS";
  return records === 0 ? "FAILED" : "PARTIAL_SUCCESS";
}

const longestWait = 30;

/** Waits in the queue, not here: a slow vendor keeps nobody else's task from deps. */
async function later({ deps: { database, queue }, row }: Turn): Promise<void> {
  await transaction(database, async (client) => {
    const turn = await takeTurn(client, row.id);
    await queue.send(
      { taskId: row.id, turn, tenantId: row.tenantId },
      { client, afterSeconds: Math.min(longestWait, 2 ** (turn - 1)) },
    );
  });
}

const end = ({ deps, row }: Turn, status: TaskStatus, information: readonly TaskNote[]): Promise<void> =>
  endTask(deps.database, { id: row.id, status, information });

type NoteType = "INFO" | "WARNING" | "ERROR";

const notesOf = (turn: Pick<Turn, "deps">, type: NoteType, messages: readonly string[]): TaskNote[] =>
  messages.map((message) => note(turn, type, message));

const note = ({ deps: { now } }: Pick<Turn, "deps">, type: NoteType, message: string): TaskNote => ({
  message,
  timestamp: timestampOf(new Date(now())),
  type,
});

/** Told as an error answer would tell it; where files were sent, of each of them. */
function whyFailed(deps: TaskDeps, row: TaskRow, error: unknown): TaskNote[] {
  const failure = error instanceof Failure ? error : new Failure("internal", "Our fault: the task could not be done.");
  const { files } = requestOf(deps.vault, row);
  const names: { filename?: string }[] =
    files.length === 0 ? [{}] : files.map(({ fileName: filename }) => ({ filename }));
  return errorEntries(failure).flatMap(({ code, message, targetMessage }) => {
    const said = targetMessage === undefined ? message : `${message} It said: ${targetMessage}`;
    return names.map((name) => ({ ...name, ...note({ deps }, "ERROR", `${code}: ${said}`) }));
  });
}
