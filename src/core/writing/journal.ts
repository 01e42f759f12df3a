/**
 * Writes that happen once. The intent is recorded before the vendor is called; a retry with the same key gets the stored
 * answer, and an attempt whose end nobody saw is looked up at the vendor before it is made again.
 */
import { createHash } from "node:crypto";
import type { Connector, Scope, Session, VendorRequest, WriteCall, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { OperationId } from "../../contract/operations.ts";
import { findOperation, insertIntent, type OperationRow, settleOperation } from "../../store/operations.ts";
import type { AdvisoryLocks } from "../../store/postgres/advisoryLocks.ts";
import type { Database } from "../../store/postgres/database.ts";
import { newId } from "../secrets/ids.ts";
import type { Vault } from "../secrets/vault.ts";

export interface Journaling {
  readonly database: Database;
  readonly vault: Vault;
  readonly advisoryLocks: AdvisoryLocks;
}

/** An answer as it goes out. */
export interface Stored {
  readonly status: number;
  readonly text: string;
}

export interface Write {
  readonly operation: OperationId;
  readonly tenantId: string;
  readonly connectionId: string;
  readonly connector: Connector;
  readonly handler: WriteHandler<unknown, unknown>;
  readonly session: Session;
  /** Where the session is open: the same write for another company is another write. */
  readonly scope: Scope;
  readonly call: Omit<WriteCall<unknown>, "marker">;
  readonly idempotencyKey: string | undefined;
  /** Digests of the files, in order. */
  readonly fileDigests: readonly string[];
  /** The vendor's reply as the answer that goes out. */
  readonly render: (reply: unknown, call: WriteCall<unknown>) => Promise<Stored>;
  /** A refusal as the answer that goes out. */
  readonly renderFailure: (failure: Failure) => Stored;
}

export interface Written extends Stored {
  readonly operationId: string;
  /** Whether this is the answer to an earlier request. */
  readonly replayed: boolean;
}

const place = (id: string, column: "request" | "answer") => ({ table: "operations", row: id, column });

export async function writeOnce(journaling: Journaling, write: Write): Promise<Written> {
  const { database, vault, advisoryLocks } = journaling;
  const id = newId();
  const { ids, filters, body } = write.call;
  const asked: Asked = { ids, filters, body, scope: write.scope };
  const { row, isNew } = await insertIntent(database, {
    id,
    tenantId: write.tenantId,
    connectionId: write.connectionId,
    operation: write.operation,
    idempotencyKey: write.idempotencyKey ?? null,
    fingerprint: fingerprintOf(write),
    request: vault.seal(place(id, "request"), JSON.stringify(asked)),
  });
  if (!isNew && !row.fingerprint.equals(fingerprintOf(write)))
    throw new Failure("idempotency_key_reused", "This Idempotency-Key was used with another request. Use a new one.", {
      field: "Idempotency-Key",
    });
  const earlier = replayOf(journaling, row);
  if (earlier !== undefined) return earlier;
  if (!(await advisoryLocks.tryAcquire(row.id)))
    throw new Failure("idempotency_in_progress", "The request with this Idempotency-Key still runs. Ask again soon.", {
      field: "Idempotency-Key",
      retryAfter: 1,
    });
  try {
    return await settle(journaling, write, isNew ? row : await readAgain(journaling, row));
  } finally {
    await advisoryLocks.release(row.id);
  }
}

/** Order of keys in the body does not matter to a reader, so it does not matter here. */
function fingerprintOf({ operation, scope, call: { ids, filters, body }, fileDigests }: Write): Buffer {
  const canonical = JSON.stringify([operation, scope, ids, filters, body, fileDigests], (_name, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash("sha256").update(canonical).digest();
}

function replayOf(journaling: Journaling, row: OperationRow): Written | undefined {
  const stored = answerOf(journaling, row);
  return stored && { operationId: row.id, ...stored, replayed: true };
}

/** What was answered, once that is settled. */
export function answerOf({ vault }: Journaling, { id, status, answer }: OperationRow): Stored | undefined {
  if (status === null || answer === null) return undefined;
  return { status, text: vault.open(place(id, "answer"), answer) };
}

async function readAgain({ database }: Journaling, { id, connectionId }: OperationRow): Promise<OperationRow> {
  const row = await findOperation(database, { id, connectionId });
  if (row === undefined) throw new Failure("not_found", "There is no operation with this id.");
  return row;
}

async function settle(journaling: Journaling, write: Write, row: OperationRow): Promise<Written> {
  const earlier = replayOf(journaling, row);
  if (earlier !== undefined) return earlier;
  const call = { ...write.call, marker: row.id };
  const mayBeThere = row.state === "sent" || row.state === "unknown";
  if (mayBeThere) {
    const found = await lookUp(write, call);
    if (found.is === "there") return finish(journaling, write, call, found.reply);
    if (found.is === "unknowable") throw await unknown(journaling, write, row.id);
  }
  await settleOperation(journaling.database, { id: row.id, state: "sent" });
  let request: VendorRequest | undefined;
  let reply: unknown;
  try {
    request = write.handler.request(call, await write.handler.prepare?.(call, write.session));
    reply = await write.session.send(request);
  } catch (error) {
    return afterFailure(journaling, write, { call, request, error, again: mayBeThere });
  }
  return finish(journaling, write, call, reply);
}

interface Failed {
  readonly call: WriteCall<unknown>;
  readonly request: VendorRequest | undefined;
  readonly error: unknown;
  /** Whether an earlier attempt may have got through meanwhile. */
  readonly again: boolean;
}

async function afterFailure(journaling: Journaling, write: Write, failed: Failed): Promise<Written> {
  const { call, request, error, again } = failed;
  const { database, vault } = journaling;
  const id = call.marker;
  if (!(error instanceof Failure)) throw error;
  // The earlier attempt removed it.
  if (again && error.code === "not_found" && request?.method === "DELETE")
    return finish(journaling, write, call, undefined);
  const doubtful = error.details.mayHaveHappened === true || (again && error.code === "target_conflict");
  if (doubtful) {
    const found = await lookUp(write, call);
    if (found.is === "there") return finish(journaling, write, call, found.reply);
    if (error.details.mayHaveHappened === true) throw await unknown(journaling, write, id);
  }
  if (error.status >= 500 || error.status === 429 || error.code === "connection_needs_reauth") {
    // Nothing has happened and the next time may be better: the key stays usable.
    await settleOperation(database, { id, state: "intended" });
    throw error;
  }
  const { status, text } = write.renderFailure(error);
  await settleOperation(database, { id, state: "refused", status, answer: vault.seal(place(id, "answer"), text) });
  throw error;
}

/** `repeatable`: nobody can tell, but doing it again with the same key is safe. */
type LookedUp = { is: "there"; reply: unknown } | { is: "absent" | "unknowable" | "repeatable" };

async function lookUp({ handler, session }: Write, call: WriteCall<unknown>): Promise<LookedUp> {
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

async function finish(
  { database, vault }: Journaling,
  write: Write,
  call: WriteCall<unknown>,
  reply: unknown,
): Promise<Written> {
  const id = call.marker;
  const { status, text } = await write.render(reply, call);
  await settleOperation(database, { id, state: "done", status, answer: vault.seal(place(id, "answer"), text) });
  return { operationId: id, status, text, replayed: false };
}

async function unknown({ database }: Journaling, { connector }: Write, operationId: string): Promise<Failure> {
  await settleOperation(database, { id: operationId, state: "unknown" });
  return new Failure(
    "outcome_unknown",
    `${connector.name} may or may not have done this. Repeat the request with the same Idempotency-Key, or POST /operations/${operationId}/reconcile.`,
    { targetSystem: connector.id, operationId, retryAfter: 5 },
  );
}

/** What became of an operation, asked at the vendor where it is not known. */
export async function reconcile(journaling: Journaling, write: Write, row: OperationRow): Promise<OperationRow> {
  const { database, advisoryLocks } = journaling;
  if (row.state !== "sent" && row.state !== "unknown") return row;
  if (!(await advisoryLocks.tryAcquire(row.id))) return row;
  try {
    const call = { ...write.call, marker: row.id };
    const found = await lookUp(write, call);
    if (found.is === "there") await finish(journaling, write, call, found.reply);
    if (found.is === "absent") await settleOperation(database, { id: row.id, state: "absent" });
  } finally {
    await advisoryLocks.release(row.id);
  }
  return readAgain(journaling, row);
}

export interface Asked {
  readonly ids: Readonly<Record<string, string>>;
  readonly filters: WriteCall<unknown>["filters"];
  readonly body: unknown;
  readonly scope: Scope;
}

/** What was asked for when the operation began. */
export const requestOf = ({ vault }: Journaling, { id, request }: OperationRow): Asked =>
  JSON.parse(vault.open(place(id, "request"), request)) as Asked;
