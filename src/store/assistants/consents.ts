/** One-time codes, and the questions for consent that begin with them. */
import type { Access } from "../../contract/scopes.ts";
import type { Queryable } from "../postgres/database.ts";
import { deleteInBatches } from "../postgres/deleteInBatches.ts";

export interface OneTimeCode {
  readonly tenantId: string;
  readonly connectionId: string;
  /** The most that an assistant may get. */
  readonly access: Access;
  readonly resources: readonly string[] | null;
  readonly locale: string | null;
}

/** A newer code of a connection ends the earlier ones. */
export async function addOneTimeCode(
  database: Queryable,
  code: OneTimeCode & { readonly hash: Buffer; readonly expiresAt: Date },
): Promise<void> {
  await database.query(
    `WITH earlier AS (DELETE FROM assistant_codes WHERE connection_id = $3)
     INSERT INTO assistant_codes (hash, tenant_id, connection_id, access, resources, locale, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [code.hash, code.tenantId, code.connectionId, code.access, code.resources, code.locale, code.expiresAt],
  );
}

/** What a consent is about. */
export interface ConsentOwner extends OneTimeCode {
  /** Groups or names of fields that the assistant will not see. */
  readonly hiddenFields: readonly string[];
}

/** Uses the code up. Undefined if it is unknown, used or expired, or if its connection or tenant has ended. */
export async function takeOneTimeCode(database: Queryable, hash: Buffer, now: Date): Promise<ConsentOwner | undefined> {
  const { rows } = await database.query<ConsentOwner>(
    `DELETE FROM assistant_codes a USING connections c, tenants t
     WHERE a.hash = $1 AND a.expires_at > $2 AND c.id = a.connection_id AND c.state <> 'disabled'
       AND t.id = a.tenant_id AND t.disabled_at IS NULL
     RETURNING a.tenant_id AS "tenantId", a.connection_id AS "connectionId", a.access, a.resources, a.locale,
       t.hidden_fields || c.hidden_fields AS "hiddenFields"`,
    [hash, now],
  );
  return rows[0];
}

export interface ConsentRequest extends ConsentOwner {
  readonly id: string;
  readonly tenantName: string;
  readonly browserHash: Buffer;
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectUri: string;
  readonly state: string | null;
  readonly codeChallenge: string;
  readonly expiresAt: Date;
  readonly decidedAt: Date | null;
  /** The browser in which the person confirms writes. */
  readonly personHash: Buffer | null;
  readonly exchangedAt: Date | null;
}

const columns = `r.id, r.tenant_id AS "tenantId", t.name AS "tenantName", r.connection_id AS "connectionId",
  r.browser_hash AS "browserHash", r.client_id AS "clientId", r.client_name AS "clientName",
  r.redirect_uri AS "redirectUri", r.state, r.code_challenge AS "codeChallenge", r.access, r.resources, r.locale,
  r.hidden_fields AS "hiddenFields",
  r.expires_at AS "expiresAt", r.decided_at AS "decidedAt", r.person_hash AS "personHash",
  r.exchanged_at AS "exchangedAt"`;
const rowsFrom = `assistant_requests r JOIN tenants t ON t.id = r.tenant_id AND t.disabled_at IS NULL
  JOIN connections c ON c.id = r.connection_id AND c.state <> 'disabled'`;

export type NewConsentRequest = Omit<ConsentRequest, "tenantName" | "decidedAt" | "personHash" | "exchangedAt"> & {
  readonly tokenHash: Buffer;
};

export async function addConsentRequest(database: Queryable, request: NewConsentRequest): Promise<void> {
  await database.query(
    `INSERT INTO assistant_requests (id, token_hash, browser_hash, tenant_id, connection_id, client_id, client_name,
       redirect_uri, state, code_challenge, access, resources, locale, expires_at, hidden_fields)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      request.id,
      request.tokenHash,
      request.browserHash,
      request.tenantId,
      request.connectionId,
      request.clientId,
      request.clientName,
      request.redirectUri,
      request.state,
      request.codeChallenge,
      request.access,
      request.resources,
      request.locale,
      request.expiresAt,
      request.hiddenFields,
    ],
  );
}

export async function findConsentRequest(database: Queryable, tokenHash: Buffer): Promise<ConsentRequest | undefined> {
  const { rows } = await database.query<ConsentRequest>(`SELECT ${columns} FROM ${rowsFrom} WHERE r.token_hash = $1`, [
    tokenHash,
  ]);
  return rows[0];
}

export interface Decision {
  readonly id: string;
  readonly access: Access;
  /** Null: refused. */
  readonly codeHash: Buffer | null;
  readonly personHash: Buffer | null;
  /** Until when the authorization code can be exchanged. */
  readonly expiresAt: Date;
}

/** Returns false if it was decided before. */
export async function decideConsent(database: Queryable, decision: Decision): Promise<boolean> {
  const { rowCount } = await database.query(
    `UPDATE assistant_requests SET decided_at = now(), access = $2, code_hash = $3, person_hash = $4, expires_at = $5
     WHERE id = $1 AND decided_at IS NULL`,
    [decision.id, decision.access, decision.codeHash, decision.personHash, decision.expiresAt],
  );
  return rowCount === 1;
}

/** Locks the row, because the code may be exchanged once only. */
export async function findConsentByCode(database: Queryable, codeHash: Buffer): Promise<ConsentRequest | undefined> {
  const { rows } = await database.query<ConsentRequest>(
    `SELECT ${columns} FROM ${rowsFrom} WHERE r.code_hash = $1 FOR UPDATE OF r`,
    [codeHash],
  );
  return rows[0];
}

export async function markExchanged(database: Queryable, id: string): Promise<void> {
  await database.query("UPDATE assistant_requests SET exchanged_at = now() WHERE id = $1", [id]);
}

export async function pruneConsents(database: Queryable): Promise<number> {
  const expired = "expires_at < cautious_now() - interval '1 day'";
  const codes = await deleteInBatches(database, { from: "assistant_codes", where: expired });
  const questions = await deleteInBatches(database, { from: "assistant_questions", where: expired });
  return codes + questions + (await deleteInBatches(database, { from: "assistant_requests", where: expired }));
}
