/**
 * Writes that happen once. The intent is recorded before the vendor is called; a retry with the same key gets the
 * outcome, and an attempt whose end nobody saw is looked up at the vendor before it is made again. Once the vendor has
 * taken it, nothing invites to a repetition: what could not be completed is a warning.
 */

import { createHash } from "node:crypto";
import type { FoundRecord, WriteCall } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { type Scope, type Session, type VendorRequest } from "../../contract/session.ts";
import {
  findOperation,
  insertIntent,
  type OperationRow,
  type OperationState,
  updateOperation,
} from "../../store/operations.ts";
import type { AdvisoryLocks } from "../../store/postgres/advisoryLocks.ts";
import type { Database } from "../../store/postgres/database.ts";
import { isUnavailable } from "../../store/postgres/unavailable.ts";
import type { Write } from "../calling/request.ts";
import { newId } from "../secrets/ids.ts";
import type { Vault } from "../secrets/vault.ts";
import { asVendorFailure } from "../session/asVendorFailure.ts";
import { decodeOutcome, encodeOutcome, type Outcome, type WrittenRecord } from "./outcome.ts";

export interface JournalDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly advisoryLocks: AdvisoryLocks;
}

export interface Written extends WrittenRecord {
  readonly operationId: string;
  /** Whether this is the outcome of an earlier request. */
  readonly replayed: boolean;
}

/** What was asked for, kept to settle an outcome that nobody saw. */
export interface KeptRequest {
  readonly ids: Readonly<Record<string, string>>;
  readonly filters: WriteCall<unknown>["filters"];
  readonly body: unknown;
  readonly scope: Scope;
}

const place = (id: string, column: "request" | "reply" | "answer") => ({ table: "operations", row: id, column });

/** Throws the failure that a refused write ended in, now or earlier. */
export async function writeOnce(deps: JournalDeps, write: Write): Promise<Written> {
  const { database, vault, advisoryLocks } = deps;
  const id = newId();
  const { ids, filters, body } = write.call;
  const kept: KeptRequest = { ids, filters, body, scope: write.scope };
  const fingerprint = fingerprintOf(write);
  const { row, isNew } = await insertIntent(database, {
    id,
    tenantId: write.tenantId,
    connectionId: write.connectionId,
    operation: write.operation,
    idempotencyKey: write.idempotencyKey ?? null,
    fingerprint,
    request: vault.seal(place(id, "request"), JSON.stringify(kept)),
  });
  const isSame = row.fingerprint.equals(fingerprint);
  const key = isNew ? "new" : isSame ? "repeated" : "reused";
  write.observe?.({ kind: "journal", operationId: row.id, key, before: row.state });
  if (!isSame)
    throw new Failure("idempotency_key_reused", "This Idempotency-Key was used with another request. Use a new one.", {
      field: "Idempotency-Key",
    });
  const earlier = outcomeOf(deps, row);
  if (earlier !== undefined) return replay(row, earlier);
  if (!(await advisoryLocks.tryAcquire(row.id)))
    throw new Failure("idempotency_in_progress", "The request with this Idempotency-Key still runs. Ask again soon.", {
      field: "Idempotency-Key",
      retryAfter: 1,
    });
  try {
    return await execute(deps, write, isNew ? row : await readAgain(deps, row));
  } finally {
    await advisoryLocks.release(row.id);
  }
}

/** Order of keys in the body does not matter to a reader, so it does not matter here. */
function fingerprintOf({ operation, scope, call: { ids, filters, body, files } }: Write): Buffer {
  const digests = files.map(({ digest }) => digest);
  const canonical = JSON.stringify([operation, scope, ids, filters, body, digests], (_name, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash("sha256").update(canonical).digest();
}

function replay({ id }: OperationRow, outcome: Outcome): Written {
  if (outcome instanceof Failure) throw outcome;
  return { ...outcome, operationId: id, replayed: true };
}

/** What became of it, once that is settled. */
export function outcomeOf({ vault }: Pick<JournalDeps, "vault">, { id, answer }: OperationRow): Outcome | undefined {
  return answer === null ? undefined : decodeOutcome(vault.open(place(id, "answer"), answer));
}

export const requestOf = ({ vault }: Pick<JournalDeps, "vault">, { id, request }: OperationRow): KeptRequest =>
  JSON.parse(vault.open(place(id, "request"), request)) as KeptRequest;

async function readAgain({ database }: JournalDeps, { id, connectionId }: OperationRow): Promise<OperationRow> {
  const row = await findOperation(database, { id, connectionId });
  if (row === undefined) throw new Failure("not_found", "There is no operation with this id.");
  return row;
}

/** One attempt at a write, with all that it needs. */
interface Attempt {
  readonly deps: JournalDeps;
  readonly write: Write;
  readonly call: WriteCall<unknown>;
  readonly session: Session;
}

const mark = ({ deps, call }: Attempt, state: OperationState): Promise<void> =>
  updateOperation(deps.database, { id: call.marker, state });

function settle({ deps, call }: Attempt, state: "done" | "refused", outcome: Outcome): Promise<void> {
  const answer = deps.vault.seal(place(call.marker, "answer"), encodeOutcome(outcome));
  return updateOperation(deps.database, { id: call.marker, state, answer });
}

async function execute(deps: JournalDeps, write: Write, row: OperationRow): Promise<Written> {
  const earlier = outcomeOf(deps, row);
  if (earlier !== undefined) return replay(row, earlier);
  const attempt = { deps, write, call: { ...write.call, marker: row.id }, session: await write.openSession() };
  const mayBeThere = row.state === "sent" || row.state === "unknown" || row.state === "taken";
  if (mayBeThere) {
    const found = await lookUp(attempt);
    if (found.is === "there") return complete(attempt, found.reply);
    // It was there when its reply came; what the reply says is all that is known.
    if (row.reply !== null) return complete(attempt, replyOf(deps, row.id, row.reply));
    if (found.is === "unknowable") throw await outcomeUnknown(attempt);
  }
  await mark(attempt, "sent");
  let request: VendorRequest | undefined;
  let reply: unknown;
  try {
    request = await requestFor(attempt);
    reply = await attempt.session.send(request);
  } catch (error) {
    return afterFailure(attempt, { request, error: inOurFields(attempt, error), again: mayBeThere });
  }
  return complete(attempt, reply).catch((error: unknown) => {
    // The vendor has it, and we cannot write that down: nothing may invite to a repetition.
    throw isUnavailable(error) ? unknownOutcome(attempt, error) : error;
  });
}

const sayingFields: ReadonlySet<string> = new Set(["target_rejected", "target_conflict"]);

/** A refusal with the fields that it is about, in our words, where the connector can tell. */
function inOurFields({ write: { handler }, call }: Attempt, error: unknown): unknown {
  if (!(error instanceof Failure) || !sayingFields.has(error.code) || error.details.field !== undefined) return error;
  const { targetFields = [], targetMessage } = error.details;
  const fields = handler.rejectedFields?.(call, { fields: targetFields, message: targetMessage }) ?? [];
  if (fields.length === 0) return error;
  const { message } = error;
  const named = fields.length === 1 ? { field: fields[0] } : { faults: fields.map((field) => ({ field, message })) };
  return new Failure(error.code, message, { ...error.details, ...named });
}

const requestFor = async ({ write: { handler }, call, session }: Attempt): Promise<VendorRequest> =>
  handler.request(call, await handler.prepare?.(call, session));

interface Failed {
  readonly request: VendorRequest | undefined;
  readonly error: unknown;
  /** Whether an earlier attempt may have got through meanwhile. */
  readonly again: boolean;
}

async function afterFailure(attempt: Attempt, { request, error, again }: Failed): Promise<Written> {
  if (!(error instanceof Failure)) throw error;
  // The earlier attempt removed it.
  if (again && error.code === "not_found" && request?.method === "DELETE") return complete(attempt, undefined);
  const mayHaveHappened = error.details.mayHaveHappened === true;
  if (mayHaveHappened || (again && error.code === "target_conflict")) {
    const found = await lookUp(attempt);
    if (found.is === "there") return complete(attempt, found.reply);
    if (mayHaveHappened) throw await outcomeUnknown(attempt);
  }
  if (error.status >= 500 || error.status === 429 || error.code === "connection_needs_reauth") {
    // Nothing has happened and the next time may be better: the key stays usable.
    await mark(attempt, "intended");
    throw error;
  }
  await settle(attempt, "refused", error);
  throw error;
}

/** `repeatable`: nobody can tell, but doing it again with the same key is safe. */
type LookedUp = { is: "there"; reply: unknown } | { is: "absent" | "unknowable" | "repeatable" };

async function lookUp(attempt: Attempt): Promise<LookedUp> {
  const found = await askVendor(attempt);
  attempt.write.observe?.({ kind: "lookUp", found: found.is });
  return found;
}

async function askVendor({ write: { handler }, call, session }: Attempt): Promise<LookedUp> {
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

/** The vendor has it. Whatever goes wrong from here on, it is not to be made again. */
async function complete(attempt: Attempt, reply: unknown): Promise<Written> {
  const { deps, write, call, session } = attempt;
  const { handler, connector } = write;
  if (handler.complete === undefined) return finish(attempt, () => handler.answer(reply, call));
  const kept = deps.vault.seal(place(call.marker, "reply"), JSON.stringify(reply ?? null));
  await updateOperation(deps.database, { id: call.marker, state: "taken", reply: kept });
  let completed: unknown;
  try {
    completed = await asVendorFailure(connector, async () => handler.complete?.(reply, call, session));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.details.undone !== true)
      return finish(attempt, () => known(attempt, reply), [notCompleted(connector.name, error)]);
    await settle(attempt, "refused", error);
    throw error;
  }
  return finish(attempt, () => handler.answer(completed, call));
}

/** What the first reply alone tells. */
const known = ({ write: { handler }, call }: Attempt, reply: unknown): FoundRecord<unknown> =>
  handler.incomplete === undefined ? handler.answer(reply, call) : handler.incomplete(reply, call);

const notCompleted = (name: string, { message, details: { targetMessage } }: Failure): string =>
  `${name} has stored it, but what follows could not be done; do not send it again. ${targetMessage ?? message}`;

async function finish(
  attempt: Attempt,
  answer: () => FoundRecord<unknown>,
  warnings: readonly string[] = [],
): Promise<Written> {
  const { write, call } = attempt;
  let found: FoundRecord<unknown>;
  try {
    found = answer();
  } catch (cause) {
    await mark(attempt, "taken");
    const { id, name } = write.connector;
    const message = `${name} has stored this, but its reply could not be understood. Do not send it again; GET /operations/${call.marker} has what is known.`;
    throw new Failure("outcome_unknown", message, { targetSystem: id, operationId: call.marker, cause });
  }
  // What names a job is needed to look after it.
  const outcome = {
    record: found.record,
    ...(write.handler.job && { raw: found.raw }),
    warnings: [...write.warnings, ...(found.warnings ?? []), ...warnings],
  };
  await settle(attempt, "done", outcome);
  return { ...outcome, operationId: call.marker, replayed: false };
}

async function outcomeUnknown(attempt: Attempt): Promise<Failure> {
  await mark(attempt, "unknown").catch((error: unknown) => {
    // As it stands in the journal, it may have been done.
    if (!isUnavailable(error)) throw error;
  });
  return unknownOutcome(attempt);
}

function unknownOutcome({ write: { connector }, call }: Attempt, cause?: unknown): Failure {
  return new Failure(
    "outcome_unknown",
    `${connector.name} may or may not have done this. Repeat the request with the same Idempotency-Key, or POST /operations/${call.marker}/reconcile.`,
    { targetSystem: connector.id, operationId: call.marker, retryAfter: 5, cause },
  );
}

/** What became of an operation, asked at the vendor where it is not known. Nothing is written there. */
export async function reconcile(deps: JournalDeps, write: Write, row: OperationRow): Promise<OperationRow> {
  const { advisoryLocks } = deps;
  if (row.state !== "sent" && row.state !== "unknown" && row.state !== "taken") return row;
  if (!(await advisoryLocks.tryAcquire(row.id))) return row;
  try {
    const attempt = { deps, write, call: { ...write.call, marker: row.id }, session: await write.openSession() };
    const found = await lookUp(attempt);
    if (found.is === "there") await settleFound(attempt, found.reply);
    else if (row.reply !== null) await settleFound(attempt, replyOf(deps, row.id, row.reply));
    else if (found.is === "absent") await mark(attempt, "absent");
  } finally {
    await advisoryLocks.release(row.id);
  }
  return readAgain(deps, row);
}

/** As far as the reply tells: to complete it would be to write. */
async function settleFound(attempt: Attempt, reply: unknown): Promise<void> {
  const { complete: following } = attempt.write.handler;
  const notice = `${attempt.write.connector.name} has stored it; what follows a write there was not repeated.`;
  try {
    await finish(attempt, () => known(attempt, reply), following === undefined ? [] : [notice]);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

const replyOf = ({ vault }: JournalDeps, id: string, sealed: Buffer): unknown =>
  JSON.parse(vault.open(place(id, "reply"), sealed));
