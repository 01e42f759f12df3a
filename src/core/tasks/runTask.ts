/**
 * Runs one turn of a task in the worker. All progress is in the database, so an interrupted turn can simply be repeated: a
 * write goes through the journal, and a list is read again.
 */

import { timestampOf } from "../../contract/clocks.ts";
import type { Connector, Job, JobReport, WriteHandler } from "../../contract/connector.ts";
import { errorEntries, Failure, failures } from "../../contract/failure.ts";
import { handlerOperationOf, type OperationId, operations } from "../../contract/operations.ts";
import { type Session } from "../../contract/session.ts";
import { type ConnectionWithTenant, findConnection } from "../../store/connections.ts";
import { transaction } from "../../store/postgres/database.ts";
import type { Attempt, QueuedTask } from "../../store/postgres/queue.ts";
import {
  endTask,
  findTask,
  keepResult,
  markInProgress,
  nextTurn,
  noteJob,
  type TaskNote,
  type TaskRow,
  type TaskStatus,
} from "../../store/tasks.ts";
import { checkState, openConnection } from "../accounts/connection.ts";
import { TenantDisabled } from "../accounts/tenants.ts";
import { handlerOf } from "../calling/execute.ts";
import type { Difference, Write } from "../calling/request.ts";
import { asVendorFailure } from "../session/asVendorFailure.ts";
import { reopeningSession } from "../session/reopeningSession.ts";
import { inSpan, SpanKind, traceHeaders } from "../tracing/spans.ts";
import { differenceText } from "../writing/differences.ts";
import { addDifferences, writeOnce } from "../writing/journal.ts";
import { type WrittenRecord } from "../writing/outcome.ts";
import { type ReconcileDeps } from "../writing/reconcile.ts";
import { type EntryReceipts, entryReceipts, ofEntry } from "./entryReceipts.ts";
import { requestOf, type TaskRequest, type TaskStartDeps, taskColumn } from "./startTask.ts";
import { storedFiles } from "./taskFiles.ts";
import { entryKey, taskKey } from "./taskReceipts.ts";
import { type ResultDeps, resultColumn, storeRecords } from "./taskResults.ts";

export interface TaskDeps extends ReconcileDeps, TaskStartDeps, ResultDeps {
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
}

export function makeRunTask(deps: TaskDeps) {
  const { database, advisoryLocks } = deps;
  const run = async ({ taskId, turn, causedBy }: TaskTurn, { isLast, signal }: Attempt): Promise<void> => {
    const row = await findTask(database, taskId);
    if (row === undefined || hasEnded(row) || turn < row.turn) return;
    const disabled = new AbortController();
    const lock = `task ${taskId}`;
    if (!(await advisoryLocks.tryAcquire(lock))) throw new Error(`Another process is running task ${taskId}.`);
    try {
      await markInProgress(database, taskId);
      await advance(deps, row, { signal: AbortSignal.any([signal, disabled.signal]), disabled, isLast });
    } catch (error) {
      if (disabled.signal.aborted)
        return await deps.queue.send(
          { taskId, turn, tenantId: row.tenantId, causedBy },
          { afterSeconds: recheckTenantSeconds },
        );
      const mayPass = !(error instanceof Failure) || failures[error.code].next === "wait";
      if (signal.aborted || (mayPass && !isLast)) throw error;
      if (!(error instanceof Failure)) deps.onFault(error);
      await endTask(database, { id: taskId, status: "FAILED", information: failureNotes(deps, row, error) });
    } finally {
      await advisoryLocks.release(lock);
    }
  };
  return ({ taskId, turn, causedBy }: TaskTurn, attempt: Attempt): Promise<void> =>
    inSpan({ name: "run task", kind: SpanKind.CONSUMER, attributes: { "kontor.task": taskId }, causedBy }, () =>
      run({ taskId, turn, causedBy }, attempt),
    );
}

type TaskTurn = Pick<QueuedTask, "taskId" | "turn" | "causedBy">;

/** For a task whose attempts were all interrupted. */
export const makeGiveUpTask =
  (deps: TaskDeps) =>
  async ({ taskId }: QueuedTask): Promise<void> => {
    const row = await findTask(deps.database, taskId);
    if (row === undefined || hasEnded(row)) return;
    const error = new Error("every attempt was interrupted");
    await endTask(deps.database, { id: taskId, status: "FAILED", information: failureNotes(deps, row, error) });
  };

const hasEnded = ({ status }: TaskRow): boolean => status !== "OPEN" && status !== "IN_PROGRESS";

interface Turn {
  readonly deps: TaskDeps;
  readonly row: TaskRow;
  readonly request: TaskRequest;
  readonly connector: Connector;
  readonly session: Session;
  readonly signal: AbortSignal;
  /** Whether a failure ends the task. */
  readonly isLast: boolean;
}

/** How soon a task of a disabled tenant is tried again. */
const recheckTenantSeconds = 2;

interface TurnSignals {
  readonly signal: AbortSignal;
  /** Aborts this turn only. */
  readonly disabled: AbortController;
  readonly isLast: boolean;
}

async function advance(deps: TaskDeps, row: TaskRow, { signal, disabled, isLast }: TurnSignals): Promise<void> {
  const { database, vault, connectors, openSession } = deps;
  const stored = await findConnection(database, row.connectionId);
  const connector = connectors.get(stored?.targetSystem ?? "");
  if (stored === undefined || connector === undefined || stored.state === "disabled")
    throw new Failure("connection_inactive", "The connection that started this task no longer exists.");
  mustBeEnabled(stored, disabled);
  const connection = openConnection(stored, vault);
  checkState(connection, connector);
  const id = row.operation as OperationId;
  const handler = handlerOf(connector, id);
  if (handler === undefined || !("request" in handler || "start" in handler))
    throw new Failure("operation_not_supported", `${connector.name} does not offer ${id}.`);
  const request = requestOf(vault, row);
  // Every call uses the current credentials, because the task may take longer than they last.
  const session = reopeningSession(async () => {
    const current = await findConnection(database, row.connectionId);
    if (current !== undefined) mustBeEnabled(current, disabled);
    const facts = {
      scope: request.scope,
      requestId: row.id,
      priority: "background",
      cause: "task",
      waitMs: permitWaitMs,
    } as const;
    return openSession(connector, current === undefined ? connection : openConnection(current, vault), facts);
  }, request.scope.company);
  const turn = { deps, row, request, connector, session, signal, isLast };
  if ("request" in handler) return runWrite(turn, handler);
  if (request.isEmpty === true) return end(turn, "SUCCESS", notesOf(turn, "WARNING", request.warnings));
  const begun = await startedJob(turn, () => asVendorFailure(connector, () => handler.start(request, session)));
  return pollJob(turn, handler.job, { begun });
}

function mustBeEnabled({ isEnabled }: ConnectionWithTenant, disabled: AbortController): void {
  if (!isEnabled) disabled.abort(new TenantDisabled());
  disabled.signal.throwIfAborted();
}

/** Long, because a turn that fails has to read its list from the beginning. */
const permitWaitMs = 300_000;

/** The reference to the vendor's job, stored as soon as it is known, so that later turns do not start another job. */
async function startedJob({ deps, row }: Turn, begin: () => Promise<unknown>): Promise<unknown> {
  const column = taskColumn(row.id, "job");
  if (row.job !== null) return JSON.parse(deps.vault.open(column, row.job));
  const begun = await begin();
  await noteJob(deps.database, { id: row.id, job: deps.vault.seal(column, JSON.stringify(begun)) });
  return begun;
}

async function runWrite(turn: Turn, handler: WriteHandler<unknown, unknown>): Promise<void> {
  const { connector } = turn;
  const { job, entryOperation } = handler;
  if (entryOperation !== undefined) return writeEntries(turn, entryOperation);
  if (job !== undefined) {
    const begun = await startedJob(turn, async () => {
      const { record, raw } = await writeThroughJournal(turn, handler);
      if (!writesMany(turn)) await storeResult(turn, record);
      return raw;
    });
    return pollJob(turn, job, { begun, receipts: writesMany(turn) ? receiptsOf(turn, handler) : undefined });
  }
  const { record, warnings } = await writeThroughJournal(turn, handler);
  await storeResult(turn, record);
  const notes = [
    ...notesOf(turn, "WARNING", warnings),
    ...turn.request.files.map(({ fileName }) => ({
      filename: fileName,
      ...note(turn, "INFO", `${connector.name} accepted the file.`),
    })),
  ];
  await end(turn, "SUCCESS", notes);
}

/** Whether only this entry failed. An unknown outcome has to be reconciled, and waiting does not help. */
const concernsOneEntry = ({ code }: Failure): boolean => failures[code].next === "fix" || code === "outcome_unknown";

/** Whether the task goes on later. */
const isPassing = (failure: Failure): boolean => failures[failure.code].next === "wait" && !concernsOneEntry(failure);

/** Callers do not read more. */
const mostFaults = 100;

/**
 * Writes the entries of a bulk body one after the other, each with its own place in the journal: after an interruption, those
 * that were written are not written again.
 */
async function writeEntries(turn: Turn, operation: OperationId): Promise<void> {
  const { deps, row, request, connector, isLast } = turn;
  const handler = handlerOf(connector, operation);
  if (handler === undefined || !("request" in handler)) throw new Error(`${connector.id} has no ${operation}.`);
  const { entries } = request.body as { readonly entries: readonly unknown[] };
  const warnings = new Set(request.warnings);
  const differences: string[] = [];
  const faults: string[] = [];
  const records = async function* () {
    for (const [index, body] of entries.entries()) {
      try {
        const entry = { operation, handler, body, files: [], idempotencyKey: entryKey(row, index) };
        const written = await writeInJournal(turn, entry);
        const texts = (written.differences ?? []).map((difference) => differenceText(connector.name, difference));
        differences.push(...texts.map((text) => ofEntry(index, text)));
        const others = written.warnings.filter((warning) => !texts.includes(warning));
        // Why a record could not be read is about this entry only.
        const isRead = written.verified !== false;
        for (const warning of others)
          warnings.add(isRead || request.warnings.includes(warning) ? warning : ofEntry(index, warning));
        yield [{ record: written.record, raw: written.raw }];
      } catch (error) {
        if (!(error instanceof Failure) || (isPassing(error) && !isLast)) throw error;
        faults.push(...messagesOf(error).map((message) => ofEntry(index, message)));
        const remaining = entries.length - index - 1;
        if (concernsOneEntry(error) || remaining === 0) continue;
        // The other entries would fail for the same reason.
        faults.push(`The entries after it (${remaining}) were not sent.`);
        return;
      }
    }
  };
  const total = await storeRecords(deps, turn, records());
  const notes = [
    ...notesOf(turn, "WARNING", [...warnings, ...firstOf(differences, "differences")]),
    ...notesOf(turn, "ERROR", firstOf(faults, "errors")),
  ];
  await end(turn, endOf({ state: "done", faults }, total), notes);
}

function firstOf(messages: readonly string[], what: string): readonly string[] {
  const remaining = messages.length - mostFaults;
  return remaining > 0 ? [...messages.slice(0, mostFaults), `${remaining} more ${what}.`] : messages;
}

const writesMany = ({ row }: Turn): boolean => operations[row.operation as OperationId].many;

async function storeResult({ deps: { database, vault }, row }: Turn, record: unknown): Promise<void> {
  await keepResult(database, { id: row.id, body: vault.seal(resultColumn(row.id), JSON.stringify(record)) });
}

/** Writes through the journal, so that a task that is resumed still writes once. */
function writeThroughJournal(turn: Turn, handler: WriteHandler<unknown, unknown>): Promise<WrittenRecord> {
  const { deps, row, request } = turn;
  return writeInJournal(turn, {
    operation: handlerOperationOf(row.operation as OperationId),
    handler,
    body: request.body,
    files: storedFiles(deps, row.id, request.files),
    idempotencyKey: taskKey(row),
  });
}

interface TaskWrite {
  readonly operation: OperationId;
  readonly handler: WriteHandler<unknown, unknown>;
  readonly body: unknown;
  readonly files: Write["call"]["files"];
  readonly idempotencyKey: string;
}

function writeInJournal(turn: Turn, { body, files, ...write }: TaskWrite): Promise<WrittenRecord> {
  const { deps, row, request, connector, session } = turn;
  const { ids, filters, scope, warnings } = request;
  return writeOnce(deps, {
    ...write,
    tenantId: row.tenantId,
    connectionId: row.connectionId,
    connector,
    scope,
    warnings,
    call: { ids, filters, body, files },
    openSession: async () => session,
  });
}

interface BegunJob {
  readonly begun: unknown;
  /** Of a bulk write. */
  readonly receipts?: EntryReceipts | undefined;
}

async function pollJob(turn: Turn, job: Job<unknown>, { begun, receipts }: BegunJob): Promise<void> {
  const { connector, session } = turn;
  const report = await asVendorFailure(connector, () => job.poll(begun, session));
  if (report.state === "running") return scheduleNextTurn(turn);
  const warnings = notesOf(turn, "WARNING", turn.request.warnings);
  const faults = notesOf(
    turn,
    "ERROR",
    report.faults ?? (report.state === "failed" ? [`${connector.name} reported that the job failed.`] : []),
  );
  if (report.state === "failed") return end(turn, "FAILED", [...warnings, ...faults]);
  // A job that writes one record already returned that record when it started.
  const records = job.records(begun, session);
  const total = writesMany(turn)
    ? await storeRecords(turn.deps, turn, receipts === undefined ? records : receipts.compare(records))
    : 1;
  await noteDifferences(turn, receipts?.differences() ?? []);
  const differences = notesOf(turn, "WARNING", receipts?.warnings(connector.name) ?? []);
  await end(turn, endOf(report, total), [...warnings, ...differences, ...faults]);
}

function receiptsOf({ row, request }: Turn, handler: WriteHandler<unknown, unknown>): EntryReceipts {
  const { entries = [] } = request.body as { readonly entries?: readonly unknown[] };
  return entryReceipts(row.operation as OperationId, handler, entries);
}

/** In the journal, the differences belong to the write that started the job. */
async function noteDifferences({ deps, row }: Turn, differences: readonly Difference[]): Promise<void> {
  if (differences.length === 0) return;
  await addDifferences(deps, { connectionId: row.connectionId, idempotencyKey: taskKey(row) }, differences);
}

function endOf({ faults = [] }: JobReport, records: number): TaskStatus {
  if (faults.length === 0) return "SUCCESS";
  return records === 0 ? "FAILED" : "PARTIAL_SUCCESS";
}

const longestWait = 30;

/** Waits in the queue, not in the worker, so that a slow vendor does not delay other tasks. */
async function scheduleNextTurn({ deps: { database, queue }, row }: Turn): Promise<void> {
  await transaction(database, async (client) => {
    const turn = await nextTurn(client, row.id);
    await queue.send(
      { taskId: row.id, turn, tenantId: row.tenantId, causedBy: traceHeaders() },
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

/** The same entries as in an error response; if files were sent, one for each file. */
function failureNotes(deps: TaskDeps, row: TaskRow, error: unknown): TaskNote[] {
  const failure =
    error instanceof Failure ? error : new Failure("internal", "The task failed because of an internal error.");
  const { files } = requestOf(deps.vault, row);
  const names: { filename?: string }[] =
    files.length === 0 ? [{}] : files.map(({ fileName: filename }) => ({ filename }));
  return messagesOf(failure).flatMap((message) =>
    names.map((name) => ({ ...name, ...note({ deps }, "ERROR", message) })),
  );
}

const messagesOf = (failure: Failure): string[] =>
  errorEntries(failure).map(({ code, message, targetMessage }) =>
    targetMessage === undefined ? `${code}: ${message}` : `${code}: ${message} Vendor message: ${targetMessage}`,
  );
