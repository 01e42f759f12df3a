/** Sign-in links for the console, which work once, and sessions of people who signed in with a link or at the provider. */
import type { Queryable } from "../postgres/database.ts";
import { isEnabled } from "../tenants.ts";

/** From the most powerful to the least. Each role may do everything that the roles after it may do. */
export const consoleRoles = ["owner", "operator", "support", "read-only"] as const;
export type ConsoleRole = (typeof consoleRoles)[number];

/** A person who uses the console. */
export interface ConsolePerson {
  readonly role: ConsoleRole;
  /** The only tenant that this person sees. Null: all. */
  readonly tenantId: string | null;
  /** The name in the audit log: the e-mail address, if the provider knows it. */
  readonly person: string;
  /** The API key that the access comes from, and with which it ends. Absent or null: an operator or the provider gave it. */
  readonly apiKeyId?: string | null;
}

/** The previous release ended here: `operator` saw all tenants, `member` one, and `viewer` could not change anything. */
const grantedRole = "coalesce(granted_role, CASE role WHEN 'viewer' THEN 'read-only' ELSE 'owner' END)";
const columns = `${grantedRole} AS role, tenant_id AS "tenantId", person, api_key_id AS "apiKeyId"`;

/** What the previous release, which may still serve requests during an upgrade, makes of a role. */
function previousRole({ role, tenantId }: Pick<ConsolePerson, "role" | "tenantId">): string {
  if (role !== "owner") return "viewer";
  return tenantId === null ? "operator" : "member";
}

/** Returns the link's id. */
export async function addLink(
  database: Queryable,
  link: ConsolePerson & { readonly hash: Buffer; readonly expiresAt: Date },
): Promise<string> {
  const { hash, expiresAt, role, tenantId, person, apiKeyId = null } = link;
  await database.query("DELETE FROM console_links WHERE expires_at < now()");
  const { rows } = await database.query<{ id: string }>(
    `INSERT INTO console_links (hash, role, granted_role, tenant_id, person, expires_at, api_key_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
    [hash, previousRole(link), role, tenantId, person, expiresAt, apiKeyId],
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
  /** The id of the session. */
  readonly id: string;
  /** The person that the provider knows. Null: signed in with a link. */
  readonly personId: string | null;
}

export interface NewSession {
  readonly hash: Buffer;
  /** SHA-256 of the user agent. */
  readonly browser: Buffer;
  readonly expiresAt: Date;
}

const sessionColumns = `id, person_id AS "personId", ${columns}`;

/** Uses up the link. Undefined if it was already used or has expired. */
export async function beginSession(
  database: Queryable,
  { link, hash, browser, expiresAt }: NewSession & { readonly link: Buffer },
): Promise<SignedInPerson | undefined> {
  await removeOldSessions(database);
  const { rows } = await database.query<SignedInPerson>(
    `WITH used AS (DELETE FROM console_links WHERE hash = $1 AND expires_at > now() RETURNING *)
     INSERT INTO console_sessions (hash, role, granted_role, tenant_id, person, browser_hash, expires_at, api_key_id)
     SELECT $2, role, granted_role, tenant_id, person, $3, $4, api_key_id FROM used RETURNING ${sessionColumns}`,
    [link, hash, browser, expiresAt],
  );
  return rows[0];
}

export const removeOldSessions = (database: Queryable): Promise<unknown> =>
  database.query("DELETE FROM console_sessions WHERE expires_at < now()");

/** Begins a session of a person whom the provider identified. */
export async function beginPersonSession(
  database: Queryable,
  { id, hash, browser, expiresAt, personId, role, tenantId, person }: NewSession & SignedInPerson,
): Promise<void> {
  await database.query(
    `INSERT INTO console_sessions (id, hash, role, granted_role, tenant_id, person, browser_hash, expires_at, person_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, hash, previousRole({ role, tenantId }), role, tenantId, person, browser, expiresAt, personId],
  );
}

/** Stores what the provider asks for at sign-out. `idToken` is encrypted for this row. */
export async function storeIdToken(database: Queryable, id: string, idToken: Buffer): Promise<void> {
  await database.query("UPDATE console_sessions SET id_token = $2 WHERE id = $1", [id, idToken]);
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
     SELECT ${sessionColumns} FROM found`,
    [hash, browser],
  );
  return rows[0];
}

export interface ShownSession extends SignedInPerson {
  /** A link that nobody has used yet, or a session. */
  readonly kind: "link" | "session";
  /** From the provider, like the e-mail address. Null for people who signed in with a link. */
  readonly name: string | null;
  readonly email: string | null;
  readonly tenantName: string | null;
  readonly createdAt: Date;
  /** Null for links. */
  readonly seenAt: Date | null;
  readonly expiresAt: Date;
  /** The IP address of the sign-in, if the audit log still has it. */
  readonly address: string | null;
}

/** The sessions and unused links of a tenant, or of everybody. */
export async function listSessions(database: Queryable, tenantId: string | null): Promise<ShownSession[]> {
  const { rows } = await database.query<ShownSession>(
    `WITH access AS (
       SELECT 'session' AS kind, ${sessionColumns}, created_at AS "createdAt", seen_at AS "seenAt", expires_at AS "expiresAt"
       FROM console_sessions WHERE expires_at > now() AND seen_at > now() - interval '1 hour'
       UNION ALL
       SELECT 'link', id, NULL, ${columns}, created_at, NULL, expires_at FROM console_links WHERE expires_at > now()
     )
     SELECT access.*, p.name, p.email, t.name AS "tenantName", sign_in.address FROM access
     LEFT JOIN console_people p ON p.id = "personId"
     LEFT JOIN tenants t ON t.id = "tenantId"
     LEFT JOIN LATERAL (
       SELECT n.address FROM audit_log a JOIN audit_names n ON n.entry_id = a.id
       WHERE a.action = 'console.signIn' AND a.subject = access.id ORDER BY a.id DESC LIMIT 1
     ) AS sign_in ON true
     WHERE $1::text IS NULL OR "tenantId" = $1
     ORDER BY "seenAt" DESC NULLS LAST, "createdAt" DESC LIMIT 200`,
    [tenantId],
  );
  return rows;
}

export interface EndedSession {
  readonly id: string;
  readonly person: string;
  readonly tenantId: string | null;
}

const endedColumns = `id, person, tenant_id AS "tenantId"`;

/** Ends a session or withdraws a link. With a tenant, only of this tenant. Undefined if there is none. */
export async function endSessionOf(
  database: Queryable,
  tenantId: string | null,
  id: string,
): Promise<EndedSession | undefined> {
  const { rows } = await database.query<EndedSession>(
    `WITH ended AS (DELETE FROM console_sessions WHERE id = $2 AND ($1::text IS NULL OR tenant_id = $1) RETURNING ${endedColumns}),
       withdrawn AS (DELETE FROM console_links WHERE id = $2 AND ($1::text IS NULL OR tenant_id = $1) RETURNING ${endedColumns})
     TABLE ended UNION ALL TABLE withdrawn`,
    [tenantId, id],
  );
  return rows[0];
}

/**
 * Ends all sessions and links of the person of this session. A person who signed in with a link has only a name, so this
 * includes everybody with the same name, for the same tenant.
 */
export async function endSessionsLike(
  database: Queryable,
  tenantId: string | null,
  id: string,
): Promise<EndedSession[]> {
  const { rows } = await database.query<EndedSession>(
    `WITH chosen AS (
       SELECT person_id, person, tenant_id FROM console_sessions WHERE id = $2 AND ($1::text IS NULL OR tenant_id = $1)
       UNION ALL
       SELECT NULL, person, tenant_id FROM console_links WHERE id = $2 AND ($1::text IS NULL OR tenant_id = $1)
     ), ended AS (
       DELETE FROM console_sessions s USING chosen
       WHERE s.person_id = chosen.person_id OR (chosen.person_id IS NULL AND s.person_id IS NULL
         AND s.person = chosen.person AND s.tenant_id IS NOT DISTINCT FROM chosen.tenant_id)
       RETURNING s.id, s.person, s.tenant_id AS "tenantId"
     ), withdrawn AS (
       DELETE FROM console_links l USING chosen
       WHERE chosen.person_id IS NULL AND l.person = chosen.person AND l.tenant_id IS NOT DISTINCT FROM chosen.tenant_id
       RETURNING l.id, l.person, l.tenant_id AS "tenantId"
     )
     TABLE ended UNION ALL TABLE withdrawn`,
    [tenantId, id],
  );
  return rows;
}

/** The sessions among these that have not ended. */
export async function findLiveSessions(database: Queryable, hashes: readonly Buffer[]): Promise<Set<string>> {
  const { rows } = await database.query<{ hash: Buffer }>(
    "SELECT hash FROM console_sessions WHERE hash = ANY ($1) AND expires_at > now()",
    [hashes],
  );
  return new Set(rows.map(({ hash }) => hash.toString("hex")));
}

/** Returns the encrypted ID token, if the person signed in at the provider. */
export async function endSession(database: Queryable, hash: Buffer): Promise<Buffer | undefined> {
  const { rows } = await database.query<{ idToken: Buffer | null }>(
    `DELETE FROM console_sessions WHERE hash = $1 RETURNING id_token AS "idToken"`,
    [hash],
  );
  return rows[0]?.idToken ?? undefined;
}
