/** Imports of connections, their entries and progress. */
import type { ErrorEntry } from "../../contract/failure.ts";
import type { Queryable } from "../postgres/database.ts";
import { deleteInBatches } from "../postgres/deleteInBatches.ts";
import { isEnabled } from "../tenants.ts";

export interface Import {
  readonly id: string;
  readonly tenantId: string;
  readonly targetSystem: string;
}

export interface NewImportEntry {
  readonly endUserId: string;
  /** Encrypted for table `import_entries`, the import's id and the position, column `request`. */
  readonly request: Buffer;
  readonly tokenHash: Buffer | null;
}

/** Imports of one tenant from one target system start one after the other, until the end of the transaction. */
export async function lockImports(client: Queryable, { tenantId, targetSystem }: Omit<Import, "id">): Promise<void> {
  const name = `imports ${tenantId} ${targetSystem}`;
  await client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [name]);
}

export async function addImport(
  client: Queryable,
  { id, tenantId, targetSystem, bodyHash }: Import & { readonly bodyHash: Buffer },
  entries: readonly NewImportEntry[],
): Promise<void> {
  await client.query("INSERT INTO imports (id, tenant_id, target_system, body_hash) VALUES ($1, $2, $3, $4)", [
    id,
    tenantId,
    targetSystem,
    bodyHash,
  ]);
  await client.query(
    `INSERT INTO import_entries (import_id, position, end_user_id, request, token_hash)
     SELECT $1, entry.position - 1, entry.end_user_id, entry.request, entry.token_hash
     FROM unnest($2::text[], $3::bytea[], $4::bytea[]) WITH ORDINALITY AS entry (end_user_id, request, token_hash, position)`,
    [
      id,
      entries.map(({ endUserId }) => endUserId),
      entries.map(({ request }) => request),
      entries.map(({ tokenHash }) => tokenHash),
    ],
  );
}

/** An import with this body that runs, or has connected everybody. */
export async function findSameImport(
  client: Queryable,
  { tenantId, targetSystem, bodyHashes }: Omit<Import, "id"> & { readonly bodyHashes: readonly Buffer[] },
): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT i.id FROM imports i WHERE i.tenant_id = $1 AND i.target_system = $2 AND i.body_hash = ANY ($3)
       AND NOT EXISTS (SELECT FROM import_entries e WHERE e.import_id = i.id AND e.state = 'failed')
     ORDER BY i.created_at DESC LIMIT 1`,
    [tenantId, targetSystem, bodyHashes],
  );
  return rows[0]?.id;
}

/** Those of these refresh tokens that an import of the tenant has sent to the vendor, or is about to send. */
export async function findTakenTokens(
  client: Queryable,
  { tenantId, targetSystem }: Omit<Import, "id">,
  tokenHashes: readonly Buffer[],
): Promise<readonly Buffer[]> {
  const { rows } = await client.query<{ tokenHash: Buffer }>(
    `SELECT e.token_hash AS "tokenHash" FROM import_entries e JOIN imports i ON i.id = e.import_id
     WHERE i.tenant_id = $1 AND i.target_system = $2 AND e.token_hash = ANY ($3)
       AND (e.state IN ('waiting', 'renewing') OR e.token_sent_at IS NOT NULL)`,
    [tenantId, targetSystem, tokenHashes],
  );
  return rows.map(({ tokenHash }) => tokenHash);
}

export async function listDueImports(database: Queryable, most: number): Promise<readonly Import[]> {
  const { rows } = await database.query<Import>(
    `SELECT id, tenant_id AS "tenantId", target_system AS "targetSystem" FROM imports
     WHERE ended_at IS NULL AND due_at <= now() AND ${isEnabled("tenant_id")} ORDER BY due_at LIMIT $1`,
    [most],
  );
  return rows;
}

export interface ImportEntry {
  readonly position: number;
  readonly endUserId: string;
  readonly request: Buffer;
  readonly attempts: number;
}

export async function listDueEntries(
  database: Queryable,
  importId: string,
  most: number,
): Promise<readonly ImportEntry[]> {
  const { rows } = await database.query<ImportEntry>(
    `SELECT position, end_user_id AS "endUserId", request, attempts FROM import_entries
     WHERE import_id = $1 AND state = 'waiting' AND due_at <= now() ORDER BY position LIMIT $2`,
    [importId, most],
  );
  return rows;
}

interface EntryName {
  readonly importId: string;
  readonly position: number;
}

/** Has to be stored before the refresh token is sent. Returns false if another process was faster. */
export async function markRenewing(database: Queryable, { importId, position }: EntryName): Promise<boolean> {
  const { rowCount } = await database.query(
    `UPDATE import_entries SET state = 'renewing', token_sent_at = now()
     WHERE import_id = $1 AND position = $2 AND state = 'waiting'`,
    [importId, position],
  );
  return rowCount === 1;
}

/** The vendor has answered: with new tokens, which are in the request, or that it did not accept the token. */
export async function endRenewing(
  database: Queryable,
  { importId, position, request }: EntryName & { readonly request: Buffer },
  isTokenUnused: boolean,
): Promise<void> {
  await database.query(
    `UPDATE import_entries SET state = 'waiting', request = $3,
       token_sent_at = CASE WHEN $4 THEN NULL ELSE token_sent_at END
     WHERE import_id = $1 AND position = $2 AND state = 'renewing'`,
    [importId, position, request, isTokenUnused],
  );
}

/** Returns false if the entry has ended. */
export async function endConnected(
  client: Queryable,
  {
    importId,
    position,
    connectionId,
    accountKey,
  }: EntryName & { readonly connectionId: string; readonly accountKey: Buffer },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE import_entries SET state = 'connected', request = NULL, connection_id = $3, account_key = $4
     WHERE import_id = $1 AND position = $2 AND state = 'waiting'`,
    [importId, position, connectionId, accountKey],
  );
  return rowCount === 1;
}

export async function endFailed(
  database: Queryable,
  { importId, position, failure }: EntryName & { readonly failure: ErrorEntry },
): Promise<void> {
  await database.query(
    `UPDATE import_entries SET state = 'failed', request = NULL, failure = $3
     WHERE import_id = $1 AND position = $2 AND state IN ('waiting', 'renewing')`,
    [importId, position, failure],
  );
}

/** For entries whose process ended between sending the refresh token and storing the answer. */
export async function failInterrupted(database: Queryable, importId: string, failure: ErrorEntry): Promise<void> {
  await database.query(
    `UPDATE import_entries SET state = 'failed', request = NULL, failure = $2
     WHERE import_id = $1 AND state = 'renewing'`,
    [importId, failure],
  );
}

export async function postponeEntry(
  database: Queryable,
  { importId, position, seconds, countsAsAttempt }: EntryName & { seconds: number; countsAsAttempt: boolean },
): Promise<void> {
  await database.query(
    `UPDATE import_entries SET due_at = now() + make_interval(secs => $3), attempts = attempts + $4::int
     WHERE import_id = $1 AND position = $2 AND state = 'waiting'`,
    [importId, position, seconds, countsAsAttempt ? 1 : 0],
  );
}

/** The vendor's limit concerns all entries. */
export async function postponeImport(database: Queryable, importId: string, seconds: number): Promise<void> {
  await database.query("UPDATE imports SET due_at = now() + make_interval(secs => $2) WHERE id = $1", [
    importId,
    seconds,
  ]);
}

/** Ends the import if no entry is open. Otherwise it is due again with its next entry, after imports that waited longer. */
export async function endTurn(database: Queryable, importId: string): Promise<void> {
  await database.query(
    `UPDATE imports SET ended_at = CASE WHEN next.due_at IS NULL THEN now() END,
       due_at = greatest(imports.due_at, next.due_at, now())
     FROM (
       SELECT min(due_at) AS due_at FROM import_entries WHERE import_id = $1 AND state IN ('waiting', 'renewing')
     ) AS next
     WHERE imports.id = $1 AND imports.ended_at IS NULL`,
    [importId],
  );
}

export interface ImportProgress extends Import {
  readonly endedAt: Date | null;
  readonly total: number;
  readonly connected: number;
  readonly failed: number;
}

export async function findImport(
  database: Queryable,
  tenantId: string,
  id: string,
): Promise<ImportProgress | undefined> {
  const { rows } = await database.query<ImportProgress>(
    `SELECT i.id, i.tenant_id AS "tenantId", i.target_system AS "targetSystem", i.ended_at AS "endedAt",
       count(*)::int AS total, count(*) FILTER (WHERE e.state = 'connected')::int AS connected,
       count(*) FILTER (WHERE e.state = 'failed')::int AS failed
     FROM imports i JOIN import_entries e ON e.import_id = i.id WHERE i.tenant_id = $1 AND i.id = $2 GROUP BY i.id`,
    [tenantId, id],
  );
  return rows[0];
}

export interface ImportOutcome {
  readonly position: number;
  readonly state: "waiting" | "renewing" | "connected" | "failed";
  readonly endUserId: string;
  readonly connectionId: string | null;
  readonly accountKey: Buffer | null;
  readonly failure: ErrorEntry | null;
}

export type OutcomeState = "waiting" | "connected" | "failed";

const statesOf = (state: OutcomeState): readonly ImportOutcome["state"][] =>
  state === "waiting" ? ["waiting", "renewing"] : [state];

export async function listOutcomes(
  database: Queryable,
  { id, state, page, limit }: { id: string; state: OutcomeState | undefined; page: number; limit: number },
): Promise<readonly ImportOutcome[]> {
  const { rows } = await database.query<ImportOutcome>(
    `SELECT position, state, end_user_id AS "endUserId", connection_id AS "connectionId", account_key AS "accountKey", failure
     FROM import_entries WHERE import_id = $1 AND ($2::text[] IS NULL OR state = ANY ($2))
     ORDER BY position LIMIT $3 OFFSET $4`,
    [id, state === undefined ? null : statesOf(state), limit, (page - 1) * limit],
  );
  return rows;
}

export async function eraseImportedKeys(database: Queryable, importId: string): Promise<void> {
  await database.query("UPDATE import_entries SET account_key = NULL WHERE import_id = $1", [importId]);
}

/** How long account keys can be read after the end of an import. */
const keysKept = "interval '1 day'";

export async function pruneImports(database: Queryable, days: number): Promise<void> {
  await database.query(
    `UPDATE import_entries e SET account_key = NULL FROM imports i
     WHERE i.id = e.import_id AND e.account_key IS NOT NULL AND i.ended_at < cautious_now() - ${keysKept}`,
  );
  await deleteInBatches(database, {
    from: "imports",
    where: "ended_at < cautious_now() - make_interval(days => $1)",
    values: [days],
  });
}
