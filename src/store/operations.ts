/** The journal of writes. */
import type { EventResource } from "../contract/event.ts";
import type { Holders } from "./postgres/advisoryLocks.ts";
import type { Queryable } from "./postgres/database.ts";
import { deleteInBatches } from "./postgres/deleteInBatches.ts";

/**
 * `taken`: the vendor accepted the write, but later steps (files, posting, reading it back) are not done yet. `undoing`: the
 * vendor stored something else, and Kontor is deleting the draft again.
 */
export type OperationState = "intended" | "sent" | "taken" | "undoing" | "done" | "refused" | "unknown" | "absent";

export interface OperationRow {
  readonly id: string;
  readonly tenantId: string;
  readonly connectionId: string;
  readonly operation: string;
  readonly idempotencyKey: string | null;
  readonly fingerprint: Buffer;
  /** Encrypted for table `operations`, the row's id, column `request`. */
  readonly request: Buffer;
  readonly state: OperationState;
  /** The vendor's reply while the write is being completed. Encrypted in the same way. */
  readonly reply: Buffer | null;
  /** The outcome. Encrypted for table `operations`, the row's id, column `answer`. */
  readonly answer: Buffer | null;
  /** Number, id and total of the stored record. Encrypted in the same way, for column `stored`. */
  readonly stored: Buffer | null;
  /** The number of the lock of the process that makes the first attempt. Null once that has ended. */
  readonly holder: string | null;
  readonly createdAt: Date;
  readonly settledAt: Date | null;
}

const columns = `id, tenant_id AS "tenantId", connection_id AS "connectionId", operation,
  idempotency_key AS "idempotencyKey", fingerprint, request, state, reply, answer, stored, holder,
  created_at AS "createdAt", settled_at AS "settledAt"`;

export interface Intent
  extends Omit<OperationRow, "reply" | "answer" | "stored" | "holder" | "createdAt" | "settledAt"> {
  readonly state: "intended" | "sent";
  /** The resource of what the write makes, if Kontor can delete it again. */
  readonly undoableResource: EventResource | undefined;
}

const keyLifetime = "24 hours";

/**
 * Records the intent. The process that does so makes the first attempt, without a lock for this write. Returns the
 * operation instead if there is one with the same key.
 */
export async function insertIntent(
  database: Queryable,
  holders: Holders,
  intent: Intent,
): Promise<OperationRow | undefined> {
  const { connectionId, idempotencyKey } = intent;
  for (;;) {
    const holder = await holders.holder();
    if (await insertNew(database, intent, holder)) return undefined;
    const existing = await findByKey(database, connectionId, idempotencyKey);
    if (existing !== undefined) return existing;
    // The operation with this key is too old, or the process has lost its lock.
    await expireKey(database, connectionId, idempotencyKey);
    if (!(await isHeld(database, holder))) await holders.replaceHolder(holder);
  }
}

/**
 * False if the key exists, or if the holder's lock is free: others would then take the write for abandoned. Waits for a
 * concurrent writer of the same key, so that its row can be read after a conflict.
 */
async function insertNew(database: Queryable, intent: Intent, holder: string): Promise<boolean> {
  const { rowCount } = await database.query({
    name: "insert-intent",
    text: `INSERT INTO operations (id, tenant_id, connection_id, operation, idempotency_key, fingerprint, request, state,
         undoable_resource, holder, key_expires_at)
       SELECT $1, $2, $3, $4, $5, $6::bytea, $7::bytea, $8, $9, $10::bigint, now() + interval '${keyLifetime}'
       WHERE NOT pg_try_advisory_xact_lock_shared($10::bigint)
       ON CONFLICT (connection_id, idempotency_key) WHERE idempotency_key IS NOT NULL DO NOTHING`,
    values: [
      intent.id,
      intent.tenantId,
      intent.connectionId,
      intent.operation,
      intent.idempotencyKey,
      intent.fingerprint,
      intent.request,
      intent.state,
      intent.undoableResource ?? null,
      holder,
    ],
  });
  return rowCount === 1;
}

/** Whether the process with this lock is running, and connected. */
export async function isHeld(database: Queryable, holder: string): Promise<boolean> {
  const { rows } = await database.query<{ isFree: boolean }>(
    `SELECT pg_try_advisory_xact_lock_shared($1) AS "isFree"`,
    [holder],
  );
  return rows[0]?.isFree === false;
}

/** A first attempt that ended without an outcome, and whether the write was sent. */
export interface EndedAttempt {
  readonly id: string;
  readonly wasSent: boolean;
}

/**
 * From now on, others may continue these writes. They look up the ones that were sent, here or by a process that has found the
 * holder's lock free; such a process has updated the row.
 */
export async function endFirstAttempts(database: Queryable, ended: readonly EndedAttempt[]): Promise<void> {
  await database.query({
    name: "end-first-attempts",
    text: `UPDATE operations o SET holder = NULL,
         state = CASE WHEN o.state = 'sent' AND o.updates = 0 AND NOT e.was_sent THEN 'intended' ELSE o.state END
       FROM unnest($1::text[], $2::boolean[]) AS e (id, was_sent) WHERE o.id = e.id AND o.holder IS NOT NULL`,
    values: [ended.map(({ id }) => id), ended.map(({ wasSent }) => wasSent)],
  });
}

async function expireKey(database: Queryable, connectionId: string, key: string | null): Promise<void> {
  await database.query(
    `UPDATE operations SET idempotency_key = NULL
     WHERE connection_id = $1 AND idempotency_key = $2 AND key_expires_at < cautious_now()`,
    [connectionId, key],
  );
}

async function findByKey(
  database: Queryable,
  connectionId: string,
  key: string | null,
): Promise<OperationRow | undefined> {
  const { rows } = await database.query<OperationRow>(
    `SELECT ${columns} FROM operations
     WHERE connection_id = $1 AND idempotency_key = $2 AND key_expires_at >= cautious_now()`,
    [connectionId, key],
  );
  return rows[0];
}

/** By a key that Kontor made, which does not expire. */
export async function findOperationByKey(
  database: Queryable,
  { connectionId, idempotencyKey }: { readonly connectionId: string; readonly idempotencyKey: string },
): Promise<OperationRow | undefined> {
  const { rows } = await database.query<OperationRow>(
    `SELECT ${columns} FROM operations WHERE connection_id = $1 AND idempotency_key = $2`,
    [connectionId, idempotencyKey],
  );
  return rows[0];
}

/** By keys that Kontor made, in their order in the journal. */
export async function findOperationsByKeys(
  database: Queryable,
  connectionId: string,
  idempotencyKeys: readonly string[],
): Promise<readonly OperationRow[]> {
  const { rows } = await database.query<OperationRow>(
    `SELECT ${columns} FROM operations WHERE connection_id = $1 AND idempotency_key = ANY ($2) ORDER BY created_at, id`,
    [connectionId, idempotencyKeys],
  );
  return rows;
}

/** Only of this connection; another connection's operation looks unknown. */
export async function findOperation(
  database: Queryable,
  { id, connectionId }: Pick<OperationRow, "id" | "connectionId">,
): Promise<OperationRow | undefined> {
  const { rows } = await database.query<OperationRow>(
    `SELECT ${columns} FROM operations WHERE id = $1 AND connection_id = $2`,
    [id, connectionId],
  );
  return rows[0];
}

export interface OperationUpdate {
  readonly id: string;
  readonly state: OperationState;
  readonly reply?: Buffer;
  readonly answer?: Buffer;
  readonly stored?: Buffer | undefined;
  /** Whether the stored record has to be read later. */
  readonly needsReceipt?: boolean;
  /** Whether the target system stored something else than the body says. */
  readonly needsReview?: boolean;
  /** The resource of what the write makes, if Kontor can delete it again. */
  readonly undoableResource?: EventResource | undefined;
  /** The id of the draft that Kontor deletes. */
  readonly draft?: string;
}

/** False if the operation was deleted. All states but those of a running write end the first attempt. */
export async function updateOperation(
  database: Queryable,
  {
    id,
    state,
    reply,
    answer,
    stored,
    needsReceipt = false,
    needsReview = false,
    undoableResource,
    draft,
  }: OperationUpdate,
): Promise<boolean> {
  const { rowCount } = await database.query({
    name: "update-operation",
    text: `UPDATE operations SET state = $2, answer = $4, updates = updates + 1,
       holder = CASE WHEN $2 IN ('sent', 'taken', 'undoing') THEN holder END,
       reply = CASE WHEN $4::bytea IS NULL THEN coalesce($3, reply) END,
       settled_at = CASE WHEN $2 IN ('done', 'refused', 'absent') THEN now() END,
       receipt_due = CASE WHEN $5 THEN now() + interval '1 minute' END,
       needs_review = $6, stored = $9, undoable_resource = coalesce($7, undoable_resource), draft = coalesce($8, draft)
     WHERE id = $1`,
    values: [
      id,
      state,
      reply ?? null,
      answer ?? null,
      needsReceipt,
      needsReview,
      undoableResource ?? null,
      draft ?? null,
      stored ?? null,
    ],
  });
  return rowCount === 1;
}

/** Receipts are tried for a day, at most every five minutes. */
export async function leaseReceipts(database: Queryable, most: number): Promise<readonly OperationRow[]> {
  const { rows } = await database.query<OperationRow>(
    `UPDATE operations SET receipt_due = CASE WHEN created_at > now() - interval '1 day' THEN now() + interval '5 minutes' END
     WHERE id IN (
       SELECT id FROM operations WHERE receipt_due <= now() ORDER BY receipt_due LIMIT $1 FOR UPDATE SKIP LOCKED
     )
     RETURNING ${columns}`,
    [most],
  );
  return rows;
}

/** The receipt cannot be read at all. */
export async function clearReceipt(database: Queryable, id: string): Promise<void> {
  await database.query("UPDATE operations SET receipt_due = NULL WHERE id = $1", [id]);
}

/** Deletes an operation that was refused before anything was sent, so that its key can be used again. */
export async function deleteOperation(database: Queryable, id: string): Promise<void> {
  await database.query("DELETE FROM operations WHERE id = $1", [id]);
}

export async function pruneOperations(database: Queryable, days: number): Promise<void> {
  await deleteInBatches(database, {
    from: "operations",
    where: "created_at < cautious_now() - make_interval(days => $1)",
    values: [days],
  });
}
