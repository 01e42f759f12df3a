/** Sign-in links for the console, which work once, and the sessions they start. */
import type { Queryable } from "../postgres/database.ts";
import { isEnabled } from "../tenants.ts";

export const consoleRoles = ["operator", "member", "viewer"] as const;
export type ConsoleRole = (typeof consoleRoles)[number];

/** A person who uses the console. Operators see all tenants, others only one. */
export interface ConsolePerson {
  readonly role: ConsoleRole;
  readonly tenantId: string | null;
  /** The name in the audit log. */
  readonly person: string;
  /** The API key that the access comes from, and with which it ends. Absent or null: an operator gave it. */
  readonly apiKeyId?: string | null;
}

const columns = `role, tenant_id AS "tenantId", person, api_key_id AS "apiKeyId"`;

/** Returns the link's id. */
export async function addLink(
  database: Queryable,
  {
    hash,
    expiresAt,
    role,
    tenantId,
    person,
    apiKeyId = null,
  }: ConsolePerson & { readonly hash: Buffer; readonly expiresAt: Date },
): Promise<string> {
  await database.query("DELETE FROM console_links WHERE expires_at < now()");
  const { rows } = await database.query<{ id: string }>(
    `INSERT INTO console_links (hash, role, tenant_id, person, expires_at, api_key_id) VALUES ($1, $2, $3, $4, $5, $6)
     RETURNING id`,
    [hash, role, tenantId, person, expiresAt, apiKeyId],
  );
  return rows[0]?.id ?? "";
}

/** The person of a link; does not use it up. */
export async function findLink(database: Queryable, hash: Buffer): Promise<ConsolePerson | undefined> {
  const { rows } = await database.query<ConsolePerson>(
    `SELECT ${columns} FROM console_links WHERE hash = $1 AND expires_at > now()`,
    [hash],
  );
  return rows[0];
}

/** A person with a session. */
export interface SignedInPerson extends ConsolePerson {
  /** The id of the session, which the audit log names. */
  readonly id: string;
}

export interface NewSession {
  readonly link: Buffer;
  readonly hash: Buffer;
  /** SHA-256 of the user agent. */
  readonly browser: Buffer;
  readonly expiresAt: Date;
}

/** Uses up the link. Undefined if it was already used or has expired. */
export async function beginSession(
  database: Queryable,
  { link, hash, browser, expiresAt }: NewSession,
): Promise<SignedInPerson | undefined> {
  await database.query("DELETE FROM console_sessions WHERE expires_at < now()");
  const { rows } = await database.query<SignedInPerson>(
    `WITH used AS (DELETE FROM console_links WHERE hash = $1 AND expires_at > now() RETURNING *)
     INSERT INTO console_sessions (hash, role, tenant_id, person, browser_hash, expires_at, api_key_id)
     SELECT $2, role, tenant_id, person, $3, $4, api_key_id FROM used RETURNING id, ${columns}`,
    [link, hash, browser, expiresAt],
  );
  return rows[0];
}

/**
 * A session ends after an hour without use. Its use is stored once a minute: if every request stored it, many at once would
 * wait for each other, and keep database connections from everybody else meanwhile.
 */
export async function findSession(
  database: Queryable,
  { hash, browser }: Pick<NewSession, "hash" | "browser">,
): Promise<SignedInPerson | undefined> {
  const { rows } = await database.query<SignedInPerson>(
    `WITH found AS (
       SELECT * FROM console_sessions
       WHERE hash = $1 AND browser_hash = $2 AND expires_at > now() AND seen_at > now() - interval '1 hour'
         AND (tenant_id IS NULL OR ${isEnabled("tenant_id")})
     ), used AS (
       UPDATE console_sessions SET seen_at = now() WHERE id = (
         SELECT id FROM console_sessions JOIN found USING (id) WHERE found.seen_at < now() - interval '1 minute'
         FOR UPDATE OF console_sessions SKIP LOCKED)
     )
     SELECT id, ${columns} FROM found`,
    [hash, browser],
  );
  return rows[0];
}

export interface ShownSession extends ConsolePerson {
  readonly id: string;
  /** A link that nobody has used yet, or the session that it started. */
  readonly kind: "link" | "session";
  readonly createdAt: Date;
  /** Null for links. */
  readonly seenAt: Date | null;
  readonly expiresAt: Date;
}

/** The sessions and unused links of a tenant. */
export async function listSessions(database: Queryable, tenantId: string): Promise<ShownSession[]> {
  const { rows } = await database.query<ShownSession>(
    `SELECT id, 'session' AS kind, ${columns}, created_at AS "createdAt", seen_at AS "seenAt", expires_at AS "expiresAt"
     FROM console_sessions WHERE tenant_id = $1 AND expires_at > now() AND seen_at > now() - interval '1 hour'
     UNION ALL
     SELECT id, 'link', ${columns}, created_at, NULL, expires_at FROM console_links WHERE tenant_id = $1 AND expires_at > now()
     ORDER BY "seenAt" DESC NULLS LAST, "createdAt" DESC LIMIT 100`,
    [tenantId],
  );
  return rows;
}

/** Ends a session or withdraws a link of this tenant. Returns its person, if there was one. */
export async function endSessionOf(database: Queryable, tenantId: string, id: string): Promise<string | undefined> {
  const { rows } = await database.query<{ person: string }>(
    `WITH ended AS (DELETE FROM console_sessions WHERE id = $2 AND tenant_id = $1 RETURNING person),
       withdrawn AS (DELETE FROM console_links WHERE id = $2 AND tenant_id = $1 RETURNING person)
     TABLE ended UNION ALL TABLE withdrawn`,
    [tenantId, id],
  );
  return rows[0]?.person;
}

/** The sessions among these that have not ended. */
export async function findLiveSessions(database: Queryable, hashes: readonly Buffer[]): Promise<Set<string>> {
  const { rows } = await database.query<{ hash: Buffer }>(
    "SELECT hash FROM console_sessions WHERE hash = ANY ($1) AND expires_at > now()",
    [hashes],
  );
  return new Set(rows.map(({ hash }) => hash.toString("hex")));
}

export async function endSession(database: Queryable, hash: Buffer): Promise<void> {
  await database.query("DELETE FROM console_sessions WHERE hash = $1", [hash]);
}
