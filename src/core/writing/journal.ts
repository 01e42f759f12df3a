/**
 * Makes sure that a write happens once. The intent is recorded before the vendor is called. A retry with the same key
 * returns the recorded outcome; if that is unknown, the write is looked up at the vendor before it is sent again. Once the
 * vendor has accepted it, no error invites the caller to repeat it: an incomplete follow-up becomes a warning.
 */

import { createHash } from "node:crypto";
import type { FoundRecord, WriteCall } from "../../contract/connector.ts";
import { resourceOf } from "../../contract/event.ts";
import { Failure } from "../../contract/failure.ts";
import { comparedFieldsOf } from "../../contract/moneyFields.ts";
import { operations } from "../../contract/operations.ts";
import { type Scope, type Session, type VendorRequest } from "../../contract/session.ts";
import {
  deleteOperation,
  findOperation,
  findOperationByKey,
  type Intent,
  insertIntent,
  isHeld,
  type OperationRow,
  type OperationState,
  type OperationWriter,
  updateOperation,
} from "../../store/operations.ts";
import type { AdvisoryLocks } from "../../store/postgres/advisoryLocks.ts";
import type { Database } from "../../store/postgres/database.ts";
import { isUnavailable } from "../../store/postgres/unavailable.ts";
import type { EndAttempt } from "../../store/upkeep/endedAttempts.ts";
import type { Difference, Write } from "../calling/request.ts";
import type { Vault } from "../secrets/vault.ts";
import { asVendorFailure } from "../session/asVendorFailure.ts";
import { differenceText, receiptDifferences } from "./differences.ts";
import { withMissingReference } from "./missingReference.ts";
import { decodeOutcome, encodeOutcome, type WriteOutcome, type WrittenRecord } from "./outcome.ts";
import { type PrepareWrite, prepareWrite } from "./prepareWrite.ts";
import { sealStored } from "./storedRecord.ts";

export interface JournalDeps {
  /** Fits a body to its target system before it is sent. */
  readonly prepareWrite?: PrepareWrite;
  readonly database: Database;
  readonly vault: Vault;
  readonly advisoryLocks: AdvisoryLocks;
  /** Stores the steps of a write. */
  readonly writer: OperationWriter;
  readonly endAttempt: EndAttempt;
  readonly newOperationId: () => string;
  /** For writes whose record no request returns: makes it possible to find them. */
  readonly onStored?: OnStored;
}

export type OnStored = (write: StoredWrite) => void;

export interface StoredWrite extends Pick<OperationRow, "id" | "tenantId" | "connectionId" | "operation"> {
  readonly record: unknown;
}

export interface WriteResult extends WrittenRecord {
  readonly operationId: string;
  /** Whether this is the outcome of an earlier request. */
  readonly replayed: boolean;
}

/** The request, stored to find out an unknown outcome later. */
export interface StoredRequest {
  readonly ids: Readonly<Record<string, string>>;
  readonly filters: WriteCall<unknown>["filters"];
  readonly body: unknown;
  readonly scope: Scope;
}

const columnOf = (id: string, column: "request" | "reply" | "answer") => ({ table: "operations", row: id, column });

/** The encrypted column that holds the outcome. */
export const outcomeColumn = (id: string) => columnOf(id, "answer");

/** Throws the failure if the write is refused, now or in an earlier request with the same key. */
export async function writeOnce(deps: JournalDeps, write: Write): Promise<WriteResult> {
  const { database, vault, advisoryLocks, writer } = deps;
  const id = deps.newOperationId();
  const { ids, filters, body } = write.call;
  const request: StoredRequest = { ids, filters, body, scope: write.scope };
  const fingerprint = fingerprintOf(write);
  const intent: Intent = {
    id,
    tenantId: write.tenantId,
    connectionId: write.connectionId,
    operation: write.operation,
    idempotencyKey: write.idempotencyKey ?? null,
    fingerprint,
    request: vault.seal(columnOf(id, "request"), JSON.stringify(request)),
    state: canBeRepeated(write) ? "sent" : "intended",
    undoableResource: undoableResourceOf(write),
  };
  const row = await insertIntent({ database, writer, holders: advisoryLocks }, intent).catch(async (error: unknown) => {
    // The intent may be stored, even if its connection was lost. This attempt does not continue it.
    await deps.endAttempt({ id, wasSent: false });
    throw error;
  });
  if (row === undefined) {
    write.observe?.({ kind: "journal", operationId: id, key: "new", before: "intended" });
    return attemptFirst(deps, write, intent);
  }
  const isSame = row.fingerprint.equals(fingerprint);
  write.observe?.({ kind: "journal", operationId: row.id, key: isSame ? "repeated" : "reused", before: row.state });
  if (!isSame)
    throw new Failure("idempotency_key_reused", "This Idempotency-Key was used with another request. Use a new key.", {
      field: "Idempotency-Key",
    });
  const earlier = outcomeOf(deps, row);
  if (earlier !== undefined) return replay(row, earlier);
  const result = await alone(deps, row, async () => attemptAgain(deps, write, await readAgain(deps, row)));
  if (result !== undefined) return result;
  throw new Failure(
    "idempotency_in_progress",
    "A request with this Idempotency-Key is still running. Try again in a moment.",
    { field: "Idempotency-Key", retryAfter: 1 },
  );
}

/**
 * Whether a write that may have been sent can be repeated without the danger of a second record: after a look-up, or as it
 * is. Such a write is recorded as sent at once, because a process that dies before it sends does no harm. Any other write
 * is marked separately, as late as possible, so that its outcome is unknown only if it may really have been sent.
 */
const canBeRepeated = ({ handler }: Write): boolean => handler.find !== undefined || handler.repeatable === true;

/** From sending on, changes that the vendor reports may be about a draft that is deleted again. */
const undoableResourceOf = ({ handler, operation }: Write) =>
  handler.undo === undefined ? undefined : resourceOf(operation);

/** Continues a recorded write, unless another request is doing that. The lock is for this; the holder, for first attempts. */
async function alone<Result>(
  { database, advisoryLocks }: JournalDeps,
  { id, holder }: OperationRow,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  if (!(await advisoryLocks.tryAcquire(id))) return undefined;
  try {
    return holder !== null && (await isHeld(database, holder)) ? undefined : await work();
  } finally {
    await advisoryLocks.release(id);
  }
}

/** The order of keys in the body does not matter. */
function fingerprintOf({ operation, scope, call: { ids, filters, body, files } }: Write): Buffer {
  const digests = files.map(({ digest }) => digest);
  const canonical = JSON.stringify([operation, scope, ids, filters, body, digests], (_name, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash("sha256").update(canonical).digest();
}

function replay({ id }: OperationRow, outcome: WriteOutcome): WriteResult {
  if (outcome instanceof Failure)
    throw new Failure(outcome.code, outcome.message, { ...outcome.details, replayed: true });
  return { ...outcome, operationId: id, replayed: true };
}

/** Adds differences that were found after the write had ended, as those of a bulk write's entries. */
export async function addDifferences(
  deps: Pick<JournalDeps, "database" | "vault">,
  key: Pick<OperationRow, "connectionId"> & { readonly idempotencyKey: string },
  differences: readonly Difference[],
): Promise<void> {
  const row = await findOperationByKey(deps.database, key);
  const outcome = row && outcomeOf(deps, row);
  if (row === undefined || outcome === undefined || outcome instanceof Failure) return;
  const answer = deps.vault.seal(outcomeColumn(row.id), encodeOutcome({ ...outcome, differences }));
  await updateOperation(deps.database, { id: row.id, state: row.state, answer, needsReview: true });
}

/** The outcome, once it is known. */
export function outcomeOf(
  { vault }: Pick<JournalDeps, "vault">,
  { id, answer }: OperationRow,
): WriteOutcome | undefined {
  return answer === null ? undefined : decodeOutcome(vault.open(columnOf(id, "answer"), answer));
}

export const requestOf = ({ vault }: Pick<JournalDeps, "vault">, { id, request }: OperationRow): StoredRequest =>
  JSON.parse(vault.open(columnOf(id, "request"), request)) as StoredRequest;

async function readAgain({ database }: JournalDeps, { id, connectionId }: OperationRow): Promise<OperationRow> {
  const row = await findOperation(database, { id, connectionId });
  if (row === undefined) throw new Failure("not_found", "There is no operation with this id. Check operationId.");
  return row;
}

interface Attempt {
  readonly deps: JournalDeps;
  readonly write: Write;
  readonly call: WriteCall<unknown>;
  readonly session: Session;
}

async function mark({ deps, call }: Attempt, state: OperationState): Promise<void> {
  await deps.writer.update({ id: call.marker, state });
}

async function completeOperation(
  { deps, write, call }: Attempt,
  state: "done" | "refused",
  outcome: WriteOutcome,
): Promise<void> {
  const { writer, vault, onStored } = deps;
  const { tenantId, connectionId, operation } = write;
  const id = call.marker;
  const answer = vault.seal(outcomeColumn(id), encodeOutcome(outcome));
  if (outcome instanceof Failure) {
    await writer.update({ id, state, answer });
    return;
  }
  const { record, verified, differences = [] } = outcome;
  await writer.update({
    id,
    state,
    answer,
    stored: sealStored(vault, id, record),
    needsReceipt: verified === false,
    needsReview: differences.length > 0,
  });
  onStored?.({ id, tenantId, connectionId, operation, record });
}

/** Needs no lock: until this attempt has ended, or its process is gone, nobody else continues the write. */
async function attemptFirst(deps: JournalDeps, write: Write, { id, state }: Intent): Promise<WriteResult> {
  const call = { ...write.call, marker: id };
  let wasSent = false;
  try {
    const prepared = await prepare({ deps, write, call, session: await write.openSession() }, false);
    if (state === "intended") await markSent(prepared);
    wasSent = true;
    return await send(prepared, false);
  } catch (error) {
    await deps.endAttempt({ id, wasSent });
    throw error;
  }
}

async function attemptAgain(deps: JournalDeps, write: Write, row: OperationRow): Promise<WriteResult> {
  const earlier = outcomeOf(deps, row);
  if (earlier !== undefined) return replay(row, earlier);
  const attempt = { deps, write, call: { ...write.call, marker: row.id }, session: await write.openSession() };
  const mayBeThere =
    row.state === "sent" || row.state === "unknown" || row.state === "taken" || row.state === "undoing";
  if (mayBeThere) {
    const found = await lookUp(attempt);
    if (found.is === "there") return completeWrite(attempt, found.reply);
    if (row.state === "undoing" && found.is === "absent") throw await undoneEarlier(attempt);
    // The vendor accepted it earlier, so its stored reply is all that is known.
    if (row.reply !== null) return completeWrite(attempt, replyOf(deps, row.id, row.reply));
    if (found.is === "unknowable") throw await outcomeUnknown(attempt);
  }
  const prepared = await prepare(attempt, mayBeThere);
  await markSent(prepared);
  return send(prepared, mayBeThere);
}

async function markSent({ deps, write, call }: Attempt): Promise<void> {
  const undoableResource = undoableResourceOf(write);
  const isMarked = await deps.writer.update({ id: call.marker, state: "sent", undoableResource });
  // Its connection has been erased, or a process of an earlier version has refused the same body.
  if (!isMarked) throw new Failure("not_found", "The operation was deleted before it was sent.");
}

/** `mayBeThere`: an earlier attempt may have succeeded meanwhile. */
async function send(prepared: Attempt, mayBeThere: boolean): Promise<WriteResult> {
  let request: VendorRequest | undefined;
  let reply: unknown;
  try {
    request = await requestFor(prepared);
    reply = await prepared.session.send(request);
  } catch (error) {
    const failure = await withMissingReference(prepared.write, prepared.session, inContractFields(prepared, error));
    return afterFailure(prepared, { request, error: failure, again: mayBeThere });
  }
  return completeWrite(prepared, reply).catch((error: unknown) => {
    // The vendor has accepted the write, but the journal cannot record it: the caller must not repeat it.
    throw isUnavailable(error) ? unknownOutcome(prepared, error) : error;
  });
}

/** Fits the body to the target system. A write that is refused here was not sent, so its key can be used again. */
async function prepare(attempt: Attempt, mayBeThere: boolean): Promise<Attempt> {
  const { deps, write, call, session } = attempt;
  try {
    const { body, warnings } = await (deps.prepareWrite ?? prepareWrite)(write, session, { mayBeThere });
    return { ...attempt, write: { ...write, warnings: [...write.warnings, ...warnings] }, call: { ...call, body } };
  } catch (error) {
    if (!mayBeThere && error instanceof Failure && error.status < 500)
      await deleteOperation(deps.database, call.marker);
    throw error;
  }
}

const codesWithFields: ReadonlySet<string> = new Set(["target_rejected", "target_conflict"]);

/** Adds the contract's fields to a refusal, if the connector can map them. */
function inContractFields({ write: { handler }, call }: Attempt, error: unknown): unknown {
  if (!(error instanceof Failure) || !codesWithFields.has(error.code) || error.details.field !== undefined)
    return error;
  const { targetFields = [], targetMessage } = error.details;
  const fields = handler.rejectedFields?.(call, { fields: targetFields, message: targetMessage }) ?? [];
  if (fields.length === 0) return error;
  const { message } = error;
  const named = fields.length === 1 ? { field: fields[0] } : { faults: fields.map((field) => ({ field, message })) };
  return new Failure(error.code, message, { ...error.details, ...named });
}

const requestFor = async ({ write: { handler }, call, session }: Attempt): Promise<VendorRequest> =>
  handler.request(call, await handler.prepare?.(call, session));

interface FailedAttempt {
  readonly request: VendorRequest | undefined;
  readonly error: unknown;
  /** Whether an earlier attempt may have succeeded meanwhile. */
  readonly again: boolean;
}

async function afterFailure(attempt: Attempt, { request, error, again }: FailedAttempt): Promise<WriteResult> {
  if (!(error instanceof Failure)) throw error;
  // The earlier attempt deleted the record.
  if (again && error.code === "not_found" && request?.method === "DELETE") return completeWrite(attempt, undefined);
  const mayHaveHappened = error.details.mayHaveHappened === true;
  if (mayHaveHappened || (again && error.code === "target_conflict")) {
    const found = await lookUp(attempt);
    if (found.is === "there") return completeWrite(attempt, found.reply);
    if (mayHaveHappened) throw await outcomeUnknown(attempt);
  }
  if (error.status >= 500 || error.status === 429 || error.code === "connection_needs_reauth") {
    // Nothing has happened, and a retry may succeed: the key stays usable.
    await mark(attempt, "intended");
    throw error;
  }
  if (error.code === "cannot_store" && !again) await deleteOperation(attempt.deps.database, attempt.call.marker);
  else await completeOperation(attempt, "refused", error);
  throw error;
}

/** `repeatable`: unknown, but sending it again with the same key is safe. */
type LookupResult = { is: "there"; reply: unknown } | { is: "absent" | "unknowable" | "repeatable" };

async function lookUp(attempt: Attempt): Promise<LookupResult> {
  const found = await askVendor(attempt);
  attempt.write.observe?.({ kind: "lookUp", found: found.is });
  return found;
}

async function askVendor({ write: { handler }, call, session }: Attempt): Promise<LookupResult> {
  if (handler.repeatable === true) return { is: "repeatable" };
  if (handler.find === undefined) return { is: "unknowable" };
  try {
    const reply = await handler.find(call, session);
    return reply === undefined ? { is: "absent" } : { is: "there", reply };
  } catch (error) {
    if (error instanceof Failure) return { is: "unknowable" };
    throw error;
  }
}

/** The vendor has accepted the write. Whatever fails from here on, it must not be sent again. */
async function completeWrite(attempt: Attempt, reply: unknown): Promise<WriteResult> {
  const { deps, write, call, session } = attempt;
  const { handler, connector } = write;
  if (handler.complete === undefined) return finish(attempt, () => handler.answer(reply, call));
  const sealedReply = deps.vault.seal(columnOf(call.marker, "reply"), JSON.stringify(reply ?? null));
  await deps.writer.update({ id: call.marker, state: "taken", reply: sealedReply });
  let completed: unknown;
  try {
    completed = await asVendorFailure(connector, async () => handler.complete?.(reply, call, session));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.details.undone !== true) {
      const warnings = [notCompleted(connector.name, error)];
      const known = error.details.known ?? reply;
      return finish(attempt, () => partialAnswer(attempt, known), { warnings, verified: false });
    }
    await completeOperation(attempt, "refused", error);
    throw error;
  }
  return finish(attempt, () => handler.answer(completed, call));
}

/** The answer from the first reply alone. */
const partialAnswer = ({ write: { handler }, call }: Attempt, reply: unknown): FoundRecord<unknown> =>
  handler.incomplete === undefined ? handler.answer(reply, call) : handler.incomplete(reply, call);

const notCompleted = (name: string, { message, details: { targetMessage } }: Failure): string =>
  `${name} stored the record, but a later step failed. Do not send it again. ${targetMessage ?? message}`;

interface Finishing {
  readonly warnings?: readonly string[];
  /** False if the answer comes from the first reply alone, because the stored record could not be read. */
  readonly verified?: false;
}

async function finish(
  attempt: Attempt,
  answer: () => FoundRecord<unknown>,
  { warnings = [], verified }: Finishing = {},
): Promise<WriteResult> {
  const { write, call } = attempt;
  let found: FoundRecord<unknown>;
  try {
    found = answer();
  } catch (cause) {
    await mark(attempt, "taken");
    const { id, name } = write.connector;
    const message = `${name} stored the record, but Kontor could not read its reply. Do not send it again. See GET /operations/${call.marker}.`;
    throw new Failure("outcome_unknown", message, { targetSystem: id, operationId: call.marker, cause });
  }
  // Nobody can tell yet what the vendor has stored.
  if (verified === false && isEmpty(found.record)) throw await outcomeUnknown(attempt);
  const differences = verified === false ? [] : storedDifferently(write, found.record);
  await refuseDifferent(attempt, found.record, differences);
  // The raw reply names the vendor's job, which has to be polled.
  const outcome = {
    record: found.record,
    ...(write.handler.job && { raw: found.raw }),
    warnings: unique([
      ...write.warnings,
      ...(found.warnings ?? []),
      ...differences.map((difference) => differenceText(write.connector.name, difference)),
      ...warnings,
    ]),
    ...(differences.length > 0 && { differences }),
    ...(verified === false && { verified }),
  };
  await completeOperation(attempt, "done", outcome);
  return { ...outcome, operationId: call.marker, replayed: false };
}

/** A record of which nothing is known. */
function isEmpty(record: unknown): boolean {
  const records: readonly unknown[] = Array.isArray(record) ? record : [record];
  return records.every((stored) => Object.keys(stored ?? {}).length === 0);
}

/** A task repeats warnings that its start has given already. */
const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

/** Compared with the caller's body, not with the form in which it was sent. */
const storedDifferently = ({ operation, call, handler }: Write, record: unknown): readonly Difference[] =>
  handler.job === undefined ? receiptDifferences(operations[operation], handler, call.body, record) : [];

/**
 * A status that was not reached is an error, and a draft that differs from the body is deleted. Anything else stays
 * stored, and the answer names the differences.
 */
async function refuseDifferent(attempt: Attempt, record: unknown, differences: readonly Difference[]): Promise<void> {
  const { write, deps, call } = attempt;
  const { connector, handler } = write;
  const texts = differences.map((difference) => differenceText(connector.name, difference));
  const status = differences.find(({ field }) => field === "status");
  if (status !== undefined && operations[write.operation].method !== "POST") {
    const message = `${connector.name} did not change the status to ${String(status.asked)}; it is ${String(status.stored)}.`;
    const failure = new Failure("stored_differs", message, { field: "status", targetSystem: connector.id });
    await completeOperation(attempt, "refused", failure);
    throw failure;
  }
  const isOnlyCompared = comparedFieldsOf(operations[write.operation].body);
  const draft = draftId(record);
  // A draft with another number, dimension or project has the right amounts, so it stays.
  const isWrong = differences.some(({ field }) => !isOnlyCompared(field));
  if (!isWrong || draft === undefined || handler.undo === undefined) return;
  await deps.writer.update({ id: call.marker, state: "undoing", draft });
  try {
    await handler.undo(draft, attempt.session);
  } catch (error) {
    if (error instanceof Failure) return;
    throw error;
  }
  const failure = new Failure("stored_differs", `${texts.join(" ")} ${draftDeleted}`, {
    faults: differences.map(({ field }, index) => ({ field, message: texts[index] ?? field })),
    targetSystem: connector.id,
    undone: true,
  });
  await completeOperation(attempt, "refused", failure);
  throw failure;
}

const draftDeleted = "Kontor deleted the draft. Correct the body and use a new Idempotency-Key.";

/** The process stopped after the draft was deleted, and before the journal recorded it. */
async function undoneEarlier(attempt: Attempt): Promise<Failure> {
  const { name, id } = attempt.write.connector;
  const failure = new Failure("stored_differs", `${name} stored the draft differently. ${draftDeleted}`, {
    targetSystem: id,
    undone: true,
  });
  await completeOperation(attempt, "refused", failure);
  return failure;
}

/** The id of a draft that has no number yet. */
function draftId(record: unknown): string | undefined {
  const { id, invoiceId, status, ...fields } = record as Readonly<Record<string, unknown>>;
  const hasNumber = ["invoiceNumber", "billNumber", "vendorCreditNumber"].some((name) => fields[name] !== undefined);
  const draft = id ?? invoiceId;
  return status === "DRAFT" && !hasNumber && typeof draft === "string" ? draft : undefined;
}

async function outcomeUnknown(attempt: Attempt): Promise<Failure> {
  await mark(attempt, "unknown").catch((error: unknown) => {
    // The journal still says "sent", which means the same.
    if (!isUnavailable(error)) throw error;
  });
  return unknownOutcome(attempt);
}

function unknownOutcome({ write: { connector }, call }: Attempt, cause?: unknown): Failure {
  return new Failure(
    "outcome_unknown",
    `It is unknown whether ${connector.name} carried this out. Repeat the request with the same Idempotency-Key, or POST /operations/${call.marker}/reconcile.`,
    { targetSystem: connector.id, operationId: call.marker, retryAfter: 5, cause },
  );
}

/** Asks the vendor for an unknown outcome. Writes nothing at the vendor. */
export async function reconcile(deps: JournalDeps, write: Write, row: OperationRow): Promise<OperationRow> {
  if (row.state !== "sent" && row.state !== "unknown" && row.state !== "taken" && row.state !== "undoing") return row;
  const settled = await alone(deps, row, async () => {
    const attempt = { deps, write, call: { ...write.call, marker: row.id }, session: await write.openSession() };
    const found = await lookUp(attempt);
    if (found.is === "there") await completeFound(attempt, found.reply);
    else if (row.state === "undoing" && found.is === "absent") await undoneEarlier(attempt);
    else if (row.reply !== null)
      await completeFound(attempt, await findAccepted(attempt, replyOf(deps, row.id, row.reply)));
    else if (found.is === "absent") await mark(attempt, "absent");
    return readAgain(deps, row);
  });
  return settled ?? row;
}

/** The record that the vendor made with this reply, if it can be read; otherwise the reply. */
async function findAccepted({ write: { handler }, call, session }: Attempt, reply: unknown): Promise<unknown> {
  try {
    return (await handler.findAccepted?.(reply, call, session)) ?? reply;
  } catch (error) {
    if (error instanceof Failure) return reply;
    throw error;
  }
}

/** Completes the operation from the reply alone: the handler's later steps would write at the vendor. */
async function completeFound(attempt: Attempt, reply: unknown): Promise<void> {
  const { complete: following } = attempt.write.handler;
  const notice = `${attempt.write.connector.name} stored the record; the later steps of the write were not repeated.`;
  try {
    const warnings = following === undefined ? [] : [notice];
    await finish(attempt, () => partialAnswer(attempt, reply), { warnings, ...(following && { verified: false }) });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

const replyOf = ({ vault }: JournalDeps, id: string, sealed: Buffer): unknown =>
  JSON.parse(vault.open(columnOf(id, "reply"), sealed));
