/** Access that an end user gave to an assistant, and its tokens. A grant is for one connection. */
import type { Access } from "../../contract/scopes.ts";
import type { Queryable } from "../postgres/database.ts";
import { deleteInBatches } from "../postgres/deleteInBatches.ts";

export interface AssistantGrant {
  readonly id: string;
  readonly tenantId: string;
  readonly connectionId: string;
  readonly clientId: string;
  readonly clientName: string;
  /** The host that the authorization code was sent to. */
  readonly host: string;
  /** The only URL at which the tokens are valid. */
  readonly resource: string;
  readonly access: Access;
  readonly resources: readonly string[] | null;
  /** Groups or names of fields that the consent page showed as hidden from the assistant. */
  readonly hiddenFields: readonly string[];
  readonly personHash: Buffer | null;
  readonly createdAt: Date;
  readonly usedAt: Date | null;
}

const columns = `g.id, g.tenant_id AS "tenantId", g.connection_id AS "connectionId", g.client_id AS "clientId",
  g.client_name AS "clientName", g.host, g.resource, g.access, g.resources, g.hidden_fields AS "hiddenFields",
  g.person_hash AS "personHash",
  g.created_at AS "createdAt", g.used_at AS "usedAt"`;

export async function addGrant(
  database: Queryable,
  grant: Omit<AssistantGrant, "createdAt" | "usedAt">,
): Promise<void> {
  await database.query(
    `INSERT INTO assistant_grants (id, tenant_id, connection_id, client_id, client_name, host, resource, access,
       resources, person_hash, hidden_fields)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      grant.id,
      grant.tenantId,
      grant.connectionId,
      grant.clientId,
      grant.clientName,
      grant.host,
      grant.resource,
      grant.access,
      grant.resources,
      grant.personHash,
      grant.hiddenFields,
    ],
  );
}

/** The open grants of connections, newest first. */
export async function listGrants(database: Queryable, connectionIds: readonly string[]): Promise<AssistantGrant[]> {
  const { rows } = await database.query<AssistantGrant>(
    `SELECT ${columns} FROM assistant_grants g WHERE g.connection_id = ANY ($1) AND g.ended_at IS NULL ORDER BY g.id DESC`,
    [connectionIds],
  );
  return rows;
}

/** Ends the grant and its tokens. Returns false if it is unknown, ended, or of another connection. */
export async function endGrant(
  database: Queryable,
  { id, connectionId }: Pick<AssistantGrant, "id" | "connectionId">,
): Promise<boolean> {
  const { rowCount } = await database.query(
    `UPDATE assistant_grants SET ended_at = now() WHERE id = $1 AND connection_id = $2 AND ended_at IS NULL`,
    [id, connectionId],
  );
  return rowCount === 1;
}

export type TokenKind = "access" | "refresh";

export interface NewAssistantToken {
  readonly hash: Buffer;
  readonly grantId: string;
  readonly kind: TokenKind;
  readonly expiresAt: Date;
}

export async function addAssistantTokens(database: Queryable, tokens: readonly NewAssistantToken[]): Promise<void> {
  for (const { hash, grantId, kind, expiresAt } of tokens)
    await database.query("INSERT INTO assistant_tokens (hash, grant_id, kind, expires_at) VALUES ($1, $2, $3, $4)", [
      hash,
      grantId,
      kind,
      expiresAt,
    ]);
}

/** An earlier access token ends when there is a new one. */
export async function endAccessTokens(database: Queryable, grantId: string): Promise<void> {
  await database.query("DELETE FROM assistant_tokens WHERE grant_id = $1 AND kind = 'access'", [grantId]);
}

export interface AssistantToken {
  readonly kind: TokenKind;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
  readonly grant: AssistantGrant;
}

/** A token of an open grant, expired or used ones too. */
export async function findAssistantToken(
  database: Queryable,
  hash: Buffer,
  { isLocked = false }: { readonly isLocked?: boolean } = {},
): Promise<AssistantToken | undefined> {
  const { rows } = await database.query<
    AssistantGrant & Omit<AssistantToken, "grant" | "usedAt"> & { tokenUsedAt: Date }
  >(
    `SELECT k.kind, k.expires_at AS "expiresAt", k.used_at AS "tokenUsedAt", ${columns}
     FROM assistant_tokens k JOIN assistant_grants g ON g.id = k.grant_id
     WHERE k.hash = $1 AND g.ended_at IS NULL ${isLocked ? "FOR UPDATE" : ""}`,
    [hash],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const { kind, expiresAt, tokenUsedAt, ...grant } = row;
  return { kind, expiresAt, usedAt: tokenUsedAt, grant };
}

export async function markTokenUsed(database: Queryable, hash: Buffer): Promise<void> {
  await database.query("UPDATE assistant_tokens SET used_at = now() WHERE hash = $1", [hash]);
}

/** At most once a minute, because an assistant makes many calls. */
export async function noteGrantUse(database: Queryable, id: string): Promise<void> {
  await database.query(
    `UPDATE assistant_grants SET used_at = now()
     WHERE id = $1 AND (used_at IS NULL OR used_at < now() - interval '1 minute')`,
    [id],
  );
}

/** Ended grants are kept for 30 days. A grant without a token that could still be used has ended, too. */
export async function pruneGrants(database: Queryable): Promise<number> {
  await database.query(
    `UPDATE assistant_grants g SET ended_at = now() WHERE ended_at IS NULL AND NOT EXISTS (
       SELECT FROM assistant_tokens k WHERE k.grant_id = g.id AND k.used_at IS NULL AND k.expires_at > cautious_now())`,
  );
  const tokens = await deleteInBatches(database, {
    from: "assistant_tokens",
    where: "expires_at < cautious_now() - interval '1 day'",
  });
  const grants = { from: "assistant_grants", where: "ended_at < cautious_now() - interval '30 days'" };
  return tokens + (await deleteInBatches(database, grants));
}
