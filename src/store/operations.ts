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

/** An intent, with the number of the lock of the process that makes the first attempt. */
export interface HeldIntent extends Intent {
  readonly holder: string;
}

/** Stores steps of writes. */
export interface OperationWriter {
  /** False if the key exists, or if the holder's lock is free. */
  insert(intent: HeldIntent): Promise<boolean>;
  /** False if the operation was deleted. */
  update(update: OperationUpdate): Promise<boolean>;
}

/**
 * Records the intent. The process that does so makes the first attempt, without a lock for this write. Returns the
 * operation instead if there is one with the same key.
 */
export async function insertIntent(
  { database, writer, holders }: { database: Queryable; writer: OperationWriter; holders: Holders },
  intent: Intent,
): Promise<OperationRow | undefined> {
  const { connectionId, idempotencyKey } = intent;
  for (;;) {
    const holder = await holders.holder();
    if (await writer.insert({ ...intent, holder })) return undefined;
    const existing = await findByKey(database, connectionId, idempotencyKey);
    if (existing !== undefined) return existing;
    // The operation with this key is too old, or the process has lost its lock.
    await expireKey(database, connectionId, idempotencyKey);
    if (!(await isHeld(database, holder))) await holders.replaceHolder(holder);
  }
}

/** The columns of a new operation, in the order of their parameters. */
const intentColumns = {
  id: "text",
  tenant_id: "text",
  connection_id: "text",
  operation: "text",
  idempotency_key: "text",
  fingerprint: "bytea",
  request: "bytea",
  state: "text",
  undoable_resource: "text",
  holder: "bigint",
} as const;

const intentValues = (intent: HeldIntent): unknown[] => [
  intent.id,
  intent.tenantId,
  intent.connectionId,
  intent.operation,
  intent.idempotencyKey,
  intent.fingerprint,
  intent.request,
  intent.state,
  intent.undoableResource ?? null,
  intent.holder,
];

/**
 * Others would take a write for abandoned if the holder's lock were free. Waits for a concurrent writer of the same key, so
 * that its row can be read after a conflict.
 */
const insertFrom = (source: string): string =>
  `INSERT INTO operations (${Object.keys(intentColumns).join(", ")}, key_expires_at)
   SELECT new.*, now() + interval '${keyLifetime}' FROM ${source} AS new (${Object.keys(intentColumns).join(", ")})
   WHERE NOT pg_try_advisory_xact_lock_shared(new.holder)
   ON CONFLICT (connection_id, idempotency_key) WHERE idempotency_key IS NOT NULL DO NOTHING`;

/** Numbers parameters after those that are `before` them. */
const parameters = (columns: Readonly<Record<string, string>>, ending: string, before = 0): string =>
  Object.values(columns)
    .map((type, index) => `$${before + index + 1}::${type}${ending}`)
    .join(", ");

const insertOne = insertFrom(`(VALUES (${parameters(intentColumns, "")}))`);

export async function insertOperation(database: Queryable, intent: HeldIntent): Promise<boolean> {
  const values = intentValues(intent);
  const { rowCount } = await database.query({ name: "insert-intent", text: insertOne, values });
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

/** The parameters of an update, in their order. */
const updateColumns = {
  id: "text",
  state: "text",
  reply: "bytea",
  answer: "bytea",
  needs_receipt: "boolean",
  needs_review: "boolean",
  undoable_resource: "text",
  draft: "text",
  stored: "bytea",
} as const;

const updateValues = (update: OperationUpdate): unknown[] => [
  update.id,
  update.state,
  update.reply ?? null,
  update.answer ?? null,
  update.needsReceipt ?? false,
  update.needsReview ?? false,
  update.undoableResource ?? null,
  update.draft ?? null,
  update.stored ?? null,
];

/** All states but those of a running write end the first attempt. */
const updateFrom = (source: string): string =>
  `UPDATE operations o SET state = new.state, answer = new.answer, updates = updates + 1,
     holder = CASE WHEN new.state IN ('sent', 'taken', 'undoing') THEN holder END,
     reply = CASE WHEN new.answer IS NULL THEN coalesce(new.reply, o.reply) END,
     settled_at = CASE WHEN new.state IN ('done', 'refused', 'absent') THEN now() END,
     receipt_due = CASE WHEN new.needs_receipt THEN now() + interval '1 minute' END,
     needs_review = new.needs_review, stored = new.stored,
     undoable_resource = coalesce(new.undoable_resource, o.undoable_resource), draft = coalesce(new.draft, o.draft)
   FROM ${source} AS new (${Object.keys(updateColumns).join(", ")}) WHERE o.id = new.id`;

const updateOne = updateFrom(`(VALUES (${parameters(updateColumns, "")}))`);

/** False if the operation was deleted. */
export async function updateOperation(database: Queryable, update: OperationUpdate): Promise<boolean> {
  const values = updateValues(update);
  const { rowCount } = await database.query({ name: "update-operation", text: updateOne, values });
  return rowCount === 1;
}

/** A step of a write that is stored: its intent, or a change. */
export type OperationStep = { readonly intent: HeldIntent } | { readonly update: OperationUpdate };

export const storeStep = (database: Queryable, step: OperationStep): Promise<boolean> =>
  "intent" in step ? insertOperation(database, step.intent) : updateOperation(database, step.update);

const storeTogether = `WITH inserted AS (${insertFrom(`unnest(${parameters(intentColumns, "[]")})`)} RETURNING id),
   updated AS (${updateFrom(`unnest(${parameters(updateColumns, "[]", Object.keys(intentColumns).length)})`)} RETURNING o.id)
   SELECT id FROM inserted UNION ALL SELECT id FROM updated`;

/**
 * Stores steps of different writes, and returns for each what storing it alone would return. Of several intents with the same
 * key, the first is stored.
 */
export async function storeSteps(database: Queryable, steps: readonly OperationStep[]): Promise<boolean[]> {
  const intents = steps.flatMap((step) => ("intent" in step ? [step.intent] : []));
  const updates = steps.flatMap((step) => ("update" in step ? [step.update] : []));
  const { rows } = await database.query<{ id: string }>({
    name: "store-steps",
    text: storeTogether,
    values: [
      ...columnsOf(intentColumns, intents.map(intentValues)),
      ...columnsOf(updateColumns, updates.map(updateValues)),
    ],
  });
  const stored = new Set(rows.map(({ id }) => id));
  return steps.map((step) => stored.has("intent" in step ? step.intent.id : step.update.id));
}

/** The rows' values by column, as PostgreSQL's unnest takes them. */
const columnsOf = (columns: object, rows: readonly (readonly unknown[])[]): unknown[][] =>
  Object.keys(columns).map((_name, index) => rows.map((row) => row[index]));

/**
 * Settings of a connection for `storeSteps`, whose plan is kept: while the table is small, PostgreSQL would plan to read all of
 * it, and keep reading all of it as it grows.
 */
export const settingsForSteps = {
  plan_cache_mode: "force_generic_plan",
  enable_seqscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
};

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
