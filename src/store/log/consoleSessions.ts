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
}

const columns = `role, tenant_id AS "tenantId", person`;

export async function addLink(
  database: Queryable,
  { hash, expiresAt, role, tenantId, person }: ConsolePerson & { readonly hash: Buffer; readonly expiresAt: Date },
): Promise<void> {
  await database.query("DELETE FROM console_links WHERE expires_at < now()");
  await database.query(
    "INSERT INTO console_links (hash, role, tenant_id, person, expires_at) VALUES ($1, $2, $3, $4, $5)",
    [hash, role, tenantId, person, expiresAt],
  );
}

/** The person of a link; does not use it up. */
export async function findLink(database: Queryable, hash: Buffer): Promise<ConsolePerson | undefined> {
  const { rows } = await database.query<ConsolePerson>(
    `SELECT ${columns} FROM console_links WHERE hash = $1 AND expires_at > now()`,
    [hash],
  );
  return rows[0];
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
): Promise<ConsolePerson | undefined> {
  await database.query("DELETE FROM console_sessions WHERE expires_at < now()");
  const { rows } = await database.query<ConsolePerson>(
    `WITH used AS (DELETE FROM console_links WHERE hash = $1 AND expires_at > now() RETURNING *)
     INSERT INTO console_sessions (hash, role, tenant_id, person, browser_hash, expires_at)
     SELECT $2, role, tenant_id, person, $3, $4 FROM used RETURNING ${columns}`,
    [link, hash, browser, expiresAt],
  );
  return rows[0];
}

/** A session ends after an hour without use. */
export async function findSession(
  database: Queryable,
  { hash, browser }: Pick<NewSession, "hash" | "browser">,
): Promise<ConsolePerson | undefined> {
  const { rows } = await database.query<ConsolePerson>(
    `UPDATE console_sessions SET seen_at = now()
     WHERE hash = $1 AND browser_hash = $2 AND expires_at > now() AND seen_at > now() - interval '1 hour'
       AND (tenant_id IS NULL OR ${isEnabled("tenant_id")})
     RETURNING ${columns}`,
    [hash, browser],
  );
  return rows[0];
}

export interface ShownSession extends ConsolePerson {
  readonly createdAt: Date;
  readonly seenAt: Date;
}

export async function listSessions(database: Queryable, tenantId: string): Promise<ShownSession[]> {
  const { rows } = await database.query<ShownSession>(
    `SELECT ${columns}, created_at AS "createdAt", seen_at AS "seenAt" FROM console_sessions
     WHERE tenant_id = $1 AND expires_at > now() AND seen_at > now() - interval '1 hour' ORDER BY seen_at DESC LIMIT 50`,
    [tenantId],
  );
  return rows;
}

export async function endSession(database: Queryable, hash: Buffer): Promise<void> {
  await database.query("DELETE FROM console_sessions WHERE hash = $1", [hash]);
}
